"""What declining a challenge costs: the first declines of a person in a season are free."""

from __future__ import annotations

from django.db.models import Count

from games.compiled import Given, Question
from league.tournaments.challenges import Scene, no_game
from league.tournaments.models import Challenge, Entry

State = Challenge.State


def free_declines_left(entry: Entry) -> int:
    """How many challenges the person of `entry` can still decline for nothing, with whatever entries they
    have had in the season; never below 0. One query.
    """
    (declined,) = _DECLINED.row(season=entry.competition_id, person=entry.user_id) or (0,)
    free: int = entry.competition.rules["free_declines"]
    return max(0, free - declined)


_DECLINED = Question(
    lambda: (
        Challenge.objects.filter(
            of__competition_id=Given("season"),
            of__user_id=Given("person"),
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


def cost_now(scene: Scene, challenge: Challenge) -> int:
    """By how many ranks declining `challenge`, which waits, brings its receiver down at the moment of
    `scene`: nothing where it could not be accepted. One query at most.
    """
    rules = challenge.of.competition.terms.challenges
    if no_game(rules, scene, challenge.of.number, challenge.by.number):
        return 0
    return cost_of_declining(challenge.of)
