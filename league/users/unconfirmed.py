"""Accounts that no one ever confirmed: after a month they go, and their names are free again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, ForeignObjectRel, OuterRef, QuerySet

from games.common import clock
from league.users.models import User

KEPT: Final = timedelta(days=30)
"""So long an account waits for the confirmation of its address."""
BATCH: Final = 500

ITS_OWN: Final = frozenset(
    {"account.emailaddress", "games.mailing", "mfa.authenticator", "usersessions.usersession"}
)
"""What goes with an account. A row of any other kind that names it keeps it: a seat, a membership, a message,
an entry of a ledger, whatever tables are added later."""


def forget_unconfirmed() -> int:
    """Remove accounts older than `KEPT` that never confirmed an address nor signed in; how many.

    Accounts stay that are staff's, were shut out, or are named by anything but `ITS_OWN`. Doing it twice,
    or two at once, does what doing it once does.
    """
    before = clock.now() - KEPT
    forgotten = 0
    for keys in _batches(list(_unconfirmed(before).order_by("pk").values_list("pk", flat=True))):
        with transaction.atomic():
            # A confirmation at this instant holds the address's row: asked again once it is ours.
            list(EmailAddress.objects.select_for_update().filter(user__in=keys).order_by("pk"))
            going = list(_unconfirmed(before).filter(pk__in=keys).values_list("pk", flat=True))
            User.objects.filter(pk__in=going).delete()
            forgotten += len(going)
    return forgotten


def _batches(keys: list[int]) -> list[list[int]]:
    return [keys[begin : begin + BATCH] for begin in range(0, len(keys), BATCH)]


def _unconfirmed(before: datetime) -> QuerySet[User]:
    accounts = User.objects.filter(
        date_joined__lt=before, last_login=None, is_active=True, is_staff=False, is_superuser=False
    )
    accounts = accounts.exclude(Exists(EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)))
    for named in User._meta.get_fields(include_hidden=True):
        if isinstance(named, ForeignObjectRel) and named.related_model._meta.label_lower not in ITS_OWN:
            rows = named.related_model._base_manager.filter(**{named.field.name: OuterRef("pk")})
            accounts = accounts.exclude(Exists(rows))
    return accounts
