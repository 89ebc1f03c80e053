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

from adjudicator.texts import names
from games import manners, sight, wording
from games.addresses import game_address
from games.handovers import handover_of
from games.invitations import open_invitations
from games.masks import masked_seats
from games.models import Game, MasterAct, OutboxRow, Phase, ReadMark, Tenure, Vote
from games.outbox.moulds import Facts
from games.reminders import may_remind_of
from games.selectors.endings import NAMES as ENDINGS
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
    seat: str = ""
    """The reader's seat, where there is a phase or an end that concerns it."""
    act: MasterAct | None = None
    """What the game master did, for those who gained a seat by it or lost theirs, or announced."""
    vote: str = ""
    """The ending that is proposed, where it is about one, and `voters`, the names of those who want it."""
    voters: tuple[str, ...] = ()
    host: str = ""
    """Who invites the reader, where it is about that."""

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
            "task": str(wording.DUE.get(self.owed, "")) if self._is_open and self.owed else "",
            "closes": moment_words(self.phase.deadline) if self.phase else "",
            "address": settings.SITE_ADDRESS + game_address(self.game.league.slug, self.game.code),
            "winners": self.winners.together,
            "winner_count": len(self.winners.names),
            "beside": " ".join(self.winners.also),
            "void": int(self.winners.is_void),
            "clause": (self.game.outcome or {}).get("how", ""),
            "opens": date_format(opens) if (opens := sight.opens_on(self.game)) else "",
            "letters": self.letters,
            "won": self.won,
            "ranking": int(self.owed == "homes"),
            "vote": str(ENDINGS.get(self.vote, "")).lower(),
            "voters": names.listed(self.voters, wording.language()),
            "voter_count": len(self.voters),
            "host": self.host,
            **self._of_act(),
        }

    @property
    def _is_open(self) -> bool:
        return self.phase is not None and self.phase.is_open

    @property
    def won(self) -> int:
        """What the end is to the reader: 1 a win, 2 a draw, 0 anything else."""
        won = (self.game.outcome or {}).get("winners", [])
        if self.seat not in won or not self.seat:
            return 0
        return 2 if self.seat not in masked_seats(self.game.variant) and len(self.winners.names) > 1 else 1

    def _of_act(self) -> Facts:
        """Of a seat that changed hands: what it plays, who has it besides the reader (nobody, where that is
        secret), who gave it and why. Of an announcement: whose it is, and its text with its lines.
        """
        if self.act is not None and self.act.kind == MasterAct.Kind.ANNOUNCEMENT:
            nothing = {"role": "", "before": "", "after": ""}
            return {**nothing, "by": self.act.by.get_username(), "reason": self.act.reason}
        handed = handover_of(self.game, self.act) if self.act else None
        names = ("role", "before", "after", "by", "reason")
        return {name: getattr(handed, name) if handed else "" for name in names}


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
    players = _players_of(
        [game for game in games.values() if game.outcome], [row for row in rows if "vote" in row.payload]
    )
    acts = _acts_of(rows)
    voters = _voters_of(rows)
    hosts = _hosts_of(rows)
    matters = {}
    for row in rows:
        game, phase = games.get(row.payload["game"]), phases.get(row.payload.get("phase", 0))
        if game is None:
            continue
        person, about, owed = row.payload["user"], row.payload["about"], ""
        sitting = players.get(game.pk, {})
        seat = seats.get((game.pk, person), "")
        if phase is None:
            seat = next((key for key, (user, _name) in sitting.items() if user == person), "")
        elif about != "set_aside":  # of a phase that was set aside, anything may be damaged
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
        vote = row.payload.get("vote", "")
        wanted = voters.get((game.pk, vote), [])
        if about == "proposal" and (not game.is_running or not wanted or not seat or seat in wanted):
            continue
        if about == "invited" and (game.pk, person) not in hosts:
            continue
        named = {key: name for key, (_user, name) in sitting.items()}
        matters[row.pk] = Matter(
            game,
            phase,
            owed,
            winners_of(game.variant, game.outcome, named) if game.outcome else NOBODY,
            letters,
            seat,
            acts.get(row.payload.get("act", 0)),
            vote,
            tuple(named[each] for each in wanted if each in named),
            hosts.get((game.pk, person), "") if about == "invited" else "",
        )
    return matters


def _acts_of(rows: Sequence[OutboxRow]) -> dict[int, MasterAct]:
    """What game masters did that `rows` are about, by its key; asked for only where any are."""
    keys = {row.payload["act"] for row in rows if "act" in row.payload}
    return MasterAct.objects.select_related("by", "phase").in_bulk(keys) if keys else {}


def _voters_of(rows: Sequence[OutboxRow]) -> dict[tuple[int, str], list[str]]:
    """By game and ending, the seats that want it; asked for only where one is proposed."""
    games = {row.payload["game"] for row in rows if "vote" in row.payload}
    found: dict[tuple[int, str], list[str]] = defaultdict(list)
    if games:
        votes = Vote.objects.filter(game__in=games).order_by("seat__order")
        for game, kind, seat in votes.values_list("game", "kind", "seat__key"):
            found[game, kind].append(seat)
    return found


def _hosts_of(rows: Sequence[OutboxRow]) -> dict[tuple[int, int], str]:
    """By game and guest, who invites, while it can be taken up; asked for only where a row is about that."""
    invited = [row.payload for row in rows if row.payload["about"] == "invited"]
    if not invited:
        return {}
    found = open_invitations().filter(
        game__in={each["game"] for each in invited}, user__in={each["user"] for each in invited}
    )
    return {(game, user): name for game, user, name in found.values_list("game", "user", "by__username")}


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


def _players_of(over: Sequence[Game], proposed: Sequence[OutboxRow]) -> dict[int, dict[str, tuple[int, str]]]:
    """By game and seat, who sits there, as key and name: in games that are over, or whose end is proposed."""
    games = {game.pk for game in over} | {row.payload["game"] for row in proposed}
    players: dict[int, dict[str, tuple[int, str]]] = defaultdict(dict)
    tenures = Tenure.objects.filter(game__in=games, left_at=None).select_related("seat", "user")
    for tenure in tenures if games else ():
        players[tenure.game_id][tenure.seat.key] = tenure.user_id, tenure.user.get_username()
    return players
