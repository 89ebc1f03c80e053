"""The door for webhooks: what is genuine is stored as it came, once, and looked into later.

Whatever brings one, HTTP or the sandbox in process, calls `take_in`; `webhook_queue` does the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.common import clock
from league.prizes.models import WebhookEvent
from league.prizes.providers.port import Provider

LARGEST: Final = 64 * 1024
"""Bytes of a webhook; larger ones are not read."""
LONGEST_ID: Final = 120


def take_in(provider: Provider, headers: Mapping[str, str], body: bytes) -> bool:
    """Store a webhook of `provider`, once its signature is checked; whether it is new.

    Raises `BadSignature` of one that the provider did not send just now, ValueError of one that is larger
    than `LARGEST` or says nothing that makes sense.
    """
    if len(body) > LARGEST:
        raise ValueError(f"a webhook of {len(body)} bytes")
    event = provider.read_webhook(headers, body)
    if not 0 < len(event.event_id) <= LONGEST_ID or len(event.checkout_id) > LONGEST_ID:
        raise ValueError("a webhook with a name that no provider gives")
    row = WebhookEvent(
        provider=provider.key,
        event_id=event.event_id,
        checkout_id=event.checkout_id,
        raw=body.decode(),
        received_at=clock.now(),
    )
    found = WebhookEvent.objects.filter(provider=provider.key, event_id=event.event_id)
    if found.exists():
        return False
    # Two copies at the same moment: one of them stays.
    WebhookEvent.objects.bulk_create([row], ignore_conflicts=True)
    return True
