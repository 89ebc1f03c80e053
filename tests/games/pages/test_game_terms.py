"""The terms of a game, one by one: each has its form field and its wording, and survives wherever a game is
made from another one, from a preset, or from what the league has settled.
"""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import time

import pytest

from games.agreed.absence import POLICIES, Absence
from games.agreed.pace import DAY, Pace
from games.errors import BadSettings
from games.forms.opening import OpenGameForm
from games.gate.game_terms import OF_GAMES_ALONE, PLAIN, GameTerms
from games.lists.terms import terms_of
from games.models import Game
from games.models.terms import TermsFields
from games.services.seats.opening import open_game
from games.services.seats.rematch import open_rematch
from league.leagues.forms.founding import SettingsForm
from league.leagues.models import League, Preset
from tests.games.pages.conftest import find_form

OPEN = "/l/calais/games/new/"
PRESETS = "/l/calais/desk/presets/"

USUAL = GameTerms(
    variant="standard",
    settings={"rulebook": "classic", "draws": True, "players": 7},
    pace=Pace(),
    absence=POLICIES["standard"],
    press_pauses="closed",
)
"""What Calais plays, as a game has it."""

OTHERWISE = {
    "variant": {
        "variant": "intimate",
        "settings": {"rulebook": "classic", "draws": True, "last_year": 1905},
    },
    "settings": {"settings": {"rulebook": "modern", "draws": False, "players": 4, "last_year": 1905}},
    "pace": {
        "pace": Pace(
            kind="custom",
            first=3 * DAY,
            movement=2 * DAY,
            writing=3600,
            at=time(21),
            weekends_off=True,
            zone="Europe/Paris",
        )
    },
    "absence": {"absence": Absence("tournament", extensions=0, in_a_row=1, in_all=3, holidays=5)},
    "press": {"press": "none"},
    "press_pauses": {"press_pauses": "open"},
    "press_opens": {"press_opens": True},
    "press_locks": {"press_locks": True},
    "successors_read": {"successors_read": True},
    "dealing": {"dealing": "ranking"},
    "visibility": {"visibility": "private"},
    "reliability": {"reliability": 80},
}
"""Every term with another value than the usual one; a new term comes here too."""

each_term = pytest.mark.parametrize("term", [field.name for field in fields(GameTerms)])


@pytest.fixture
def otherwise(calais, carl, set_clock):
    """Creates a game in which one term is not the usual one."""

    def make(term: str) -> tuple[Game, GameTerms]:
        terms = replace(USUAL, **OTHERWISE[term])
        return open_game(league=calais, user=carl, name="Other", terms=terms), terms

    return make


@pytest.fixture
def sent_back(client_of, carl, calais):
    """The terms of the game that carl creates by sending the form back as a page has filled it in."""

    def create(asked: str, **changes: str) -> GameTerms:
        client = client_of(carl)
        fields = find_form(client.get(OPEN + asked), "").fields
        client.post(OPEN + asked, fields | {"name": "Sent back"} | changes)
        return GameTerms.of_game(Game.objects.get(name="Sent back"), calais)

    return create


@each_term
def test_it_is_kept_by_the_game_and_its_rematch(otherwise, calais, carl, term):
    game, terms = otherwise(term)
    assert getattr(terms, term) != getattr(USUAL, term)
    game.refresh_from_db()
    assert GameTerms.of_game(game, calais) == terms
    assert GameTerms.of_game(open_rematch(game=game, user=carl), calais) == terms


@pytest.mark.slow
@each_term
def test_it_has_a_field_by_which_a_game_is_created_again(otherwise, sent_back, term):
    game, terms = otherwise(term)
    assert sent_back(f"?like={game.code}") == terms


@pytest.mark.slow(but_first=True)
@each_term
def test_it_survives_in_a_preset(otherwise, sent_back, client_of, carl, term):
    game, terms = otherwise(term)
    desk = client_of(carl)
    given = find_form(desk.get(f"{OPEN}?like={game.code}"), "").fields
    page = desk.get(PRESETS).content.decode()
    if term in PLAIN:
        assert f'name="{term}"' in page
    desk.post(PRESETS, given | {"name": "As ever"})
    assert sent_back(f"?preset={Preset.objects.get().pk}") == terms


@each_term
def test_it_is_said_in_words(otherwise, calais, carl, term):
    usual = open_game(league=calais, user=carl, name="Usual", terms=USUAL)
    assert terms_of(otherwise(term)[0]) != terms_of(usual)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("term", [name for name in PLAIN if name not in OF_GAMES_ALONE])
def test_a_new_game_begins_with_what_the_league_settled(sent_back, calais, set_clock, term):
    League.objects.update(**OTHERWISE[term])
    made = sent_back("", variant="standard")
    assert made == replace(USUAL, **OTHERWISE[term])


def test_a_column_that_leagues_and_games_share_is_a_term_with_a_field_in_both_forms():
    shared = {field.name for field in TermsFields._meta.local_fields}
    assert shared <= {field.name for field in fields(GameTerms)}
    with_forms_of_their_own = {"pace", "absence"}
    assert shared - with_forms_of_their_own <= set(SettingsForm.base_fields)
    assert shared - with_forms_of_their_own <= set(OpenGameForm.base_fields)


@pytest.mark.parametrize(
    "softer",
    [
        POLICIES["friendly"],
        replace(POLICIES["standard"], in_a_row=3),
        replace(POLICIES["standard"], in_all=0),
        replace(POLICIES["tournament"], holidays=15),
    ],
)
def test_no_game_is_softer_on_absence_than_its_league(calais, carl, set_clock, softer):
    """HR-2."""
    with pytest.raises(BadSettings):
        open_game(league=calais, user=carl, name="Soft", terms=replace(USUAL, absence=softer))
    assert not Game.objects.exists()


def test_nor_is_its_policy_whatever_its_numbers(calais, carl, set_clock):
    """HR-5: a friendly game is never forfeited."""
    calais.absence = {"policy": "tournament"}
    named = replace(POLICIES["tournament"], policy="friendly")
    with pytest.raises(BadSettings):
        open_game(league=calais, user=carl, name="Soft", terms=replace(USUAL, absence=named))


@pytest.mark.slow
def test_a_game_made_from_an_older_one_is_as_strict_as_the_league_is_now(otherwise, sent_back, calais, carl):
    game, _terms = otherwise("press_locks")
    League.objects.update(absence={"policy": "tournament", "in_a_row": 1})
    strict = Absence("tournament", extensions=1, in_a_row=1, in_all=3, holidays=7)
    calais.refresh_from_db()
    game = Game.objects.get(pk=game.pk)
    assert Absence.from_json(open_rematch(game=game, user=carl).absence) == strict
    assert sent_back(f"?like={game.code}").absence == strict


def test_a_preset_saved_before_a_term_came_has_the_leagues(sent_back, calais, set_clock):
    League.objects.update(successors_read=True)
    values = {"variant": "standard", "press": "none", "reliability": "90", "draws": True}
    old = Preset.objects.create(league=calais, name="Old", values=values, at=set_clock.now)
    terms = sent_back(f"?preset={old.pk}")
    assert (terms.press, terms.reliability, terms.successors_read) == ("none", 90, True)
