"""Deleting one's account: everything personal goes, and what others need stays under another name."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from importlib import import_module

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from games.common.words.people import FORMER
from games.services.seats import farewell
from league.users import names
from league.users.calendars import revoke_address
from league.users.models import User
from league.users.refusing import (
    ends_with_deletion,
    goes_with_deletion,
    inherited_at_deletion,
    left_at_deletion,
    locks_before_deletion,
    may_refuse_deletion,
)
from league.users.wishes import WISHES

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class CannotDelete(Exception):
    """The account stays for now. `str()` of it is a translated sentence."""


@may_refuse_deletion
def _staff(user: User) -> str:
    if user.is_staff or user.is_superuser:
        return _("This account helps run the site. Its admin rights have to be removed first.")
    return ""


def delete_account(*, user: User) -> str:
    """Delete the account of `user` for good; the name that stands in its place.

    Its games come first (`seats.farewell`), each in its own transaction, then everything else in
    one: if it stops half-way the account is still there, and it is done again. Raises CannotDelete where
    another floor refuses (`refusing`).
    """
    if reasons := may_refuse_deletion.of(user):
        raise CannotDelete(" ".join(reasons))
    farewell.leave_all_games(person=user)
    return _erase(user)


@transaction.atomic
def _erase(user: User) -> str:
    locks_before_deletion.of(user)  # before the person, as organisers who decide about them lock both
    user = User.objects.select_for_update().get(pk=user.pk)
    if reasons := may_refuse_deletion.of(user):
        raise CannotDelete(" ".join(reasons))
    now, old, new = clock.now(), user.username, _free_name()
    left_at_deletion.of(user)
    if farewell.holds_anything(user):  # a seat taken meanwhile, in another window
        raise CannotDelete(_("You have just taken a seat. Try again."))
    farewell.forget_private_things(person=user, name=old, new_name=new, now=now)
    goes_with_deletion.of(user)
    _forget_addresses(user)
    sessions = import_module(settings.SESSION_ENGINE).SessionStore()
    for row in UserSession.objects.filter(user=user):
        sessions.delete(row.session_key)
        row.delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username, user.first_name, user.last_name, user.email = new, "", "", ""
    user.skeleton, user.skeleton_of_capitals = names.skeleton(new), names.skeleton_of_capitals(new)
    user.refused_address, user.refusals, user.refused_at = "", 0, None
    user.time_zone, user.language, user.last_login = "UTC", User.Language.ENGLISH, None
    for wish in WISHES:
        setattr(user, f"mail_{wish}", False)
    user.is_active = False
    user.set_unusable_password()
    user.save()
    return new


def _forget_addresses(user: User) -> None:
    EmailAddress.objects.filter(user=user).delete()
    user.address_changes.all().delete()
    revoke_address(user=user)


def _free_name() -> str:
    while True:
        name: str = FORMER + "".join(secrets.choice(LETTERS) for _letter in range(8))
        if not User.looks_taken(name):
            return name


@dataclass(frozen=True, slots=True)
class Consequences:
    """What deleting an account does to games and leagues now."""

    games: farewell.Leavings
    heirs: list[tuple[str, str]]
    """Leagues that lose their last organiser, and who becomes one by the rule, if anyone."""
    endings: list[str]
    """What other apps say ends with it (`refusing`)."""


def consequences_of(user: User) -> Consequences:
    """For the page that asks before. Four queries, and those of other apps, however many games and leagues
    there are."""
    return Consequences(
        games=farewell.leavings_of(user),
        heirs=[heir for heirs in inherited_at_deletion.of(user) for heir in heirs],
        endings=ends_with_deletion.of(user),
    )
