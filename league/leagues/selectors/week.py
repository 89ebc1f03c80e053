"""*This week*, as organisers read it: what needs them, the parts that apps add, the week in five lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.waiting import Scope, Waiting, waits_of
from games.common.words.local import day
from games.facts import danger, openings, overview
from league.leagues.models import League
from league.leagues.selectors.desk import Today, today
from league.leagues.week import WEEK, Told, on_week, parts, tellers, tells_week

LINES: Final = 5


@dataclass(frozen=True, slots=True)
class Shown:
    """One part, as its template has it."""

    template: str
    part: Any


@dataclass(frozen=True, slots=True)
class Digest:
    """The week to paste: `text` with its address, and what its picture shows (`title`, `rows`)."""

    text: str
    title: str
    rows: Sequence[Sequence[str]]
    lines: Sequence[str]
    has_news: bool

    @property
    def height(self) -> int:
        return self.text.count("\n") + 2


@dataclass(frozen=True, slots=True)
class WeekPage:
    since: datetime
    waits: Sequence[Waiting]
    today: Sequence[Today]
    main: Sequence[Shown]
    aside: Sequence[Shown]
    digest: Digest

    @property
    def needing(self) -> int:
        return len(self.waits) + len(self.today)


def week_page(league: League, reader: Any, now: datetime) -> WeekPage:
    """A fixed number of queries, however large the league."""
    shown = [(each.is_aside, Shown(each.template, each.shows(league, reader, now))) for each in parts]
    return WeekPage(
        since=now - WEEK,
        waits=waits_of(reader, Scope(league=league.pk)).needs_you,
        today=today(league, now),
        main=[part for is_aside, part in shown if not is_aside],
        aside=[part for is_aside, part in shown if is_aside],
        digest=digest_of(league, now),
    )


def digest_of(league: League, now: datetime) -> Digest:
    """The week until `now`, in the language that holds."""
    told = [tells(league, now - WEEK, now) for tells in tellers]
    lines = [line for each in told for line in each.lines][:LINES]
    pictured = next((each for each in told if each.rows), Told())
    text = "\n".join([*lines, f"{settings.SITE_ADDRESS}{league.get_absolute_url()}"])
    until = day(now)
    title = f"{pictured.title}, {until}" if pictured.title else until
    has_news = any(each.lines and each.is_news for each in told)
    return Digest(text, title, pictured.rows, lines, has_news)


def brief_week(league: League, reader: Any, now: datetime) -> list[str]:
    """The page in a few sentences, in the language that holds: what needs the reader, the parts that do, the
    week in five lines. Nothing where nothing needs them and nothing happened. As many queries.
    """
    needs = [each.says for each in waits_of(reader, Scope(league=league.pk)).needs_you[:LINES]]
    needs += [each.says for each in today(league, now)]
    briefs = ((each.briefly, each.shows) for each in parts if each.briefly is not None)
    needs += [said for briefly, shows in briefs if (said := briefly(shows(league, reader, now)))]
    digest = digest_of(league, now)
    return [*needs, *digest.lines] if needs or digest.has_news else []


def _danger_briefly(part: danger.Danger) -> str:
    if not (count := len(part.games)):
        return ""
    words = ngettext(
        "%(count)d game is in danger: its deadline is within 48 hours.",
        "%(count)d games are in danger: their deadlines are within 48 hours.",
        count,
    )
    return words % {"count": count}


def _seats_briefly(part: openings.OpenSeats) -> str:
    if not (count := len(part.open)):
        return ""
    words = ngettext("%(count)d open seat needs a player.", "%(count)d open seats need players.", count)
    return words % {"count": count}


@on_week("leagues/desk/_danger.html", briefly=_danger_briefly)
def _danger(league: League, reader: Any, now: datetime) -> danger.Danger:
    return danger.in_danger(league, reader, now)


@on_week("leagues/desk/_open_seats.html", aside=True, briefly=_seats_briefly)
def _open_seats(league: League, reader: Any, now: datetime) -> openings.OpenSeats:
    return openings.open_seats_in(league, now)


@tells_week
def _games(league: League, since: datetime, now: datetime) -> Told:
    """How many public games ended and go on. One query."""
    ended, running = overview.ended_and_running(league, since, now)
    told = {"league": league.name, "since": day(since), "until": day(now)}
    ended_words = ngettext("%(count)d game ended", "%(count)d games ended", ended)
    running_words = ngettext("%(count)d is running", "%(count)d are running", running)
    told |= {"ended": ended_words % {"count": ended}, "running": running_words % {"count": running}}
    says = _("%(league)s, %(since)s to %(until)s: %(ended)s, %(running)s.") % told
    return Told([says], is_news=ended > 0)
