"""The page of a season that has not begun: its rules in brief, the way in for strangers, proof at its end."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import time, timedelta

import pytest
from django.utils import timezone, translation

from games.agreed.pace import DAY, Pace
from games.lists.terms import pace_in_words
from games.templatetags.lists import cut_at_word
from league.competitions import kinds
from league.competitions.rules.common_rules import ZONE
from league.competitions.words import terms
from tests.league.competitions.knock_outs import KNOCK_OUT
from tests.league.competitions.seasons import RULES
from tests.league.competitions.tables_seasons import TABLES
from tests.league.competitions.test_round_robin import ROUND_ROBIN

FIVE_DAYS = Pace(
    kind="custom",
    first=5 * DAY,
    movement=5 * DAY,
    retreats=5 * DAY,
    adjustments=5 * DAY,
    auctions=5 * DAY,
)


def page_of(client, season) -> str:
    return " ".join(client.get(season.competition.get_absolute_url()).content.decode().split())


@pytest.mark.django_db
def test_it_begins_with_the_kind_and_its_rules_in_brief(make_season, visitor, client_of):
    season = make_season().announce()
    page = page_of(visitor, season)
    assert "Ladder · Intimate Diplomacy" in page
    assert page.index("The ladder in five lines") < page.index('id="h-places"')
    assert "<summary>The ladder in five lines" not in page
    entry = season.enter("fay")
    assert "<summary>The ladder in five lines</summary>" in page_of(client_of(entry.user), season)


@pytest.mark.django_db
@pytest.mark.django_db
def test_it_says_for_how_many_games_there_is_time(make_season, visitor):
    season = make_season(ends_at=RULES.starts_at + timedelta(days=400)).announce()
    said = re.search(r"2\. You have time for (\d+) games in all, even if each", page_of(visitor, season))
    dates = kinds.of(season.competition).span(season.competition.terms)
    assert said and int(said[1]) == 2 * (1 + dates.open // dates.longest) > 4


def test_a_stranger_reads_that_joining_enters_them_in_nothing(make_season, client_of, eve):
    season = make_season().announce()
    page = page_of(client_of(eve), season)
    assert "until you send it, you have not entered and owe nothing." in page
    assert f'name="next" value="{season.competition.get_absolute_url()}enter/"' in page


@pytest.mark.django_db
def test_proof_stands_last_and_is_short(make_season, visitor):
    season = make_season().announce()
    page = page_of(visitor, season)
    assert page.index('id="h-facts"') < page.index("How to check it")
    for proof in (season.competition.rules_sha256, season.competition.draws.get().commitment):
        assert page.count(proof[:16]) == 1 and proof not in page


@pytest.mark.parametrize(
    ("rules", "parts"),
    [
        (
            replace(RULES, pace=FIVE_DAYS, challenges=replace(RULES.challenges, answer_days=7)),
            "7 days to answer, 65 days for 13 phases, 1 day of extensions, 14 days of holidays (7 for each "
            "of 2 players), 5 days in reserve",
        ),
        (
            replace(RULES, ends_at=RULES.ends_at + timedelta(days=60)),
            "28 days of holidays (7 a year for each of 2 players, in 2 years)",
        ),
        (replace(RULES, pace=Pace(at=time(20), weekends_off=True)), "in reserve"),
        (replace(RULES, pace=Pace(kind="custom", movement=DAY // 2, first=DAY // 2)), "for 13 phases"),
        (ROUND_ROBIN, "for 13 phases"),
        (TABLES, "35 days for 35 phases, 3 days of extensions"),
        (KNOCK_OUT, "of holidays"),
    ],
    ids=range(7),
)
def test_the_parts_of_the_longest_game_add_up(rules, parts):
    said = terms.longest_in_words(rules)
    assert parts in said
    total, _colon, listed = said.partition(": ")
    listed = re.sub(r"\([^)]*\)", "", listed)
    hours = sum(
        int(count) * (24 if unit.startswith("day") else 1)
        for count, unit in re.findall(r"(?:^|, )(\d+) (days?|h)\b", listed)
    )
    assert hours == 24 * int(re.search(r"(\d+) days?", total)[1]), said


def test_phases_of_one_length_are_said_once():
    assert pace_in_words(FIVE_DAYS) == "5 days for each phase"
    assert pace_in_words(replace(FIVE_DAYS, first=6 * DAY)).startswith("movement 5 days (the first 6 days)")


def test_the_last_year_says_who_wins_then():
    assert terms.last_year_and_after(RULES).startswith("1902. If no one has won by then, the home power")
    of_seven = terms.last_year_and_after(TABLES)
    assert of_seven.startswith(
        f"{TABLES.settings['last_year']}. If no one has won by then, the most units win"
    )
    great_war = replace(RULES, variant="standard", settings={"players": 2})
    assert terms.last_year_and_after(great_war) == ""


def test_whose_zone_the_times_are_in_is_said_where_it_is_another():
    with timezone.override("Europe/Paris"):
        assert ZONE.says(RULES) == "Paris"
    with timezone.override("Europe/London"):
        assert ZONE.says(RULES).endswith("Times are shown in your zone (London).")


def test_descriptions_are_cut_between_words():
    assert cut_at_word("A league under the café’s roof", 20) == "A league under the …"
    assert cut_at_word("Short", 20) == "Short"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_kind_has_a_name(language):
    with translation.override(language):
        assert len({str(kind.name) for kind in kinds.every()}) == 4
