"""Who has agreed to answer for a draft's money, who could, and what is missing before it is announced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from league.prizes.models import Trustee
from league.prizes.services.opening import NEEDED
from league.tournaments.models import Arbiter
from league.tournaments.prize_rules import PrizeRules
from league.tournaments.reading import Reader


@dataclass(frozen=True, slots=True)
class Person:
    """An arbiter, and whether they have agreed to the money rules as they are, or as they were (outdated)."""

    name: str
    agreed_at: datetime | None
    has_agreed: bool
    is_outdated: bool
    is_me: bool


@dataclass(frozen=True, slots=True)
class Agreeing:
    """`missing` is how many more have to agree. `may_agree` and `may_take_back` are the reader's."""

    people: Sequence[Person]
    missing: int
    may_agree: bool
    may_take_back: bool


def agreeing_of(reader: Reader, given: PrizeRules) -> Agreeing:
    """How far the agreement to the money rules of a season is. Two queries."""
    season = reader.season
    trustees = {each.user_id: each for each in Trustee.objects.filter(competition=season, lost_at=None)}
    arbiters = season.arbiters.filter(left_at=None, user__is_active=True).select_related("user")
    people = [_person(reader, each, trustees.get(each.user_id), given) for each in arbiters.order_by("pk")]
    mine = next((each for each in people if each.is_me), None)
    has_agreed = mine is not None and mine.has_agreed
    is_asked = reader.person in trustees or season.is_draft
    return Agreeing(
        people=people,
        missing=max(0, NEEDED - sum(each.has_agreed for each in people)),
        # Whoever is appointed once the season is over still agrees first, to confirm what is paid out.
        may_agree=mine is not None
        and not has_agreed
        and is_asked
        and not (season.is_over and season.is_hidden),
        may_take_back=has_agreed and season.is_draft,
    )


def _person(reader: Reader, arbiter: Arbiter, trustee: Trustee | None, given: PrizeRules) -> Person:
    agreed = trustee.agreed_sha256 if trustee else ""
    return Person(
        name=arbiter.user.get_username(),
        agreed_at=trustee.agreed_at if trustee else None,
        has_agreed=agreed == given.agreed_sha256,
        is_outdated=bool(agreed) and agreed != given.agreed_sha256,
        is_me=arbiter.user_id == reader.person,
    )
