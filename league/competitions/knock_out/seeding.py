"""Who is seeded where: drawn when entries have closed, kept as an event, changed until the first games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from games.common.words.rounding import half_up
from league.competitions.errors import BadRules, NoReason, NotInState, NotOrganiser
from league.competitions.knock_out.rules import Seeding
from league.competitions.models import Competition, Entry, EntryStep, Event
from league.competitions.models.competition import LONGEST_REASON
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.founding import has_say
from league.competitions.services.locking import lock, show_change
from league.competitions.state.rated import counted_points
from league.competitions.state.registration import accepted_and_clear
from league.users.models import User


def keep_seeds(season: Competition, entries: Sequence[Entry], order: Sequence[int], now: datetime) -> None:
    """Write the seeds as they are drawn; by rating the draw only decides between equal ones."""
    facts: dict[str, list[int]] = {"order": list(order)}
    if season.rules["seeding"] == Seeding.RATING:
        points = counted_points(season, {entry.number: entry.user_id for entry in entries})
        ratings = {number: int(half_up(each)) for number, each in points.items()}
        facts["order"].sort(key=lambda number: -ratings[number])
        facts["ratings"] = [ratings[number] for number in facts["order"]]
    season.events.create(at=now, kind=EventKind.SEEDS, facts=facts, recorded_at=now)


def kept_seeds(season: Competition) -> Event | None:
    """The seeds that count. One query."""
    return season.events.filter(kind=EventKind.SEEDS, superseded_by=None).first()


def seeds_now(season: Competition, kept: Event, entries: Sequence[Entry]) -> list[int]:
    """The numbers of those who stand at the seeds: who came from the waiting list in the place of who left
    before them, in that order; who left and no one came for stands there still. `entries` are all who are in.
    Two queries.
    """
    order, here = list(kept.facts["order"]), {entry.number for entry in entries}
    left = season.entries.filter(number__in=set(order) - here).order_by("left_at", "number")
    accepted = EntryStep.objects.filter(entry__competition=season, state=Entry.State.ACCEPTED)
    came = [
        number
        for number in accepted.order_by("pk").values_list("entry__number", flat=True)
        if number in here and number not in order
    ]
    for gone, new in zip(left.values_list("number", flat=True), dict.fromkeys(came), strict=False):
        order[order.index(gone)] = new
    return order


def open_by_seeds(season: Competition, entries: Sequence[Entry], now: datetime) -> None:
    """Write who begins, by seeds; who left before, and in whose place no one came, has gone."""
    kept = kept_seeds(season)
    if kept is None:
        raise ValueError("a knock-out begins after its draw")
    order = seeds_now(season, kept, entries)
    at = season.starts_at
    season.events.create(at=at, kind=EventKind.OPENS, facts={"order": order}, recorded_at=now)
    here = {entry.number for entry in entries}
    for entry in season.entries.filter(number__in=set(order) - here).order_by("number"):
        facts = {"entry": entry.number, "why": entry.state}
        leaves = {"kind": EventKind.LEAVES, "number": entry.number, "entry": entry, "facts": facts}
        season.events.create(at=at, recorded_at=now, **leaves)


def can_be_put(season: Competition) -> bool:
    """Whether its rules and its state let seeds be put by hand, once they are drawn."""
    return season.state == Competition.State.ANNOUNCED and season.rules["seeding"] == Seeding.HAND


@transaction.atomic
def seed_by_hand(*, competition: Competition, by: User, order: Sequence[int], reason: str) -> Event:
    """Put the seeds into this `order` (numbers of entries, the first seed first), for a reason that everyone
    reads.

    The same order again, for the same reason, changes nothing. Refuses with `NotOrganiser` someone for whom
    the season is not to run (an organiser who has entered it), `NoReason`, `NotInState` before the draw and
    from the first game on, and where the rules have them drawn; `BadRules` where the order is not of exactly
    those who are seeded, or no other one.
    """
    season = lock(competition)
    if not has_say(season, by):
        raise NotOrganiser
    kept = kept_seeds(season)
    if kept is None or not can_be_put(season):
        raise NotInState
    if not reason.strip():
        raise NoReason
    now, entries = clock.now(), list(accepted_and_clear(season))
    said = {"order": list(order), "reason": " ".join(reason.split())[:LONGEST_REASON]}
    if kept.by_id == by.pk and kept.facts == said:
        return kept
    before = seeds_now(season, kept, entries)
    if sorted(order) != sorted(before):
        raise BadRules("order", _("Name every seed once."))
    if said["order"] == before:
        raise BadRules("order", _("No seed was changed."))
    row = {"kind": EventKind.SEEDS, "facts": said, "supersedes": kept, "by": by}
    made = season.events.create(at=now, recorded_at=now, **row)
    show_change(season, now)
    return made
