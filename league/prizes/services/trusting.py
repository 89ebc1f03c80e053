"""The treasurers of announced seasons: lost, appointed, named by organisers. Every step is public."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games.common import clock, outbox
from games.common.outbox.row import OutboxRow
from league.competitions.errors import HasEntered, NoReason, NotInState, NotMember, NotOrganiser
from league.competitions.models import Arbiter, Competition, Entry
from league.competitions.services.appointing import check_admin, name_arbiter_for
from league.competitions.services.founding import check_organiser, has_entered
from league.competitions.services.locking import is_member_locked, lock, lock_with_league, show_change
from league.leagues.models import Membership
from league.prizes.agreed.roles import Role, roles_of
from league.prizes.book.books import money_of
from league.prizes.errors import NoPrizeMoney, NotNeeded, NotTrusted
from league.prizes.models import Proposal, Trustee, TrustStep
from league.prizes.models.ledger import LONGEST_REASON
from league.prizes.outbox import mail, tell_admins
from league.prizes.services.proposing import ANSWER_DAYS
from league.users.models import User

Step, Lost = TrustStep.Kind, Trustee.Lost

REMINDED_AFTER: Final = timedelta(days=7)
"""A lone treasurer of play money who is silent is reminded so often, not lost."""


def fit(competition: Competition) -> QuerySet[Trustee]:
    """Those named and not lost who may answer for the money of a season, agreed or not."""
    return all_fit().filter(competition=competition).select_related("user").order_by("pk")


def all_fit() -> QuerySet[Trustee]:
    """The same of all seasons: active arbiters, members of the season's league, without an entry at any
    time.
    """
    here = {"competition": OuterRef("competition"), "user": OuterRef("user")}
    members = Membership.objects.filter(league=OuterRef("competition__league"), user=OuterRef("user"))
    return Trustee.objects.filter(
        Exists(Arbiter.objects.filter(**here, left_at=None, user__is_active=True)),
        Exists(members),
        ~Exists(Entry.objects.filter(**here)),
        lost_at=None,
    )


def trustees_of(competition: Competition) -> list[Trustee]:
    """Those who may confirm now: fit, and agreed. Nothing takes an agreement back after the announcement. One
    query.
    """
    return list(fit(competition).exclude(agreed_sha256=""))


def answers(competition: Competition, user: User) -> bool:
    """Whether an arbiter has a part in the season's money: everyone in a draft, who says no where they are
    asked; then a treasurer, the holder and the guarantor. One query.
    """
    own = roles_of(money_of(competition), user.get_username(), is_arbiter=True)
    if competition.is_draft or {Role.HOLDER, Role.GUARANTOR} & set(own):
        return True
    return Trustee.objects.filter(competition=competition, user=user, lost_at=None).exists()


def check_trustee(competition: Competition, user: User) -> Trustee:
    """The part of `user` in confirming; raises `NotTrusted` of everybody else."""
    for trustee in trustees_of(competition):
        if trustee.user_id == user.pk:
            return trustee
    raise NotTrusted


@transaction.atomic
def appoint(
    *,
    competition: Competition,
    user: User,
    by_admin: User,
    reason: str,
    instead_of: Trustee | None = None,
) -> Trustee:
    """Let the site's administrator name somebody who may confirm payouts once they agree: a member who never
    entered. They become an arbiter. `instead_of` confirms nothing any more. Naming again changes nothing.

    Refuses with `NoPrizeMoney`, `NotInState` of a draft, `NoReason`, `NotMember`, `HasEntered`, `PlaysHere`,
    `AppointsOneself`.
    """
    competition = lock_with_league(competition)
    check_admin(competition, by_admin, appoints=user)
    if not competition.has_money:
        raise NoPrizeMoney
    if competition.is_hidden:
        raise NotInState
    reason = checked_reason(reason)
    if not is_member_locked(competition, user):
        raise NotMember(_("Arbiters are members of the league."))
    if has_entered(competition, user):
        raise HasEntered
    now = clock.now()
    if instead_of is not None and instead_of.user_id != user.pk:
        replaced = (
            Trustee.objects.filter(competition=competition, pk=instead_of.pk, lost_at=None)
            .select_related("user")
            .first()
        )
        if replaced is not None:
            lose(competition, replaced, Lost.REPLACED, now, by=by_admin, reason=reason)
    standing = Trustee.objects.filter(competition=competition, user=user, lost_at=None).first()
    if standing is not None:
        return standing
    return _let_agree(competition, user, now, by_admin=by_admin, reason=reason)


@transaction.atomic
def name_treasurer(*, competition: Competition, user: User, by: User) -> Trustee:
    """Let an organiser who never entered name another treasurer of a season in play money, where too few are
    left or the only one is silent: a member who never entered. They become an arbiter, and confirm once they
    agree. Naming again changes nothing.

    Refuses with `NoPrizeMoney`, `NotOrganiser`, `NotInState` of a draft and of real money, `NotMember`,
    `HasEntered`, `NotNeeded`.
    """
    check_organiser(competition.league, by)
    competition = lock_with_league(competition)
    if not competition.has_money:
        raise NoPrizeMoney
    if competition.is_hidden or not money_of(competition).is_play:
        raise NotInState
    if has_entered(competition, by):
        raise NotOrganiser(_("Only an organiser who has not entered the season may do that."))
    if not is_member_locked(competition, user):
        raise NotMember(_("Treasurers are members of the league."))
    if has_entered(competition, user):
        raise HasEntered
    standing = Trustee.objects.filter(competition=competition, user=user, lost_at=None).first()
    if standing is not None:
        return standing
    now = clock.now()
    if not lacks_treasurers(competition, now):
        raise NotNeeded
    return _let_agree(competition, user, now, by=by)


def lacks_treasurers(competition: Competition, now: datetime, able: Sequence[Trustee] | None = None) -> bool:
    """Whether a season in play money has fewer treasurers than its rules want, or a lone one who is silent.
    `able` are those who may confirm now, where they are known. Two queries at most.
    """
    money = money_of(competition)
    if not money.is_play:
        return False
    able = trustees_of(competition) if able is None else able
    if len(able) < money.confirmations:
        return True
    silent = open_proposals(competition).filter(asked_at__lte=now - timedelta(days=ANSWER_DAYS))
    return is_lone(competition, able) and silent.exclude(confirmations__by=able[0].user).exists()


def is_lone(competition: Competition, able: Sequence[Trustee]) -> bool:
    """Whether a season in play money needs one treasurer and has only that one."""
    money = money_of(competition)
    return money.is_play and money.confirmations == 1 and len(able) == 1


def _let_agree(
    competition: Competition,
    user: User,
    now: datetime,
    *,
    by_admin: User | None = None,
    by: User | None = None,
    reason: str = "",
) -> Trustee:
    """The row of a treasurer named after the announcement, an arbiter from now on; they are asked."""
    if not competition.arbiters.filter(user=user, left_at=None).exists():
        name_arbiter_for(competition, user, by_admin, reason)
    made = Trustee.objects.create(competition=competition, user=user, appointed_by=by_admin)
    kind = Step.APPOINTED if by_admin is not None else Step.NAMED
    write_step(competition, user, kind, now, by=by_admin or by, reason=reason)
    open_proposals(competition).update(asked_at=now)
    outbox.put(mail(user.pk, now, about="appointed", trustee=made.pk))
    show_change(competition, now)
    return made


@transaction.atomic
def ask_again(*, trustee: Trustee, by_admin: User, reason: str) -> Trustee:
    """Put a proposal once more before somebody who refused it; they have 14 days again. `NotInState` of
    somebody who did not refuse, or confirms nothing any more; `NoReason`, `PlaysHere`.
    """
    competition = lock(trustee.competition)
    check_admin(competition, by_admin)
    reason = checked_reason(reason)
    found = Trustee.objects.filter(competition=competition).select_related("user").get(pk=trustee.pk)
    if found.refused_at is None or found.lost_at is not None:
        raise NotInState
    now = clock.now()
    found.refused_at = None
    found.save(update_fields=["refused_at"])
    write_step(competition, found.user, Step.ASKED_AGAIN, now, by=by_admin, reason=reason)
    for proposal in open_proposals(competition):
        Proposal.objects.filter(pk=proposal.pk).update(asked_at=now)
        outbox.put(mail(found.user_id, now, about="to_confirm", proposal=proposal.pk))
    show_change(competition, now)
    return found


def note_losses(competition: Competition, now: datetime) -> int:
    """Write down who left the league or deleted their account since they were named; how many did. Call it
    under the competition's lock.
    """
    left = Trustee.objects.filter(competition=competition, lost_at=None).exclude(
        pk__in=fit(competition).values("pk")
    )
    found = list(left.select_related("user").order_by("pk"))
    for trustee in found:
        lose(competition, trustee, Lost.LEFT if trustee.user.is_active else Lost.DELETED, now)
    return len(found)


def lose(
    competition: Competition,
    trustee: Trustee,
    why: str,
    now: datetime,
    *,
    by: User | None = None,
    reason: str = "",
) -> None:
    """Let somebody confirm nothing any more. Where no administrator decided it, administrators and the others
    who confirm are told. Call it under the competition's lock.
    """
    trustee.lost_at, trustee.lost_why = now, why
    trustee.save(update_fields=["lost_at", "lost_why"])
    # Of the rule's own steps the reason is a key, which pages show in their reader's language.
    write_step(competition, trustee.user, Step.LOST, now, by=by, reason=reason or why)
    if by is None:
        others = trustees_of(competition)
        told = [mail(each.user_id, now, about="trustee_lost", trustee=trustee.pk) for each in others]
        outbox.put(tell_admins(now, about="trustee_lost", trustee=trustee.pk), *told)
    show_change(competition, now)


def remind_lone(competition: Competition, trustee: Trustee, proposal: Proposal, now: datetime) -> bool:
    """Remind a lone treasurer of play money of what waits for them, once a week, and tell its organisers
    with the first reminder; whether anybody was. Call it under the competition's lock.
    """
    before = trustee.reminded_at
    if before is not None and now < before + REMINDED_AFTER:
        return False
    trustee.reminded_at = now
    trustee.save(update_fields=["reminded_at"])
    letters = [mail(trustee.user_id, now, about="confirm_reminder", proposal=proposal.pk)]
    if before is None or before < proposal.asked_at:
        entered = Entry.objects.filter(competition=competition).values("user")
        organisers = competition.league.memberships.filter(
            role=Membership.Role.ORGANISER, user__is_active=True
        ).exclude(user__in=entered)
        keys = organisers.exclude(user=trustee.user_id).order_by("pk").values_list("user", flat=True)
        letters += [mail(key, now, about="treasurer_silent", trustee=trustee.pk) for key in keys]
    outbox.put(*letters)
    return True


def write_step(
    competition: Competition, user: User, kind: str, now: datetime, *, by: User | None, reason: str = ""
) -> TrustStep:
    return TrustStep.objects.create(
        competition=competition, user=user, kind=kind, reason=reason, by=by, at=now
    )


def told(competition: Competition, now: datetime, about: str, **keys: int) -> list[OutboxRow]:
    """E-mails about the same to everybody who may confirm now."""
    return [mail(each.user_id, now, about=about, **keys) for each in trustees_of(competition)]


def open_proposals(competition: Competition) -> QuerySet[Proposal]:
    """What waits to be confirmed in a season: one proposal at most."""
    return Proposal.objects.filter(book__competition=competition, state=Proposal.State.OPEN)


def checked_reason(reason: str) -> str:
    """The reason as it is kept; raises `NoReason` where there is none."""
    if not reason.strip():
        raise NoReason
    return reason.strip()[:LONGEST_REASON]
