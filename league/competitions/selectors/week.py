"""What competitions add to an organiser's *This week*: entrants who are not heard of, entries, and what the
week is told by.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator.texts.names import listed
from games.common.words.local import day, language
from games.common.words.people import at_start, called
from league.competitions import kinds
from league.competitions.models import Competition, Entry, Move, Standing
from league.competitions.selectors.home import results_between
from league.competitions.selectors.seasons import address
from league.competitions.state.hearing import nudged_lately, silent_in
from league.leagues.models import League
from league.leagues.week import Told, on_week, tells_week

State = Competition.State

SHOWN: Final = 20
SEASONS_SHOWN: Final = 10
NAMED: Final = 3
"""People, and results, that a line of the week names."""
HEAD: Final = 6


@dataclass(frozen=True, slots=True)
class Silent:
    """An entrant of whom nothing was heard since a moment. `nudged_at`: someone nudged them lately."""

    name: str
    rank: int
    season: str
    address: str
    action: str
    since: datetime
    has_played: bool
    nudged_at: datetime | None


@dataclass(frozen=True, slots=True)
class SilentOnes:
    entrants: Sequence[Silent]
    more: bool


def _silent_briefly(part: SilentOnes) -> str:
    if not (count := len(part.entrants)):
        return ""
    words = ngettext(
        "%(count)d player has had no challenge or game for 10 days.",
        "%(count)d players have had no challenge or game for 10 days.",
        count,
    )
    return words % {"count": count}


@on_week("tournaments/_silent.html", briefly=_silent_briefly)
def silent_ones(league: League, reader: Any, now: datetime) -> SilentOnes:
    """Entrants of all running seasons but the reader. Three queries for each kind, at most."""
    found: list[Entry] = []
    heard: dict[int, kinds.Heard] = {}
    more = False
    for kind in kinds.every():
        rows = silent_in(kind, now).filter(competition__league=league).exclude(user=reader)
        rows = rows.select_related("user", "competition", "standing").order_by("competition", "number")
        entries = list(rows[: SHOWN + 1])
        more = more or len(entries) > SHOWN
        found += entries[:SHOWN]
        heard |= kind.heard_of(entries[:SHOWN]) if entries else {}
    found = sorted(found, key=lambda entry: heard[entry.pk].at)
    people = {entry.user_id for entry in found}
    nudges = nudged_lately(now).filter(entry__user__in=people).order_by("at")
    nudged = dict(nudges.values_list("entry__user", "at")) if found else {}
    lines = [
        Silent(
            name=called(entry.user.username),
            rank=heard[entry.pk].rank,
            season=entry.competition.name,
            address=address(league.slug, "entrant", entry.competition.code, entry.number),
            action=address(league.slug, "nudge", entry.competition.code, entry.number),
            since=heard[entry.pk].at,
            has_played=heard[entry.pk].has_played,
            nudged_at=nudged.get(entry.user_id),
        )
        for entry in found
    ]
    return SilentOnes(lines, more)


@dataclass(frozen=True, slots=True)
class Entries:
    """How a season's entries stand: `entered` of `places`, of whom some have still `to_pay`; who waits."""

    season: Competition
    entered: int
    places: int
    waiting: int
    paid: int
    to_pay: int

    @property
    def is_open(self) -> bool:
        return bool(self.season.state == State.ANNOUNCED)


@on_week("tournaments/_week_entries.html", aside=True)
def entries_of(league: League, reader: Any, now: datetime) -> list[Entries]:
    """Of the seasons that are announced or played, the newest first. Two queries."""
    seasons = seasons_of(league)
    counted: dict[int, Counter[str]] = defaultdict(Counter)
    rows = Entry.objects.filter(
        competition__in=seasons, state__in=(*Entry.IN, Entry.State.WAITING)
    ).order_by()
    columns = rows.values_list("competition", "state", "payment").annotate(count=Count("pk"))
    for season, state, payment, count in columns:
        found = counted[season]
        if state == Entry.State.WAITING:
            found["waiting"] += count
            continue
        found["entered"] += count
        found["paid"] += count if payment == Entry.Payment.PAID else 0
        found["to_pay"] += count if payment in Entry.OWING else 0
    names = ("entered", "waiting", "paid", "to_pay")
    return [
        Entries(season, places=season.terms.largest, **{name: counted[season.pk][name] for name in names})
        for season in seasons
    ]


def seasons_of(league: League) -> list[Competition]:
    """The newest that are announced or played, with their league. One query."""
    found = league.competitions.filter(state__in=[State.ANNOUNCED, State.RUNNING, State.CLOSING])
    seasons = list(found.order_by("-pk")[:SEASONS_SHOWN])
    for season in seasons:
        season.league = league
    return seasons


@tells_week
def week_of(league: League, since: datetime, now: datetime) -> Told:
    """Results, the highest climb, who is new, what begins and what is due next; as a picture the head of the
    newest table. Six queries.
    """
    seasons = seasons_of(league)
    if not seasons:
        return Told()
    lines = [*_results(league, seasons, since), *_climb(seasons, since), *_new(seasons, since)]
    lines += list(_next(seasons, now))
    live = [season for season in seasons if season.is_live][:1]
    columns = ("rank", "entry__user__username", "won", "drawn", "lost")
    head = Standing.objects.filter(competition__in=live, rank__gt=0).order_by("rank", "entry__number")
    rows = [
        [str(rank), at_start(called(name)), f"{won}–{drawn}–{lost}"]
        for rank, name, won, drawn, lost in head.values_list(*columns)[:HEAD]
    ]
    return Told(lines, live[0].name if live else "", rows)


def _results(league: League, seasons: Sequence[Competition], since: datetime) -> Iterator[str]:
    found = results_between(league, seasons, since, NAMED)
    if found:
        yield _("Results: %(results)s.") % {"results": "; ".join(each.says for each in found)}


def _climb(seasons: Sequence[Competition], since: datetime) -> Iterator[str]:
    """Who rose most by one result."""
    rose = Move.objects.filter(competition__in=seasons, at__gt=since, after__gt=0, before__gt=F("after"))
    best = rose.order_by(F("after") - F("before"), "-at")
    row = best.values_list("entry__user__username", "before", "after", "competition__name").first()
    if row is not None:
        said = {"name": called(row[0]), "before": row[1], "after": row[2], "season": row[3]}
        words = _("Climb of the week: %(name)s, from rank %(before)d to %(after)d in %(season)s.")
        yield words % said


def _new(seasons: Sequence[Competition], since: datetime) -> Iterator[str]:
    """Who has entered since then and has a place: the first names, and how many others. Two queries."""
    came = Entry.objects.filter(competition__in=seasons, state__in=Entry.IN, entered_at__gt=since)
    names = [called(name) for name in came.order_by("pk").values_list("user__username", flat=True)[:NAMED]]
    if not names:
        return
    if left := came.count() - len(names):
        names.append(ngettext("%(count)d other", "%(count)d others", left) % {"count": left})
    yield _("New entrants: %(names)s.") % {"names": listed(names, language())}


def _next(seasons: Sequence[Competition], now: datetime) -> Iterator[str]:
    """What begins, and until when one can enter it; or else the next date of a season that is played."""
    begins = sorted(
        (each for each in seasons if each.state == State.ANNOUNCED and each.starts_at > now),
        key=lambda each: each.starts_at,
    )
    if begins:
        season = begins[0]
        said = {"season": season.name, "starts": day(season.starts_at), "until": day(season.enters_until)}
        words = _("%(season)s begins on %(starts)s.")
        if season.enters_until > now:
            words = _("%(season)s begins on %(starts)s. Enter until %(until)s.")
        yield words % said
        return
    dates: list[tuple[datetime, str, Competition]] = []
    for season in seasons:
        if season.challenges_until is not None and season.challenges_until > now:
            dates.append((season.challenges_until, _("Challenges in %(season)s until %(day)s."), season))
        if season.ends_at > now:
            dates.append((season.ends_at, _("%(season)s ends on %(day)s."), season))
    if dates:
        at, words, season = min(dates, key=lambda each: each[0])
        yield words % {"season": season.name, "day": day(at)}
