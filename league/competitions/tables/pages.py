"""What the pages of an event at tables show: its rounds with every table, the standings, one person's way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from league.competitions.models import CheckIn, Competition, Entry, FinalPlace
from league.competitions.models.pairing import runs
from league.competitions.selectors import log, seasons
from league.competitions.selectors.entrant import History
from league.competitions.selectors.page import SeasonPage
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader
from league.competitions.tables import words
from league.competitions.tables.awards import awards_of
from league.competitions.tables.now import Now, now_of
from league.competitions.tables.seating import POWERS
from league.competitions.tables.standings import CHAIN, Line, Result
from league.competitions.tables.state import Read, Round, Table, ended_of, is_void
from league.competitions.tables.systems import Powers

TABLES_A_PAGE: Final = 14
LINES_A_PAGE: Final = 100


class Seat(NamedTuple):
    """One power at a table: who plays it (`number` of the entry), what it owns, what that gives."""

    power: str
    number: int
    name: str
    centres: int | None
    score: str
    counts: bool
    is_me: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A table of a round. `label` and `due`: the open phase of its game; `result`: how it ended.
    `tried`: where its result is tried in every system.
    """

    number: int
    is_top: bool
    seats: Sequence[Seat]
    sum: str
    address: str = ""
    label: str = ""
    due: datetime | None = None
    result: str = ""
    tried: str = ""


class Cell(NamedTuple):
    """What a round came to for somebody: its score, where that is explained, and whether it counts.
    `is_as_if`: its game runs, and this is as if it ended now.
    """

    score: str
    address: str = ""
    counts: bool = False
    is_as_if: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings, `rank` and points as if all games ended now; `held` is the rank without those
    that run. `ties`: the chain's numbers, as the page of its reader words them.
    """

    line: Line
    number: int
    name: str
    points: str
    cells: Sequence[Cell]
    ties: Sequence[str]
    is_me: bool
    has_left: bool


class Chair(NamedTuple):
    """A seat that a substitute sits in for somebody (`is_held`), or can take over."""

    table: int
    power: str
    address: str
    is_held: bool


@dataclass(frozen=True, slots=True)
class Own:
    """What waits for the reader: to check in (`round`, until it `closes`), or their games; whether they are
    checked in already, and what they said then; `takes_two`: whether a second seat is to be had (no one
    sits twice in a final).
    """

    round: int
    name: str
    closes: datetime | None = None
    checked: CheckIn | None = None
    asks_ranking: bool = False
    takes_two: bool = True
    is_substitute: bool = False
    seats: Sequence[Card] = ()
    chairs: Sequence[Chair] = ()
    line: Row | None = None
    of: int = 0


@dataclass(frozen=True, kw_only=True)
class RoundPage(SeasonPage):
    """`shown` is one of the `rounds`, `cards` a page of its tables (`Card`), `rows` one of the standings
    (`Row`).
    """

    running: str = "tournaments/tables/_running.html"
    moving: str = "tournaments/tables/_moving.html"
    own: Own | None
    rounds: Sequence[tuple[int, str]]
    shown: Round | None
    shown_name: str
    cards: Page[Any]
    sat_out: Sequence[tuple[int, str]]
    rows: Page[Any]
    columns: Sequence[int]
    top: Table | None
    has_running: bool
    chain: Sequence[str]


def page_of(reader: Reader, asked: Mapping[str, str], common: dict[str, Any]) -> RoundPage:
    """A fixed number of queries, however many play."""
    season, now = reader.season, now_of(reader.season)
    found, names = now.found, names_of(season)
    rounds = [each for each in found.rounds.values() if each.begun is not None and each.tables]
    shown = _shown(rounds, asked)
    tables = shown.tables if shown is not None else []
    cards = Paginator(tables, TABLES_A_PAGE).get_page(asked.get("tables"))
    cards.object_list = cards_of(reader, now, cards.object_list, names)  # type: ignore[assignment]
    rows = Paginator(now.as_if, LINES_A_PAGE).get_page(asked.get("page"))
    rows.object_list = rows_of(reader, now, rows.object_list, names)  # type: ignore[assignment]
    latest = log.lines_of(reader, log.results_of(season)[: log.LATEST])
    return RoundPage(
        **common,
        day=seasons.day_of(season, reader.now),
        stage=words.stage(found) if season.state == Competition.State.RUNNING else "",
        games_counted=games_counted(season),
        latest=latest,
        own=own_of(reader, now, names),
        rounds=[(each.number, words.round_name(found.rules, each.number)) for each in rounds],
        shown=shown,
        shown_name=words.round_name(found.rules, shown.number) if shown is not None else "",
        cards=cards,
        sat_out=[(entry, names[entry]) for entry in sorted(shown.sat_out)] if shown is not None else [],
        rows=rows,
        columns=columns_of(now),
        top=found.top,
        has_running=bool(now.ends),
        chain=chain(),
    )


def names_of(season: Competition) -> Mapping[int, str]:
    """All entries by number. One query."""
    return dict(season.entries.order_by().values_list("number", "user__username"))


def _shown(rounds: Sequence[Round], asked: Mapping[str, str]) -> Round | None:
    """The round that the address asks for, else the last."""
    wanted = asked.get("round", "")
    found = next((each for each in rounds if str(each.number) == wanted), None)
    return found or (rounds[-1] if rounds else None)


# Tables


def cards_of(reader: Reader, now: Now, tables: Iterable[Table], names: Mapping[int, str]) -> list[Card]:
    return [_card(reader, now, table, names) for table in tables]


def _card(reader: Reader, now: Now, table: Table, names: Mapping[int, str]) -> Card:
    found, (label, due) = now.found, now.open.get(table.number, ("", None))
    end = found.end_of(table.number, now.ends)
    scores = _scores(found, end)
    seats = [
        Seat(
            power,
            entry,
            names[entry],
            end["centres"][power] if end else None,
            words.points(scores[power]) if scores else "",
            entry not in table.aside,
            entry == reader.number,
        )
        for power, entry in zip(POWERS, table.seats, strict=True)
    ]
    is_over = bool(found.played.end_of(table.number))
    return Card(
        table.number,
        table.is_top,
        seats,
        words.points(sum(scores.values(), Fraction())) if scores else "",
        reader.game_address(found.played.codes.get(table.number, "")),
        words.phase(label),
        due,
        words.ended(end) if is_over else "",
        _tried(reader, end) if scores and not is_void(end) else "",
    )


def _tried(reader: Reader, end: Mapping[str, Any]) -> str:
    asked = dict(end["centres"]) | {f"out-{power}": year for power, year in end["out"].items()}
    asked |= {f"votes-{power}": "on" for power in end.get("voted", ())}
    return f"{address(reader.slug, 'scoring', reader.season.code)}?{urlencode(asked)}"


def _scores(found: Read, end: Mapping[str, Any]) -> Mapping[str, Fraction]:
    if not end:
        return {}
    if is_void(end):
        return dict.fromkeys(POWERS, Fraction(0) if end.get("silent") else found.rules.sit_out)
    return found.rules.scores(ended_of(end))


# Standings


def columns_of(now: Now) -> list[int]:
    """The rounds that were played or are."""
    return [each.number for each in now.found.rounds.values() if each.begun is not None and each.tables]


def chain() -> list[str]:
    """The numbers that separate equals, as their heads."""
    return [str(words.TIES[name]) for name in CHAIN]


def rows_of(reader: Reader, now: Now, lines: Iterable[Line], names: Mapping[int, str]) -> list[Row]:
    results: dict[tuple[int, int], Result] = {
        (each.entry, each.round): each for each in now.found.results(now.ends)
    }
    rounds = columns_of(now)
    return [
        Row(
            line,
            line.entry,
            names[line.entry],
            words.points(line.points),
            [_cell(reader, now, line, results.get((line.entry, number))) for number in rounds],
            [words.points(line.ties[name]) for name in CHAIN],
            line.entry == reader.number,
            line.entry in now.found.played.left,
        )
        for line in lines
    ]


def _cell(reader: Reader, now: Now, line: Line, result: Result | None) -> Cell:
    if result is None:
        return Cell("–")
    code = now.found.played.codes.get(result.table, "") if result.table is not None else ""
    return Cell(
        words.points(result.score),
        reader.game_address(code),
        result.round in line.counted,
        result.table in now.ends,
    )


def own_of(reader: Reader, now: Now, names: Mapping[int, str]) -> Own | None:
    """Three queries at most."""
    found, entry = now.found, reader.entry
    last = found.last
    if entry is None or last is None:
        return None
    rules = found.rules
    number, is_substitute = entry.number, entry.state == Entry.State.WAITING
    running = [
        table
        for table in found.tables.values()
        if number in table.seats and not found.played.end_of(table.number)
    ]
    line = next((each for each in now.as_if if each.entry == number), None)
    own: dict[str, Any] = {
        "seats": cards_of(reader, now, running, names),
        "line": rows_of(reader, now, [line], names)[0] if line is not None else None,
        "of": len(now.as_if),
        "is_substitute": is_substitute,
        "chairs": _chairs(reader, running) if is_substitute else (),
    }
    name = words.round_name(rules, last.number)
    if not last.takes_check_ins(reader.now):
        return Own(last.number, name, **own)
    is_final = rules.final and last.number == rules.rounds
    asks = is_final and rules.top_powers is Powers.RANKINGS
    checked = CheckIn.objects.filter(entry=entry, round=last.number).first()
    return Own(last.number, name, last.closes, checked, asks, not (is_final or is_substitute), **own)


def _chairs(reader: Reader, drawn: Collection[Table]) -> list[Chair]:
    """For somebody on the list of substitutes: the seats they hold first, then those that are open where they
    hold none, but at the tables to which they were `drawn`. Two queries.
    """
    own = {table.number for table in drawn}
    running = reader.season.pairings.filter(runs()).exclude(number__in=own).order_by("number")
    of = {"game__tenures__user": reader.person, "game__tenures__left_at": None}
    held = list(running.filter(**of).values_list("number", "game__code", "game__tenures__seat__key"))
    vacant = running.filter(game__vacancies__opened_at__isnull=False)
    rows = vacant.values_list("number", "game__code", "game__vacancies__seat__key")
    sits = {number for number, _code, _seat in held}
    found = [(True, row) for row in held] + [(False, row) for row in rows if row[0] not in sits]
    return [
        Chair(number, seat, reader.game_address(code), is_held) for is_held, (number, code, seat) in found
    ]


def beforehand(reader: Reader) -> Own | None:
    """What waits for the reader before the first round."""
    return own_of(reader, now_of(reader.season), names_of(reader.season)) if reader.entry else None


def games_counted(season: Competition) -> int:
    """The tables whose results the standings count."""
    found = now_of(season).found
    ends = [found.played.end_of(number) for number in found.tables]
    return sum(1 for end in ends if end and not is_void(end))


def came_to(season: Competition) -> Mapping[int, str]:
    """The points of every entry; at the top table, what it gave."""
    found = now_of(season).found
    top = found.top
    scores = found.scores_at(top.number) if top is not None else {}
    said = {
        line.entry: _("%(points)s points") % {"points": words.points(line.points)} for line in found.lines()
    }
    for power, entry in zip(POWERS, top.seats if top is not None else (), strict=False):
        if power in scores:
            given = {"points": words.points(scores[power])}
            said[entry] = _("%(points)s points at the top table") % given
    return said


class Honour(NamedTuple):
    """An award as it is shown: for the best game with a power."""

    power: str
    number: int
    name: str
    score: str
    centres: int
    address: str


@dataclass(frozen=True, slots=True)
class Ending:
    """What a season's page shows when it is over: the top table, the best with each power, and a page of the
    standings (`Row`).
    """

    top: Card | None
    honours: Sequence[Honour]
    rows: Page[Any]
    columns: Sequence[int]
    chain: Sequence[str]


def ending_of(reader: Reader, asked: Mapping[str, str]) -> Ending:
    now, names = now_of(reader.season), names_of(reader.season)
    placed = FinalPlace.objects.filter(competition=reader.season).values_list("entry__number", flat=True)
    rows = Paginator(now.found.lines(besides=set(placed)), LINES_A_PAGE).get_page(asked.get("page"))
    rows.object_list = rows_of(reader, now, rows.object_list, names)  # type: ignore[assignment]
    top = now.found.top
    cards = cards_of(reader, now, [top], names) if top is not None else []
    return Ending(
        cards[0] if cards else None,
        [
            Honour(
                each.power,
                each.entry,
                names[each.entry],
                words.points(each.score),
                each.centres,
                reader.game_address(now.found.played.codes.get(each.table, "")),
            )
            for each in awards_of(now.found)
        ],
        rows,
        columns_of(now),
        chain(),
    )


# One person's way


@dataclass(frozen=True, slots=True)
class Step:
    """A round of somebody's way: where they sat, against whom, and what it came to."""

    name: str
    card: Card | None
    power: str
    score: str
    counts: bool
    says: str


class Met(NamedTuple):
    """Somebody whom they met, and in which rounds."""

    number: int
    name: str
    rounds: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class WayOfOne(History):
    part: str = "tournaments/tables/_entrant.html"
    row: Row | None
    way: Sequence[Step]
    met: Sequence[Met]
    ties: Sequence[tuple[str, str]]


def history_of(reader: Reader, entry: Entry, common: dict[str, Any]) -> WayOfOne:
    now, names = now_of(reader.season), names_of(reader.season)
    line = next((each for each in now.as_if if each.entry == entry.number), None)
    tables = [table for table in now.found.tables.values() if entry.number in table.seats]
    met: dict[int, list[int]] = {}
    for table in tables:
        for other in table.seats:
            if other != entry.number:
                met.setdefault(other, []).append(table.round)
    row = rows_of(reader, now, [line], names)[0] if line is not None else None
    return WayOfOne(
        **common,
        row=row,
        way=way_of(reader, now, entry.number, names, line),
        met=[
            Met(number, names[number], rounds)
            for number, rounds in sorted(
                met.items(), key=lambda each: (-len(each[1]), names[each[0]].lower())
            )
        ],
        ties=list(zip(chain(), row.ties, strict=True)) if row is not None else [],
    )


def way_of(reader: Reader, now: Now, entry: int, names: Mapping[int, str], line: Line | None) -> list[Step]:
    """Their rounds, those without a game too."""
    found = now.found
    tables = [table for table in found.tables.values() if entry in table.seats]
    cards = dict(zip(tables, cards_of(reader, now, tables, names), strict=True))
    counted = line.counted if line is not None else ()
    steps = []
    for each in found.rounds.values():
        if each.begun is None or not each.tables:
            continue
        name = words.round_name(found.rules, each.number)
        own = [table for table in each.tables if entry in table.seats]
        for table in own:
            seat = cards[table].seats[table.seats.index(entry)]
            said = "" if seat.counts else words.ASIDE
            counts = seat.counts and each.number in counted
            steps.append(Step(name, cards[table], seat.power, seat.score, counts, str(said)))
        if not own:
            sat_out = entry in each.sat_out
            score = words.points(found.rules.sit_out) if sat_out else "0"
            says = words.SAT_OUT if sat_out else words.NOT_THERE
            steps.append(Step(name, None, "", score, sat_out and each.number in counted, str(says)))
    return steps
