"""A league's webhook: naming its address, what is put out for it, and what came of that."""

from __future__ import annotations

import base64
import secrets
from datetime import UTC, datetime, timedelta
from typing import Final

from cryptography.fernet import InvalidToken
from django.db import transaction

from games.common import clock
from games.common.guards.outgoing import target_of
from games.common.outbox import put, tell
from league.leagues.models import League, OrganiserAct, Webhook
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users import ciphers
from league.users.models import User

TEST: Final = "test"
"""The event of a message that an organiser sends to see whether it comes."""
FAILS_FOR: Final = timedelta(days=3)
"""The time without any delivery after which a webhook is switched off."""
BYTES: Final = 24
"""The bytes of the signing secret (Standard Webhooks: 24 to 64)."""
PREFIX: Final = "whsec_"
MONDAY_AT: Final = timedelta(hours=9)
"""When in the week tables are posted, by UTC."""


@transaction.atomic
def name_webhook(*, league: League, by: User, address: str, language: str) -> str:
    """Post the news of `league` to `address` from now on; what signs them, which can be told only now. Empty
    where only the address or the language of an earlier one changed: it goes on signing as before.

    Raises NotAllowed unless `by` organises this league, `AddressRefused` of no address to post to.
    """
    host = target_of(address).host
    league = lock(league)
    check_organiser(league, by)
    now = clock.now()
    named = {"address": ciphers.seal(address), "host": host, "language": language}
    fresh = {"tried_at": None, "said": "", "failing_since": None, "off_at": None}
    enter(league, OrganiserAct.Kind.WEBHOOK, by=by, now=now, host=host)
    if Webhook.objects.filter(league=league).update(**named, **fresh, table_at=next_monday(now)):
        return ""
    secret = new_secret()
    Webhook.objects.create(
        league=league, secret=ciphers.seal(secret), made_at=now, table_at=next_monday(now), **named
    )
    return secret


@transaction.atomic
def change_secret(*, league: League, by: User) -> str:
    """Sign with another secret from now on: told only now, empty where there is no webhook. NotAllowed unless
    `by` organises this league.
    """
    league = lock(league)
    check_organiser(league, by)
    secret = new_secret()
    if not Webhook.objects.filter(league=league).update(secret=ciphers.seal(secret)):
        return ""
    enter(league, OrganiserAct.Kind.WEBHOOK_SECRET, by=by, now=clock.now())
    return secret


@transaction.atomic
def remove_webhook(*, league: League, by: User) -> None:
    """Post nothing any more. Doing it again changes nothing. NotAllowed unless `by` organises this league."""
    league = lock(league)
    check_organiser(league, by)
    deleted, _by_model = Webhook.objects.filter(league=league).delete()
    if deleted:
        enter(league, OrganiserAct.Kind.WEBHOOK_GONE, by=by, now=clock.now())


@transaction.atomic
def send_test(*, league: League, by: User) -> bool:
    """Post a message that says nothing; whether there is where to. One that was switched off is tried again.

    NotAllowed unless `by` organises this league.
    """
    league = lock(league)
    check_organiser(league, by)
    if not league.is_public or not Webhook.objects.filter(league=league).update(off_at=None):
        return False
    post_news(league=league.pk, event=TEST, key=league.pk, now=clock.now())
    return True


def post_news(*, league: int, event: str, key: int, now: datetime) -> None:
    """Let the webhook of a league (a key), if it has one, tell of an `event` (`outbox.webhooks`) about what
    has this key. Call it in the transaction in which it happens. One query, and one to put it out.
    """
    public = League.Visibility.PUBLIC
    hooks = Webhook.objects.filter(league=league, league__visibility=public, off_at=None)
    if (hook := hooks.values_list("pk", flat=True).first()) is not None:
        put(tell("webhook", now, webhook=hook, event=event, of=key))


@transaction.atomic
def note_outcome(*, webhook: int, said: str, is_taken: bool, is_gone: bool, now: datetime) -> bool:
    """Note what came of a message: `said` is a status, or why there was none. Whether to try it again: not
    where it was taken, nor once the webhook is switched off, after long failure or since it is gone.
    """
    hook = Webhook.objects.select_for_update().filter(pk=webhook, off_at=None).first()
    if hook is None:
        return False
    hook.tried_at, hook.said = now, said
    hook.failing_since = None if is_taken else hook.failing_since or now
    if hook.failing_since and (is_gone or now - hook.failing_since >= FAILS_FOR):
        hook.off_at = now
    hook.save(update_fields=["tried_at", "said", "failing_since", "off_at"])
    return hook.failing_since is not None and hook.off_at is None


def leagues_with_tables_due(now: datetime) -> list[int]:
    """The leagues (keys) whose week is over, with a webhook that works. One query."""
    due = Webhook.objects.filter(table_at__lte=now, off_at=None).order_by("pk")
    return list(due.values_list("league", flat=True))


def begin_week(*, league: int, now: datetime) -> bool:
    """Note that the tables of a league (a key) are posted now; False if someone else has done it."""
    due = Webhook.objects.filter(league=league, table_at__lte=now, off_at=None)
    return bool(due.update(table_at=next_monday(now)))


def next_monday(now: datetime) -> datetime:
    """The next moment after `now` at which tables are posted."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    moment = midnight - timedelta(days=midnight.weekday()) + MONDAY_AT
    return moment if moment > now else moment + timedelta(days=7)


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


@ciphers.holds_sealed
def _seal_webhooks_anew() -> tuple[int, int]:
    """The addresses and signing secrets of all webhooks."""
    rows, shut = list(Webhook.objects.select_for_update().order_by("pk")), 0
    for hook in rows:
        try:
            hook.address, hook.secret = map(ciphers.sealed_anew, (hook.address, hook.secret))
        except InvalidToken:
            shut += 1
        else:
            hook.save(update_fields=["address", "secret"])
    return len(rows), shut
