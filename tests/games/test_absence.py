"""The one table of what follows from missed phases (HR-2): the forms and pages that are made from it."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import translation

from games.agreed.absence import (
    NAMES,
    POLICIES,
    Absence,
    BadAbsence,
    briefly,
    extension_of,
    in_words,
    no_more_lenient,
    policy_in_words,
    table,
)
from games.forms.absence import AbsenceForm
from games.models import Game
from games.services.players.votes import concede
from games.services.seats.rematch import open_rematch
from tests.html_tree import tree

DOCS = Path(__file__).parents[2] / "docs" / "absence.md"
HR_2 = {
    "friendly": {"extensions": 2, "in_a_row": 3, "in_all": 0, "holidays": 21},
    "standard": {"extensions": 1, "in_a_row": 2, "in_all": 5, "holidays": 14},
    "tournament": {"extensions": 1, "in_a_row": 2, "in_all": 3, "holidays": 7},
}
GAME = {"name": "Noon", "variant": "intimate", "rulebook": "classic", "press": "open", "visibility": "public"}
GAME |= {"pace-kind": "daily"}


def test_the_numbers_are_those_of_the_rule():
    assert {
        key: {name: value for name, value in each.to_json().items() if name != "policy"}
        for key, each in POLICIES.items()
    } == HR_2
    assert [key for key, each in POLICIES.items() if each.forfeits(2)] == ["tournament"]
    assert not any(each.forfeits(seats) for each in POLICIES.values() for seats in (3, 7))


def test_an_extension_is_half_the_phase_and_twelve_hours_at_most():
    assert extension_of(timedelta(hours=20)) == timedelta(hours=10)
    assert extension_of(timedelta(days=3)) == timedelta(hours=12)


def test_rules_of_absence_survive_their_json():
    for each in POLICIES.values():
        assert Absence.from_json(each.to_json()) == each
    assert Absence.from_json({}) is None
    assert Absence.of_league({}) == POLICIES["standard"]
    own = Absence.from_json({"policy": "friendly", "in_all": 4, "since": "2026-03-01T12:00:00+00:00"})
    assert own and Absence.from_json(own.to_json()) == own and own.renewed().since is None


@pytest.mark.parametrize(
    "data",
    [
        {"policy": "harsh"},
        {"policy": []},
        {"extensions": 1},
        {"policy": "standard", "extensions": 9},
        {"policy": "standard", "in_a_row": 0},
        {"policy": "standard", "in_a_row": 3, "in_all": 2},
        {"policy": "standard", "holidays": True},
        {"policy": "standard", "mercy": 1},
    ],
)
def test_rules_of_absence_that_cannot_be_are_refused(data):
    with pytest.raises(BadAbsence):
        Absence.from_json(data)


@pytest.mark.parametrize(
    ("row", "sum_", "left"), [(0, 0, 2), (1, 1, 1), (0, 2, 1), (1, 2, 1), (2, 2, 0), (0, 3, 0)]
)
def test_misses_left_are_the_fewer_of_both_limits(row, sum_, left):
    tournament = POLICIES["tournament"]
    assert tournament.left(row, sum_) == left
    assert tournament.is_given_up(row, sum_) == (left == 0)


def test_the_docs_show_the_table_that_games_go_by():
    with translation.override("en"):
        rows = [f"| {name} | {' | '.join(cells)} |" for name, cells in table()]
        head = f"| | {' | '.join(str(name) for name in NAMES.values())} |"
    shown = DOCS.read_text().split("<!-- table -->\n")[1].split("\n<!-- /table -->")[0].splitlines()
    assert shown == [head, "| --- | --- | --- | --- |", *rows]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rules_page_shows_the_table_that_games_go_by(visitor, language):
    page = visitor.get("/rules/house/", {"language": language}).content.decode()
    with translation.override(language):
        rows = [[name, *cells] for name, cells in table()]
    shown = tree(page).one("table", data_absence=True).one("tbody")
    assert [
        [cell.text for cell in row.content if not isinstance(cell, str)] for row in shown.all("tr")
    ] == rows


def test_a_game_is_no_more_lenient_than_its_league():
    assert no_more_lenient("friendly") == ["friendly", "standard", "tournament"]
    assert no_more_lenient("tournament") == ["tournament"]
    form = AbsenceForm({"policy": "friendly"}, initial=POLICIES["standard"], at_least=POLICIES["standard"])
    assert not form.is_valid() and "policy" in form.errors


@pytest.mark.parametrize(
    ("field", "softer", "stricter"),
    [("extensions", 2, 0), ("in_a_row", 3, 1), ("in_all", 0, 4), ("in_all", 6, 3), ("holidays", 15, 13)],
)
def test_no_number_is_softer_than_the_leagues(field, softer, stricter):
    """HR-2: narrowed per game; no limit is the softest."""
    league = POLICIES["standard"]
    given = {"initial": league, "at_least": league}
    refused = AbsenceForm({"policy": "standard", field: str(softer)}, **given)
    assert not refused.is_valid() and str(getattr(league, field)) in refused.errors[field][0]
    taken = AbsenceForm({"policy": "standard", field: str(stricter)}, **given)
    assert taken.is_valid() and getattr(taken.absence, field) == stricter


def test_a_stricter_policy_is_narrowed_by_the_leagues_own_numbers():
    league = Absence("friendly", extensions=0, in_a_row=3, in_all=0, holidays=5)
    form = AbsenceForm({"policy": "tournament"}, initial=league, at_least=league)
    assert form.is_valid() and form.absence == Absence("tournament", 0, 2, 3, 5)


def test_lists_say_where_the_numbers_are_not_the_policys():
    assert briefly({"policy": "standard"}) == "missed phases: standard"
    assert (
        briefly({"policy": "standard", "in_a_row": 1})
        == "missed phases: standard, but 1 in a row or 5 in all"
    )


def test_numbers_left_empty_are_the_policys_and_others_are_kept():
    form = AbsenceForm({"policy": "tournament", "holidays": "3"}, initial=POLICIES["standard"])
    assert form.is_valid() and form.absence == Absence("tournament", 1, 2, 3, 3)
    wrong = AbsenceForm({"policy": "standard", "in_a_row": "7"}, initial=POLICIES["standard"])
    assert not wrong.is_valid() and "in_all" in wrong.errors and wrong.is_open


def test_a_league_chooses_a_policy_and_its_games_begin_with_it(client_of, ada, carl, calais):
    settings = {"name": "Calais", "visibility": "public", "who_opens_games": "members"}
    settings |= {"rulebook": "classic", "press": "open", "press_pauses": "rulebook", "dealing": "lots"}
    settings |= {"pace-kind": "daily", "absence-policy": "tournament", "absence-holidays": "10"}
    assert client_of(carl).post("/l/calais/settings/", settings).status_code == 302
    calais.refresh_from_db()
    assert calais.absence == HR_2["tournament"] | {"policy": "tournament", "holidays": 10}
    form = client_of(ada).get("/l/calais/games/new/").content.decode()
    assert 'value="tournament"' in form and 'value="standard"' not in form.partition("absence-policy")[2]
    assert client_of(ada).post("/l/calais/games/new/", GAME).status_code == 302
    assert Game.objects.get(name="Noon").absence == calais.absence | {"holidays": 7}


def test_a_game_may_be_stricter_and_says_so_before_anybody_joins(client_of, ada, calais):
    """With numbers of its own; in a league that never chose it is the standard policy."""
    given = GAME | {"absence-policy": "tournament", "absence-extensions": "0"}
    assert client_of(ada).post("/l/calais/games/new/", given).status_code == 302
    game = Game.objects.get(name="Noon")
    assert game.absence == HR_2["tournament"] | {"policy": "tournament", "extensions": 0}
    room = client_of(ada).get(reverse("games:game", args=["calais", game.code])).content.decode()
    assert "Tournament rules: 2 missed phases in a row or 3 in all lose the game. No extensions." in room
    assert "missed phases: tournament" in client_of(ada).get("/l/calais/").content.decode()
    refused = client_of(ada).post("/l/calais/games/new/", GAME | {"absence-policy": "friendly"})
    assert refused.status_code == 200 and "friendly" in refused.content.decode()
    assert Game.objects.count() == 1


def test_a_rematch_has_the_same_rules_and_forgets_since_when_they_held(make_game, seat_both, calais, ada):
    calais.absence = {"policy": "friendly"}
    calais.save()
    absence = Absence.from_json({"policy": "friendly", "since": "2026-01-01T00:00:00+00:00"})
    game = seat_both(make_game(absence=absence))
    concede(game=game, user=ada)
    game.refresh_from_db()
    assert open_rematch(game=game, user=ada).absence == POLICIES["friendly"].to_json()


def test_a_rematch_of_a_game_older_than_any_rules_has_the_leagues(make_game, seat_both, calais, ada):
    """Without any, silence would let it go on for ever."""
    calais.absence = {"policy": "tournament", "extensions": 0}
    calais.save()
    game = seat_both(make_game())
    concede(game=game, user=ada)
    game.refresh_from_db()
    assert game.absence == {}
    assert open_rematch(game=game, user=ada).absence == POLICIES["tournament"].to_json() | {"extensions": 0}


def test_hidden_games_promise_neither_extensions_nor_holidays():
    with translation.override("en"):
        says = in_words(POLICIES["standard"], "spy", seats=7)
    assert "No extensions or holidays" in says and "14" not in says


def test_games_of_before_become_friendly_and_back(make_game, seat_both, ada, set_clock):
    """Those that wait or run; what is over, or has rules, stays as it is."""
    waiting, running = make_game(), seat_both(make_game(name="Second"))
    over = seat_both(make_game(name="Third"))
    concede(game=over, user=ada)
    strict = make_game(name="Fourth", absence=POLICIES["tournament"])
    migration = import_module("games.migrations.0030_games_of_before_are_friendly")
    migration.be_friendly(apps, None)
    for game in (waiting, running, over, strict):
        game.refresh_from_db()
    for game in (waiting, running):
        absence = Absence.from_json(game.absence)
        assert absence and absence.renewed() == POLICIES["friendly"] and absence.since
    assert over.absence == {} and strict.absence["policy"] == "tournament"
    migration.have_none(apps, None)
    for game in (waiting, running, over, strict):
        game.refresh_from_db()
    assert waiting.absence == running.absence == {} and strict.absence["policy"] == "tournament"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Standard: a seat is lost after 2 missed phases in a row or 5 in all"),
        ("fr", "Standard\u00a0: place perdue après 2 phases manquées de suite ou 5 en tout"),
    ],
)
def test_a_policy_in_a_line_says_what_is_counted(language: str, words: str) -> None:
    with translation.override(language):
        assert policy_in_words(POLICIES["standard"]) == words
