"""The money part of a draft's rules, as its organisers lay it down; and how to pay by hand."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from league.leagues.models import Membership
from league.prizes.books import book_of
from league.prizes.errors import NotTrusted
from league.prizes.models import Holder, PurseSetting
from league.tournaments.models import Competition
from league.tournaments.prize_rules import PrizeRules
from league.tournaments.services.founding import update_season
from league.tournaments.services.locking import lock
from league.users.models import User


@transaction.atomic
def set_money(
    *, competition: Competition, by: User, money: PrizeRules | None, bank_details: str = ""
) -> Competition:
    """Put money rules into a draft, or take them out (None). All else stays as it is. Whoever had agreed to
    other money rules has not agreed to these.

    Refuses as `update_season` does: `NotOrganiser`, `NotInState`, `BadRules`.
    """
    competition = lock(competition)
    members = Membership.objects.filter(league=competition.league_id).values("user")
    standing = competition.arbiters.filter(left_at=None, user__in=members, user__is_active=True)
    people = [each.user for each in standing.select_related("user")]
    rules = replace(competition.terms, money=money)
    saved = update_season(competition=competition, by=by, rules=rules, arbiters=people)
    if money is None:
        PurseSetting.objects.filter(competition=saved).delete()
    else:
        _save_details(saved, bank_details)
    return saved


@transaction.atomic
def set_bank_details(*, competition: Competition, by: User, bank_details: str) -> None:
    """Change how one pays by hand once the season is announced: whoever holds that money alone may
    (`NotTrusted`).
    """
    competition = lock(competition)
    book = book_of(competition)
    holders = Holder.objects.filter(book=book, kind=Holder.Kind.PERSON, user=by)
    if book is None or not holders.exists():
        raise NotTrusted
    _save_details(competition, bank_details)


def _save_details(competition: Competition, bank_details: str) -> None:
    PurseSetting.objects.update_or_create(
        competition=competition, defaults={"bank_details": bank_details.strip()[:1000]}
    )
