"""E-mails of competitions: challenges, steps of entries, beginnings and ends, disputes.

Their reader can do without them, but for those about money and those that ask somebody to rule in a season or
to run it: these say why they always come. One is not sent about a challenge that was answered meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from games.common import clock
from games.common.outbox.moulds import Facts
from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from league.competitions.models import (
    Arbiter,
    Challenge,
    Circular,
    Competition,
    DateMove,
    Dispute,
    Entry,
    Notice,
    ProposedAct,
    Suspicion,
)
from league.competitions.outbox.occasions import SAYS
from league.competitions.state.registration import is_to_be_decided
from league.leagues.outbox import posting
from league.leagues.outbox.posting import Parcel, parcel_to, reaches
from league.users.models import User

FOLDER: Final = "tournaments/mail"
WISH: Final = "competitions"
"""The kind of mail that its reader may do without (`users.wishes`)."""
MONEY: Final = ("fee_due", "fee_reminder", "not_paid", "waits_again")
DUTY: Final = ("suspected", "too_few", "no_arbiter", "proposed", "arbiter", "stepped_down")
"""Occasions of mails that nobody may do without: about a fee, or to those who rule in a season or run it."""


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
        always = _always(occasion, thing, reader)
        if not always and not _wants(occasion, reader):
            continue
        facts = partial(_facts, says, thing, reader, always)
        parcels[row.pk] = parcel_to(reader, FOLDER, "season", facts, "" if always else WISH)
    return parcels


def _facts(says: Callable[[Any, User], Facts], thing: Any, reader: User, always: str) -> Facts:
    return {
        **says(thing, reader),
        "always_money": int(always == "money"),
        "always_duty": int(always == "duty"),
    }


def _always(occasion: str, thing: Any, reader: User) -> str:
    """Why an e-mail comes whatever its reader chose: about `money`, or their `duty`; empty: it need not."""
    if occasion in MONEY or (occasion == "let_in" and thing.pay_by is not None):
        return "money"
    if occasion == "disputed":
        is_player = reader.pk in (thing.challenge.by.user_id, thing.challenge.of.user_id)
        return "" if is_player else "duty"
    return "duty" if occasion in DUTY else ""


def _wants(occasion: str, reader: User) -> bool:
    """Whether `reader` wants such mails; who wants no invitations wants none to a season either."""
    return reader.wants_mail(WISH) and (occasion != "invited" or reader.wants_mail("invitations"))


def _is_stale(occasion: str, thing: Any) -> bool:
    """Whether there is nothing to be told any more: the challenge was answered or the fee paid meanwhile, or
    the result ruled on, of which another e-mail tells.
    """
    if occasion in ("fee_due", "fee_reminder"):
        return thing.pay_by is None or thing.payment not in Entry.OWING
    if occasion == "too_few":
        return not is_to_be_decided(thing, clock.now())
    if occasion == "arbiter":
        return thing.left_at is not None or bool(thing.competition.is_over)
    if occasion == "can_challenge":
        return bool(clock.now() >= thing.competition.challenges_until)
    if occasion in ("result", "moved"):
        return bool(thing.disputes.filter(ruled_at__isnull=False).exists())
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
        "arbiter": Arbiter.objects.select_related("competition__league", "user").in_bulk(keys("arbiter")),
    }
