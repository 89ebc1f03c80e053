"""Who has entered a season, by the number of their entry, and who waits for a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from league.competitions.models import Competition, Entry
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader

ENTRIES_A_PAGE: Final = 100
WAITING_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class Line:
    """One entry. `place` is that on the waiting list, 0 for who is not on it; `pay_by` is until when its fee
    has to be paid.
    """

    number: int
    name: str
    address: str
    state: str
    at: datetime
    left_at: datetime | None
    pay_by: datetime | None
    rank: int
    place: int
    is_me: bool


def all_of(season: Competition) -> Any:
    """Every entry that has, or had, a place, by number."""
    return season.entries.exclude(state__in=Entry.WITHOUT_PLACE).order_by("number")


def lines_of(reader: Reader, rows: Any) -> list[Line]:
    """Lines of some entries. One query."""
    return [_line(reader, row, row.rank) for row in rows.select_related("user", "standing")]


def waiting_list(reader: Reader) -> Sequence[Line]:
    """The first on the waiting list, in the order in which they get a place. One query."""
    rows = reader.season.entries.filter(state=Entry.State.WAITING).select_related("user").order_by("number")
    return [_line(reader, row, 0, place) for place, row in enumerate(rows[:WAITING_SHOWN], start=1)]


def place_of(reader: Reader) -> int:
    """The reader's place on the waiting list; 0 where they are not on it. One query at most."""
    if reader.entry is None or reader.entry.state != Entry.State.WAITING:
        return 0
    waiting = reader.season.entries.filter(state=Entry.State.WAITING, number__lte=reader.entry.number)
    return waiting.count()


def _line(reader: Reader, row: Entry, rank: int, place: int = 0) -> Line:
    return Line(
        number=row.number,
        name=row.user.get_username(),
        address=address(reader.slug, "entrant", reader.season.code, row.number),
        state=str(Entry.State(row.state).label),
        at=row.entered_at,
        left_at=row.left_at,
        pay_by=row.pay_by,
        rank=rank,
        place=place,
        is_me=row.user_id == reader.person,
    )
