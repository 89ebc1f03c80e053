"""What mails are about, in the words of one reader: games, phases, and what the reader owes in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudicator.texts import names
from games.agreed.absence import Absence, in_words, warning_in_words
from games.common.outbox.mail_templates import Facts
from games.common.words import local
from games.common.words.people import called
from games.common.words.zones import place_of
from games.engine import bridge, hosting_rules, sight
from games.engine.handovers import handover_of
from games.engine.hidden_players import masked_seats
from games.engine.misses import Misses
from games.engine.winners import Winners
from games.gate.clock_proposals import proposal_in_words
from games.models import ClockEntry, ClockProposal, Game, MasterAct, Nomination, Phase
from games.notices.seats import SeatNews
from games.words import wording
from games.words.addresses import game_address
from games.words.endings import NAMES as ENDINGS

IN_THEIR_WORDS = (MasterAct.Kind.ANNOUNCEMENT, MasterAct.Kind.TAKEN_BACK)
"""Acts of which a mail says whose they are and what was written."""

CLOCK: Mapping[str, int] = {
    ClockEntry.Reason.PAUSE: 1,
    ClockEntry.Reason.GOES_ON: 2,
    ClockEntry.Reason.UNTIMED: 3,
    ClockEntry.Reason.TIMED: 4,
}
"""How templates tell what became of a clock; 5: the players voted for more time."""

MEANT: Final[Mapping[str, Promise]] = {
    "homes": gettext_lazy("A list was drawn at random for you."),
    "bids": gettext_lazy("You bid 0 on every power."),
    "orders": gettext_lazy("Your units held."),
    "retreats": gettext_lazy("Your dislodged units were disbanded."),
    "adjustments": gettext_lazy("The rules decided what was built and disbanded."),
}
"""What it meant to save nothing, by the kind that the engine's `due` names (ID-1, 8, 12; RB-2, 14, 15)."""


@dataclass(frozen=True)
class MailContext:
    """One game that a mail is about, and the phase if it is about one. Its words are those of one reader."""

    game: Game
    phase: Phase | None
    owed: str
    """The kind of what the reader owes in it, as `adjudicator.due` names it; empty: nothing."""
    winners: Winners
    """No one while the game lasts, or when no one won it."""
    letters: int
    """How many messages to the reader wait there, unread; counted only for mails about messages."""
    seat: str = ""
    """The reader's seat, where there is a phase or an end that concerns it."""
    act: MasterAct | None = None
    """What the game master did, for those who gained a seat by it or lost theirs, or announced."""
    vote: str = ""
    """The ending that is proposed, where it is about one, and `voters`, the names of those who want it."""
    voters: tuple[str, ...] = ()
    misses: Misses | None = None
    """What the reader has missed there, where it is about that and something follows from it; and `held`, how
    many seats of it someone holds."""
    held: int = 0
    tells_rules: bool = False
    """Whether it is about the rules of absence, which the game has had only since it was begun."""
    host: str = ""
    """Who invites the reader, where it is about that."""
    entry: ClockEntry | None = None
    """What changed the clock, where it is about that."""
    proposal: ClockProposal | None = None
    """What is proposed about the clock, where it is about that."""
    nomination: Nomination | None = None
    """Who is to preside, where it is about that, and `is_nominee`: the reader is."""
    is_nominee: bool = False
    is_untimed: bool = False
    """Whether the game runs without a clock: then its deadline is told to no one."""
    handed: SeatNews | None = None
    """The seat that was left or taken over, where it is about that; `reader` is the key of the person."""
    reader: int = 0
    following: Phase | None = None
    """The phase that is open now, where it is about a missed one; none where it asks the reader nothing."""
    dropped: bool = False
    """Whether votes to end the game were dropped, where a seat has opened."""

    def facts(self) -> Facts:
        """What mails say of it, in the reader's language and zone.

        `task` invites to what they owe: Seal your bids; `closes` is the phase's deadline, `address` the
        game's page.
        """
        language = translation.get_language()
        return {
            "name": " ".join(self.game.name.split()),
            "league": self.game.league.name,
            "variant": wording.game(self.game.variant, self.game.settings),
            "phase": _phase_words(self.phase.label, language) if self.phase else "",
            "task": str(wording.DUE.get(self.owed, "")) if self._is_open and self.owed else "",
            "closes": moment_words(self.phase.deadline) if self.phase else "",
            "kept": moment_words(self.game.seats_kept_until) if self.game.seats_kept_until else "",
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
            "voters": names.listed([called(name) for name in self.voters], local.language()),
            "voter_count": len(self.voters),
            "host": called(self.host),
            "warning": self.warning,
            "meant": str(MEANT.get(self.owed, "")) if not self._is_open else "",
            "rest": self._rest,
            "then": _phase_words(self.following.label, language) if self.following else "",
            "then_closes": moment_words(self.following.deadline) if self.following else "",
            **self._of_rules(),
            "dropped": int(self.dropped),
            "contest": int(self.game.is_contest),
            **self._of_act(),
            **self._of_clock(),
            **self._of_nomination(),
        }

    def _of_rules(self) -> Facts:
        """What follows from missed phases, and since when, where it is about that."""
        absence = Absence.from_json(self.game.absence) if self.tells_rules else None
        if absence is None:
            return {"rules": "", "since": ""}
        seats = len(bridge.seats(self.game.variant, self.game.settings))
        since = moment_words(absence.since) if absence.since else ""
        return {"rules": in_words(absence, self.game.variant, seats=seats), "since": since}

    def _of_nomination(self) -> Facts:
        """Of a nomination: who by whom and why, until when players may object; and how it stands: 1 for the
        players, 2 for the nominee, 3 rejected, 4 accepted.
        """
        nominated = self.nomination
        if nominated is None:
            words = ("nominee", "nominated_by", "nominated_for", "object_until")
            return {"nomination": 0, **dict.fromkeys(words, "")}
        state = 4 if nominated.accepted_at else 3 if nominated.rejected_at else 2 if self.is_nominee else 1
        return {
            "nomination": state,
            "nominee": called(nominated.nominee.get_username()),
            "nominated_by": called(nominated.by.get_username()),
            "nominated_for": " ".join(nominated.reason.split()),
            "object_until": moment_words(nominated.may_be_objected_to_until),
        }

    def _of_clock(self) -> Facts:
        """Of a clock that was paused, or started again: what was done, until when, by whom and why. Of what
        is proposed about it: the proposal, by whom where votes are public.
        """
        facts: dict[str, str | int] = {"untimed": int(self.is_untimed), "clock": 0, "says": ""}
        facts |= {"clock_until": "", "clock_by": "", "clock_note": ""}
        if self.entry is not None:
            facts |= {"clock": CLOCK.get(self.entry.reason, 5), "clock_note": self.entry.note}
            facts["clock_by"] = called(self.entry.by.get_username()) if self.entry.by else ""
            until = self.phase.paused_until if self.phase and self.phase.paused_until else None
            until = self.game.untimed_until if facts["clock"] == 3 else until
            facts["clock_until"] = moment_words(until) if until else ""
        if self.proposal is not None:
            named = hosting_rules.shows_clock_votes(self.game.variant)
            by = called(self.proposal.by.user.get_username()) if named else ""
            pause_ends = moment_words(self.proposal.until) if self.proposal.until else ""
            facts["says"] = proposal_in_words(self.proposal, by, pause_ends)
            facts["clock_until"] = moment_words(self.proposal.lapses_at)
        return facts

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

    @property
    def warning(self) -> str:
        """What further misses would bring the reader."""
        absence = Absence.from_json(self.game.absence)
        if absence is None or self.misses is None:
            return ""
        seats = len(bridge.seats(self.game.variant, self.game.settings))
        is_hidden = hosting_rules.hides_absence(self.game.variant, self.seat)
        return warning_in_words(absence, *self.misses, seats=seats, held=self.held, is_hidden=is_hidden)

    @property
    def _rest(self) -> int:
        """How the reader can get more time: 1 by a holiday, 2 by a pause too, 0 not at all (HR-2, HR-12)."""
        absence = Absence.from_json(self.game.absence)
        if (
            absence is None
            or not absence.holidays
            or hosting_rules.hides_absence(self.game.variant, self.seat)
        ):
            return 0
        return 1 if self.game.is_contest else 2

    def _of_act(self) -> Facts:
        """Of a seat that changed hands: what it plays, who has it besides the reader (no one, where that is
        secret), who gave it and why. Of an announcement, or a game taken back: whose it is, and its text with
        its lines.
        """
        if self.handed is not None:
            return {**self.handed.facts(self.game, self.reader), "by": "", "reason": ""}
        if self.act is not None and self.act.kind in IN_THEIR_WORDS:
            nothing = {"role": "", "before": "", "after": ""}
            return {**nothing, "by": called(self.act.author), "reason": self.act.reason}
        handed = handover_of(self.game, self.act) if self.act else None
        names = ("role", "before", "after", "by", "reason")
        return {name: getattr(handed, name) if handed else "" for name in names}


def moment_words(moment: datetime) -> str:
    """`moment` in the reader's zone, with its city as pages have it: Monday 2 March 2026, 12:00 (London).

    In an hour that comes twice, when clocks are put back, the distance from UTC says which is meant.
    """
    return _moment_words(moment, timezone.get_current_timezone_name(), translation.get_language())


@lru_cache(maxsize=1000)
def _phase_words(label: str, _language: str) -> str:
    return wording.phase(label)


@lru_cache(maxsize=1000)
def _moment_words(moment: datetime, zone: str, _language: str) -> str:
    local, place = timezone.localtime(moment), place_of(zone)
    if local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset():
        place = f"{place}, {_utc(local.utcoffset() or timedelta())}"
    return f"{date_format(local, 'l')} {date_format(local, 'DATETIME_FORMAT')} ({place})"


def _utc(offset: timedelta) -> str:
    minutes = round(abs(offset).total_seconds() / 60)
    sign = "+" if offset >= timedelta() else "−"
    return _("UTC%(sign)s%(hours)d:%(minutes)02d") % {
        "sign": sign,
        "hours": minutes // 60,
        "minutes": minutes % 60,
    }
