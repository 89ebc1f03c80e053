"""What an export's `log` tells: all that happened and decides nothing of the table (docs/season-export.md).

Each source of rows is a function of `SOURCES`: what a competition comes to tell besides is one function more.
Where the rules show numbers in the place of people, no one's name stands here, and no words of anyone's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from league.competitions import kinds
from league.competitions.models import Competition, EntryStep
from league.competitions.rules.canonical import written
from league.competitions.rules.common_rules import Names
from league.competitions.rules.draws import TIES
from league.competitions.rules.event_kind import EventKind
from league.competitions.state import money_hooks


class Logged(NamedTuple):
    """One row of the log: when, of which kind, its other fields."""

    at: datetime
    kind: str
    facts: dict[str, Any]


@dataclass(frozen=True)
class Voice:
    """How people and their words may appear."""

    shows_names: bool

    def name(self, username: str | None) -> str | None:
        """Someone by name, in no language where the account is closed; None: no one, or no one who may be
        named.
        """
        return username if username and self.shows_names else None

    def words(self, said: str) -> str:
        return said if self.shows_names else ""


def log_of(competition: Competition) -> list[dict[str, Any]]:
    """The rows in the order of time; those of one moment in the order of the sources. A query a source."""
    voice = Voice(shows_names=competition.rules["names"] == Names.PEOPLE)
    rows = [row for source in SOURCES for row in source(competition, voice)]
    rows.sort(key=lambda row: row.at)
    return [{"at": written(row.at), "kind": row.kind, **row.facts} for row in rows]


def _entry_steps(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """Who entered, was accepted, left: by whom, and why."""
    steps = EntryStep.objects.filter(entry__competition=competition).order_by("pk")
    columns = ("at", "entry__number", "state", "payment", "why", "reason", "by__username")
    for at, entry, state, payment, why, reason, by in steps.values_list(*columns):
        facts = {"entry": entry, "state": state, "payment": payment, "why": why}
        yield Logged(at, "entry", facts | {"by": voice.name(by), "reason": voice.words(reason)})


def _arbiters(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """Who was named an arbiter and who is none any more. Numbers tell them apart where names may not."""
    columns = ("pk", "named_at", "left_at", "user__username", "appointed_by__username", "reason")
    numbers: dict[str, int] = {}
    for _pk, named_at, left_at, name, by, reason in competition.arbiters.order_by("pk").values_list(*columns):
        who = {"arbiter": numbers.setdefault(name, len(numbers) + 1), "name": voice.name(name)}
        more = {"by": voice.name(by), "reason": voice.words(reason)}
        yield Logged(named_at, "arbiter-named", who | more)
        if left_at is not None:
            yield Logged(left_at, "arbiter-left", who)


def _disputes(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """Who disputed which result, who answered, and how it was ruled; an arbiter may rule undisputed too."""
    rows = competition.disputes.select_related(
        "pairing", "raised_by", "answered_by", "forfeited_by", "ruled_by"
    ).order_by("pk")
    for row in rows:
        of = {kinds.of(competition).pairing_is: row.pairing.number}
        if row.raised_by is not None:
            yield Logged(
                row.at, "disputed", of | {"entry": row.raised_by.number, "said": voice.words(row.said)}
            )
        if row.answered_by is not None and row.answer_at is not None:
            said = {"entry": row.answered_by.number, "said": voice.words(row.answer)}
            yield Logged(row.answer_at, "answered", of | said)
        if row.ruled_at is not None:
            by = row.ruled_by.get_username() if row.ruled_by else None
            loser = row.forfeited_by.number if row.forfeited_by else None
            ruling = {"ruling": row.ruling, "forfeited_by": loser, "by": voice.name(by)}
            yield Logged(row.ruled_at, "ruled", of | ruling | {"reason": voice.words(row.why_in_no_language)})


def _ratings(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """The ratings that made the first table, from its top, where the draw was between equal ones."""
    if TIES not in kinds.of(competition).draws(competition.terms):
        return
    rows = competition.events.filter(kind=EventKind.OPENS, facts__has_key="ratings").values_list(
        "at", "facts"
    )
    for at, facts in rows:
        pairs = zip(facts["order"], facts["ratings"], strict=True)
        yield Logged(at, "rated", {"ratings": [{"entry": entry, "rating": each} for entry, each in pairs]})


def _extensions(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """The hours that all running games were given."""
    columns = ("at", "hours", "moved", "by__username", "reason")
    for at, hours, moved, by, reason in competition.extensions.order_by("pk").values_list(*columns):
        facts = {"hours": hours, "games": moved, "by": voice.name(by), "reason": voice.words(reason)}
        yield Logged(at, "extended", facts)


def _date_moves(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """Which moments were moved, from when to when; the rules keep the planned ones."""
    columns = ("at", "before", "after", "extends_registration", "by__username", "reason")
    for at, before, after, extends, by, reason in competition.date_moves.order_by("pk").values_list(*columns):
        kind = "registration-extended" if extends else "dates-moved"
        facts = {"before": before, "after": after}
        yield Logged(at, kind, facts | {"by": voice.name(by), "reason": voice.words(reason)})


def _suspensions(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """Who was suspended in the league, by whom, and the challenges that this cancelled; never why."""
    columns = ("act__at", "entry__number", "until", "dropped", "act__by__username")
    for at, entry, until, dropped, by in competition.suspensions.order_by("pk").values_list(*columns):
        facts = {"entry": entry, "until": written(until), "cancelled": dropped, "by": voice.name(by)}
        yield Logged(at, "suspended", facts)


def _proposed_acts(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """What organisers who play would decide, and whether an arbiter confirmed it; never why."""
    columns = (
        *("at", "kind", "by__username", "about__username"),
        *("decided_at", "is_confirmed", "decided_by__username"),
    )
    rows = competition.proposed_acts.filter(decided_at__isnull=False).order_by("pk")
    for at, kind, by, about, decided_at, is_confirmed, decided_by in rows.values_list(*columns):
        act = {"act": kind, "by": voice.name(by), "about": voice.name(about)}
        yield Logged(at, "act-proposed", act)
        decided = act | {"by": voice.name(decided_by), "about": voice.name(about)}
        yield Logged(decided_at, "act-confirmed" if is_confirmed else "act-refused", decided)


def _circulars(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """That those who run it wrote to all entrants; what they wrote is theirs to read alone."""
    for at, by in competition.circulars.order_by("pk").values_list("at", "by__username"):
        yield Logged(at, "written", {"by": voice.name(by)})


def _of_money(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """Who proposed to cancel a season with real money, and what was answered."""
    for step in money_hooks.steps(competition):
        said = {"step": step.kind, "by": voice.name(step.name), "reason": voice.words(step.reason)}
        yield Logged(step.at, "cancelling", said)


def _cancellation(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """That it was cancelled; by no one: it was the rule."""
    if competition.state == Competition.State.CANCELLED and competition.over_at is not None:
        by = competition.cancelled_by.get_username() if competition.cancelled_by else None
        reason = voice.words(competition.cancel_reason)
        yield Logged(competition.over_at, "cancelled", {"by": voice.name(by), "reason": reason})


def _of_its_kind(competition: Competition, voice: Voice) -> Iterator[Logged]:
    """What only its kind has to tell."""
    for row in kinds.of(competition).logged(competition):
        yield Logged(*row)


SOURCES: Final[tuple[Callable[[Competition, Voice], Iterator[Logged]], ...]] = (
    _entry_steps,
    _arbiters,
    _ratings,
    _disputes,
    _extensions,
    _date_moves,
    _suspensions,
    _proposed_acts,
    _circulars,
    _of_money,
    _cancellation,
    _of_its_kind,
)
