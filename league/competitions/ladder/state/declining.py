"""What declining a challenge costs: the first declines of a person in a season are free."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count

from games.common.database.compiled import Param, PreparedQuery
from league.competitions.ladder.challenges import LadderState, no_game
from league.competitions.ladder.rules.ladder_rules import of_ladder
from league.competitions.models import Challenge, Competition, Entry, Event
from league.competitions.rules.event_kind import EventKind

State = Challenge.State


def free_declines_left(entry: Entry) -> int:
    """How many challenges the person of `entry` can still decline for nothing, with whatever entries they
    have had in the season; never below 0. One query.
    """
    (declined,) = _DECLINED.row(season=entry.competition_id, person=entry.user_id) or (0,)
    free: int = entry.competition.rules["free_declines"]
    return max(0, free - declined)


_DECLINED = PreparedQuery(
    lambda: (
        Challenge.objects.filter(
            of__competition_id=Param("season"),
            of__user_id=Param("person"),
            state__in=[State.DECLINED, State.UNANSWERED],
        )
        .order_by()
        .values("of__competition")
        .annotate(declined=Count("pk"))
        .values_list("declined")
    )
)


def cost_of_declining(entry: Entry) -> int:
    """By how many ranks the next decline of the person of `entry` brings them down. One query."""
    cost: int = entry.competition.rules["cost"]
    return 0 if free_declines_left(entry) else cost


def cost_now(scene: LadderState, challenge: Challenge) -> int:
    """By how many ranks declining `challenge`, which waits, brings its receiver down at the moment of
    `scene`: nothing where it could not be accepted. One query at most.
    """
    rules = of_ladder(challenge.of.competition.terms).challenges
    if no_game(rules, scene, challenge.of.number, challenge.by.number):
        return 0
    return cost_of_declining(challenge.of)


@dataclass(frozen=True, slots=True)
class Cost:
    """What something cost on the ladder: `ranks` by the rules, and from which rank to which it brought its
    entry, which may be less far, or nowhere. `left`: how many free declines the person has now; None: where
    no decline costs anything.
    """

    ranks: int
    before: int
    after: int
    left: int | None = None

    @property
    def has_moved(self) -> bool:
        return self.before != self.after


def cost_of_decline(challenge: Challenge) -> Cost | None:
    """What declining `challenge`, or not answering it, cost; None where it was not declined. Two queries."""
    left = free_declines_left(challenge.of) if challenge.competition.rules["cost"] else None
    return _cost(challenge.competition, EventKind.DECLINED, challenge.number, left)


def cost_of_idling(entry: Entry) -> Cost | None:
    """What the latest idle weeks of `entry` cost. One query."""
    return _cost(entry.competition, EventKind.IDLE, entry.number)


def _cost(season: Competition, kind: EventKind, number: int, left: int | None = None) -> Cost | None:
    rows = Event.objects.filter(competition=season, kind=kind, number=number, superseded_by=None)
    found = rows.order_by("-at").values_list("facts__cost", "move__before", "move__after").first()
    return Cost(found[0], found[1] or 0, found[2] or 0, left) if found else None
