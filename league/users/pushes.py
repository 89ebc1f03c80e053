"""Web pushes: what rings, carried to browsers that someone has allowed to show it (RFC 8030, 8291, 8292).

A push says the league and that something waits, no more, unless its reader asks for more, and never more of
games whose players or boards are hidden. It is encrypted for one browser; the request is ours and guarded
(`games.common.guards.outgoing`). One that is not taken is not sent again: e-mail tells the same.
"""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

import http_ece
from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from http_ece import ECEException
from py_vapid import Vapid02

from games.common import clock, outbox
from games.common.errors import GameError
from games.common.guards import outgoing
from games.common.guards.outgoing import CannotSend
from games.common.outbox import bell
from games.common.outbox.bell import Words
from games.common.outbox.registry import Done, delivers_outside
from games.common.outbox.rings import Ring, carries_rings
from games.common.outbox.row import OutboxRow
from games.common.words import people
from league.users import ciphers
from league.users.models import PushSubscription, User

DEVICES: Final = 10
"""Browsers that one person can have pushes in; the one that was silent longest gives way."""

KEYS: Final = ("p256dh", "auth")
"""A browser's, as the standard names them."""

SILENT: Final = timedelta(days=90)
NOTED_EVERY: Final = timedelta(days=1)
"""So seldom it is written down that a browser was heard of: no page says it, and 90 days are long."""
TOKEN_FOR: Final = timedelta(hours=12)
"""So long one signature serves for a push service; they allow a day."""

WORTH: Final = timedelta(hours=12)
"""After so long a push that could not be handed to a browser is worth nothing."""

TOGETHER: Final = timedelta(seconds=10)
"""So long a push waits for others to its reader, who hears once of games that go on at the same time."""

NEVER: Final = frozenset({"leagues", "openings", "weeks"})
"""Kinds of which only the page of notices and e-mails tell."""

ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the group of P-256 (FIPS 186-5)."""


class NotASubscription(GameError):
    """What a browser gave is no subscription: an https address and two keys."""

    def __str__(self) -> str:
        return _("This browser gave no address for notifications. Reload the page and try again.")


def private_key() -> Vapid02:
    """The site's key, with which it says to push services who it is: `VAPID_PRIVATE_KEY`, or one that follows
    from the secret key.
    """
    if settings.VAPID_PRIVATE_KEY:
        return Vapid02.from_raw(settings.VAPID_PRIVATE_KEY.encode())
    digest = salted_hmac("league.users.pushes", "vapid", algorithm="sha256").digest()
    number = int.from_bytes(digest, "big") % (ORDER - 1) + 1
    return Vapid02.from_raw(urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"="))


def public_key() -> str:
    """What a browser is told of it when it subscribes."""
    point = private_key().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def encrypted(body: bytes, keys: Mapping[str, str]) -> bytes:
    """`body` for the one browser that has these keys (RFC 8291). ValueError and ECEException where they are
    none.
    """
    point, secret = (
        urlsafe_b64decode(keys[name] + "=" * (-len(keys[name]) % 4)) for name in ("p256dh", "auth")
    )
    own = ec.generate_private_key(ec.SECP256R1())
    sealed: bytes = http_ece.encrypt(body, private_key=own, dh=point, auth_secret=secret, version="aes128gcm")
    return sealed


@transaction.atomic
def subscribe(*, user: User, endpoint: str, p256dh: str, auth: str, device: str) -> PushSubscription:
    """Send pushes for `user` to a browser from now on. Who had it before has it no more: a browser has one
    subscription, which belongs to the account signed in there. Refuses with `NotASubscription`, and with what
    `outgoing` says of an address that nothing may be sent to.
    """
    outgoing.target_of(endpoint)
    keys = {"p256dh": p256dh, "auth": auth}
    try:
        encrypted(b"{}", keys)
    except (ValueError, ECEException) as error:
        raise NotASubscription from error
    now = clock.now()
    given = {
        "user": user,
        "sealed": ciphers.seal(json.dumps({"endpoint": endpoint, "keys": keys})),
        "device": device[:80],
        "heard_at": now,
    }
    made, _is_new = PushSubscription.objects.update_or_create(
        endpoint_sha256=_name_of(endpoint), defaults=given, create_defaults=given | {"made_at": now}
    )
    kept = user.push_subscriptions.order_by("-heard_at", "-pk").values_list("pk", flat=True)[:DEVICES]
    user.push_subscriptions.exclude(pk__in=list(kept)).delete()
    return made


def unsubscribe(*, user: User, key: int | None = None, endpoint: str = "") -> None:
    """Send no more pushes to a browser of `user`, by its key or its address. Doing it twice does no harm."""
    named = {"pk": key} if key is not None else {"endpoint_sha256": _name_of(endpoint)}
    user.push_subscriptions.filter(**named).delete()


def drop_silent() -> int:
    """Forget browsers that were not heard of for 90 days; how many rows."""
    return PushSubscription.objects.filter(heard_at__lt=clock.now() - SILENT).delete()[0]


@ciphers.holds_sealed
def _seal_anew() -> tuple[int, int]:
    """Where pushes go."""
    rows, shut = list(PushSubscription.objects.select_for_update().order_by("pk")), 0
    for row in rows:
        try:
            row.sealed = ciphers.sealed_anew(row.sealed)
        except InvalidToken:
            shut += 1
        else:
            row.save(update_fields=["sealed"])
    return len(rows), shut


@carries_rings
def put_pushes(rings: Sequence[Ring]) -> None:
    """Put a row for each person who takes pushes, of all that rings at their place now; once, however often
    the e-mails are tried. In their night it is for when that ends. One query, and one more where anything is.
    """
    people_rung = {each.reader.pk for each in rings}
    subscribed = PushSubscription.objects.filter(user__in=people_rung)
    taking = set(subscribed.values_list("user", flat=True))
    together: dict[tuple[int, str], list[Ring]] = defaultdict(list)
    for each in rings:
        if each.reader.pk in taking and _is_wanted(each):
            together[each.reader.pk, each.row.payload.get("about", "")].append(each)
    if together:
        now = clock.now()
        outbox.put_rings(*(_row(each, about, now) for (_user, about), each in together.items()))


def _is_wanted(each: Ring) -> bool:
    return each.always or (each.wish not in NEVER and each.reader.wants(each.wish, each.weight))


def _row(rings: Sequence[Ring], about: str, now: datetime) -> OutboxRow:
    """`about` is that by which `outbox.is_own` knows what no one else may learn of."""
    reader = rings[0].reader
    told = [{"of": each.topic, "told": each.row.payload, "row": each.row.pk} for each in rings]
    row = outbox.tell("push", now, user=reader.pk, about=about, told=told)
    row.ring_of = max(each.row.pk for each in rings)
    row.due_at = people.quiet_of(reader).ends(now, people.zone_of(reader)) or now + TOGETHER
    return row


@delivers_outside("push")
def send_pushes(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """One push a person and browser, of all that still holds: what was done elsewhere rings no more. As many
    queries for hundreds as for one.
    """
    of_people: dict[int, list[OutboxRow]] = defaultdict(list)
    for row in rows:
        of_people[row.payload["user"]].append(row)
    readers = User.objects.filter(is_active=True).in_bulk(of_people)
    says, browsers, heard = _says_of(rows), _browsers_of(readers), list[int]()
    with closing(outgoing.Line()) as line:
        try:
            for user, own in of_people.items():
                if user in readers and (said := _said(readers[user], own, says)):
                    heard += _send(line, browsers[user], message(readers[user], said))
                yield own, {}
        finally:
            now = clock.now()
            late = PushSubscription.objects.filter(pk__in=heard, heard_at__lt=now - NOTED_EVERY)
            late.update(heard_at=now)


class _Told:
    """A row of another topic, as it was when it rang."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.pk, self.payload = told["row"], told["told"]


def _says_of(rows: Sequence[OutboxRow]) -> Mapping[int, Callable[[], Words]]:
    """What each thing that rang still says, by the key of its row."""
    by_topic: dict[str, list[_Told]] = defaultdict(list)
    for row in rows:
        for told in row.payload["told"]:
            by_topic[told["of"]].append(_Told(told))
    return {pk: words for topic, told in by_topic.items() for pk, words in bell.says_of(topic, told).items()}


def _browsers_of(readers: Iterable[int]) -> Mapping[int, list[PushSubscription]]:
    found: dict[int, list[PushSubscription]] = defaultdict(list)
    for subscription in PushSubscription.objects.filter(user__in=readers).order_by("pk"):
        found[subscription.user_id].append(subscription)
    return found


def _said(reader: User, rows: Sequence[OutboxRow], says: Mapping[int, Callable[[], Words]]) -> list[Words]:
    """What of `rows` still holds, each thing once, in the reader's language."""
    with translation.override(reader.language), timezone.override(reader.zone):
        said = [says[told["row"]]() for row in rows for told in row.payload["told"] if told["row"] in says]
    return list({each.about: each for each in said}.values())


def message(reader: User, said: Sequence[Words]) -> dict[str, str]:
    """What the browser is told to show; it stands on a screen that anyone may see."""
    with translation.override(reader.language):
        (first, *others) = said
        leagues = {each.league for each in said if each.league}
        shown = {
            "title": leagues.pop() if len(leagues) == 1 else "Poste Restante",
            "body": _("Something needs you."),
            "tag": "several" if others else first.about,
            "address": "/notices/" if others else first.address,
        }
        if reader.push_names and not others and not first.is_hidden:
            shown |= {"title": first.title, "body": first.place}
        return shown


def _send(line: outgoing.Line, browsers: Sequence[PushSubscription], shown: Mapping[str, str]) -> list[int]:
    """Hand it to each of `browsers`; those (keys) that have taken it. Those that are gone are forgotten."""
    body, taken = json.dumps(shown, ensure_ascii=False).encode(), []
    for each in browsers:
        try:
            known = json.loads(ciphers.open_sealed(each.sealed))
            sealed = encrypted(body, known["keys"])
            answer = line.post(known["endpoint"], sealed, _headers(known["endpoint"]))
        except (CannotSend, InvalidToken):
            continue
        if answer.is_gone:
            each.delete()
        elif answer.has_taken_it:
            taken.append(each.pk)
    return taken


_tokens: dict[tuple[str, str], tuple[datetime, Mapping[str, str]]] = {}
"""By push service and key, until when its signature holds, and the signature."""


def _headers(endpoint: str) -> dict[str, str]:
    parts = urlsplit(endpoint)
    service, now = f"{parts.scheme}://{parts.netloc}", datetime.now(UTC)
    known = (service, settings.VAPID_PRIVATE_KEY or settings.SECRET_KEY)
    until, signed = _tokens.get(known, (now, {}))
    if until <= now:
        claims: dict[str, Any] = {"aud": service, "sub": settings.SECURITY_CONTACT}
        claims["exp"] = int((now + TOKEN_FOR + timedelta(hours=1)).timestamp())
        signed = private_key().sign(claims)
        _tokens[known] = (now + TOKEN_FOR, signed)
    return {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(WORTH.total_seconds())),
        "Urgency": "normal",
    }


def _name_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
