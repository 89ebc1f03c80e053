"""What a league's webhook tells of its seasons: what a stranger reads on their pages, and no more."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.words import local
from games.common.words.people import called
from league.competitions.models import Competition, Standing
from league.competitions.state.champions import champions
from league.leagues.outbox.webhooks import link, news, plain

ANNOUNCED: Final = "season_announced"
BEGUN: Final = "season_begun"
TABLE: Final = "season_table"
OVER: Final = "season_over"

HEAD: Final = 10
"""Ranks of the weekly table that are told."""

State = Competition.State


@news(ANNOUNCED)
def announced(key: int) -> str:
    season = _season(key, State.ANNOUNCED)
    if season is None:
        return ""
    moments = {
        "opens": local.moment(season.enters_from),
        "closes": local.moment(season.enters_until),
        "starts": local.moment(season.starts_at),
    }
    says = _(
        "**%(season)s** is announced. Enter from %(opens)s until %(closes)s; it begins on %(starts)s (UTC)."
    )
    return _with_link(season, says % {"season": plain(season.name), **moments})


@news(BEGUN)
def begun(key: int) -> str:
    season = _season(key, State.RUNNING, State.CLOSING)
    if season is None:
        return ""
    count = Standing.objects.filter(competition=season, rank__gt=0).count()
    says = ngettext(
        "**%(season)s** has begun with %(count)d player.",
        "**%(season)s** has begun with %(count)d players.",
        count,
    )
    return _with_link(season, says % {"season": plain(season.name), "count": count})


@news(TABLE)
def table(key: int) -> str:
    season = _season(key, State.RUNNING, State.CLOSING)
    if season is None:
        return ""
    rows = Standing.objects.filter(competition=season, rank__gt=0).order_by("rank", "entry__number")
    columns = ("rank", "entry__user__username", "won", "drawn", "lost")
    lines = [
        f"{rank}\\. {plain(called(name))}: {won}–{drawn}–{lost}"
        for rank, name, won, drawn, lost in rows.values_list(*columns)[:HEAD]
    ]
    if not lines:
        return ""
    says = _("**%(season)s**: this week’s ranking (won–drawn–lost)") % {"season": plain(season.name)}
    return _with_link(season, "\n".join([says, *lines]))


@news(OVER)
def over(key: int) -> str:
    season = _season(key, State.FINISHED)
    if season is None:
        return ""
    first = champions().filter(competition=season).order_by("entry__number")
    names = [plain(called(name)) for name in first.values_list("entry__user__username", flat=True)]
    if not names:
        return _with_link(season, _("**%(season)s** is over.") % {"season": plain(season.name)})
    says = _("**%(season)s** is over. Rank 1: %(names)s.")
    return _with_link(season, says % {"season": plain(season.name), "names": ", ".join(names)})


def _season(key: int, *states: str) -> Competition | None:
    """The season, if it is still in one of these states; a draft is in none of them."""
    found = Competition.objects.filter(pk=key, state__in=states, announced_at__isnull=False)
    return found.select_related("league").first()


def _with_link(season: Competition, says: str) -> str:
    return f"{says}\n{link(season.get_absolute_url())}"
