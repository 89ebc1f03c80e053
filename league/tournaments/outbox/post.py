"""E-mails of competitions: challenges, steps of entries, beginnings and ends, disputes.

They ask for something or decide about their reader, so they are mailed whatever mails that person chose, but
for invitations; one is not sent about a challenge that was answered meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from games import clock
from games.models import OutboxRow
from games.outbox.registry import Done, delivers_slowly
from league import posting
from league.posting import Parcel, parcel_to, reaches
from league.tournaments.ladder import Kind
from league.tournaments.models import (
    Challenge,
    Circular,
    Competition,
    DateMove,
    Dispute,
    Entry,
    Notice,
    ProposedAct,
    Suspicion,
    that_count,
)
from league.tournaments.outbox.occasions import SAYS
from league.tournaments.registration import is_to_be_decided
from league.users.models import User

FOLDER: Final = "tournaments/mail"
WISHES: Final[Mapping[str, str]] = {"invited": "invitations"}
"""By occasion: the kind of mail that its reader may do without."""


@delivers_slowly("season_mail")
def send_mails(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """One e-mail a row."""
    yield from posting.send(rows, _parcels_of(rows), "season")


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
        wish = WISHES.get(occasion, "")
        if wish and not reader.wants_mail(wish):
            continue
        parcels[row.pk] = parcel_to(reader, FOLDER, "season", partial(says, thing, reader), wish)
    return parcels


def _is_stale(occasion: str, thing: Any) -> bool:
    """Whether there is nothing to be told any more: the challenge was answered or the fee paid meanwhile, or
    nobody won the game after all, as was ruled.
    """
    if occasion in ("fee_due", "fee_reminder"):
        return thing.pay_by is None or thing.payment not in Entry.OWING
    if occasion == "too_few":
        return not is_to_be_decided(thing, clock.now())
    if occasion == "can_challenge":
        return bool(clock.now() >= thing.competition.challenges_until)
    if occasion == "moved":
        result = thing.competition.events.filter(that_count(), kind=Kind.RESULT, number=thing.number)
        return result.latest("pk").facts["winner"] is None
    return occasion in ("challenged", "answer_due") and thing.state != Challenge.State.WAITING


def _things(rows: Sequence[OutboxRow]) -> Mapping[str, Mapping[int, Any]]:
    def keys(kind: str) -> list[int]:
        return [row.payload[kind] for row in rows if kind in row.payload]

    challenges = Challenge.objects.select_related("competition__league", "by__user", "of__user", "game")
    disputes = Dispute.objects.select_related(
        "competition__league", "challenge__by__user", "challenge__of__user"
    )
    suspicions = Suspicion.objects.select_related("competition__league", "one__user", "other__user")
    notices = Notice.objects.select_related("competition__league", "of__user")
    acts = ProposedAct.objects.select_related("competition__league", "about", "by", "decided_by")
    return {
        "challenge": challenges.in_bulk(keys("challenge")),
        "entry": Entry.objects.select_related("competition__league", "user").in_bulk(keys("entry")),
        "circular": Circular.objects.select_related("competition__league", "by").in_bulk(keys("circular")),
        "competition": Competition.objects.select_related("league").in_bulk(keys("competition")),
        "move": DateMove.objects.select_related("competition__league").in_bulk(keys("move")),
        "dispute": disputes.in_bulk(keys("dispute")),
        "suspicion": suspicions.in_bulk(keys("suspicion")),
        "notice": notices.in_bulk(keys("notice")),
        "act": acts.in_bulk(keys("act")),
    }
