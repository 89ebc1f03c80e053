"""A deleted account has no name: what pages and mails say instead, in both languages."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from games.common import clock
from games.common.outbox.delivery import deliver
from games.facts.export import results as results_of
from games.models import Game
from games.pages.seats import places_of
from games.services.masters import presiding, stopping
from games.services.players.letters import send_letter
from league.leagues import services as leagues
from league.users.deletion import delete_account
from league.users.models import User
from league.users.refusing import may_refuse_deletion
from tests.games.conftest import (  # noqa: F401  (fixtures)
    make_game,
    opened_game,
    running_game,
    seat_all,
    seat_both,
    set_clock,
)
from tests.test_urls_walk import OURS, make_world, people  # noqa: F401  (fixtures)

PLACES_OF_KEYS = re.compile(r'(href|action|value)="[^"]*"')
"""Where a page may have the key that stands for a deleted account: what organisers do, they do by it."""


def everything(world, *readers):
    """What each page says to each of `readers`, in both languages, by name of its address."""
    said = {}
    for reader in readers:
        client = world.client_of(reader)
        for found in OURS:
            for language in ("en", "fr"):
                client.cookies["django_language"] = language
                User.objects.filter(pk=reader.pk).update(language=language)
                answer = client.get(world.url(found))
                if answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]:
                    said[found.name, language, reader.username] = answer.content.decode()
    return said


@pytest.mark.slow
def test_no_page_names_a_deleted_account_by_its_key(make_world, people, monkeypatch):  # noqa: F811
    world = make_world()
    game, league = world.game, world.league
    organiser, player, opponent = people["organiser"], people["player"], people["opponent"]
    member = people["member"]
    Game.objects.filter(pk=game.pk).update(master=organiser)
    game.refresh_from_db()
    send_letter(game=game, user=player, to=["2"], body="Farewell.", key="k")
    stopping.pause(game=game, user=organiser, until=clock.now() + timedelta(days=1), reason="Moving.")
    presiding.announce(game=game, user=organiser, text="I move.")
    leagues.warn(league=league, by=organiser, person=player, reason="Rude.")
    leagues.announce(league=league, by=organiser, title="Hello", text="All.", is_pinned=True, is_mailed=False)
    leagues.change_role(
        league=league, by=organiser, membership=league.memberships.get(user=member), role="organiser"
    )
    # Money that the walk’s people are owed, and hold, would keep them.
    monkeypatch.setattr(may_refuse_deletion, "_functions", [])
    names = [delete_account(user=gone) for gone in (player, organiser)]
    world.arguments["username"] = names[0]
    pages = everything(world, opponent, member)
    raw = [where for where, page in pages.items() if "former-member" in PLACES_OF_KEYS.sub("", page)]
    assert raw == []
    linked = f'href="{reverse("leagues:player", args=["here", names[0]])}"'
    assert [where for where, page in pages.items() if linked in page and where[0] != "leagues:person"] == []
    told = {
        where[:2] for where, page in pages.items() if re.search("[Aa] former member|[Uu]n ancien m", page)
    }
    for name in ("games:game", "games:acts", "games:phase", "leagues:log", "leagues:home", "leagues:person"):
        assert {(name, "en"), (name, "fr")} <= told, name
    assert not [where for where, page in pages.items() if re.search(r"\b(de|que) un ancien membre", page)]


@pytest.mark.slow
def test_two_who_have_gone_are_told_apart_in_one_game(running_game, ada, ben, carl, client_of):  # noqa: F811
    delete_account(user=ben)
    delete_account(user=ada)
    places = places_of(Game.objects.get(pk=running_game.pk), None)
    assert [place.name for place in places] == ["a former member", "a former member (2)"]
    shown = client_of(carl).get(reverse("games:game", args=["calais", running_game.code])).content.decode()
    assert "A former member wins. A former member forfeited" in shown or "A former member wins." in shown


@pytest.mark.slow
def test_mails_name_nobody_by_the_key(make_game, seat_all, mailoutbox):  # noqa: F811
    game = make_game(variant="standard", settings={})
    players = seat_all(game)
    deliver()
    mailoutbox.clear()
    User.objects.filter(pk=players["FRANCE"].pk).update(language="fr")
    name = delete_account(user=players["ITALY"])
    deliver()
    assert len(mailoutbox) > 3
    assert not [letter for letter in mailoutbox if name in letter.subject + letter.body]
    assert any("a former member" in letter.body.lower() for letter in mailoutbox)
    assert any("un ancien membre" in letter.body.lower() for letter in mailoutbox)


def test_exports_keep_the_key(running_game, ada, ben):  # noqa: F811
    """They tell apart who played what."""
    name = delete_account(user=ben)
    rows = [row["player"] for row in results_of(running_game.league)]
    assert name in rows


@pytest.mark.slow
def test_the_seat_of_a_deleted_account_has_no_name(make_game, seat_all, eve, client_of):  # noqa: F811
    game = make_game(variant="standard", settings={})
    leagues.join(league=game.league, user=eve)
    name = delete_account(user=seat_all(game)["ITALY"])
    for address in (
        reverse("games:take-over", args=["calais", game.code, "ITALY"]),
        reverse("games:open-seats", args=["calais"]),
        reverse("games:game", args=["calais", game.code]),
    ):
        page = client_of(eve).get(address).content.decode()
        assert name not in page
        assert "A former member has resigned" in page or address.endswith(f"{game.code}/")
