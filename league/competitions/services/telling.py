"""What leagues' webhooks are told of their seasons: what has happened, and once a week the tables."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.common import clock
from league.competitions.models import Competition
from league.competitions.outbox import news
from league.leagues.services.webhooks import begin_week, leagues_with_tables_due, post_news


def tell_webhook(competition: Competition, event: str, now: datetime) -> None:
    """Let the league's webhook tell of an `event` of `news`, once this transaction is done. Two queries."""
    post_news(league=competition.league_id, event=event, key=competition.pk, now=now)


def post_tables() -> int:
    """Put out the tables of the leagues whose week is over; how many. Each league in its own transaction."""
    now = clock.now()
    return sum(_post_tables_of(league, now) for league in leagues_with_tables_due(now))


@transaction.atomic
def _post_tables_of(league: int, now: datetime) -> int:
    if not begin_week(league=league, now=now):
        return 0
    live = [Competition.State.RUNNING, Competition.State.CLOSING]
    seasons = list(Competition.objects.filter(league=league, state__in=live).order_by("pk"))
    for season in seasons:
        tell_webhook(season, news.TABLE, now)
    return len(seasons)
