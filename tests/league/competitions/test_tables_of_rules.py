"""Tables that prove themselves: whoever adds a line to one hears what else it takes, by name."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from django.utils import translation

import adjudicator
from games.forms.opening import LEADS
from league.competitions.forms.seasons import NUMBERS, SECTIONS, SeasonForm
from league.competitions.ladder.challenges import ChallengeRules
from league.competitions.rules import season_rules
from league.competitions.rules.season_rules import BOUNDS, CHALLENGE_BOUNDS, SeasonRules
from league.competitions.words import terms
from league.ratings.keys import KINDS
from league.standings.columns import SCORINGS, USUAL
from league.standings.counting import count
from league.standings.models import Tally
from tests.league.competitions.seasons import RULES
from tests.league.standings.finished_games import finished_game

NUMBERS_OF_A_SEASON = [*BOUNDS, *CHALLENGE_BOUNDS]
ELSEWHERE = {"pace", "absence", "money", "format", "league", "settings", "challenges", "challenges_until"}
"""Of the rules, what has a form of its own, follows from other fields, or is no choice."""


@pytest.mark.parametrize("scoring", SCORINGS.values(), ids=lambda each: each.key)
def test_a_scoring_has_its_words_and_a_field_by_which_a_page_is_sorted(
    scoring, calais, ada, ben, visitor, db
):
    assert SCORINGS[scoring.key] is scoring and USUAL in SCORINGS
    assert all(map(str, (scoring.name, scoring.column, scoring.formula, scoring.example)))
    assert any(index.fields[3:4] == [f"-{scoring.field}"] for index in Tally._meta.indexes), "as 20,000 need"
    game = finished_game(calais, {"1": ada, "2": ben}, {"1": "solo", "2": "lost"})
    count.count_games(games=[game.pk])
    assert Tally.objects.filter(**{f"{scoring.field}__gt": 0}).exists(), "counting fills it"
    page = visitor.get(f"/l/calais/standings/?scoring={scoring.key}").content.decode()
    assert page.index('id="player-ada"') < page.index('id="player-ben"')


@pytest.mark.parametrize("name", NUMBERS_OF_A_SEASON)
def test_a_number_of_the_rules_has_its_bounds_field_section_words_and_default(name, calais, carl, db):
    least, most = {**BOUNDS, **CHALLENGE_BOUNDS}[name]
    assert least < most
    of = ChallengeRules if name in CHALLENGE_BOUNDS else SeasonRules
    assert name in {each.name for each in fields(of)}
    label, _help = NUMBERS[name]
    assert str(label)
    assert sum(name in names for _title, names in SECTIONS) == 1, "a page shows it, once"
    form = SeasonForm(league=calais, user=carl)
    assert (form.fields[name].min_value, form.fields[name].max_value) == (least, most)
    assert least <= form.initial[name] <= most


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", NUMBERS_OF_A_SEASON)
def test_the_rules_page_says_every_number(name, language):
    """Another value of it is another page: a number that no sentence names is one that nobody agreed to."""
    least, most = {**BOUNDS, **CHALLENGE_BOUNDS}[name]
    rules = replace(RULES, cost=2, idle_weeks=3, free_declines=2, least_games=3)
    said = set()
    with translation.override(language):
        for number in sorted({least + 2, least + 3}):
            if name in CHALLENGE_BOUNDS:
                given = replace(rules, challenges=replace(rules.challenges, **{name: number}))
            else:
                given = replace(rules, **{name: number})
            said.add(repr(terms.parts_of(given)))
    assert len(said) == 2 and most > least + 3


def test_every_rule_stands_in_a_section_or_has_a_form_of_its_own():
    shown = {name for _title, names in SECTIONS for name in names}
    of_rules = {each.name for each in fields(SeasonRules)} - ELSEWHERE
    of_challenges = {each.name for each in fields(ChallengeRules)}
    assert of_rules - shown == set() and of_challenges - shown == set()
    assert set(NUMBERS) == set(NUMBERS_OF_A_SEASON)


@pytest.mark.parametrize("variant", adjudicator.VARIANTS)
def test_a_variant_says_for_how_many_it_is_what_is_special_and_with_whom_it_is_rated(variant):
    facts = adjudicator.VARIANTS[variant]
    assert str(LEADS[variant]), "its line in the form that opens a game"
    sizes = {len(facts["seats"]), *(len(table["seats"]) for table in facts["tables"])}
    kinds = [kind for kind in KINDS.values() if kind.variant == variant]
    assert {kind.is_for_two for kind in kinds} == {size == 2 for size in sizes}
    assert (variant in season_rules.GAMES_FOR_TWO) == (2 in sizes), "a ladder is played in all games for two"
    assert set(season_rules.WITH_A_LAST_YEAR) <= set(season_rules.GAMES_FOR_TWO)
    assert all(str(kind.name) for kind in kinds)
