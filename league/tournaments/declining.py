"""What declining a challenge costs: the first declines of a person in a season are free."""

from __future__ import annotations

from league.tournaments.models import Challenge, Entry

State = Challenge.State


def free_declines_left(entry: Entry) -> int:
    """How many challenges the person of `entry` can still decline for nothing, with whatever entries they
    have had in the season; never below 0. One query.
    """
    own = Entry.objects.filter(competition=entry.competition_id, user=entry.user_id)
    declined = Challenge.objects.filter(of__in=own, state__in=[State.DECLINED, State.UNANSWERED]).count()
    free: int = entry.competition.rules["free_declines"]
    return max(0, free - declined)


def cost_of_declining(entry: Entry) -> int:
    """By how many ranks the next decline of the person of `entry` brings them down. One query."""
    cost: int = entry.competition.rules["cost"]
    return 0 if free_declines_left(entry) else cost
