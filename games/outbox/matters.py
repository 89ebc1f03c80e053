"""What mails are about: games, phases, and what their reader owes in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games import manners, wording
from games.addresses import game_address
from games.models import Game, OutboxRow, Phase, ReadMark, Tenure
from games.outbox.moulds import Facts
from games.reminders import may_remind_of
from games.sent import sent_in
from games.winners import NOBODY, Winners, winners_of

NEEDED = (
    *("label", "ordinal", "due", "opened_at", "deadline", "closes_at", "adjudicated_at", "set_aside_at"),
    "game_id",
)
"""Of a phase; its position is long, and nobody is told of it by mail."""


@dataclass(frozen=True)
class Matter:
    """One game that a mail is about, and the phase if it is about one. Its words are those of one reader."""

    game: Game
    phase: Phase | None
    owed: str
    """The kind of what the reader owes in it, as `adjudicator.due` names it; empty: nothing."""
    winners: Winners
    """Nobody while the game lasts, or when nobody won it."""
    letters: int
    """How many letters to the reader wait there, unread; counted only for mails about letters."""

    def facts(self) -> Facts:
        """What mails say of it, in the reader's language and zone.

        `task` invites to what he owes: Seal your bids; `closes` is the phase's deadline, `address` the game's
        page.
        """
        language = translation.get_language()
        return {
            "name": " ".join(self.game.name.split()),
            "league": self.game.league.name,
            "variant": wording.game(self.game.variant, self.game.settings),
            "phase": _phase_words(self.phase.label, language) if self.phase else "",
            "task": str(wording.DUE.get(self.owed, "")) if self.owed else "",
            "closes": moment_words(self.phase.deadline) if self.phase else "",
            "address": settings.SITE_ADDRESS + game_address(self.game.league.slug, self.game.code),
            "winners": self.winners.together,
            "winner_count": len(self.winners.names),
            "beside": " ".join(self.winners.also),
            "clause": (self.game.outcome or {}).get("how", ""),
            "letters": self.letters,
        }


def moment_words(moment: datetime) -> str:
    """`moment` in the reader's zone, with its name: Monday 2 March 2026, 12:00 (Europe/London).

    In an hour that comes twice, when clocks are put back, the distance from UTC says which is meant.
    """
    return _moment_words(moment, timezone.get_current_timezone_name(), translation.get_language())


@lru_cache(maxsize=1000)
def _phase_words(label: str, _language: str) -> str:
    return wording.phase(label)


@lru_cache(maxsize=1000)
def _moment_words(moment: datetime, zone: str, _language: str) -> str:
    local = timezone.localtime(moment)
    if local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset():
        zone = f"{zone}, {_utc(local.utcoffset() or timedelta())}"
    return f"{date_format(local, 'l')} {date_format(local, 'DATETIME_FORMAT')} ({zone})"


def _utc(offset: timedelta) -> str:
    minutes = round(abs(offset).total_seconds() / 60)
    sign = "+" if offset >= timedelta() else "−"
    return _("UTC%(sign)s%(hours)d:%(minutes)02d") % {
        "sign": sign,
        "hours": minutes // 60,
        "minutes": minutes % 60,
    }


def matters_of(rows: Sequence[OutboxRow], now: datetime) -> Mapping[int, Matter]:
    """By the row's key, what it is about; rows whose occasion has passed are left out."""
    games = Game.objects.select_related("league").in_bulk({row.payload["game"] for row in rows})
    phases = Phase.objects.only(*NEEDED).in_bulk(
        {row.payload["phase"] for row in rows if "phase" in row.payload}
    )
    seats = _seats_in({phase.game_id for phase in phases.values()})
    for each in phases.values():
        each.game = games[each.game_id]
    sent = sent_in([phases[key] for key in _asked_for(rows) if key in phases and phases[key].is_open])
    unread = _unread(rows)
    winners = _winners_of([game for game in games.values() if game.outcome])
    matters = {}
    for row in rows:
        game, phase = games.get(row.payload["game"]), phases.get(row.payload.get("phase", 0))
        if game is None:
            continue
        person, about, owed = row.payload["user"], row.payload["about"], ""
        if phase is not None:
            seat = seats.get((game.pk, person), "")
            owed = phase.due[seat]["kind"] if manners.is_asked(phase.due, seat) else ""
        if about == "waiting" and (phase is None or not phase.is_open or sent.get((phase.pk, person))):
            continue
        if about == "reminder" and (
            phase is None or not owed or not may_remind_of(phase, now) or (phase.pk, person) in sent
        ):
            continue
        letters = unread.get((game.pk, person), 0)
        if about == "letters" and not letters:
            continue
        matters[row.pk] = Matter(game, phase, owed, winners.get(game.pk, NOBODY), letters)
    return matters


def _seats_in(games: Collection[int]) -> dict[tuple[int, int], str]:
    """By game and person, the seat that he holds."""
    tenures = Tenure.objects.filter(game__in=games, left_at=None).values_list("game", "user", "seat__key")
    return {(game, user): seat for game, user, seat in tenures}


def _asked_for(rows: Sequence[OutboxRow]) -> set[int]:
    """The phases for which `rows` ask somebody to send something, by their keys."""
    return {row.payload["phase"] for row in rows if row.payload["about"] in ("waiting", "reminder")}


def _unread(rows: Sequence[OutboxRow]) -> dict[tuple[int, int], int]:
    """By game and person, how many letters he has not read."""
    people = {row.payload["user"] for row in rows if row.payload["about"] == "letters"}
    if not people:
        return {}
    marks = ReadMark.objects.filter(tenure__user__in=people, tenure__left_at=None, unread__gt=0)
    counts = marks.order_by().values_list("tenure__game", "tenure__user").annotate(Sum("unread"))
    return {(game, user): count for game, user, count in counts}


def _winners_of(games: Sequence[Game]) -> dict[int, Winners]:
    players: dict[int, dict[str, str]] = defaultdict(dict)
    tenures = Tenure.objects.filter(game__in=games, left_at=None).select_related("seat", "user")
    for tenure in tenures:
        players[tenure.game_id][tenure.seat.key] = tenure.user.get_username()
    return {game.pk: winners_of(game.variant, game.outcome, players[game.pk]) for game in games}
