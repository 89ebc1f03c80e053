"""The search for an opponent: what someone wishes, whom they block and when they sleep shows to no one, but
for how many wait.
"""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.world import (
    ONLOOKERS,
    Act,
    Pair,
    World,
    block,
    live,
    look_for,
    say,
    wait,
)

pytestmark = [pytest.mark.long, pytest.mark.slow]

ADA, FAY, GUS = "ada", "fay", "gus"
TWO = {"1": ADA, "2": "ben"}
OTHERS = (ADA, *ONLOOKERS)
CAST = (FAY, GUS)
RANKING = ("FRANCE", "ENGLAND", "GERMANY", "AUSTRIA", "ITALY", "RUSSIA", "TURKEY")
BY_DAY = (7, 23)
"""The hours of someone who sleeps while the others are awake."""


def world(*acts: Act) -> World:
    return World("intimate", TWO, ((*acts, wait(60)),))


def pair(one: World, other: World, viewers: tuple[str, ...] = OTHERS) -> Pair:
    return Pair(one, other, viewers, texts=(), cast=CAST)


def test_who_wishes_what_is_nobodys_business(apart: Apart) -> None:
    """As many wait for everything in both."""
    first, second = ("great-war", "two-days", "fr"), ("intimate-ii", "live", "none")
    mine = look_for(ADA)
    one = world(mine, look_for(FAY, *first), look_for(GUS, *second))
    other = world(mine, look_for(FAY, *second), look_for(GUS, *first))
    assert not apart(pair(one, other))


def test_why_somebody_is_not_proposed_is_nobodys_business(apart: Apart) -> None:
    """Fay has blocked Ada, or sleeps while Ada is awake, in one zone or another."""
    both = (look_for(ADA), look_for(FAY))
    blocked = world(block(FAY, ADA), *both)
    asleep = world(live(FAY, "UTC", BY_DAY), *both)
    elsewhere = world(live(FAY, "Asia/Tokyo", (16, 8)), *both)
    assert not apart(pair(blocked, asleep), pair(asleep, elsewhere))
    assert apart(pair(blocked, world(*both), (ADA,))), "they fit"


def test_what_whom_one_is_proposed_to_wishes_and_says_is_theirs_alone(apart: Apart) -> None:
    """Whether Fay has said yes already, with which ranking, what else she would accept, in which of two zones
    with the same hours she lives.
    """

    def found(games: str, zone: str, *acts: Act) -> World:
        return world(live(FAY, zone), look_for(ADA), look_for(FAY, games), wait(60), *acts)

    plain = found("intimate intimate-ii", "Europe/Berlin")
    wished = found("intimate great-war", "Europe/Paris")
    agreed, otherwise = (
        found("intimate intimate-ii", "Europe/Berlin", say(FAY, "yes", ranking))
        for ranking in (RANKING, RANKING[::-1])
    )
    everybody = (ADA, "ben", *ONLOOKERS)
    assert not apart(
        pair(plain, wished, everybody), pair(plain, agreed, everybody), pair(agreed, otherwise, everybody)
    )


def test_how_a_proposal_came_to_nothing_is_nobodys_business(apart: Apart) -> None:
    """Fay said no to Ada, or stopped looking."""
    found = (look_for(ADA), look_for(FAY), wait(60))
    refused, stopped = (world(*found, say(FAY, word)) for word in ("no", "stop"))
    assert not apart(pair(refused, stopped))
