"""What a person changes about their own account besides what the account pages do, and what seals its
keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta

from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from games.common.words.people import LONGEST_QUIET
from league.users import ciphers
from league.users.models import Reach, User
from league.users.wishes import DIGEST, WISHES


def update_profile(*, user: User, time_zone: str, language: str) -> User:
    """Show times in `time_zone` (an IANA name) and speak `language` ("en", "fr") from now on.

    Raises ValidationError when either is unknown. Doing it twice does what doing it once does.
    """
    user.time_zone, user.language = time_zone, language
    user.clean_fields(exclude={field.name for field in User._meta.fields} - {"time_zone", "language"})
    user.digest_due = _next_digest(user)
    user.save(update_fields=["time_zone", "language", "digest_due"])
    return user


def _next_digest(user: User) -> datetime | None:
    """When the next mail of the day goes to `user`: at their hour, by their clock; None: they want none."""
    return user.next_digest(clock.now()) if user.reach == Reach.DAILY else None


def update_wishes(*, user: User, wishes: Mapping[str, bool]) -> User:
    """Send `user` mails of the kinds that `wishes` says yes to, and none of those it says no to. `DIGEST`:
    once a day, or only what they would lose by.

    Kinds it does not name stay as they are. Doing it twice does what doing it once does.
    """
    fields = [f"mail_{wish}" for wish in WISHES if wish in wishes]
    for wish in WISHES:
        if wish in wishes:
            setattr(user, f"mail_{wish}", wishes[wish])
    user.save(update_fields=fields)
    if DIGEST in wishes:
        choose_reach(user=user, reach=Reach.DAILY if wishes[DIGEST] else Reach.LOSING)
    return user


def choose_reach(*, user: User, reach: str, **hours: time) -> User:
    """Let so much reach `user` by e-mail (`Reach`), from now on; `hours` are `digest_at`, `quiet_from`,
    `quiet_to` by their clock. Those not named stay. Raises ValidationError where the quiet ones are too many.
    """
    user.reach = reach
    for name, hour in hours.items():
        setattr(user, name, hour)
    start, end = (timedelta(hours=each.hour, minutes=each.minute) for each in user.quiet)
    if (end - start) % timedelta(days=1) > LONGEST_QUIET:
        raise ValidationError({"quiet_to": _("Quiet hours can last 12 hours at most.")})
    user.digest_due = _next_digest(user)
    user.clean_fields(exclude={field.name for field in User._meta.fields} - {"reach", *hours})
    user.save(update_fields=["reach", "digest_at", "quiet_from", "quiet_to", "digest_due"])
    return user


def choose_push_words(*, user: User, names: bool) -> None:
    """Let pushes to `user` say who and what, or only that something waits."""
    user.push_names = names
    user.save(update_fields=["push_names"])


def try_address_again(*, user: User) -> None:
    """Write to `user` again though the mail server has refused their address: they say that it is right."""
    user.note_taken()


@transaction.atomic
def seal_anew() -> int:
    """Seal all secrets with the first of the keys; how many there are.

    Refuses with `CannotOpen` if none of the keys opens one of them: then nothing is changed. Doing it twice
    does what doing it once does.
    """
    done = [holder() for holder in ciphers.holders]
    secrets, shut = sum(each[0] for each in done), sum(each[1] for each in done)
    if shut:
        raise ciphers.CannotOpen(f"None of the keys opens {shut} of {secrets} secrets.")
    return secrets


@ciphers.holds_sealed
def _seal_factors_anew() -> tuple[int, int]:
    """Those of second factors."""
    held = Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN).order_by("pk")
    shut = 0
    # Locked, so that a recovery code that is used meanwhile stays used.
    rows = list(held.select_for_update())
    for row in rows:
        try:
            row.data = ciphers.with_secrets(row.data, ciphers.sealed_anew)
        except InvalidToken:
            shut += 1
        else:
            row.save(update_fields=["data"])
    return len(rows), shut
