"""Games of fewer than seven: opened from the form, seated, named and played by the powers of their seats."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.adjudication.drain import drain
from games.common.outbox.row import OutboxRow
from games.engine import bridge
from games.lists.waiting import waiting_for
from games.models import Game, Phase
from games.notices.occasions import matters_of
from games.services.players.answers import save_answer
from tests.games.conftest import phase_of
from tests.games.pages.conftest import find_form

OPEN = "/l/calais/games/new/"


@pytest.fixture
def opening(client_of, ada, calais, set_clock):
    """The form for opening a game as ada sees it, and a way to send it with changes."""
    client = client_of(ada)
    form = find_form(client.get(OPEN), "")

    def send(**changes):
        return client.post(OPEN, form.fields | {"name": "Channel", "variant": "standard"} | changes)

    return send


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("players", "count"), [("7", 7), ("6", 6), ("5", 5), ("4", 4), ("3a", 3), ("3b", 3), ("2", 2)]
)
def test_every_table_can_be_opened(opening, client_of, ada, visitor, players, count):
    response = opening(**{"standard-players": players})
    game = Game.objects.get()
    assert response.status_code == 302 and game.seats.count() == count
    assert str(game.settings["players"]) == players and "last_year" not in game.settings
    room = visitor.get(f"/l/calais/g/{game.code}/").content.decode()
    assert f"{count - 1} seat" in room and ("They are played in these groups" in room) is (count < 5)


def test_tables_say_from_which_year_they_play(client_of, ada, calais, make_game, visitor, url):
    """RB-16, RB-17, RB-20: to choose a last year one has to know the first."""
    page = client_of(ada).get(OPEN).content.decode()
    for said in (
        "Six players, Italy in civil disorder, from 1870",
        "Germany and Italy in civil disorder, from 1801",
        "The Great War, two players, from 1914",
    ):
        assert said in page
    assert "Seven players, from" not in page
    game = make_game(variant="standard", settings={"players": 5, "last_year": 1805})
    room = visitor.get(url(game)).content.decode()
    assert "<dt>First year</dt><dd>1801</dd>" in room and "<dt>Last year</dt><dd>1805</dd>" in room


def test_the_short_game_has_its_last_year(opening):
    opening(**{"standard-last_year": "1908", "spy-last_year": "1", "spy-reveal_at": "never"})
    assert Game.objects.get().settings["last_year"] == 1908


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"standard-last_year": "1890"}, "before the first"),
        ({"standard-last_year": "1920", "standard-players": "2"}, "no last year, such as 1920: 24 units"),
        ({"standard-last_year": "soon"}, "whole number"),
        ({"standard-players": "8"}, "not one of the available choices"),
    ],
)
def test_what_cannot_be_is_said_with_all_that_was_typed(opening, changes, said):
    page = opening(**changes).content.decode()
    assert said in page and 'value="Channel"' in page
    assert not Game.objects.exists()


def test_the_settings_of_other_games_are_offered_and_kept(opening):
    day = (timezone.localdate() + timedelta(days=700)).isoformat()
    opening(variant="spy", **{"spy-pace": "phase", "spy-reveal_at": day})
    game = Game.objects.get()
    assert (game.settings["pace"], game.settings["reveal_at"]) == ("phase", day)
    assert "players" not in game.settings


def test_without_scripts_every_games_settings_stand_in_the_form(client_of, ada, calais):
    page = client_of(ada).get(OPEN).content.decode()
    assert "<legend" in page and "Diplomacy only" in page and 'name="standard-players"' in page
    for name in ("spy-pace", "spy-reveal_at", "devil-and-god-spells_shown", "intimate-ii-secrecy"):
        assert f'name="{name}"' in page
    assert "hidden" not in page.split("Diplomacy only")[0].rpartition("<fieldset")[2]


def test_seats_are_called_by_their_powers(make_game, seat_all, client_of, visitor, url):
    game = make_game(variant="standard", settings={"players": "3b"})
    seats = seat_all(game)
    page = client_of(seats["1"]).get(url(game)).content.decode()
    assert f"{seats['2'].username} (Italy and Russia)" in page
    assert "three players, one with three powers and two with pairs" in page
    sheet = page.split('id="answer"')[1].split("</section>")[0]
    for power in ("austria", "england", "germany"):
        assert f'data-power="{power}"' in sheet
    assert 'data-power="france"' not in sheet
    listed = visitor.get("/l/calais/games/").content.decode()
    assert "three players, one with three powers" in listed


def test_builds_stand_under_their_powers(make_game, seat_all, client_of, url):
    game = make_game(variant="standard", settings={"players": 4})
    seats = seat_all(game)
    phase = phase_of(game)
    centres = {"FRANCE": ["PAR", "MAR", "BRE", "SPA"], "AUSTRIA": ["VIE", "BUD", "TRI", "SER"]}
    units = {"FRANCE": ["A SPA", "F ENG", "A BEL"], "AUSTRIA": ["A TYR", "A SER", "F ALB"]}
    held = {
        "1": ["ENGLAND"],
        "2": ["AUSTRIA", "FRANCE"],
        "3": ["GERMANY", "TURKEY"],
        "4": ["ITALY", "RUSSIA"],
    }
    position = {"phase": "W1901A", "centres": centres, "units": units, "powers": held}
    opened = bridge.opening(game, position)
    Phase.objects.filter(pk=phase.pk).update(label="W1901A", position=position, due=opened.due)
    client = client_of(seats["2"])
    page = client.get(url(game)).content.decode()
    sheet = page.split('id="answer"')[1].split("</section>")[0]
    assert sheet.index('data-power="austria"') < sheet.index('id="slot-AUSTRIA-1"')
    assert sheet.index('data-power="france"') < sheet.index('id="slot-FRANCE-1"')
    form = find_form(client.get(url(game)), url(game, "answer"))
    chosen = {"slot-FRANCE-1": "A PAR B", "slot-AUSTRIA-1": "WAIVE AUSTRIA", "ready": "yes"}
    client.post(url(game, "answer"), form.fields | chosen)
    assert sorted(phase.drafts.get().answer) == ["A PAR B", "WAIVE AUSTRIA"]


def test_numbered_seats_beyond_two_are_among_the_games_that_wait(make_game, seat_all):
    game = make_game(variant="standard", settings={"players": 6})
    seats = seat_all(game)
    assert [line.key for line in waiting_for(seats["6"].pk, 5)] == [game.pk]


def test_mails_name_the_table(make_game, seat_all, set_clock):
    game = make_game(variant="standard", settings={"players": 5})
    seat_all(game)
    rows = list(OutboxRow.objects.filter(topic="mail"))
    said = {matter.facts()["variant"] for matter in matters_of(rows, set_clock.now).values()}
    assert said == {"Diplomacy (five players, Germany and Italy in civil disorder)"}


def test_the_coin_is_told_by_names(make_game, seat_all, client_of, visitor, url, set_clock):
    """RB-20: before the adjustments of autumn 1914, and from spring 1915 that player orders Italy."""
    game = make_game(variant="standard", settings={"players": 2})
    seats = seat_all(game)
    for label in ("S1914M", "F1914M"):
        for player in seats.values():
            save_answer(game=game, user=player, label=label, text="", version=0, ready=True)
        drain()
        game.refresh_from_db()
    page = visitor.get(url(game, "phase", "F1914M")).content.decode()
    told = page.split("The coin falls")[1].split("</p>")[0]
    assert "Italy joins the side of" in told and "RB-20" in told
    [winner] = [seat for seat, player in seats.items() if player.username in told]
    assert "ITALY" in phase_of(game).position["powers"][winner]


def test_a_draw_is_shared_by_all_who_have_units(make_game, seat_all, client_of, visitor, url):
    from games.services.players import votes

    game = make_game(variant="standard", settings={"players": "3a"})
    seats = seat_all(game)
    for player in seats.values():
        votes.cast(game=game, user=player, kind="draw")
    game.refresh_from_db()
    assert game.outcome["how"] == "RB-12" and sorted(game.outcome["winners"]) == ["1", "2", "3"]
    page = visitor.get(url(game)).content.decode()
    assert "Draw: " in page and "The players agreed on it." in page


@pytest.mark.slow
def test_a_short_games_end_says_what_everybody_had(make_game, seat_all, visitor, url, set_clock):
    """RB-13: counted by player."""
    game = make_game(variant="standard", settings={"players": 4, "last_year": 1901})
    seats = seat_all(game)
    for label in ("S1901M", "F1901M"):
        for player in seats.values():
            save_answer(game=game, user=player, label=label, text="", version=0, ready=True)
        drain()
    game.refresh_from_db()
    assert game.outcome["how"] == "RB-13"
    page = visitor.get(url(game)).content.decode()
    shown = page.split("Units on the board")[1].split("</p>")[0]
    assert f"{seats['1'].username} 3" in shown and f"{seats['4'].username} 7" in shown


def table_of(page: str) -> str:
    return page.split('id="table"')[1].split("</section>")[0]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, ["18 centres after an autumn", "#RB-12"]),
        ({"last_year": 1905}, ["18 centres after an autumn", "the builds of 1905", "#RB-13", "units"]),
        ({"players": 6}, ["In civil disorder from the start", "#RB-16", "Italy"]),
        ({"players": 5}, ["In civil disorder from the start", "#RB-17", "Italy", "Germany"]),
        ({"players": 2}, ["24 units on the board", "Neutral: no one can enter its provinces", "#RB-20"]),
    ],
)
def test_the_table_says_what_wins_and_whom_nobody_plays(make_game, seat_all, visitor, url, settings, said):
    """RB-12, RB-13, RB-16, RB-17, RB-20: each with its clause beside it."""
    game = make_game(variant="standard", settings=settings)
    seat_all(game)
    shown = table_of(visitor.get(url(game)).content.decode())
    assert [each for each in said if each not in shown] == []
    assert ("24 units" in shown) is (settings.get("players") == 2)
    assert ("No one" in shown) is (settings.get("players") in (2, 5, 6))


def test_the_great_war_counts_each_sides_units(make_game, seat_all, visitor, url):
    """RB-20: all powers of the side together."""
    game = make_game(variant="standard", settings={"players": 2})
    seat_all(game)
    shown = table_of(visitor.get(url(game)).content.decode())
    assert re.findall(r'plate-sum">(\d+) <small>units', shown) == ["10", "9"]


def test_a_vote_says_what_comes_of_it_and_by_which_clause(make_game, seat_all, client_of, visitor, url):
    """RB-12: of a draw, to those who may vote."""
    game = make_game(variant="standard", settings={"players": 4})
    seats = seat_all(game)
    shown = (
        client_of(seats["1"]).get(url(game)).content.decode().split('id="endings"')[1].split("</section>")[0]
    )
    assert "once everyone still in it votes for it" in shown and "#RB-12" in shown
    assert "once everyone still in it" not in visitor.get(url(game)).content.decode()
