"""What a link to a game in fog says on other sites: nothing that is not everyone's yet."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.shared_links import tags_in, words

pytestmark = pytest.mark.django_db


def test_a_game_in_fog_says_who_won_once_its_record_opens(lay_table, visitor, client_of, set_clock):
    table = lay_table(reveal_at="2026-03-02")
    table.play_to("F1901M")
    address = reverse("games:game", args=[table.game.league.slug, table.game.code])
    player = next(iter(table.players.values()))
    readers = (visitor, client_of(player))

    def said() -> str:
        cache.clear()
        found = [tags_in(each.get(address)) for each in readers]
        assert found[0] == found[1]
        return words(found[0])["description"]

    assert said().endswith("Autumn 1901, moves. Hidden by fog of war until it ends.")
    table.end()
    assert said() == "A game of Spy Diplomacy in Calais."
    set_clock.pass_(days=1)
    assert "It ended with" in said()
