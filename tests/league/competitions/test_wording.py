"""Every reason why not has words, in both languages, for the page and for the server's answer."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from games.common.words import local
from league.competitions.ladder import wording
from league.competitions.ladder.challenges import Refusal, Why
from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach

SOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
RULES = ChallengeRules()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("why", Why)
def test_every_reason_has_words(why, language):
    with translation.override(language):
        said = wording.says_why(Refusal(why, number=2, limit=1, until=SOON, challenge=3), RULES)
        assert said.strip()
        assert "%(" not in said
        assert ("This is you" in said) == (why is Why.SELF and language == "en")


def test_a_reason_names_its_numbers():
    assert wording.says_why(Refusal(Why.FAR, 6, 4), RULES) == "6 ranks above you; the limit is 4."
    by_rating = ChallengeRules(reach=Reach.RATING, reach_of=100)
    assert wording.says_why(Refusal(Why.FAR, 120, 100), by_rating).startswith("Rated 120 points above you")
    met = Refusal(Why.MET, limit=14, until=SOON)
    assert "16 November: 14 days between two games." in wording.says_why(met, RULES)


def test_a_refused_challenge_is_answered_with_the_name():
    said = wording.refuses(Refusal(Why.FAR, 6, 4), RULES, "ben")
    assert said == "You can’t challenge ben. 6 ranks above you; the limit is 4."


def test_a_day_is_that_of_the_readers_zone_in_their_language_and_with_another_years_number():
    now = datetime.now(UTC)
    late = datetime(now.year, 7, 14, 23, 30, tzinfo=UTC)
    said = {}
    for zone in ("UTC", "Europe/Paris"):
        for language in ("en", "fr"):
            with timezone.override(ZoneInfo(zone)), translation.override(language):
                said[zone, language] = local.day(late)
    assert said["UTC", "en"] == "14 July"
    assert said["Europe/Paris", "en"] == "15 July"
    assert said["UTC", "fr"] == "14 juillet"
    assert said["Europe/Paris", "fr"] == "15 juillet"
    with timezone.override(UTC), translation.override("en"):
        assert str(now.year - 1) in local.day(late.replace(year=now.year - 1))
