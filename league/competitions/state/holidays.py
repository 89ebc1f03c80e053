"""Which holidays of its people a season honours: none of them is challenged or idle meanwhile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet

from games.adjudication.holidays import ONE_DAY, Spell, honoured
from games.common.database.compiled import Param, PreparedModels, day, moment
from games.models import Holiday
from league.competitions.models import Competition, Entry
from league.competitions.rules.common_rules import CommonRules
from league.competitions.rules.rule import OLD_FORMAT


def spells_of(rules: CommonRules, holidays: Iterable[Holiday]) -> dict[int, list[Spell]]:
    """By person (key), the stretches that count of the `holidays` that they announced in the league, which
    come in the order of announcing and are all of every calendar year that matters. As many days a year count
    as the season's rules of absence honour in games (HR-2); by the old format all do.
    """
    found: dict[int, list[Holiday]] = defaultdict(list)
    for holiday in holidays:
        found[holiday.user_id].append(holiday)
    if rules.format == OLD_FORMAT:
        return {
            user: [Spell(each.begins_at, each.ends_at, each.announced_at) for each in own]
            for user, own in found.items()
        }
    return {user: honoured(own, rules.absence.holidays) for user, own in found.items()}


def standing(league: Any) -> QuerySet[Holiday]:
    """Holidays of a league (its key, or what a query makes of it) that no one took back, as announced."""
    return Holiday.objects.filter(league=league, taken_back_at=None).order_by("pk")


def away_at(league: Any, now: datetime) -> QuerySet[Holiday]:
    """The holidays that are on at a moment."""
    return standing(league).filter(begins_at__lte=now, ends_at__gt=now)


def since_year_of(league: Any, day: date) -> QuerySet[Holiday]:
    """Those of them that `spells_of` asks for, where the year of `day` is the first that matters."""
    return standing(league).filter(last__gte=first_of_year(day))


def first_of_year(day: date) -> date:
    """From when on the holidays of a person have to be known to tell which days of `day`'s year count. `day`
    is in UTC: where clocks are behind, the year before may not be over.
    """
    return date((day - ONE_DAY).year, 1, 1)


def of_away(season: Competition, now: datetime) -> Sequence[Holiday]:
    """All holidays of the year of those who play in a season and are away now: with them one knows which of
    their days count. One query.
    """
    since = first_of_year(now.date())
    return _OF_AWAY.all(league=season.league_id, season=season.pk, now=moment(now), since=day(since))


_OF_AWAY = PreparedModels(
    Holiday,
    lambda: Holiday.objects.filter(
        league_id=Param("league"),
        user__in=Holiday.objects.filter(
            league_id=Param("league"),
            taken_back_at=None,
            begins_at__lte=Param("now"),
            ends_at__gt=Param("now"),
            user__in=Entry.objects.filter(competition_id=Param("season"), state=Entry.State.PLAYING).values(
                "user"
            ),
        ).values("user"),
        taken_back_at=None,
        last__gte=Param("since"),
    ).order_by("pk"),
)
