"""The pairings of a knock-out as its pages show them: who stands there, where the game is, what decided it
or what it waits for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.database import cached
from games.common.words.people import at_start, called
from league.competitions.knock_out import words
from league.competitions.knock_out.bracket import OPEN, Bracket, Gap, Stands
from league.competitions.knock_out.state import Read, read
from league.competitions.models import Competition
from league.competitions.selectors.seasons import address
from league.competitions.state.finality import DISPUTED, PROVISIONAL
from league.competitions.state.season_access import Reader

SECONDS: Final = 30
"""So long what a bracket is read from is kept, while its season’s version is the same."""
MOST_LETTERS = 24
"""The most characters of a name in the drawing, whose cells do not grow."""


@dataclass(frozen=True, slots=True)
class Stand:
    """One side of a pairing; `number` 0: no entry stands there (yet), and `name` says so."""

    name: str
    number: int = 0
    seed: int = 0
    address: str = ""
    is_me: bool = False
    goes_on: bool = False
    leads: bool = False

    @property
    def short(self) -> str:
        return self.name if len(self.name) <= MOST_LETTERS else f"{self.name[: MOST_LETTERS - 1]}…"


class Played(NamedTuple):
    """A game of a pairing: the first, or its replay."""

    says: str
    address: str


class Now(NamedTuple):
    """How a pairing stands: `kind` is over (decided), now (it is played), care (a result that may
    change) or free (no game yet). What that says, and `more` of it. `until`: the result is provisional so
    long. `leads` is the entry that goes on if it stays.
    """

    kind: str
    says: str
    more: str = ""
    until: datetime | None = None
    leads: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    pairing: int
    sides: Sequence[Stand]
    now: Now
    games: Sequence[Played] = ()

    @property
    def is_mine(self) -> bool:
        return any(side.is_me for side in self.sides)

    @property
    def is_decided(self) -> bool:
        return self.now.kind == "over"

    @property
    def address(self) -> str:
        """Where its last game is; empty: there is none."""
        return self.games[-1].address if self.games else ""

    @property
    def title(self) -> str:
        """The whole cell in one line."""
        return f"{' – '.join(side.name for side in self.sides)}: {self.now.more or self.now.says}"

    def against(self, entry: int) -> tuple[Stand, Stand]:
        """The side of an entry, and the other one."""
        one, two = self.sides
        return (one, two) if one.number == entry else (two, one)


@dataclass(frozen=True)
class Cup:
    """A knock-out that has begun, to one reader. `names` are those of all entries that began, by number."""

    reader: Reader
    found: Read
    names: Mapping[int, str]
    seeds: Mapping[int, int] = field(default_factory=dict)

    @property
    def bracket(self) -> Bracket:
        return self.found.cup.bracket

    @cached_property
    def last_days(self) -> list[datetime]:
        """The last day of each round, from the first."""
        season = self.reader.season
        since = season.started_at or season.starts_at
        return list(self.reader.dated_rules.last_days(self.bracket.rounds, since))  # type: ignore[attr-defined]

    def last_day(self, pairing: int) -> datetime:
        return self.last_days[self.bracket.round_of(pairing) - 1]

    def name(self, number: int) -> str:
        return called(self.names[number])

    def cell(self, pairing: int) -> Cell:
        now = self._now(pairing)
        sides = [self._stand(pairing, each, now) for each in self.bracket.sides(pairing)]
        return Cell(pairing, sides, now, self._games(pairing))

    def _stand(self, pairing: int, each: Stands, now: Now) -> Stand:
        if not isinstance(each, int):
            return Stand(self._gap(pairing, each))
        decision = self.bracket.decided.get(pairing)
        return Stand(
            at_start(self.name(each)),
            each,
            self.seeds[each],
            address(self.reader.slug, "entrant", self.reader.season.code, each),
            is_me=each == self.reader.number,
            goes_on=decision is not None and decision.entry == each,
            leads=decision is None and now.leads == each,
        )

    def _gap(self, pairing: int, gap: Gap) -> str:
        """What stands in the place of an entry."""
        if gap is OPEN:
            return _("not decided yet")
        is_first = self.bracket.before(pairing) is None
        return pgettext("in a bracket", "bye") if is_first else _("no one")

    def _numbers(self, pairing: int) -> list[int]:
        """Those of the games of a pairing that have begun."""
        both = (pairing, pairing + self.found.cup.size) if pairing in self.found.cup.replayed else (pairing,)
        return [number for number in both if number in self.found.cup.begun]

    def _games(self, pairing: int) -> list[Played]:
        codes = self.found.played.codes
        return [
            Played(
                pgettext("one that is played", "Game") if number == pairing else pgettext("a game", "Replay"),
                self.reader.game_address(codes[number]),
            )
            for number in self._numbers(pairing)
        ]

    def _now(self, pairing: int) -> Now:
        cup, last = self.found.cup, self.found.cup.last_number(pairing)
        facts = cup.results.get(last)
        decision = self.bracket.decided.get(pairing)
        if decision is not None:
            how = facts["how"] if facts else ""
            return Now("over", *words.decided_by(decision, how, is_replay=last != pairing))
        if last not in cup.begun:
            return self._waits(pairing)
        if facts is None:
            return Now("now", pgettext("a game", "Being played"))
        return self._over(last, facts.get("winner"))

    def _waits(self, pairing: int) -> Now:
        """Whether the pairing's next game has not begun."""
        if pairing in self.found.cup.replayed:
            return Now("free", _("The replay begins in a moment"))
        open_ = self.bracket.sides(pairing).count(OPEN)
        if open_ == 2:
            return Now("free", _("Waits for both players"))
        if open_:
            return Now("free", _("Waits for the other player"))
        return Now("free", _("The game begins in a moment"))

    def _over(self, number: int, winner: int | None) -> Now:
        """The game is over, and nothing is decided yet."""
        firm = self.found.played.results[number].firm(self.reader.finality)
        if firm.kind == DISPUTED:
            return Now("care", _("Disputed: an arbiter rules"), leads=winner)
        if firm.kind == PROVISIONAL:
            says = _("Provisional") if winner else _("Undecided, provisional")
            return Now("care", says, until=firm.until, leads=winner)
        if self.found.cup.is_void(number):
            return Now("care", _("Void: an arbiter says who goes on"))
        return Now("care", _("Counted in a moment"), leads=winner)


def cup_of(reader: Reader) -> Cup:
    """Four queries, and none while nothing changes; one more, for the first result that is not decided on."""
    season = reader.season
    # It is the same for all readers, and grows with everything that any of them sees.
    found, names = cached.under(f"cup-{season.pk}-{season.version}", lambda: _read(season), seconds=SECONDS)
    return Cup(reader, found, names, {entry: seed for seed, entry in enumerate(found.played.began, 1)})


def _read(season: Competition) -> tuple[Read, Mapping[int, str]]:
    # All entries, whatever began, so that the query does not grow with them.
    return read(season), dict(season.entries.order_by().values_list("number", "user__username"))
