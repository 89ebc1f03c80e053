"""A season's log in words: what happened on the ladder, who came and left, what arbiters ruled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.common.database.compiled import Among, Param, PreparedQuery, moment
from games.common.words.people import at_start, called
from league.competitions import kinds
from league.competitions.models import Competition, Dispute, Entry, EntryStep, Event, that_count
from league.competitions.rules.event_kind import EventKind
from league.competitions.selectors.seasons import address
from league.competitions.state import conditions
from league.competitions.state.finality import FINAL
from league.competitions.state.season_access import Reader
from league.competitions.words import wording

LINES_A_PAGE: Final = 50
LATEST: Final = 12
"""Events of the last days that a season's own page lists."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: what it says, where it leads, when it counts.

    `before` and `after` are the ranks of a move, `mover` who made it; both None: no one moved. `standing` is
    how firm a result is: as `finality` names it, PROVISIONAL `until` when; empty for what is no result.
    `dispute` leads to the page about it, where there is more to see. `by`: who wrote it, where someone did.
    """

    says: str
    address: str
    at: datetime
    before: int | None = None
    after: int | None = None
    standing: str = ""
    until: datetime | None = None
    dispute: str = ""
    is_superseded: bool = False
    more: str = ""
    by: str = ""
    mover: str = ""

    @property
    def moved(self) -> bool:
        return self.before is not None and self.before != self.after


@dataclass(frozen=True)
class Names:
    """People by the number of their entry, and by the number of a pairing or a challenge its sides in their
    order, as numbers of entries. Those challenges that no one answered are `unanswered`.
    """

    people: Mapping[int, str]
    pairs: Mapping[int, tuple[int, ...]]
    unanswered: Collection[int] = ()

    def of(self, entry: int) -> str:
        return called(self.people[entry]) if entry in self.people else _("someone")


def events_of(season: Competition) -> QuerySet[Event]:
    """All events, superseded ones too, the latest first."""
    return season.events.order_by("-at", "-pk")


def results_of(season: Competition) -> QuerySet[Event]:
    """The results that count, the latest first."""
    return season.events.filter(that_count(), kind=EventKind.RESULT).order_by("-at", "-pk")


class Row(NamedTuple):
    """What a line tells of an event, and of the move it made: `COLUMNS`, in their order."""

    kind: str
    facts: Mapping[str, Any]
    at: datetime
    recorded_at: datetime
    supersedes: int | None
    over_by: int | None
    by: str | None
    before: int | None
    after: int | None
    mover: str | None


COLUMNS: Final = (
    *("kind", "facts", "at", "recorded_at", "supersedes_id", "superseded_by__pk", "by__username"),
    *("move__before", "move__after", "move__entry__user__username"),
)


def lines_of(reader: Reader, events: Any) -> list[Line]:
    """Lines of a few events (a slice), in their order. Four queries at most."""
    rows = [Row(*row) for row in events.values_list(*COLUMNS)]
    return told(reader, rows, names_for(reader.season, [row.facts for row in rows]))


def latest(season: Competition, since: datetime) -> list[Row]:
    """The latest events after `since` that count, the last one first, but for challenges. One query."""
    return [Row(*row) for row in _LATEST.rows(season=season.pk, since=moment(since))]


_LATEST = PreparedQuery(
    lambda: (
        Event.objects.filter(that_count(), competition_id=Param("season"), at__gt=Param("since"))
        .exclude(kind__in=[EventKind.OPENS, EventKind.CHALLENGE])
        .order_by("-at", "-pk")
        .values_list(*COLUMNS)[:LATEST]
    )
)


def told(reader: Reader, rows: Iterable[Row], names: Names) -> list[Line]:
    """Lines of these rows, whose people are among `names`. One query at most."""
    return [_line(reader, row, names) for row in rows]


def names_for(
    season: Competition, facts: Iterable[Mapping[str, Any]], entries: Collection[int] = ()
) -> Names:
    """Whom these facts of events are about, and who is behind `entries` (numbers). Two queries at most."""
    facts = list(facts)
    pairs, people, unanswered = kinds.of(season).pairs(season, {number_of(each) for each in facts} - {0})
    named = {each.get(key) or 0 for each in facts for key in ("entry", "winner", "loser", "by", "of")}
    # Players of a pairing are asked for again, so that a page costs the same whatever it tells.
    behind: Any = _PEOPLE.rows({*named, *entries} - {0}, season=season.pk)
    people |= dict(behind)
    return Names(people, pairs, unanswered)


_PEOPLE = Among(
    lambda numbers: (
        Entry.objects.filter(competition_id=Param("season"), number__in=numbers)
        .order_by()
        .values_list("number", "user__username")
    )
)


def _line(reader: Reader, row: Row, names: Names) -> Line:
    is_result = row.kind == EventKind.RESULT
    standing, until, dispute = _standing(reader, row) if is_result else ("", None, "")
    return Line(
        says=in_words(reader.season, row.kind, row.facts, names, (row.before, row.after)),
        address=_leads_to(reader, row),
        at=row.at,
        before=row.before,
        after=row.after,
        standing=standing,
        until=until,
        dispute=dispute,
        is_superseded=row.over_by is not None,
        by=called(row.by) if row.by is not None else "",
        mover=called(row.mover) if row.mover is not None else "",
        more=row.facts.get("reason", ""),
    )


def _leads_to(reader: Reader, row: Row) -> str:
    """A result leads to its game, anything else to the season of whose it is: who challenged, came, left."""
    if row.kind == EventKind.RESULT:
        return reader.game_address(row.facts.get("game", ""))
    number = row.facts.get("by") or row.facts.get("entry")
    return address(reader.slug, "entrant", reader.season.code, number) if number else ""


def _standing(reader: Reader, row: Row) -> tuple[str, datetime | None, str]:
    season, number = reader.season, number_of(row.facts)
    if row.over_by is not None:
        return "", None, ""
    firm = reader.finality.of(number, row.at, row.recorded_at, supersedes=row.supersedes is not None)
    page = address(reader.slug, "dispute", season.code, number) if firm.kind != FINAL else ""
    return firm.kind, firm.until, page


def in_words(
    season: Competition,
    kind: str,
    facts: Mapping[str, Any],
    names: Names,
    moved: tuple[int | None, int | None] = (None, None),
) -> str:
    """One event as a sentence without its full stop; `moved`: from which rank to which it brought its entry,
    None where it moved no one.
    """
    if kind == EventKind.RESULT:
        return kinds.of(season).tells(facts, names) or _of_two(facts, names)
    if kind == EventKind.OPENS:
        count = len(facts["order"])
        said = ngettext(
            "The season begins with %(count)d player", "The season begins with %(count)d players", count
        )
        return said % {"count": count}
    return kinds.of(season).says(kind, facts, names, moved)


def _of_two(facts: Mapping[str, Any], names: Names) -> str:
    winner, loser = facts.get("winner"), facts.get("loser")
    if not winner or not loser:
        winner, loser = names.pairs.get(number_of(facts), (0, 0))
    return wording.result(facts, names.people.get(winner, ""), names.people.get(loser, ""))


def number_of(facts: Mapping[str, Any]) -> int:
    """The number of the pairing that facts of an event are about; 0: of none."""
    return int(facts.get("pairing") or facts.get("challenge") or 0)


def steps_of(season: Competition) -> QuerySet[EntryStep]:
    """Steps of entries, the latest first."""
    return EntryStep.objects.filter(entry__competition=season).order_by("-at", "-pk")


def lines_of_steps(reader: Reader, steps: Any) -> list[Line]:
    """Who entered, was accepted, left; with an arbiter's reason where one gave it. One query."""
    return [line_of_step(reader, step) for step in steps.select_related("entry__user", "by")]


def line_of_step(reader: Reader, step: EntryStep) -> Line:
    """`step` comes with its entry's person and with who did it. What an entry was refused for stands there
    for its person and for those who run the season; the others are not led to an entry without a place.
    """
    entry = step.entry
    said = {
        "name": called(entry.user.get_username()),
        "state": step.get_state_display(),
        "why": step.get_why_display(),
    }
    own = step.by_id is not None and step.by_id == entry.user_id
    is_told = reader.has_say or reader.person == entry.user_id
    is_shown = is_told or entry.state not in Entry.WITHOUT_PLACE
    unmet = "; ".join(conditions.in_words(each) for each in step.unmet) if is_told else ""
    return Line(
        says=at_start(_("%(name)s: %(state)s (%(why)s)") % said),
        address=address(reader.slug, "entrant", reader.season.code, entry.number) if is_shown else "",
        at=step.at,
        more=step.reason or unmet,
        by=called(step.by.get_username()) if step.by and not own else "",
    )


def rulings_of(season: Competition) -> QuerySet[Dispute]:
    """Disputes that were ruled, the latest first."""
    return season.disputes.filter(~Q(ruled_at=None)).order_by("-ruled_at", "-pk")


def lines_of_rulings(reader: Reader, rulings: Any) -> list[Line]:
    """Three queries."""
    rows = rulings.select_related("pairing", "ruled_by").prefetch_related("pairing__sides__entry__user")
    return [_ruling(reader, row) for row in rows]


def _ruling(reader: Reader, row: Dispute) -> Line:
    people = [each.user.get_username() for each in row.pairing.entries]
    said = {
        "pairing": reader.kind.named(row.pairing.number, people),
        "ruling": row.get_ruling_display(),
    }
    return Line(
        says=at_start(pgettext("a result", "%(pairing)s: %(ruling)s") % said),
        address=address(reader.slug, "dispute", reader.season.code, row.pairing.number),
        at=row.ruled_at or row.at,
        more=row.why,
        by=called(row.ruled_by.get_username()) if row.ruled_by else "",
    )
