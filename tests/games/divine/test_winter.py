"""A winter in which some power may be favoured (DG-14): no one but that power learns that it is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.errors import NobodyIsReady
from games.lists.waiting import waiting_for
from games.models import Answer, Game, Phase
from games.services.players.answers import set_ready
from games.services.seats.seating import take_seat
from tests.games.conftest import phase_of
from tests.games.divine.conftest import POWERS, Table
from tests.games.divine.test_sheet import at
from tests.games.pages.conftest import without_tokens

WINTER = "W1903A"


def seen(table: Table, seats: tuple[Any, ...]) -> dict[Any, bytes]:
    """The game's page and its status, as each of these readers has them."""
    pages = {}
    for seat in seats:
        for name in ("game", "status"):
            pages[seat, name] = without_tokens(table.client(seat).get(table.url(name)).content)
    return pages


@pytest.mark.slow
def test_no_byte_tells_the_others_of_the_favour(table: Table):
    """France has a unit for each of its centres: only the favour lets it build. It saves unseen."""
    others = (None, "DEVIL", *(power for power in POWERS if power != "FRANCE"))
    position = phase_of(table.game).position
    free = {"FRANCE": ["A MAR", "A PAR"]}
    land = {"units": position["units"] | free, "centres": position["centres"] | {"FRANCE": ["BRE", "MAR"]}}
    at(table, WINTER, favour=None, **land)
    before = seen(table, others)
    at(table, WINTER, favour="FRANCE", **land)
    assert 'id="answer"' in table.page("FRANCE")
    table.say("FRANCE", "WAIVE", ready=True)
    assert seen(table, others) == before
    assert Answer.objects.get().ready_at is None, "the phase lasts its whole time"
    with pytest.raises(NobodyIsReady):
        set_ready(game=table.game, user=table.seats["FRANCE"], label=WINTER, ready=True)
    assert table.go_on().label == "S1904M"


@pytest.mark.slow
def test_whoever_is_asked_for_nothing_has_no_sheet_and_is_no_defaulter(table: Table):
    at(table, WINTER)
    assert set(phase_of(table.game).due) == set(POWERS)
    for power in POWERS:
        assert 'id="answer"' not in table.page(power)
    assert table.go_on().label == "S1904M"
    assert table.game.state == Game.State.RUNNING
    assert "saved nothing" not in table.page(None)


def test_what_was_saved_in_such_a_winter_hides_no_other_game_that_waits(table: Table, make_game, ben):
    france = table.seats["FRANCE"]
    later = make_game(name="Later")
    for user in (france, ben):
        take_seat(game=later, user=user)
    Phase.objects.filter(game=later).update(deadline=phase_of(table.game).deadline + timedelta(hours=1))
    centres = {"FRANCE": ["BRE", "MAR", "PAR", "POR"]}
    at(table, WINTER, units={"FRANCE": ["F BRE", "A MAR"]}, centres=centres)
    assert [line.key for line in waiting_for(france.pk, 1)] == [table.game.pk]
    table.say("FRANCE", "A PAR B")
    assert [line.key for line in waiting_for(france.pk, 1)] == [later.pk]


def test_another_winter_closes_when_all_are_ready(table: Table):
    centres = {"FRANCE": ["BRE", "MAR", "PAR", "POR"]}
    at(table, "W1904A", units={"FRANCE": ["F BRE", "A MAR"]}, centres=centres)
    assert "France" in table.page(None) and "not ready" in table.page(None)
