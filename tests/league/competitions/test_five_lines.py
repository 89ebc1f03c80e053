"""The rules of a season begin with what they come to, in five lines."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone, translation

from league.competitions import kinds
from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach
from league.competitions.ladder.rules.five_lines import five_lines
from tests.league.competitions.knock_outs import KNOCK_OUT
from tests.league.competitions.seasons import DAY, RULES, STARTS
from tests.league.competitions.tables_seasons import TABLES
from tests.league.competitions.test_round_robin import ROUND_ROBIN


def test_a_ladder_in_five_lines():
    with timezone.override("UTC"):
        lines = five_lines(RULES)
    assert lines[0] == "Challenge someone up to 4 ranks above you. You play up to 2 games at a time."
    assert lines[1].startswith("Beat them and you take their rank")
    assert lines[2] == (
        "You have 3 days to answer a challenge. Your first decline is free; after that each costs 3 ranks. "
        "Not answering counts as declining."
    )
    assert lines[3].startswith("4 weeks in a row without a game") and lines[3].endswith("cost 3 ranks.")
    assert lines[4].endswith("You need 1 game that counts for the final ranking.")


@pytest.mark.parametrize(
    ("rules", "line", "words"),
    [
        ({"challenges": ChallengeRules(reach=Reach.SHARE, reach_of=25)}, 0, "nearest 25% of the players"),
        (
            {"challenges": ChallengeRules(reach=Reach.RATING, reach_of=200)},
            0,
            "at most 200 higher than yours",
        ),
        (
            {"challenges": ChallengeRules(answer_days=0)},
            2,
            "A challenge is accepted at once: the game begins.",
        ),
        ({"cost": 0}, 2, "Declining costs nothing."),
        ({"free_declines": 0}, 2, "Declining, or not answering, costs 3 ranks."),
        ({"free_declines": 2}, 2, "Your first 2 declines are free; after that each costs 3 ranks."),
        ({"cost": 1, "idle_weeks": 2}, 3, "2 weeks in a row without a game or a challenge"),
        ({"cost": 1}, 3, "cost 1 rank."),
        ({"least_games": 7}, 4, "You need 7 games that count for the final ranking."),
        ({"idle_weeks": 0}, 3, "Inactive weeks cost nothing."),
    ],
    ids=str,
)
def test_each_line_follows_the_rules(rules, line, words):
    lines = five_lines(replace(RULES, **rules))
    assert len(lines) == 5 and words in lines[line]


@pytest.mark.parametrize(
    ("kind", "rules", "line", "words"),
    [
        ("groups", replace(ROUND_ROBIN, ends_at=STARTS + 100 * DAY), 4, "until Thu 10 Dec"),
        ("elimination", replace(KNOCK_OUT, largest=16), 4, "With 16 players it is usually over by"),
        ("elimination", replace(KNOCK_OUT, replay=False), 2, "If a game stays undecided, its finished years"),
        ("elimination", replace(KNOCK_OUT, replay=True), 2, "An undecided game is replayed once"),
        ("tables", replace(TABLES, rounds=5), 0, "5 rounds of games for seven"),
        ("tables", replace(TABLES, rounds=2, best_of=1), 1, "the best score counts."),
        ("tables", replace(TABLES, best_of=3), 1, "the best 3 scores count."),
        ("tables", replace(TABLES, by_hand=True, dispute_days=0), 2, "The organisers call the roll"),
        ("tables", replace(TABLES, final=True), 3, "The best seven play the last round at one table"),
        ("tables", replace(TABLES, final=False), 3, "The standings after the last round are final."),
    ],
    ids=str,
)
def test_the_lines_of_other_kinds_follow_their_rules(kind, rules, line, words):
    with timezone.override("UTC"):
        assert words in kinds.named(kind).brief(rules)[line]


@pytest.mark.parametrize(
    ("kind", "rules"),
    [("ladder", RULES), ("groups", ROUND_ROBIN), ("elimination", KNOCK_OUT), ("tables", TABLES)],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_kind_has_five_in_both_languages(kind, rules, language):
    with translation.override(language):
        lines = kinds.named(kind).brief(rules)
        assert len(set(lines)) == 5 and all(lines)
        assert str(kinds.named(kind).in_brief)
    if language == "fr":
        assert not set(lines) & set(kinds.named(kind).brief(rules))


@pytest.mark.django_db
def test_the_rules_page_begins_with_them_and_goes_by_moved_dates(season, client_of):
    text = client_of(season.arbiter).get(f"{season.competition.get_absolute_url()}rules/").content.decode()
    assert text.index("The ladder in five lines") < text.index('id="h-part-1"')
