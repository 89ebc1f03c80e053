"""Who agrees to a season's money while it is a draft: asked, agreed, declined; frozen by the announcement."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.common import clock, outbox
from league.competitions.errors import HasEntered, NotInState
from league.competitions.models import Competition
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.services.entering import check_arbiter
from league.competitions.services.founding import check_organiser, has_entered
from league.competitions.services.locking import lock, show_change
from league.prizes.agreed.roles import (
    Role,
    Standing,
    content_of,
    hashes_of,
    prints_of,
    roles_of,
    standing_of,
    standings_of,
)
from league.prizes.agreed.treasurers import open_proposals
from league.prizes.book.books import money_of
from league.prizes.errors import NoPrizeMoney, NotAppointed, NotNamed, OtherRules
from league.prizes.models import Agreement, Trustee, TrustStep
from league.prizes.models.ledger import LONGEST_REASON
from league.prizes.outbox import mail
from league.prizes.services.treasurers.treasurers import write_step
from league.users.models import User

Step = TrustStep.Kind


@transaction.atomic
def ask(*, competition: Competition, by: User) -> int:
    """Ask everyone named for a draft's money who has not answered, by e-mail; how many were mailed. No one
    is mailed twice within a day, nor who has agreed or declined.

    Refuses with `NotOrganiser`, `NotInState`, `NoPrizeMoney`.
    """
    check_organiser(competition.league, by)
    competition = _lock_draft(competition)
    now, letters = clock.now(), []
    for each in standings_of(competition, money_of(competition)):
        if not each.may_be_mailed(now):
            continue
        row = each.row or Agreement(competition=competition, user=each.user)
        row.asked_at = each.asked_at or now
        row.roles, row.asked_by, row.mailed_at = list(each.roles), by, now
        row.save()
        letters.append(mail(each.user.pk, now, about="asked", agreement=row.pk))
    outbox.put(*letters)
    return len(letters)


@transaction.atomic
def agree(*, competition: Competition, user: User, sha256: str) -> None:
    """Let someone named agree to the money of a draft, for all their roles at once, by the hash of what they
    were shown. Once the season is announced, a treasurer named since agrees likewise.
    Again: nothing changes.

    Refuses with `NoPrizeMoney`, `NotNamed`, `OtherRules`, `NotInState` of a draft that was cancelled; of an
    announced season `NotArbiter`, `HasEntered`, `NotAppointed`.
    """
    competition = lock(competition)
    if not competition.has_money:
        raise NoPrizeMoney
    if competition.is_hidden:
        _agree_to_draft(_checked_draft(competition), user, sha256)
    else:
        _agree_later(competition, user, sha256)


@transaction.atomic
def decline(*, competition: Competition, user: User, reason: str = "") -> Agreement:
    """Let someone named say no, for all their roles, also after having agreed: they are no arbiter of the
    draft any more, and its organiser is told. Again: nothing changes.

    Refuses with `NotInState` once the season is announced, `NoPrizeMoney`, `NotNamed`.
    """
    competition = _lock_draft(competition)
    named, row = _named(competition, user)
    if row is not None and row.declined_at is not None:
        return row
    if named is None:
        raise NotNamed
    now = clock.now()
    row = row or Agreement(competition=competition, user=user)
    row.roles = list(named.roles)
    row.agreed_at, row.agreed_sha256, row.agreed_to = None, "", {}
    row.declined_at, row.declined_why = now, reason.strip()[:LONGEST_REASON]
    row.save()
    competition.arbiters.filter(user=user).delete()
    told = row.asked_by_id or competition.opened_by_id
    if told is not None and told != user.pk:
        outbox.put(mail(told, now, about="declined", agreement=row.pk))
    return row


@transaction.atomic
def take_back(*, competition: Competition, user: User) -> None:
    """Let someone take their agreement back, while the season is a draft: `NotInState` later. Nothing
    happens where there is none.
    """
    competition = lock(competition)
    if not competition.is_draft:
        raise NotInState
    standing = Agreement.objects.filter(competition=competition, user=user, agreed_at__isnull=False)
    if standing.update(agreed_at=None, agreed_sha256="", agreed_to={}):
        write_step(competition, user, Step.TOOK_BACK, clock.now(), by=user)


def freeze(competition: Competition, given: PrizeRules, now: datetime) -> None:
    """Freeze the agreements of a season that has just been announced with the money `given`, and let its
    treasurers confirm from now on. Call it under the competition's lock.
    """
    for each in standings_of(competition, given):
        if each.row is None or not each.has_agreed:
            continue
        each.row.roles, each.row.frozen_at = list(each.roles), now
        each.row.save(update_fields=["roles", "frozen_at"])
        if Role.TREASURER in each.roles:
            Trustee.objects.create(
                competition=competition,
                user=each.user,
                agreed_at=each.row.agreed_at,
                agreed_sha256=each.row.agreed_sha256,
            )


def later_hashes(competition: Competition, given: PrizeRules, user: User) -> list[str]:
    """The hashes of what someone agrees to who was named treasurer of an announced season."""
    roles = _later_roles(given, user)
    return hashes_of(given, roles, prints_of(competition))


def _later_roles(given: PrizeRules, user: User) -> list[str]:
    own = {Role.TREASURER, *roles_of(given, user.get_username(), is_arbiter=True)}
    return [role.value for role in Role if role in own]


def _agree_to_draft(competition: Competition, user: User, sha256: str) -> None:
    named, row = _named(competition, user)
    if named is None:
        raise NotNamed
    if sha256 not in named.hashes:
        raise OtherRules
    if named.has_agreed:
        return
    now = clock.now()
    row = row or Agreement(competition=competition, user=user)
    row.roles, row.agreed_at, row.agreed_sha256 = list(named.roles), now, sha256
    details = named.prints[named.hashes.index(sha256)]
    row.agreed_to = content_of(money_of(competition), named.roles, details)
    row.declined_at, row.declined_why = None, ""
    row.save()
    write_step(competition, user, Step.AGREED, now, by=user)


def _agree_later(competition: Competition, user: User, sha256: str) -> None:
    check_arbiter(competition, user)
    if has_entered(competition, user):
        raise HasEntered
    trustee = Trustee.objects.filter(competition=competition, user=user, lost_at=None).first()
    if trustee is None:
        raise NotAppointed
    if trustee.agreed_sha256:
        return
    if sha256 not in later_hashes(competition, money_of(competition), user):
        raise OtherRules
    now = clock.now()
    trustee.agreed_at, trustee.agreed_sha256 = now, sha256
    trustee.save(update_fields=["agreed_at", "agreed_sha256"])
    write_step(competition, user, Step.AGREED, now, by=user)
    for proposal in open_proposals(competition):
        outbox.put(mail(user.pk, now, about="to_confirm", proposal=proposal.pk))
    show_change(competition, now)


def _named(competition: Competition, user: User) -> tuple[Standing | None, Agreement | None]:
    """How someone named stands in a draft, and what they said. Only arbiters know of one unasked."""
    named = standing_of(competition, money_of(competition), user)
    row = Agreement.objects.filter(competition=competition, user=user).first()
    if named is not None and row is None and Role.ARBITER not in named.roles:
        return None, None
    return named, row


def _lock_draft(competition: Competition) -> Competition:
    return _checked_draft(lock(competition))


def _checked_draft(competition: Competition) -> Competition:
    if not competition.is_draft:
        raise NotInState
    if not competition.has_money:
        raise NoPrizeMoney
    return competition
