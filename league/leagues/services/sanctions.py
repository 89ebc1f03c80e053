"""What organisers decide about a person: warn, suspend, remove, ban, and end one of these early.

Each is a row with who, when, why and until when, stands in the log of acts, and is told by e-mail. Organisers
are made members before anything is decided about them; that someone else has to do.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from games.common.forms.days import FURTHEST
from games.gate import suspension
from games.lists.held_seats import others_in
from games.models import Game
from league.leagues import outbox
from league.leagues.apart import Wish, is_asked_first
from league.leagues.errors import Banned, NoReason, NotAllowed
from league.leagues.models import League, Membership, OrganiserAct, Sanction
from league.leagues.selectors.removals import names_of, playing_together
from league.leagues.services.again import act_before
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users.models import User

Act = OrganiserAct.Kind


@transaction.atomic
def warn(*, league: League, by: User, person: User, reason: str) -> OrganiserAct:
    """Warn a member. They read it on the league's page until they say so, and by e-mail.

    Refuses as all here do: NotAllowed unless `by` organises this league and `person` does not; NoReason.
    """
    league, _membership, now = _begin_with_member(league, by, person, reason)
    if earlier := act_before(league, Act.WARNED, by=by, about=person, reason=reason, now=now):
        return earlier
    _impose(league, Sanction.Kind.WARNING, by, person, reason, now)
    return _told(enter(league, Act.WARNED, by=by, about=person, reason=reason, now=now))


@transaction.atomic
def suspend(
    *,
    league: League,
    by: User,
    person: User,
    reason: str,
    until: datetime,
    is_confirmed: bool = False,
) -> OrganiserAct | None:
    """Keep a member from taking seats and creating games until `until`. Their running games go on.

    None: someone was asked to confirm it first (`apart`); `is_confirmed`: they have.
    """
    league, membership, now = _begin_with_member(league, by, person, reason)
    _check_end(until, now)
    facts: dict[str, Any] = {"until": until.isoformat()}
    if earlier := act_before(league, Act.SUSPENDED, by=by, about=person, reason=reason, now=now, **facts):
        return earlier
    if not is_confirmed and is_asked_first(Wish(league, Act.SUSPENDED, by, person, reason, until), now):
        return None
    _impose(league, Sanction.Kind.SUSPENSION, by, person, reason, now, until)
    membership.suspended_until = until
    membership.save(update_fields=["suspended_until"])
    facts |= _confirmed(is_confirmed)
    act = enter(league, Act.SUSPENDED, by=by, about=person, reason=reason, now=now, **facts)
    outbox.put(outbox.suspension(act))
    return _told(act)


@transaction.atomic
def lift(*, league: League, by: User, sanction: Sanction, reason: str) -> OrganiserAct | None:
    """End a suspension or a ban before its time; None, and no harm, where it holds no more.

    Refuses, besides, an organiser whose own it is: someone suspended may have been made one.
    """
    league = lock(league)
    check_organiser(league, by)
    if sanction.person_id == by.pk:
        raise NotAllowed(_("This is you. Another organiser decides."))
    _check_reason(reason)
    now = clock.now()
    sanction = league.sanctions.select_related("person").get(pk=sanction.pk)
    if not sanction.holds(now) or sanction.kind == Sanction.Kind.WARNING:
        return None
    sanction.lifted_at, sanction.lifted_by = now, by
    sanction.save(update_fields=["lifted_at", "lifted_by"])
    if sanction.kind == Sanction.Kind.SUSPENSION:
        league.memberships.filter(user=sanction.person).update(suspended_until=None)
    facts = {"sanction": sanction.kind}
    return _told(enter(league, Act.LIFTED, by=by, about=sanction.person, reason=reason, now=now, **facts))


@transaction.atomic
def remove(
    *, league: League, by: User, person: User, reason: str, is_confirmed: bool = False
) -> OrganiserAct | None:
    """End someone's membership. What becomes of their games: `seats.removal`, right after this.
    None and `is_confirmed` as of `suspend`.

    Refuses, besides, an organiser who plays with them while another one does not (`_check_apart`).
    """
    league, membership, now = _begin_with_member(league, by, person, reason)
    shared = _check_apart(league, by, person)
    if not is_confirmed and is_asked_first(Wish(league, Act.REMOVED, by, person, reason), now):
        return None
    facts = _facts_of(shared) | _confirmed(is_confirmed)
    act = enter(league, Act.REMOVED, by=by, about=person, reason=reason, now=now, **facts)
    _put_out(membership, act)
    _tell_players(act, shared)
    return _told(act)


@transaction.atomic
def ban(
    *,
    league: League,
    by: User,
    person: User,
    reason: str,
    until: datetime | None,
    is_confirmed: bool = False,
) -> OrganiserAct | None:
    """Keep someone out until `until`, or for good; a member is removed by it. Refuses as `remove` does, and
    None and `is_confirmed` as there.
    """
    league, membership, now = _begin(league, by, person, reason)
    if until is not None:
        _check_end(until, now)
    facts: dict[str, Any] = {"until": until.isoformat() if until else ""}
    if earlier := act_before(league, Act.BANNED, by=by, about=person, reason=reason, now=now, **facts):
        return earlier
    shared = _check_apart(league, by, person) if membership is not None else []
    if not is_confirmed and is_asked_first(Wish(league, Act.BANNED, by, person, reason, until), now):
        return None
    _impose(league, Sanction.Kind.BAN, by, person, reason, now, until)
    facts |= _facts_of(shared) | _confirmed(is_confirmed)
    act = enter(league, Act.BANNED, by=by, about=person, reason=reason, now=now, **facts)
    if membership is not None:
        _put_out(membership, act)
        _tell_players(act, shared)
    return _told(act)


def say_read(*, league: League, user: User, sanction: int) -> None:
    """Note that `user` has read a warning to them. Saying it again changes nothing."""
    own = Sanction.objects.filter(league=league, person=user, pk=sanction, read_at=None)
    own.update(read_at=clock.now())


def check_not_banned(league: League, user: User, now: datetime) -> None:
    """Raises Banned, with the reason, where the organisers keep `user` out at the moment `now`."""
    if (banned := ban_of(league, user, now)) is not None:
        raise banned


def ban_of(league: League, user: User, now: datetime) -> Banned | None:
    """Why the organisers keep `user` out at the moment `now`, in a sentence. One query."""
    words = suspension.ban(league, user, now)
    return Banned(words) if words else None


def suspension_of(league: League, user: User, now: datetime) -> datetime | None:
    """Until when someone who joins again is still suspended."""
    held = Sanction.objects.filter(league=league, person=user, kind=Sanction.Kind.SUSPENSION, lifted_at=None)
    until = held.values_list("until", flat=True).first()
    return until if until and now < until else None


def _begin(league: League, by: User, person: User, reason: str) -> tuple[League, Membership | None, datetime]:
    """The league and the person's membership, locked, and the moment; refusals as `warn` names them."""
    league = lock(league)
    check_organiser(league, by)
    _check_reason(reason)
    membership = league.memberships.select_for_update(of=("self",)).filter(user=person).first()
    if membership is not None and membership.is_organiser:
        raise NotAllowed(_("Make this person a member first: organisers can’t be sanctioned."))
    return league, membership, clock.now()


def _begin_with_member(
    league: League, by: User, person: User, reason: str
) -> tuple[League, Membership, datetime]:
    """Begin a decision about a member, as `_begin` does. NotAllowed about anyone else."""
    league, membership, now = _begin(league, by, person, reason)
    if membership is None:
        raise NotAllowed(_("This person is not a member of the league."))
    return league, membership, now


def _check_apart(league: League, by: User, person: User) -> list[Game]:
    """The games in which `by` plays with `person`. Raises NotAllowed where another organiser does not."""
    found = playing_together(league, by, person)
    if found.another_could:
        words = _("Ask another organiser: you play with %(name)s in %(games)s.")
        raise NotAllowed(words % {"name": person.username, "games": names_of(found.games)})
    return found.games


def _confirmed(is_confirmed: bool) -> dict[str, Any]:
    return {"confirmed": True} if is_confirmed else {}


def _facts_of(shared: list[Game]) -> dict[str, Any]:
    return {"together": len(shared)} if shared else {}


def _tell_players(act: OrganiserAct, shared: list[Game]) -> None:
    """Mail to the others of games in which the organiser plays, too, who decided."""
    decided = [key for key in (act.by_id, act.about_id) if key is not None]
    for user, game in others_in(shared, decided):
        outbox.put(outbox.mail(user, act.at, together=act.pk, game=game))


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise NoReason(_("Say why: they see it."))


def _check_end(until: datetime, now: datetime) -> None:
    if until <= now:
        raise NotAllowed(_("Choose a later end."))
    if until > now + FURTHEST:
        raise NotAllowed(_("Choose an end within ten years, or none."))


def _impose(
    league: League,
    kind: Sanction.Kind,
    by: User,
    person: User,
    reason: str,
    now: datetime,
    until: datetime | None = None,
) -> None:
    """A new row; the one of its kind that held before ends with it."""
    if kind != Sanction.Kind.WARNING:
        before = Sanction.objects.filter(league=league, person=person, kind=kind, lifted_at=None)
        before.update(lifted_at=now, lifted_by=by)
    Sanction.objects.create(
        league=league, person=person, kind=kind, reason=reason.strip(), by=by, at=now, until=until
    )


def _put_out(membership: Membership, act: OrganiserAct) -> None:
    """End a membership and the links that its member made; their games follow right after the commit."""
    links = act.league.invitations.filter(created_by=membership.user_id, withdrawn_at=None)
    links.update(withdrawn_at=act.at)
    membership.delete()
    outbox.put(outbox.removal(act))


def _told(act: OrganiserAct) -> OrganiserAct:
    outbox.put(outbox.act_mail(act))
    return act
