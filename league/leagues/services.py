"""What people do to leagues. Each takes the league's row first, so two at once happen one after the other."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games import clock
from games.selectors.seats import holds_seat, presides
from league.leagues.errors import AddressTaken, InvitationOver, LastOrganiser, NotAllowed, StillPlaying
from league.leagues.models import Invitation, League, Membership
from league.users.models import User

SETTINGS = (
    "name",
    "description",
    "visibility",
    "who_opens_games",
    "rulebook",
    "pace",
    "press",
    "press_pauses",
    "dealing",
    "draws_allowed",
)


def _locked(league: League) -> League:
    return League.objects.select_for_update().get(pk=league.pk)


def _organiser(league: League, user: User) -> None:
    """Raises NotAllowed unless `user` is an organiser of `league` at this moment."""
    if not league.memberships.filter(user=user, role=Membership.Role.ORGANISER).exists():
        raise NotAllowed(_("Only an organiser of this league may do that."))


def create_league(*, user: User, name: str, slug: str, description: str, visibility: str) -> League:
    """Create a league; `user` becomes its organiser.

    The same person founding the same league again (a form sent twice) gets the one there is. Raises
    AddressTaken when the address is another's, ValidationError on values that cannot be.
    """
    league = League(name=name, slug=slug, description=description, visibility=visibility)
    league.full_clean(validate_unique=False)
    try:
        with transaction.atomic():
            league.save()
            Membership.objects.create(league=league, user=user, role=Membership.Role.ORGANISER)
    except IntegrityError:
        if earlier := _founded_before(league, user):
            return earlier
        raise AddressTaken(
            _("Another league has the address “%(slug)s”: type another.") % {"slug": slug}
        ) from None
    return league


def _founded_before(league: League, user: User) -> League | None:
    organised = League.objects.filter(
        memberships__user=user, memberships__role=Membership.Role.ORGANISER, slug=league.slug
    )
    return organised.filter(name=league.name, description=league.description).first()


@transaction.atomic
def join(*, league: League, user: User) -> Membership:
    """Join a public league. Joining again changes nothing. Raises NotAllowed when it goes by invitation."""
    league = _locked(league)
    membership = league.memberships.filter(user=user).first()
    if membership:
        return membership
    if not league.is_public:
        raise NotAllowed(_("This league goes by invitation: ask an organiser for a link."))
    return Membership.objects.create(league=league, user=user)


@transaction.atomic
def join_by_invitation(*, invitation: Invitation, user: User) -> Membership:
    """Join with a link. Joining again changes nothing, and counts no use.

    Raises InvitationOver when it was withdrawn or its time is past, by the data base's clock.
    """
    league = _locked(invitation.league)
    membership = league.memberships.filter(user=user).first()
    if membership:
        return membership
    invitation = Invitation.objects.get(pk=invitation.pk)
    if not invitation.is_valid(clock.now()):
        raise InvitationOver(_("This invitation is no longer valid: ask an organiser for a new link."))
    Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
    return Membership.objects.create(league=league, user=user)


@transaction.atomic
def leave(*, league: League, user: User) -> None:
    """End one's membership. Leaving again changes nothing.

    Raises StillPlaying while the person sits in a waiting or running game, LastOrganiser when nobody else
    would organise the members who stay.
    """
    league = _locked(league)
    # Locked before anything is asked: taking a seat locks it too, and one of the two comes first.
    membership = league.memberships.select_for_update(of=("self",)).filter(user=user).first()
    if membership is None:
        return
    _may_leave(league, user, membership)
    membership.delete()


def check_leave(*, league: League, user: User) -> None:
    """Raises what `leave` would raise at this moment. Changes and locks nothing."""
    if membership := league.memberships.filter(user=user).first():
        _may_leave(league, user, membership)


def _may_leave(league: League, user: User, membership: Membership) -> None:
    if holds_seat(league, user):
        raise StillPlaying(
            _("You sit in a game of this league: finish it, or leave its seat while it waits for players.")
        )
    if presides(league, user):
        raise StillPlaying(_("You preside over a game of this league: hand it over to somebody first."))
    others = league.memberships.exclude(pk=membership.pk)
    if membership.is_organiser and others.exists() and not others.filter(role=membership.role).exists():
        raise LastOrganiser(_("You are the only organiser: make somebody else one before you leave."))


@transaction.atomic
def change_role(*, league: League, by: User, membership: Membership, role: str) -> Membership:
    """Make a member an organiser, or an organiser a member.

    Raises NotAllowed unless `by` organises this league, LastOrganiser when it would be left without one.
    """
    league = _locked(league)
    _organiser(league, by)
    membership = league.memberships.select_related("user").get(pk=membership.pk)
    if membership.is_organiser and role != Membership.Role.ORGANISER:
        others = league.memberships.exclude(pk=membership.pk)
        if not others.filter(role=Membership.Role.ORGANISER).exists():
            raise LastOrganiser(_("A league needs an organiser: make somebody else one first."))
    membership.role = Membership.Role(role)
    membership.save(update_fields=["role"])
    return membership


@transaction.atomic
def update_settings(*, league: League, by: User, **values: Any) -> League:
    """Change name, description, visibility or policy (`SETTINGS`). Games already open keep theirs.

    Raises NotAllowed unless `by` organises this league, ValidationError on values that cannot be.
    """
    league = _locked(league)
    _organiser(league, by)
    if unknown := values.keys() - set(SETTINGS):
        raise TypeError(f"no settings of a league: {sorted(unknown)}")
    for name, value in values.items():
        setattr(league, name, value)
    league.full_clean(exclude=["slug"])
    league.save(update_fields=list(values))
    return league


@transaction.atomic
def invite(*, league: League, by: User, days: int) -> Invitation:
    """A new link, valid for `days` days. Raises NotAllowed unless `by` organises this league."""
    league = _locked(league)
    _organiser(league, by)
    return Invitation.objects.create(
        league=league, created_by=by, expires_at=clock.now() + timedelta(days=days)
    )


@transaction.atomic
def withdraw(*, league: League, by: User, invitation: Invitation) -> None:
    """Make a link worthless. Doing it again changes nothing. Raises NotAllowed unless `by` organises."""
    league = _locked(league)
    _organiser(league, by)
    league.invitations.filter(pk=invitation.pk, withdrawn_at=None).update(withdrawn_at=clock.now())
