"""How firm a result is: provisional, disputed, or final. The one place that decides it, for every page and
for the export.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q

from games.common.database.compiled import Param, PreparedQuery
from league.competitions.models import Competition, Dispute, Entry, Event, Pairing, that_count
from league.competitions.rules.common_rules import MOST_DISPUTE_DAYS
from league.competitions.rules.event_kind import EventKind

PROVISIONAL, DISPUTED, RULED, FINAL = "provisional", "disputed", "ruled", "final"
FIRM: Final = (RULED, FINAL)
OVER: Final = (Competition.State.FINISHED, Competition.State.CANCELLED)


@dataclass(frozen=True, slots=True)
class Firmness:
    """`kind` is PROVISIONAL (`until` when), DISPUTED, RULED (final by a ruling) or FINAL. `by_rule`: no one
    ruled in time, so the rule's own ruling made it final.
    """

    kind: str
    until: datetime | None = None
    by_rule: bool = False

    @property
    def is_final(self) -> bool:
        return self.kind in FIRM


def may_dispute(entry: Entry) -> bool:
    """Whether an entry that played a game disputes its result: not once it was removed or disqualified."""
    return entry.state not in Entry.SENT_AWAY


def known_at(at: datetime, recorded_at: datetime) -> datetime:
    """When a result became known, from which its window runs: however late that was."""
    return max(at, recorded_at)


@dataclass(frozen=True)
class Finality:
    """What decides it in one season at one moment: the `window` of disputes, whether the season is over, by
    the numbers of pairings whose results wait for a ruling (`disputed`) the keys of their entries, and the
    numbers of those that have one (`ruled`); `by_rule` are those whose last ruling no one made.
    """

    window: timedelta
    now: datetime
    is_over: bool
    disputed: Mapping[int, tuple[int, ...]]
    ruled: Collection[int]
    by_rule: Collection[int] = ()

    def of(self, pairing: int, at: datetime, recorded_at: datetime, *, supersedes: bool) -> Firmness:
        """How firm the result of a pairing is; `supersedes`: it took the place of an earlier one.

        A ruling makes it final at once, though an arbiter can replace the ruling until the season is over;
        then all of them are final, and no one rules any more.
        """
        if pairing in self.disputed and not self.is_over:
            return Firmness(DISPUTED)
        if pairing in self.ruled or supersedes:
            return Firmness(RULED, by_rule=pairing in self.by_rule)
        until = known_at(at, recorded_at) + self.window
        if self.now < until and not self.is_over:
            return Firmness(PROVISIONAL, until)
        return Firmness(FINAL)


def finality_of(season: Competition, now: datetime) -> Finality:
    """One query."""
    disputed: dict[int, tuple[int, ...]] = {}
    last: dict[int, int | None] = {}  # by whom each was ruled last
    for number, entry, ruled_at, ruled_by in _DISPUTES.rows(season=season.pk):
        if ruled_at is None:
            disputed[number] = (*disputed.get(number, ()), entry)
        else:
            last[number] = ruled_by
    by_rule = {number for number, ruled_by in last.items() if ruled_by is None}
    window = timedelta(days=season.rules.get("dispute_days", 0))
    return Finality(window, now, season.is_over, disputed, last.keys(), by_rule)


def may_still_change(game: Any, now: datetime) -> Q:
    """Whether the result of a game (an `OuterRef` to its key) is not final: `Finality.of`, asked of rows of
    all seasons. Before its season has counted it, it is not.
    """
    results = Event.objects.filter(that_count(), game=OuterRef("game"), kind=EventKind.RESULT)
    fresh = Q()
    for days in range(1, MOST_DISPUTE_DAYS + 1):
        since = now - timedelta(days=days)
        known = Q(at__gt=since) | Q(recorded_at__gt=since)
        fresh |= Q(known, competition__rules__dispute_days=days)
    disputes = Dispute.objects.filter(pairing=OuterRef("pk"))
    provisional = Exists(results.filter(fresh, supersedes=None)) & ~Exists(disputes.exclude(ruled_at=None))
    running = Pairing.objects.filter(game=game).exclude(competition__state__in=OVER)
    return Q(Exists(running.filter(~Exists(results) | Exists(disputes.filter(ruled_at=None)) | provisional)))


_DISPUTES = PreparedQuery(
    lambda: (
        Dispute.objects.filter(competition_id=Param("season"))
        .order_by("pk", "pairing__sides__pk")
        .values_list("pairing__number", "pairing__sides__entry", "ruled_at", "ruled_by")
    )
)
"""A row for each side of the pairing of each dispute."""
