"""Results reach the ratings, as does a league's word that its games count overall; alarms about drift."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import mail_admins

from games.common.outbox.registry import Failures, delivers
from games.common.outbox.row import OutboxRow
from league.leagues.models import League
from league.ratings import lists
from league.ratings.models import RatingList


@delivers("results")
@delivers("count_results")
def rate_games(rows: Sequence[OutboxRow]) -> Failures:
    """Rate the games of which results were written, or whose day has come on which they are opened (SPY-6);
    again does no harm. Rows about all of a league's games are none of these.
    """
    lists.take_in({row.payload["game"] for row in rows if "game" in row.payload})
    return {}


@delivers("league_rates")
def note_agreements(rows: Sequence[OutboxRow]) -> Failures:
    """Have overall ratings computed again after leagues changed whether their games count there."""
    for league in League.objects.filter(pk__in={row.payload["league"] for row in rows}):
        lists.note_agreement(league)
    return {}


@delivers("alarm")
def tell_admins_of_drift(rows: Sequence[OutboxRow]) -> Failures:
    """One mail for the lists among `rows` that are not what their results come to."""
    keys = [key for row in rows for key in row.payload.get("ratings", ())]
    drifted = RatingList.objects.select_related("league").filter(pk__in=keys)
    lines = [f"{each.key} in {each.league.slug if each.league else 'all leagues'}" for each in drifted]
    if lines:
        mail_admins(
            "Ratings are not what their results come to",
            "The nightly comparison found these lists different from what the results of their games give.\n"
            "Keep a copy of the table of steps if you want to find out why, then compute them anew:\n"
            "`manage.py recompute_ratings`, for one league with `--league SLUG`.\n\n" + "\n".join(lines),
        )
    return {}
