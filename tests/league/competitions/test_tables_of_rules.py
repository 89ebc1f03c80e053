"""Tables that prove themselves: a new line in one makes a test name what else it takes."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import pytest
from django.utils import translation

import adjudicator
from games.forms.opening import LEADS
from league.competitions import kinds
from league.competitions.forms.seasons import SeasonForm
from league.competitions.ladder.rules.ladder_rules import LadderRules
from league.competitions.rules.canonical import canonical
from league.competitions.rules.common_rules import GAMES_FOR_TWO, MOMENTS, WITH_A_LAST_YEAR
from league.competitions.rules.rule import Choice, Flag, Number, made, table_of, values_of
from league.competitions.services.founding import create_season
from league.competitions.words import terms
from league.ratings.keys import KINDS
from league.standings.columns import SCORINGS, USUAL
from league.standings.counting import count
from league.standings.models import Tally
from tests.league.competitions.seasons import RULES
from tests.league.standings.finished_games import finished_game

TABLE = table_of(LadderRules)
ASKED = [name for name, rule in TABLE.items() if isinstance(rule, Number | Flag | Choice)]
"""The rules that no one names again: form, pages and files iterate them."""
UNSAID = {"name", "league", "money", "format"}
"""What stands above the rules page, or beside it."""
UNASKED = {"league", "pace", "absence", "challenges_until", "money", "format"}
"""What has a form of its own, or follows."""


def others_of(name: str) -> list[LadderRules]:
    """The same rules but for this one, which says two other things."""
    rule, rules = TABLE[name], replace(RULES, cost=5, idle_weeks=5, free_declines=5, smallest=2)
    match rule:
        case Number():
            values = [rule.bounds[0] + 2, rule.bounds[0] + 3]
        case Choice():
            values = [*rule.words][:: len(rule.words) - 1]
        case _:
            values = [True, False]
    return [made(LadderRules, values_of(rules) | {name: value}) for value in values]


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


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ASKED)
def test_the_rules_page_says_what_a_rule_says(name, language):
    """Another value of it is another page: a rule that no sentence names is one that no one agreed to."""
    with translation.override(language):
        one, other = [repr(terms.parts_of(rules)) for rules in others_of(name)]
    assert one != other


@pytest.mark.parametrize("name", ASKED)
def test_files_say_what_a_rule_says(name):
    one, other = others_of(name)
    assert one.sha256 != other.sha256
    for rules in (one, other):
        assert LadderRules.from_json(json.loads(canonical(rules.to_json()))) == rules


def test_the_form_asks_for_every_rule_and_says_it(calais, carl, db):
    season = create_season(league=calais, by=carl, rules=RULES, arbiters=[carl])
    for name, rules in [(each, rules) for each in ASKED for rules in others_of(each)]:
        season.rules = rules.to_json()
        shown = SeasonForm(league=calais, user=carl, season=season, kind=kinds.of(season))
        assert str(shown[name].label), name
        data = {each: shown[each].value() for each in shown.fields}
        data |= {each: data[each].isoformat() for each in MOMENTS if each in data}
        form = SeasonForm(data, league=calais, user=carl, season=season, kind=kinds.of(season))
        assert form.is_valid(), (name, form.errors)
        assert values_of(form.rules(rules.pace, rules.absence))[name] == values_of(rules)[name], name


def test_every_rule_stands_in_the_form_and_on_the_page_once(calais, carl, db):
    rows = [row for section in LadderRules.SECTIONS for row in section.rows]
    assert len(set(rows)) == len(rows)
    form = SeasonForm(league=calais, user=carl, kind=kinds.named("ladder"))
    shown = [field.name for field in form.first]
    shown += [field.name for _title, fields in form.sections for field in fields]
    assert len(set(shown)) == len(shown) and set(shown) == set(form.fields)
    asked = {name for name, rule in TABLE.items() if (rule.asked_as or name) in shown}
    assert set(TABLE) - asked == UNASKED
    assert {name for name, rule in TABLE.items() if rule.row not in rows} == UNSAID


def test_a_field_without_a_rule_is_named():
    @dataclass(frozen=True)
    class More(LadderRules):
        bold: bool = False

    with pytest.raises(TypeError, match="bold of More"):
        table_of(More)


@pytest.mark.parametrize("variant", adjudicator.VARIANTS)
def test_a_variant_says_for_how_many_it_is_what_is_special_and_with_whom_it_is_rated(variant):
    facts = adjudicator.VARIANTS[variant]
    assert str(LEADS[variant]), "its line in the form that opens a game"
    sizes = {len(facts["seats"]), *(len(table["seats"]) for table in facts["tables"])}
    kinds = [kind for kind in KINDS.values() if kind.variant == variant]
    assert {kind.is_for_two for kind in kinds} == {size == 2 for size in sizes}
    assert (variant in GAMES_FOR_TWO) == (2 in sizes), "a ladder is played in all games for two"
    assert set(WITH_A_LAST_YEAR) <= set(GAMES_FOR_TWO)
    assert all(str(kind.name) for kind in kinds)
