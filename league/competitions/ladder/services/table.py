"""The log and its table: the one place where events are written and ranks follow from them.

Events usually arrive in the order in which they count, and then the last table is moved on. One that counts
earlier than something counted already, or that supersedes something, has the whole log folded again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import F, Max, QuerySet
from django.db.models.functions import Greatest, Least

from league.competitions import ladder
from league.competitions.ladder import (
    Challenged,
    Declined,
    Idle,
    Joins,
    Ladder,
    Leaves,
    Opens,
    Result,
    Score,
    key_of,
    log,
)
from league.competitions.models import Challenge, Competition, Event, Move, Standing, that_count
from league.competitions.rules.canonical import canonical
from league.competitions.rules.event_kind import EventKind

WRITTEN_TOGETHER: Final = 1000
MANY: Final = 200
"""Events at once, after which folding the log again is quicker than moving rows for each of them."""
FIGURES: Final = ("games", "won", "drawn", "lost", "counted")
PLACE: Final = ("rank", "since", "best", "worst")
"""What the table keeps of an entry's place in it."""
RANKS: Final = ("by_rank", "of_rank", "by_end", "of_end")
"""What the table keeps of a challenge: the ranks of its two before it, and before its result."""

Ranks = Mapping[int, tuple[int, ...]]
"""The values of the columns RANKS, by challenge."""


def record(competition: Competition, *events: Event) -> None:
    """Write `events` and let them count. Call it under the competition's lock."""
    for event in events:
        event.competition = competition
    Event.objects.bulk_create(events)
    if not events:
        return
    is_one_by_one = len(events) <= MANY and not any(event.supersedes_id for event in events)
    if is_one_by_one and not _comes_late(competition, events):
        _move_on(competition, events)
    else:
        refold(competition)


def refold(competition: Competition, progress: Callable[[int], None] | None = None) -> bool:
    """Make the table from the log again; whether it was another than the one kept.

    `progress` is called with how many events were counted, now and then. Call it under the lock.
    """
    folded = fold(competition, progress)
    before = kept(competition)
    if before == folded:
        return False
    _keep_ranks(competition, before["ranks"], folded["ranks"])
    Move.objects.filter(competition=competition).delete()
    Standing.objects.filter(competition=competition).delete()
    entries = dict(competition.entries.values_list("number", "pk"))
    Standing.objects.bulk_create(
        (
            Standing(
                competition=competition,
                entry_id=entries[number],
                **dict(zip((*PLACE, *FIGURES), row, strict=True)),
            )
            for number, row in folded["table"].items()
        ),
        batch_size=WRITTEN_TOGETHER,
    )
    Move.objects.bulk_create(
        (
            Move(
                competition=competition,
                event_id=event,
                place=place,
                entry_id=entries[entry],
                before=before_,
                after=after,
                at=at,
            )
            for place, (event, entry, before_, after, at) in enumerate(folded["moves"])
        ),
        batch_size=WRITTEN_TOGETHER,
    )
    return True


def _keep_ranks(competition: Competition, before: Ranks, ranks: Ranks) -> None:
    """Write the ranks of those challenges whose ranks are others than `before`."""
    changed = {number for number, pair in ranks.items() if before.get(number) != pair}
    rows = list(Challenge.objects.filter(competition=competition, number__in=changed)) if changed else []
    for row in rows:
        for name, rank in zip(RANKS, ranks[row.number], strict=True):
            setattr(row, name, rank)
    Challenge.objects.bulk_update(rows, RANKS, batch_size=WRITTEN_TOGETHER)


def fold(competition: Competition, progress: Callable[[int], None] | None = None) -> dict[str, Any]:
    """What the log comes to: `table`, by entry its place and figures, `moves` in their order, and `ranks`, by
    challenge those of its two.
    """
    events, moves, places = log.events_of(competition), [], dict[int, _Place]()
    table = ladder.before_all(events, log.counting_of(competition))
    for number, event in enumerate(events, start=1):
        move = event.applied_to(table)
        if move is not None:
            moves.append((event.row, move.entry, move.before, move.after, event.at))
            first, last = move.span
            for rank, entry in enumerate(table.table[first - 1 : last], start=first):
                _place_of(places, entry, rank).reach(rank, event.at)
            if not move.after:
                places[move.entry].leave(event.at)
        elif isinstance(event, Opens):
            places |= {entry: _Place(rank, None, rank, rank) for rank, entry in enumerate(event.order, 1)}
        if progress is not None and number % WRITTEN_TOGETHER == 0:
            progress(number)
    nowhere = _Place(0, None, 0, 0)
    return {
        "table": {
            each: (*astuple(places.get(each, nowhere)), *_figures(table.scores.get(each, Score())))
            for each in sorted({*places, *table.scores})
        },
        "moves": moves,
        "ranks": {
            number: (*pair, *table.ends.get(number, (0, 0))) for number, pair in sorted(table.ranks.items())
        },
    }


def kept(competition: Competition) -> dict[str, Any]:
    """What the rows say, as `fold` says it. Three queries."""
    standings = Standing.objects.filter(competition=competition).order_by("entry__number")
    moves = Move.objects.filter(competition=competition).order_by("place")
    challenges = Challenge.objects.filter(competition=competition).order_by("number")
    return {
        "table": {row[0]: row[1:] for row in standings.values_list("entry__number", *PLACE, *FIGURES)},
        "moves": list(moves.values_list("event_id", "entry__number", "before", "after", "at")),
        "ranks": {number: tuple(ranks) for number, *ranks in challenges.values_list("number", *RANKS)},
    }


def has_drifted(competition: Competition) -> bool:
    """Whether the rows say anything else than the log comes to."""
    return kept(competition) != fold(competition)


def table_bytes(competition: Competition) -> bytes:
    """The rows as bytes, for comparing."""
    rows = kept(competition)
    table = {str(key): [_plain(value) for value in row] for key, row in rows["table"].items()}
    moves = [[_plain(value) for value in row] for row in rows["moves"]]
    ranks = {str(number): list(pair) for number, pair in rows["ranks"].items()}
    return canonical({"table": table, "moves": moves, "ranks": ranks}).encode()


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


@dataclass(slots=True)
class _Place:
    """An entry's place in the table while the log is counted; the fields are those of PLACE."""

    rank: int
    since: datetime | None
    best: int
    worst: int

    def reach(self, rank: int, at: datetime) -> None:
        self.rank, self.since = rank, at
        self.best, self.worst = min(self.best, rank), max(self.worst, rank)

    def leave(self, at: datetime) -> None:
        self.rank, self.since = 0, at


def _place_of(places: dict[int, _Place], entry: int, rank: int) -> _Place:
    """The place of `entry`, which may just have come into the table, on `rank`."""
    return places.setdefault(entry, _Place(rank, None, rank, rank))


def _figures(score: Score) -> tuple[int, ...]:
    return tuple(getattr(score, name) for name in FIGURES)


def _comes_late(competition: Competition, events: Sequence[Event]) -> bool:
    """Whether something that counts later than one of `events` was counted before them."""
    given = [(event.at, EventKind(event.kind), event.number) for event in events]
    others = Event.objects.filter(that_count(), competition=competition, at__gte=min(given)[0])
    later = others.exclude(pk__in=[event.pk for event in events]).order_by("-at")
    known = [(at, EventKind(kind), number) for at, kind, number in later.values_list("at", "kind", "number")]
    ends = {(at, number) for at, kind, number in (*given, *known) if kind is EventKind.RESULT}
    first = min(key_of(*each, ends) for each in given)
    return any(key_of(*each, ends) > first for each in known)


def _move_on(competition: Competition, events: Sequence[Event]) -> None:
    """Let `events` count, the latest of all. As many statements as there are events, whatever the table."""
    ordered = ladder.in_order(map(log.event_of, events))
    table = _as_kept(competition, ordered)
    keys = dict(
        competition.entries.filter(number__in=_entries_of(table, ordered)).values_list("number", "pk")
    )
    place = Move.objects.filter(competition=competition).aggregate(last=Max("place"))["last"]
    place = -1 if place is None else place
    for event in ordered:
        move = event.applied_to(table)
        if isinstance(event, Opens):
            _begin(competition, table.table)
        elif isinstance(event, Challenged):
            _keep_ranks(competition, {}, {event.challenge: (*table.ranks[event.challenge], 0, 0)})
        if move is not None:
            place += 1
            _shift(competition, keys, move, event.at)
            Move.objects.create(
                competition=competition,
                event_id=event.row,
                place=place,
                entry_id=keys[move.entry],
                before=move.before,
                after=move.after,
                at=event.at,
            )
        if isinstance(event, Result):
            _keep_scores(table, keys, event)
            _keep_ends(competition, event.challenge, table.ends[event.challenge])


def _as_kept(competition: Competition, events: Sequence[ladder.Event]) -> Ladder:
    """The ladder as rows have it, with the challenges that `events` are about. Two queries, and where results
    are among them two more for the earlier games of the same people.
    """
    rows = list(
        Standing.objects.filter(competition=competition)
        .order_by("rank")
        .values_list("entry__number", "rank", *FIGURES)
    )
    table = Ladder(
        table=[number for number, rank, *_figures in rows if rank],
        scores={number: Score(*figures) for number, _rank, *figures in rows},
    )
    wanted = {event.challenge for event in events if isinstance(event, Result)}
    met_here = {event.challenge for event in events if isinstance(event, Challenged)}
    challenges = Challenge.objects.filter(competition=competition, number__in=wanted).order_by()
    columns = ("number", "by__number", "of__number", "by_rank", "of_rank")
    for number, by, of, by_rank, of_rank in challenges.values_list(*columns) if wanted else ():
        table.pairs[number] = by, of
        if number not in met_here:
            table.ranks[number] = by_rank, of_rank
    if wanted:
        _count_earlier(competition, table, wanted)
    return table


def _count_earlier(competition: Competition, table: Ladder, challenges: set[int]) -> None:
    """Let the earlier games between the people of these challenges (numbers) count, as they have in the rows'
    figures: how many there were decides whether the next one does.
    """
    table.counting.is_old = competition.has_old_rules
    if table.counting.is_old:
        return
    rows = Challenge.objects.filter(competition=competition)
    pairs = rows.filter(number__in=challenges).values("pair")
    known = rows.filter(pair__in=pairs).order_by()
    columns = ("number", "by__number", "by__user", "of__number", "of__user")
    people, between = dict[int, int](), dict[int, tuple[int, int]]()
    for number, by, by_user, of, of_user in known.values_list(*columns):
        between[number] = by, of
        people |= {by: by_user, of: of_user}
    table.counting.people = people
    told = Event.objects.filter(
        that_count(), competition=competition, kind=EventKind.RESULT, number__in=between.keys() - challenges
    )
    for event in ladder.in_order(map(log.event_of, told)):
        if isinstance(event, Result):
            pair = between[event.challenge]
            table.counting.add(pair, event.winner, event.loser, event.how, event.early)


def _entries_of(table: Ladder, events: Iterable[ladder.Event]) -> set[int]:
    """The entries that these events can move, or whose games they count."""
    found: set[int] = set()
    for event in events:
        if isinstance(event, Result):
            found |= set(table.pairs[event.challenge])
        elif isinstance(event, Joins | Leaves | Idle | Declined):
            found.add(event.entry)
    return found


def _begin(competition: Competition, order: Sequence[int]) -> None:
    keys = dict(competition.entries.filter(number__in=order).values_list("number", "pk"))
    Standing.objects.bulk_create(
        (
            Standing(competition=competition, entry_id=keys[number], rank=rank, best=rank, worst=rank)
            for rank, number in enumerate(order, start=1)
        ),
        batch_size=WRITTEN_TOGETHER,
    )


def _shift(competition: Competition, keys: dict[int, int], move: ladder.Move, at: datetime) -> None:
    """Move the rows of the table as `move` says: those between by one, then the entry itself."""
    rows, key = Standing.objects.filter(competition=competition), keys[move.entry]
    if move.before == 0:
        places = dict.fromkeys(("rank", "best", "worst"), move.after)
        Standing.objects.create(competition=competition, entry_id=key, since=at, **places)
        return
    if move.after == 0:
        _up(rows.filter(rank__gt=move.before), at)
        rows.filter(entry=key).update(rank=0, since=at)
        return
    if move.after < move.before:
        down = rows.filter(rank__gte=move.after, rank__lt=move.before)
        down.update(rank=F("rank") + 1, worst=Greatest("worst", F("rank") + 1), since=at)
    else:
        _up(rows.filter(rank__gt=move.before, rank__lte=move.after), at)
    rows.filter(entry=key).update(
        rank=move.after, best=Least("best", move.after), worst=Greatest("worst", move.after), since=at
    )


def _up(rows: QuerySet[Standing], at: datetime) -> None:
    rows.update(rank=F("rank") - 1, best=Least("best", F("rank") - 1), since=at)


def _keep_ends(competition: Competition, challenge: int, ends: tuple[int, int]) -> None:
    played = Challenge.objects.filter(competition=competition, number=challenge)
    played.update(by_end=ends[0], of_end=ends[1])


def _keep_scores(table: Ladder, keys: dict[int, int], event: Result) -> None:
    for number in table.pairs[event.challenge]:
        if (score := table.scores.get(number)) is not None:
            figures = {name: getattr(score, name) for name in FIGURES}
            Standing.objects.filter(entry=keys[number]).update(**figures)
