"""The treasurers of announced seasons: lost, appointed, named by organisers. Every step is public."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock, outbox
from games.common.outbox.row import OutboxRow
from league.competitions.errors import HasEntered, NoReason, NotInState, NotMember, NotOrganiser
from league.competitions.models import Competition, Entry
from league.competitions.services.appointing import check_admin, name_arbiter_for
from league.competitions.services.founding import check_organiser, has_entered
from league.competitions.services.locking import is_member_locked, lock, lock_with_league, show_change
from league.leagues.models import Membership
from league.prizes.agreed.treasurers import fit, lacks_treasurers, open_proposals, trustees_of
from league.prizes.book.books import money_of
from league.prizes.errors import NoPrizeMoney, NotNeeded
from league.prizes.models import Proposal, Trustee, TrustStep
from league.prizes.models.ledger import LONGEST_REASON
from league.prizes.outbox import mail, tell_admins
from league.users.models import User

Step, Lost = TrustStep.Kind, Trustee.Lost

REMINDED_AFTER: Final = timedelta(days=7)
"""A lone treasurer of play money who is silent is reminded so often, not lost."""


@transaction.atomic
def appoint(
    *,
    competition: Competition,
    user: User,
    by_admin: User,
    reason: str,
    instead_of: Trustee | None = None,
) -> Trustee:
    """Let the site's administrator name someone who may confirm payouts once they agree: a member who never
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
    """Put a proposal once more before someone who refused it; they have 14 days again. `NotInState` of
    someone who did not refuse, or confirms nothing any more; `NoReason`, `PlaysHere`.
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
    """Let someone confirm nothing any more. Where no administrator decided it, administrators and the others
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
    with the first reminder; whether anyone was. Call it under the competition's lock.
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
    """E-mails about the same to everyone who may confirm now."""
    return [mail(each.user_id, now, about=about, **keys) for each in trustees_of(competition)]


def checked_reason(reason: str) -> str:
    """The reason as it is kept; raises `NoReason` where there is none."""
    if not reason.strip():
        raise NoReason
    return reason.strip()[:LONGEST_REASON]
