"""Who stands on a ladder and has not been heard of for a while, and whom they could challenge."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.common.words import local
from games.common.words.people import called
from league.competitions.kinds import Heard, Nudging
from league.competitions.ladder.rules.ladder_rules import of_ladder
from league.competitions.ladder.selectors.ladder import open_to
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.ladder.state.last_moment import last_moment
from league.competitions.models import Challenge, Entry
from league.competitions.state.holidays import away_at
from league.leagues.models import Membership


def silent(entries: QuerySet[Entry], since: datetime, now: datetime) -> QuerySet[Entry]:
    """Those of `entries` who have someone above them, and no challenge, made or received, and no game that
    is open or has been since the moment `since`. Players on holiday or suspended are left alone.

    Every game of a ladder comes from a challenge.
    """
    lately = Challenge.objects.filter(
        Q(state__in=Challenge.OPEN) | Q(made_at__gt=since) | Q(over_at__gt=since)
    )
    league = OuterRef("competition__league")
    away = away_at(league, now).filter(user=OuterRef("user"))
    member = Membership.objects.filter(Q(suspended_until=None) | Q(suspended_until__lte=now))
    return entries.filter(
        ~Exists(lately.filter(by=OuterRef("pk"))),
        ~Exists(lately.filter(of=OuterRef("pk"))),
        ~Exists(away),
        Exists(member.filter(user=OuterRef("user"), league=league)),
        competition__challenges_until__gt=now,
        payment__in=Entry.CLEAR,
        standing__rank__gt=1,
    )


def heard_of(entries: Collection[Entry]) -> Mapping[int, Heard]:
    """By their keys, when something of these was last heard of, and their ranks. One query."""
    keys = {entry.pk for entry in entries}
    found = {
        entry.pk: Heard(
            max(entry.competition.started_at or entry.entered_at, entry.entered_at),
            entry.standing.rank,
            False,
        )
        for entry in entries
    }
    rows = Challenge.objects.filter(Q(by__in=keys) | Q(of__in=keys))
    for by, of, made, over in rows.values_list("by", "of", "made_at", "over_at"):
        for key in keys & {by, of}:
            heard = found[key]
            found[key] = heard._replace(at=max(heard.at, over or made), has_played=True)
    return found


def nudging(entry: Entry, now: datetime) -> Nudging | None:
    """The highest whom `entry` may challenge now, in words; None where there is no one. Seven queries."""
    season = entry.competition
    scene = ladder_state_of(season, now, around=entry)
    found = open_to(of_ladder(season.terms).challenges, scene, entry.number, now)[:1]
    if not found:
        return None
    [other] = found
    names = season.entries.filter(number=other).values_list("user__username", flat=True)
    said = {"name": called(names.get()), "rank": scene.ranks[other]}
    until = {"moment": local.moment(last_moment(season))}
    return Nudging(
        _("You can challenge %(name)s, rank %(rank)d") % said,
        _(
            "You have had no challenge and no game in this season for 10 days. You can challenge until "
            "%(moment)s."
        )
        % until,
    )
