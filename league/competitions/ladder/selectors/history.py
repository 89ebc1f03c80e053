"""One entrant's season: every step of their rank, their challenges and games, their home powers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import F, Q
from django.utils.translation import gettext as _

from games.common.database.compiled import Among, Param
from games.common.words.people import at_start
from league.competitions.ladder.selectors import chart, rank_history
from league.competitions.models import Challenge, Competition, Entry, Event, Move
from league.competitions.rules.event_kind import EventKind
from league.competitions.selectors import log
from league.competitions.selectors.entrant import History
from league.competitions.selectors.seasons import address
from league.competitions.state.finality import FINAL, Firmness
from league.competitions.state.season_access import Reader
from league.competitions.words import wording

STEPS_SHOWN: Final = 200
"""Steps of a rank that the page lists; a drawing has no more corners either."""


@dataclass(frozen=True, slots=True)
class RankStep:
    """That a rank was reached at a moment, and why. `address`: of the game behind it, where there is one."""

    at: datetime
    rank: int
    why: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One challenge as its entrant sees it: made or received, whose, from which ranks, what came of it.

    `standing`: how firm its result is, as `finality` names it; `dispute` leads to the page about that.
    """

    number: int
    is_made: bool
    name: str
    their_address: str
    own_rank: int
    their_rank: int
    at: datetime
    outcome: str
    game: str = ""
    standing: str = ""
    dispute: str = ""


@dataclass(frozen=True, kw_only=True)
class LadderHistory(History):
    """With every step of the rank, and the challenges."""

    part: str = "tournaments/_entrant_ladder.html"
    steps: Sequence[RankStep]
    has_earlier: bool
    drawing: chart.Drawing | None
    meetings: Sequence[Meeting]


def history_of(reader: Reader, entry: Entry, common: dict[str, Any]) -> LadderHistory:
    """A fixed number of queries."""
    past = past_of(reader.season, entry)
    steps, drawing = rank_over_time(
        reader, past, common["in_table"], log.names_for(reader.season, past.facts)
    )
    return LadderHistory(
        steps=steps,
        has_earlier=past.has_earlier,
        drawing=drawing,
        meetings=meetings_of(reader, entry, challenges_of(entry)),
        **common,
    )


class Moved(NamedTuple):
    """A move as a step of someone's rank tells it: when, whose (key and number), by which event."""

    at: datetime
    entry: int
    number: int
    kind: str
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Past:
    """What brought `entry` to its rank, the first change first, and the moves behind it by their keys; the
    latest STEPS_SHOWN alone, where it `has_earlier`.
    """

    entry: Entry
    rank: int
    changes: Sequence[rank_history.Change]
    moves: Mapping[int, Moved]
    has_earlier: bool

    @property
    def facts(self) -> list[Mapping[str, Any]]:
        return [move.facts for move in self.moves.values()]


def past_of(season: Competition, entry: Entry) -> Past:
    """Two queries at most."""
    standing = getattr(entry, "standing", None)
    changes = []
    if standing is not None:
        changes = rank_history.changes_of_entry(entry.pk, standing.rank, rank_history.steps_around(standing))
    shown = changes[:STEPS_SHOWN][::-1]
    rows = _MOVES.rows([change.move for change in shown], season=season.pk)
    return Past(entry, entry.rank, shown, {key: Moved(*row) for key, *row in rows}, len(changes) > len(shown))


_MOVES = Among(
    lambda keys: (
        Move.objects.filter(competition_id=Param("season"), pk__in=keys)
        .order_by()
        .values_list("pk", "at", "entry_id", "entry__number", "event__kind", "event__facts")
    )
)


def rank_over_time(
    reader: Reader, past: Past, people: int, names: log.Names
) -> tuple[list[RankStep], chart.Drawing | None]:
    """How a rank came about, the first step first, and its drawing. `names`: for the facts of `past`."""
    season = reader.season
    found = [_step(reader, change, past.moves[change.move], past.entry, names) for change in past.changes]
    if not past.has_earlier and (first := past.changes[0].before if past.changes else past.rank):
        found.insert(0, RankStep(season.started_at or season.starts_at, first, _first(season, past.entry)))
    points = [(step.at, step.rank) for step in found]
    until = chart.ends_of(season.starts_at, season.ends_at, reader.now, season.over_at)
    return found, chart.drawing_of(points, people, season.started_at or season.starts_at, until)


def _first(season: Competition, entry: Entry) -> str:
    order = season.rules.get("order", "")
    if order == "rating":
        return _("starting order, by rating")
    return (
        _("starting order, by the last season")
        if order == "previous"
        else _("starting order, drawn at random")
    )


def _step(
    reader: Reader, change: rank_history.Change, row: Moved, entry: Entry, names: log.Names
) -> RankStep:
    """Why a rank changed: by what its holder did, or since someone else moved."""
    facts, kind = row.facts, row.kind
    code = facts.get("game", "") if kind == EventKind.RESULT else ""
    game = reader.game_address(code)
    is_own = row.entry == entry.pk
    if kind == EventKind.RESULT and facts.get("loser") == entry.number:
        why = _("lost against %(name)s") % {"name": names.of(facts["winner"])}
    elif kind == EventKind.RESULT and is_own:
        why = _("won against %(name)s") % {"name": names.of(facts["loser"])}
    elif is_own:
        why = log.in_words(entry.competition, kind, facts, names, (change.before, change.after))
    elif change.is_leaving:
        why = _("%(name)s left the ladder") % {"name": names.of(row.number)}
    elif change.after > change.before:
        why = _("%(name)s moved up") % {"name": names.of(row.number)}
    else:
        why = _("%(name)s moved down") % {"name": names.of(row.number)}
    return RankStep(row.at, change.after, at_start(why), game)


def challenges_of(entry: Entry) -> list[Any]:
    """All challenges of one entry, with people and the codes of games, the latest first. One query."""
    found = Challenge.objects.filter(Q(by=entry) | Q(of=entry)).select_related("by__user", "of__user")
    return list(
        found.annotate(code=F("pairing__game__code"), game_key=F("pairing__game")).order_by("-number")
    )


def meetings_of(reader: Reader, entry: Entry, rows: Sequence[Any]) -> list[Meeting]:
    """What came of an entry's challenges. One query, and one where disputes have not been asked for."""
    season = reader.season
    results = {
        number: (facts, reader.finality.of(number, at, recorded_at, supersedes=supersedes is not None))
        for number, facts, at, recorded_at, supersedes in Event.objects.filter(
            competition=season,
            kind=EventKind.RESULT,
            superseded_by=None,
            number__in=[row.number for row in rows],
        ).values_list("number", "facts", "at", "recorded_at", "supersedes")
    }
    return [_meeting(reader, entry, row, results.get(row.number)) for row in rows]


def _meeting(
    reader: Reader, entry: Entry, row: Any, result: tuple[Mapping[str, Any], Firmness] | None
) -> Meeting:
    season, is_made = reader.season, row.by_id == entry.pk
    other = row.of if is_made else row.by
    says, standing, dispute = row.get_state_display(), "", ""
    if result is not None:
        facts, firm = result
        says, standing = wording.outcome(facts, entry.number), firm.kind
        if standing != FINAL:
            dispute = address(reader.slug, "dispute", season.code, row.number)
    return Meeting(
        number=row.number,
        is_made=is_made,
        name=other.user.get_username(),
        their_address=address(reader.slug, "entrant", season.code, other.number),
        own_rank=row.by_rank if is_made else row.of_rank,
        their_rank=row.of_rank if is_made else row.by_rank,
        at=row.made_at,
        outcome=says,
        game=reader.game_address(row.code),
        standing=standing,
        dispute=dispute,
    )
