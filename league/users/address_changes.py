"""A change of address can be taken back for a week, from the old address alone.

Someone who has stolen an account by its session or password can give it another address at once. The
link in the mail to the old one is then all that its owner has, so it asks for nothing else and works whatever
was done since. The older address prevails: taking a change back makes the links of all later ones worthless.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from games.common import clock
from league.users.addresses import belongs_to_another
from league.users.models import AddressChange, User
from league.users.sessions import end_other_sessions

KEPT: Final = timedelta(days=7)
"""So long a change can be taken back; and passkeys and codes go with it that were added so long before it."""

_signer = signing.Signer(salt="an address change is taken back")


class AddressTaken(Exception):
    """The old address has another account by now."""


def note_change(*, user: User, old: str) -> str:
    """Keep that the address of `user` was `old` until now; the link that takes the change back."""
    change = AddressChange.objects.create(user=user, address=old, at=clock.now())
    return settings.SITE_ADDRESS + reverse("users:undo-address", args=[_signer.sign(str(change.pk))])


def change_of(token: str) -> AddressChange | None:
    """The change that `token` takes back; None if it is none of ours, too old, or taken back already."""
    try:
        key = int(_signer.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    standing = AddressChange.objects.select_related("user").filter(pk=key, user__is_active=True)
    return standing.filter(at__gt=clock.now() - KEPT).first()


@transaction.atomic
def take_back(*, change: AddressChange) -> User | None:
    """Give the account its address of before `change` again; None if someone else was faster.

    Every session ends and no password opens the account, until one is chosen again. Passkeys and codes go
    that were added with the change or in the week before it. Raises `AddressTaken`.
    """
    user = User.objects.select_for_update().get(pk=change.user_id)
    if not AddressChange.objects.filter(pk=change.pk).exists():
        return None
    if belongs_to_another(change.address, user):
        raise AddressTaken
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=change.address, verified=True, primary=True)
    Authenticator.objects.filter(user=user, created_at__gt=change.at - KEPT).delete()
    AddressChange.objects.filter(user=user, pk__gte=change.pk).delete()
    user.email = change.address
    user.set_unusable_password()
    user.save(update_fields=["email", "password"])
    end_other_sessions(user=user, here=None)
    return user


def forget_old() -> int:
    """Forget the changes that no one can take back any more; how many."""
    return int(AddressChange.objects.filter(at__lte=clock.now() - KEPT).delete()[0])
