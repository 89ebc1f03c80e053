"""What the page of a ladder's season shows while it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.words import local
from games.common.words.terms import Term
from league.competitions.ladder.rules.challenge_rules import reach
from league.competitions.ladder.rules.ladder_rules import LadderRules, of_ladder
from league.competitions.ladder.selectors import chart, history
from league.competitions.ladder.selectors.ladder import SHOWS, WEEK, Asked, LadderPage, ladder_page
from league.competitions.ladder.selectors.next_steps import Next, next_of, offered_to
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.selectors import log, seasons
from league.competitions.selectors.page import SeasonPage
from league.competitions.state.season_access import Reader
from league.competitions.words.terms import longest_in_words
from league.leagues.forms import SearchForm


@dataclass(frozen=True, kw_only=True)
class LadderSeason(SeasonPage):
    """The ladder, what waits for the reader, and their own way on it."""

    running: str = "tournaments/_running.html"
    moving: str = "tournaments/_moving.html"
    ladder: LadderPage | None = None
    next: Next | None = None
    drawing: chart.Drawing | None = None
    own_steps: Sequence[history.RankStep] = ()


def asked_for(given: Mapping[str, str]) -> Asked:
    """What the address of the ladder's page asks for; nonsense asks for nothing."""
    show, page = given.get("show", ""), given.get("page", "")
    return Asked(
        page=int(page) if page.isascii() and page.isdigit() and len(page) < 10 else 0,
        show=show if show in SHOWS else "",
        words=SearchForm.words(given),
    )


def page_of(reader: Reader, given: Mapping[str, str], common: dict[str, Any]) -> LadderSeason:
    season, asked = reader.season, asked_for(given)
    scene = ladder_state_of(season, reader.now, around=reader.entry) if reader.rank else None
    people, games = seasons.on_table(season)
    past = history.past_of(season, reader.entry) if reader.entry is not None and reader.rank else None
    latest = log.latest(season, reader.now - WEEK)
    offered = offered_to(reader, scene) if scene is not None else ()
    facts = [*(row.facts for row in latest), *(past.facts if past is not None else ())]
    names = log.names_for(season, facts, offered)
    own = history.rank_over_time(reader, past, people, names) if past is not None else ((), None)
    return LadderSeason(
        **common,
        day=seasons.day_of(season, reader.now),
        games_counted=games,
        ladder=ladder_page(reader, asked, scene, people),
        next=next_of(reader, scene, people, offered, names) if scene is not None else None,
        latest=log.told(reader, latest, names),
        own_steps=own[0],
        drawing=own[1],
    )


def facts_of(reader: Reader) -> tuple[list[Term], list[Term]]:
    """What it adds to the facts of a season, among its dates and among its rules."""
    rules, given = of_ladder(reader.dated_rules), of_ladder(reader.rules).challenges
    last = f"{local.moment(rules.challenges_until)}. {longest_in_words(rules)}"
    return [Term(_("Last moment to challenge"), last)], [
        Term(_("Range"), reach(given)),
        Term(_("Games at a time"), str(given.games) if reader.season.started_at else _at_a_time(rules)),
    ]


def _at_a_time(rules: LadderRules) -> str:
    """How many games one plays at a time, and how many one has time for from the first day on."""
    if not rules.sure_games:
        return str(rules.challenges.games)
    words = ngettext(
        "%(most)d. You have time for %(count)d game in all, even if it takes its longest; for more if games "
        "end sooner.",
        "%(most)d. You have time for %(count)d games in all, even if each takes its longest; for more if "
        "they end sooner.",
        rules.sure_games,
    )
    return words % {"most": rules.challenges.games, "count": rules.sure_games}
