"""Everything one reader sees on a page of a game, gathered once and printed by the templates."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from adjudicator.texts.settings import setting_sentence
from games.board import Earlier, describe, earlier_in_words, spies_in_words
from games.common.words import local
from games.common.words.zones import place_of
from games.engine import bridge, hosting_rules, sight
from games.engine.commands import commanders_of
from games.engine.handovers import Handover
from games.engine.hidden_players import masked_seats
from games.engine.winners import Winners, winners_of
from games.facts.holders import Holders, holders_of
from games.gate.access import Access
from games.gate.contests import ContestNote
from games.gate.nominations import may_gain_master
from games.lists.waiting import Task
from games.models import Contest, Game, Nomination, Phase
from games.pages.absence import AbsencePanel
from games.pages.acts import Act
from games.pages.auctions import Auction
from games.pages.clock_changes import Change, Changes
from games.pages.clock_votes import Pause, Poll, pause_of
from games.pages.ended import Moment
from games.pages.endings import Ending
from games.pages.fresh import Fresh
from games.pages.notebook import Guess
from games.pages.open_seats import Leaving, Left
from games.pages.phases import TakenBack, Timeline
from games.pages.plates import Plate, plates_of
from games.pages.press import Press
from games.pages.results import Report
from games.pages.seats import Place, names_of
from games.pages.sheets import SheetPage
from games.pages.sightings import Seen, has_full_report
from games.pages.status import Turn
from games.pages.whose import Who, who_is_who
from games.pages.writers import is_press_opened
from games.words import wording
from games.words.clauses import clause_url

MONTHS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
"""The months as postmarks show them."""


@dataclass(frozen=True, slots=True)
class Postmark:
    """The stamp beside a deadline: decoration."""

    over: str
    day: str
    hour: str


@dataclass(frozen=True, slots=True)
class Past:
    """One adjudicated phase: its name, its results, and its auction if it was one."""

    label: str
    report: Report
    auction: Auction | None
    winners: Winners
    missed: str = ""
    """The kind of what it asked the reader for, if that was missed (HR-1) and no news say so."""
    before: Place | None = None
    """The reader's seat as it was then, if someone else had it, or no one."""

    @property
    def name(self) -> str:
        return wording.phase(self.label)


@dataclass(slots=True)
class GamePage:
    """A page of a game. Empty parts are not shown."""

    access: Access
    now: datetime
    places: list[Place]
    timeline: Timeline
    title: str = ""
    shared: Any = None
    """How far the game is, for links to it on other sites (`pages.sharing`): what a stranger is told,
    whichever the reader is."""
    phase: Phase | None = None
    seen: Seen = field(default_factory=lambda: Seen({}))
    guesses: list[Guess] = field(default_factory=list)
    board: str = ""
    legend: str = ""
    turns: list[Turn] = field(default_factory=list)
    changes: Changes = field(default_factory=Changes)
    """How deadlines were changed."""
    nomination: Nomination | None = None
    """Who is to become the master of this running game (HR-9)."""
    poll: Poll | None = None
    """What is proposed about the clock of the open phase."""
    sheet: SheetPage | None = None
    last: Past | None = None
    stake: str = ""
    """What a game of a competition is for, while it is played."""
    told: ContestNote | None = None
    """Words of the game's competition about its end."""
    moment: Moment | None = None
    """Who won and by what, what decided it, and how it went, once it is over."""
    rematch: Game | None = None
    """The game that was opened after this one, with its settings; for players, once this is over."""
    prices: Mapping[str, int] = field(default_factory=dict)
    """What the powers that were bought for this year cost, in credits."""
    before: list[Past] = field(default_factory=list)
    """What was adjudicated at the same deadline as `last`, the latest first (SPY-22)."""
    fresh: Fresh | None = None
    taken_back: TakenBack | None = None
    """Why the phase that is shown does not count (HR-8)."""
    next_game: Task | None = None
    """Another game that waits for the reader, once nothing is left to be sent here."""
    press: Press | None = None
    endings: list[Ending] = field(default_factory=list)
    acts: Sequence[Act] = ()
    ruling: Act | None = None
    """The ruling that ended the game, if one did."""
    lost: Handover | None = None
    """How the reader lost the seat, who has none now."""
    had_seat: bool = False
    """Whether the reader, who has no seat now, had one whose messages they can still read."""
    absence: AbsencePanel | None = None
    """Who missed how much, where something follows from it."""
    leaving: Leaving | None = None
    """What the reader, who plays, can do about leaving."""
    left: Left | None = None
    """How the reader, who has no seat now, left the last one."""
    has_moved_on: bool = False
    has_changed: bool = False
    has_new_letter: bool = False
    answer_version: int | None = None
    is_reel: bool = False
    """Whether it is a page of the replay, which a script lets run."""
    kept: str = ""
    """All of it below the masthead, where it was made before (`games.gate.spectator_cache`)."""

    @property
    def game(self) -> Game:
        return self.access.game

    @property
    def contest(self) -> Contest | None:
        """What a competition's game was told of it. One query, once a page, and none for other games."""
        return self.game.contest if self.game.is_contest else None

    @property
    def position(self) -> Mapping[str, Any]:
        """The position that the page shows, as its reader sees it."""
        return self.seen.position

    @property
    def known(self) -> Mapping[str, Any] | None:
        """In fog, what of the board the reader knows; else nothing."""
        return self.seen.known

    @property
    def offered(self) -> list[Place]:
        """The seats that can be taken over now."""
        return [place for place in self.places if place.is_offered and self.game.is_running]

    @property
    def players(self) -> dict[str, str]:
        return names_of(self.places)

    @property
    def deals_seats(self) -> bool:
        """Whether it can be read how the seats were dealt: not while a player is anonymous (DG-1)."""
        if masked_seats(self.game.variant) and self.game.state != Game.State.FINISHED:
            return False
        return bridge.deals(self.game)

    @property
    def zone(self) -> str:
        return place_of(timezone.get_current_timezone_name())

    @property
    def postmark(self) -> Postmark | None:
        if self.phase is None or self.untimed_until:
            return None
        closes = timezone.localtime(self.phase.deadline)
        day = f"{closes.day} {MONTHS[closes.month - 1]}"
        return Postmark(wording.stamp(self.phase.label), day, closes.strftime("%H.%M"))

    @property
    def is_late(self) -> bool:
        """Whether the open phase has closed and only waits to be adjudicated."""
        return self.phase is not None and self.phase.closes_at <= self.now

    @property
    def countdown(self) -> str:
        """How a script says what time is left."""
        return json.dumps(local.countdown(), ensure_ascii=False)

    @property
    def tags(self) -> list[str]:
        game = self.game
        tags = [wording.game(game.variant, game.settings)]
        tags.append(_("messages allowed") if game.press == Game.Press.OPEN else _("no messages"))
        if game.is_private:
            tags.append(_("private"))
        return tags

    @property
    def pause(self) -> Pause | None:
        """The pause that holds the open phase up."""
        return pause_of(self.phase, self.changes, self.now) if self.phase else None

    @property
    def is_silent(self) -> bool:
        """Whether the game is void because no one saved anything any more (HR-6)."""
        return self.ruling is None and hosting_rules.is_void(self.game.outcome)

    @property
    def was_left(self) -> bool:
        """Whether a competition's game was lost by someone who left: forfeited by no act of anyone's, nor
        by absence (HR-10).
        """
        if not self.game.is_contest or self.ruling is not None or not hosting_rules.is_forfeit(self.outcome):
            return False
        return self.last is not None and any(
            news.item.get("cause") == "ruling" for news in self.last.report.news
        )

    @property
    def untimed_until(self) -> datetime | None:
        """Until when the game runs without a clock, if it does."""
        return self.game.untimed_until if self.game.is_untimed(self.now) else None

    @property
    def stopped_until(self) -> datetime | None:
        """When the clock goes on by itself: open pages ask for what is new then."""
        return self.pause.until if self.pause else self.untimed_until

    @property
    def may_propose(self) -> bool:
        """Whether the reader may propose something about the clock: any player (HR-12). No one in a
        competition (HR-10).
        """
        if self.game.is_contest:
            return False
        return self.phase is not None and any(place.is_own for place in self.places)

    @property
    def may_gain_master(self) -> bool:
        """Whether a game master can be nominated while it runs (HR-9)."""
        return self.game.is_running and may_gain_master(self.game)

    @property
    def last_change(self) -> Change | None:
        """The latest change of the open phase's deadline."""
        return self.changes.of(self.phase)

    @property
    def closes_early(self) -> bool:
        """Whether the open phase is over once all who owe are ready."""
        return hosting_rules.closes_early(self.game.variant, self.phase.due if self.phase else None)

    @property
    def shows_readiness(self) -> bool:
        """Whether everyone is told who is waited for in the open phase."""
        return hosting_rules.shows_readiness(self.game.variant, self.phase.due if self.phase else None)

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        return self.game.outcome if self.game.state == Game.State.FINISHED else None

    @property
    def holders(self) -> Holders | None:
        """Who held the seats, once everyone may know. Two queries."""
        return holders_of(self.game)

    @property
    def winners(self) -> Winners:
        return winners_of(self.game.variant, self.outcome, self.players)

    @property
    def all_lose(self) -> bool:
        """Whether it ended without a winner, and is no draw."""
        return hosting_rules.all_lose(self.game.variant, self.outcome)

    @property
    def sealed_for_good(self) -> str:
        """The clause by which the game's record lacks something, even now."""
        return hosting_rules.sealed_for_good(self.game.variant)

    @property
    def outcome_url(self) -> str:
        return clause_url(self.outcome["how"]) if self.outcome else ""

    @property
    def plates(self) -> list[Plate]:
        return plates_of(self.position, self.places)

    @property
    def who(self) -> Who:
        return who_is_who(self.position, self.places)

    @property
    def counts_units(self) -> bool:
        """Whether it is units on the board that win, counted by player (RB-13, RB-20)."""
        settings = self.game.settings
        is_short = settings.get("last_year") is not None and self._clause_of("last_year") == "RB-13"
        return self.known is None and (is_short or settings.get("players") == 2)

    @property
    def last_year_in_words(self) -> str:
        """What the game's last year brings, where house rules have it (HR-7); empty where it has none."""
        clause, year = self._clause_of("last_year"), self.game.settings.get("last_year")
        return setting_sentence(clause, year, local.language())

    def _clause_of(self, setting: str) -> str:
        return str(bridge.about(self.game.variant, self.game.settings)["clauses"].get(setting, ""))

    @property
    def idle_powers(self) -> list[str]:
        """Powers with units or centres that no one commands."""
        commanded = commanders_of(self.position, self.players)
        alive = {*self.position.get("units", {}), *self.position.get("centres", {})}
        return sorted((power for power in alive if power not in commanded), key=wording.power)

    @property
    def in_words(self) -> Sequence[Any]:
        """The position as a table, for those who do not see the map."""
        return describe(self.position, language=local.language(), in_fog=self.known is not None)

    @property
    def is_in_fog(self) -> bool:
        """Whether people who only watch see nothing of the board."""
        return self.game.started_at is not None and sight.is_in_fog(self.game)

    @property
    def opens_on(self) -> date | None:
        """The day on which the record of a game that is over, and still in fog, is everyone's (SPY-6)."""
        return sight.opens_on(self.game)

    @property
    def proposals(self) -> list[Ending]:
        """The endings that others have voted for, and the reader could."""
        return [each for each in self.endings if each.voters and each.is_possible and not each.is_own]

    @property
    def new_act(self) -> Act | None:
        """The latest thing that the game master did, if it was in the open phase."""
        latest = self.acts[0] if self.acts else None
        return latest if latest and self.phase and latest.label == self.phase.label else None

    @property
    def reopened_by(self) -> Act | None:
        """The act that opened the open phase again, the game having been taken back to it (HR-8)."""
        return self.new_act if self.new_act and self.new_act.takes_back else None

    @property
    def old_acts(self) -> Sequence[Act]:
        return self.acts[1:] if self.new_act else self.acts

    @property
    def seated(self) -> Handover | None:
        """How the reader got the seat, in the phase in which it happened and in the one after."""
        recent = {each.label for each in (self.phase, self.last) if each is not None}
        for act in self.acts:
            given = act.handover
            if given and given.seat == self.access.seat_key and given.label in recent:
                return given
        return None

    @property
    def own_result(self) -> str:
        """What the end was to the reader: `won`, alone or `apart` from other winners, `shared`,
        `lost`; empty for a draw and for watchers.
        """
        won, seat = (self.outcome or {}).get("winners", []), self.access.seat_key
        if seat is None or not won:
            return ""
        if seat not in won:
            return "lost"
        if seat in masked_seats(self.game.variant):
            return "apart"
        return "won" if len(self.winners.names) == 1 else "shared"

    @property
    def own_result_in_words(self) -> str:
        """The same in a sentence; empty for a draw, which names everyone in it."""
        words = {"won": _("You have won."), "apart": _("You have won."), "lost": _("You have lost.")}
        return words.get(self.own_result, "")

    @property
    def is_press_opened(self) -> bool:
        """Whether all messages of the game are on a page for everyone who sees it."""
        return is_press_opened(self.game)

    @property
    def has_full_report(self) -> bool:
        return has_full_report(self.game)

    @property
    def met_spies(self) -> Sequence[tuple[str, str]]:
        """Places where spies of others were met just now, and whose they are, in words."""
        met = spies_in_words({}, self.known, local.language())
        return sorted(
            ((wording.place(place), who) for place, who in met.items()),
            key=lambda each: local.alphabetical(each[0]),
        )

    @property
    def seen_earlier(self) -> Sequence[Earlier]:
        """In fog, what was seen in earlier seasons and is not seen now."""
        return earlier_in_words(self.known or {}, language=local.language())
