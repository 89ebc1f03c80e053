"""A challenge that the page offers is accepted by the server, and the reverse, however a season stands."""

from __future__ import annotations

import html
import re
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Holiday
from league.competitions import services
from league.competitions.errors import CompetitionError
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.challenges import may_challenge, why_not
from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach
from league.competitions.ladder.selectors.next_steps import heading_of
from league.competitions.ladder.services import CannotChallenge
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.models import Challenge, Entry
from league.competitions.services import turning
from tests.league.competitions.seasons import DAY, RULES

pytestmark = pytest.mark.slow

KINDS = (
    ChallengeRules(reach_of=2, outgoing=1, incoming=1, games=1, pause_days=3),
    ChallengeRules(reach=Reach.SHARE, reach_of=60, outgoing=2, incoming=0, games=2, pause_days=1),
    ChallengeRules(reach=Reach.RATING, reach_of=900, outgoing=0, incoming=2, games=3, pause_days=0),
)
PEOPLE = 6
WHAT = (
    "challenge",
    "challenge",
    "challenge",
    "accept",
    "accept",
    "decline",
    "end",
    "suspend",
    "rest",
    "leave",
)
ACTS = st.lists(
    st.tuples(
        st.sampled_from(WHAT), st.integers(0, PEOPLE - 1), st.integers(0, PEOPLE - 1), st.integers(1, 30)
    ),
    min_size=8,
    max_size=20,
)


def act(season, what, who, other, hours):
    """Someone does something, if they may."""
    people = list(Entry.objects.filter(state="playing").select_related("user").order_by("number"))
    entry, of = people[who % len(people)], people[other % len(people)]
    waiting = Challenge.objects.filter(state="waiting", of=entry).first()
    playing = Challenge.objects.filter(state="playing", by=entry).first()
    season.clock.pass_(hours=hours)
    now = season.clock.now
    with suppress(CompetitionError):
        if what == "challenge":
            season.challenge(entry, of)
        elif what == "accept" and waiting:
            ladder_services.accept(challenge=waiting, user=entry.user)
        elif what == "decline" and waiting:
            ladder_services.decline(challenge=waiting, user=entry.user)
        elif what == "end" and playing:
            season.concede(playing, playing.of)
            season.hear()
        elif what == "suspend":
            season.league.memberships.filter(user=entry.user).update(suspended_until=now + 2 * DAY)
        elif what == "rest":
            Holiday.objects.create(
                league=season.league,
                user=entry.user,
                first=now.date(),
                last=(now + DAY).date(),
                zone="UTC",
                begins_at=now - timedelta(hours=1),
                ends_at=now + DAY,
                announced_at=now,
            )
        elif what == "leave" and len(people) > 3:
            services.withdraw(competition=season.competition, user=entry.user)


def server_says(season, by, of):
    """What the server refuses a challenge with, None where it takes it; nothing of it remains."""
    with transaction.atomic():
        try:
            ladder_services.challenge(competition=season.competition, user=by.user, of=of)
        except CannotChallenge as refused:
            return refused.refusal
        finally:
            transaction.set_rollback(True)
    return None


def page_of(season, client_of, by):
    """The ladder's page as `by` reads it."""
    return client_of(by.user).get(season.competition.get_absolute_url()).content.decode()


def offers_on(page):
    """The entries beside which the page has a button."""
    return {int(number) for number in re.findall(r'name="of" value="(\d+)"', page)}


def heading_on(page):
    return html.unescape(re.search(r'<h2 id="h-next">(.*?)</h2>', page)[1])


def heading_at_home(season, by, now):
    """What the league's page says of the same steps."""
    by.competition = season.competition
    with translation.override(by.user.language):
        return heading_of(by, ladder_state_of(season.competition, now, around=by), now)


@pytest.mark.parametrize("rules", KINDS, ids=lambda rules: rules.reach.value)
def test_whatever_the_page_says_the_server_does(make_season, client_of, rules):
    season = make_season(challenges=rules).begin(PEOPLE)
    seen = set()

    @settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(acts=ACTS)
    def holds(acts):
        season.clock(RULES.starts_at)
        with transaction.atomic():
            for each in acts:
                act(season, *each)
            turning.turn(season.refresh().competition)  # what is overdue is written, as every ten seconds
            season.refresh()
            scene, now = ladder_state_of(season.competition, season.clock.now), season.clock.now
            for number in scene.table:
                by = Entry.objects.select_related("user").get(number=number)
                page = page_of(season, client_of, by)
                assert offers_on(page) == set(may_challenge(rules, scene, number, now))
                assert heading_on(page) == heading_at_home(season, by, now)
                for of in scene.table:
                    refusal = why_not(rules, scene, number, of, now)
                    seen.add(refusal.why if refusal else None)
                    if not any((each.by, each.of) == (number, of) for each in scene.open):
                        assert server_says(season, by, of) == refusal
            transaction.set_rollback(True)

    holds()
    assert None in seen and len(seen) > 3
