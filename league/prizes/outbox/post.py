"""E-mails about prize money: receipts, refunds, prizes, what waits for those who answer for it.

All of them are about their reader's own money, or ask for something that only they can do, so they are mailed
whatever mails that person chose; one is not sent about what was done meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from league.competitions.models import Entry
from league.leagues.outbox import posting
from league.leagues.outbox.posting import Parcel, parcel_to, reaches
from league.prizes.book.books import refunds_to_make
from league.prizes.models import (
    Agreement,
    BankDetailsChange,
    CancelProposal,
    HandRecord,
    Holder,
    Payment,
    PaymentClosing,
    Payout,
    Proposal,
    Refund,
    Trustee,
)
from league.prizes.outbox.occasions import SAYS
from league.users.models import User

FOLDER: Final = "prizes/mail"


@delivers_slowly("prize_mail")
def send_mails(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """One e-mail a row."""
    yield from posting.send(rows, _parcels_of(rows), "money")


def _parcels_of(rows: Sequence[OutboxRow]) -> dict[int, Parcel]:
    readers = User.objects.in_bulk({row.payload["user"] for row in rows})
    things = _things(rows)
    parcels: dict[int, Parcel] = {}
    for row in rows:
        occasion = row.payload["occasion"]
        kind, says = SAYS[occasion]
        thing, reader = things[kind].get(row.payload[kind]), readers.get(row.payload["user"])
        if thing is None or reader is None or not reaches(reader) or _is_stale(occasion, thing):
            continue
        parcels[row.pk] = parcel_to(reader, FOLDER, "money", partial(says, thing, reader))
    return parcels


def _is_stale(occasion: str, thing: Any) -> bool:
    """Whether what is asked for was done, or is not to be done any more."""
    match occasion:
        case "to_confirm" | "confirm_reminder":
            return bool(thing.state != Proposal.State.OPEN)
        case "refunds_to_make":
            return not refunds_to_make(thing).exists()
        case "claimed":
            return bool(thing.state != Payout.State.CLAIMED)
        case "asked":
            return not thing.competition.is_draft or thing.declined_at is not None
        case "declined":
            return not thing.competition.is_draft or thing.declined_at is None
        case "won":
            return thing.state not in Payout.OWED
        case "claim_reminder" | "payout_failed":
            return thing.state not in (Payout.State.CONFIRMED, Payout.State.FAILED)
        case "record_waits":
            return bool(thing.state != HandRecord.State.WAITING)
        case "part":
            return bool(thing.state != Payment.State.PART)
        case "refund_due":
            return bool(thing.state == Refund.State.WITHDRAWN)
        case "cancel_asked" | "cancel_proposed":
            return bool(thing.state != CancelProposal.State.OPEN)
        case "charged_back" | "opened":
            return bool(thing.pay_by is None)
        case "closed":
            return bool(thing.opened_at is not None)
        case "details_changed":
            return bool(thing.confirmed_by_id is not None)
        case "held":
            return bool(thing.state != Payment.State.HELD)
    return False


def _things(rows: Sequence[OutboxRow]) -> Mapping[str, Mapping[int, Any]]:
    def of(model: Any, kind: str, *related: str) -> Mapping[int, Any]:
        keys = {row.payload[kind] for row in rows if kind in row.payload}
        found: Mapping[int, Any] = model.objects.select_related(*related).in_bulk(keys) if keys else {}
        return found

    season = "book__competition__league"
    return {
        "payment": of(Payment, "payment", season, "entry"),
        "refund": of(Refund, "refund", season, "holder"),
        "entry": of(Entry, "entry", "competition__league"),
        "proposal": of(Proposal, "proposal", season),
        "payout": of(Payout, "payout", season, "proposal", "entry__user"),
        "holder": of(Holder, "holder", season),
        "trustee": of(Trustee, "trustee", "competition__league", "user"),
        "agreement": of(Agreement, "agreement", "competition__league", "user"),
        "change": of(BankDetailsChange, "change", "competition__league", "by"),
        "closing": of(PaymentClosing, "closing", "competition__league"),
        "cancelling": of(CancelProposal, "cancelling", "competition__league", "by", "answered_by"),
        "record": of(HandRecord, "record", season, "by", "entry"),
    }
