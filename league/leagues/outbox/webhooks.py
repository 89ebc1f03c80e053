"""Posting a league's news to its webhook: in Discord's form, signed as Standard Webhooks say.

A message tells what a stranger may read on the league's pages. It is written when it is sent, so what has
become untrue meanwhile, or hidden, is not told.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, TypeAlias

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from games.common import clock
from games.common.guards.outgoing import CannotSend, post
from games.common.outbox.registry import Done, Failures, delivers_outside
from games.common.outbox.row import OutboxRow
from league.leagues.models import League, Webhook
from league.leagues.services.webhooks import PREFIX, TEST, note_outcome
from league.users import ciphers

Says: TypeAlias = Callable[[int], str]
"""What an event about the thing with a key says, in the language that holds; empty: nothing any more."""

LONGEST: Final = 2000
"""Characters of a message, as Discord takes them."""
SENDER: Final = "Poste Restante"
MARKED: Final = re.compile(r"([\\`*_~|<>\[\]()#@:-])")

_events: dict[str, Says] = {}


class NotTaken(Exception):
    """The other side said no."""


def news(event: str) -> Callable[[Says], Says]:
    """Register what the decorated function says of `event`, once, when the apps are loaded."""

    def register(says: Says) -> Says:
        _events[event] = says
        return says

    return register


@news(TEST)
def _test(league: int) -> str:
    name = plain(League.objects.values_list("name", flat=True).get(pk=league))
    return _("A test message from %(league)s: it works.") % {"league": name}


def plain(text: str) -> str:
    """`text` as names stand in a message: nothing in it makes a link, a mention or bold type."""
    return MARKED.sub(r"\\\1", " ".join(text.split()))


@delivers_outside("webhook")
def post_to_webhooks(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    for row in rows:
        yield [row], _failure(row)


def _failure(row: OutboxRow) -> Failures:
    """Send one message; why it has to be tried again, if it has."""
    hooks = Webhook.objects.filter(pk=row.payload["webhook"], off_at=None)
    hook = hooks.filter(league__visibility=League.Visibility.PUBLIC).first()
    if hook is None:
        return {}
    with translation.override(hook.language):
        content = _events[row.payload["event"]](row.payload["of"])
    if not content:
        return {}
    body = body_of(content)
    signed = signed_headers(ciphers.open_sealed(hook.secret), f"msg_{row.pk}", clock.now(), body)
    failed: Exception | None = None
    said, is_gone = "", False
    try:
        answer = post(ciphers.open_sealed(hook.address), body, {"Content-Type": "application/json", **signed})
    except CannotSend as error:
        failed, said = error, error.why
    else:
        said, is_gone = str(answer.status), answer.status == 410
        if not answer.has_taken_it:
            failed = NotTaken(said)
    is_to_be_tried = note_outcome(
        webhook=hook.pk, said=said, is_taken=failed is None, is_gone=is_gone, now=clock.now()
    )
    return {row.pk: failed} if failed is not None and is_to_be_tried else {}


def body_of(content: str) -> bytes:
    """A message in Discord's form, which mentions no one."""
    said = content if len(content) <= LONGEST else content[: LONGEST - 1] + "…"
    facts = {"content": said, "username": SENDER, "allowed_mentions": {"parse": []}}
    return json.dumps(facts, ensure_ascii=False).encode()


def signed_headers(secret: str, name: str, now: datetime, body: bytes) -> dict[str, str]:
    """The headers by which a message is known to be the league's own, and not an old one (Standard Webhooks,
    `v1`: HMAC-SHA256). `name` is the same at each attempt.
    """
    moment = str(int(now.timestamp()))
    signed = b".".join([name.encode(), moment.encode(), body])
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return {"webhook-id": name, "webhook-timestamp": moment, "webhook-signature": f"v1,{signature}"}


def link(path: str) -> str:
    """The whole address of a page of ours."""
    return f"{settings.SITE_ADDRESS}{path}"
