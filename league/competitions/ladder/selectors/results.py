"""What a result does on a ladder: the ranks around it, and those that would follow from another."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from games.common.words.people import at_start, called
from league.competitions import ladder
from league.competitions.kinds import Ranks
from league.competitions.ladder import log
from league.competitions.models import Competition, Entry, Event, Move, Pairing
from league.competitions.rules.event_kind import EventKind


def ranks_around(result: Event, pairing: Pairing) -> dict[int, Ranks]:
    """By the number of an entry, its ranks around `result`, as they are folded. One query, or none where the
    challenge came with the pairing.
    """
    move, found, ranks = getattr(result, "move", None), pairing.challenge, dict[int, Ranks]()
    for entry in pairing.entries:
        before = after = found.by_end if entry.pk == found.by_id else found.of_end
        if move is not None and move.entry_id == entry.pk:
            after = move.after
        elif move is not None and move.after <= before < move.before:
            after += 1
        ranks[entry.number] = Ranks(before, after)
    return ranks


def began(pairing: Pairing) -> list[tuple[datetime, str]]:
    """Who challenged whom, and when that became a game. One query."""
    found, (by, of) = pairing.challenge, pairing.entries
    said = {"by": called(by.user.get_username()), "of": called(of.user.get_username())}
    lines = [(found.made_at, at_start(_("%(by)s challenged %(of)s.") % said))]
    if found.answered_at is not None:
        lines.append((found.answered_at, _("The game began.")))
    return lines


def first_rank(entry: Entry) -> int:
    """Where an entry stood when the ladder began, or came in later; 0: never. Two queries at most."""
    opens = (
        entry.competition.events.filter(kind=EventKind.OPENS).values_list("facts__order", flat=True).first()
    )
    if opens and entry.number in opens:
        return int(opens.index(entry.number)) + 1
    joined = Move.objects.filter(entry=entry, event__kind=EventKind.JOINS).values_list("after", flat=True)
    return joined.first() or 0


def last_climb(season: Competition, entries: Collection[int]) -> int | None:
    """The number of the challenge by whose game one of these entries (numbers) last rose. One query."""
    rose = Move.objects.filter(competition=season, entry__number__in=entries, event__kind=EventKind.RESULT)
    rose = rose.filter(before__gt=F("after"), after__gt=0).order_by("-place")
    return rose.values_list("event__number", flat=True).first()


def ranks_if(pairing: Pairing, ends: Sequence[Mapping[str, Any]]) -> list[tuple[int, ...]]:
    """The ranks of the two by the log with each of these ends; the whole of it is folded for each."""
    events = list(log.events_of(pairing.competition))
    tables = [ladder.fold(_changed(events, pairing.number, end)) for end in ends]
    return [tuple(table.rank(entry.number) for entry in pairing.entries) for table in tables]


def _changed(events: Sequence[ladder.Event], number: int, end: Mapping[str, Any]) -> list[ladder.Event]:
    return [
        replace(event, **{name: end[name] for name in ("winner", "loser", "how")})
        if end and isinstance(event, ladder.Result) and event.challenge == number
        else event
        for event in events
    ]
