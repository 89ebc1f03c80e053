"""What a season's own page shows, by how far the season is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from games.common.words import local
from games.lists.terms import Term
from games.words import wording as game_wording
from league.competitions.forms.acts import WordForm
from league.competitions.ladder.rules.challenge_rules import reach
from league.competitions.ladder.selectors import chart, history
from league.competitions.ladder.selectors.ladder import WEEK, Asked, LadderPage, ladder_page
from league.competitions.ladder.selectors.steps import Next, next_of, offered_to
from league.competitions.ladder.state.scene import scene_of
from league.competitions.models import Competition
from league.competitions.rules.common_rules import disputes
from league.competitions.selectors import draws, entries, final, log, seasons
from league.competitions.state import conditions
from league.competitions.state.reading import Reader
from league.competitions.words import money_terms, terms


@dataclass(frozen=True)
class SeasonPage:
    """`ladder` and what belongs to it only once the season has begun; `final` once it is finished. `asks` are
    all conditions in words, `money_asks` those of them that come with its money.
    """

    numbers: seasons.Numbers
    facts: Sequence[Term]
    game: str
    day: tuple[int, int] = (0, 0)
    games_counted: int = 0
    ladder: LadderPage | None = None
    next: Next | None = None
    latest: Sequence[log.Line] = ()
    drawing: chart.Drawing | None = None
    own_steps: Sequence[history.RankStep] = ()
    draws: Sequence[draws.ShownDraw] = ()
    champions: Sequence[final.Place] = ()
    final: Sequence[final.Place] = ()
    final_page: Page[Any] | None = None
    next_season: Competition | None = None
    takes_entries: bool = False
    waiting_place: int = 0
    word_form: WordForm | None = None
    asks: Sequence[str] = ()
    money_asks: Sequence[str] = ()
    held: Sequence[conditions.Held] = ()

    @property
    def unmet(self) -> list[conditions.Held]:
        """The conditions that keep the reader from entering."""
        return [each for each in self.held if not each.is_met]


def held_of(reader: Reader, user: Any) -> Sequence[conditions.Held]:
    """The conditions with the numbers of a member who could enter. Five queries at most."""
    is_free = reader.is_member and reader.entry is None and not reader.is_arbiter
    if not is_free or (reader.season.is_live and not reader.season.takes_entries(reader.now)):
        return ()
    return conditions.held(reader.season, user, reader.now)


def page_of(reader: Reader, asked: Asked, user: Any) -> SeasonPage:
    """The whole page. A fixed number of queries."""
    season = reader.season
    common: dict[str, Any] = {
        "numbers": seasons.numbers_of(season),
        "facts": facts_of(reader),
        "takes_entries": season.takes_entries(reader.now),
        "held": held_of(reader, user),
        "waiting_place": entries.place_of(reader),
        "game": game_wording.game(season.variant, season.rules.get("settings", {})),
    }
    if season.state == Competition.State.FINISHED:
        return _finished(reader, asked, common)
    if season.is_live:
        return _running(reader, asked, common)
    is_in = reader.entry is not None and season.state == Competition.State.ANNOUNCED
    has_word = is_in and not reader.rules.is_by_rating
    return SeasonPage(
        **common,
        draws=draws.draws_of(season),
        asks=terms.conditions(reader.rules),
        money_asks=money_terms.conditions(reader.rules.money) if reader.rules.money else (),
        word_form=WordForm(initial={"word": reader.entry.word if reader.entry else ""}) if has_word else None,
    )


def _running(reader: Reader, asked: Asked, common: dict[str, Any]) -> SeasonPage:
    season = reader.season
    scene = scene_of(season, reader.now, around=reader.entry) if reader.rank else None
    people, games = seasons.on_table(season)
    past = history.past_of(season, reader.entry) if reader.entry is not None and reader.rank else None
    latest = log.latest(season, reader.now - WEEK)
    offered = offered_to(reader, scene) if scene is not None else ()
    facts = [*(row.facts for row in latest), *(past.facts if past is not None else ())]
    names = log.names_for(season, facts, offered)
    own = history.rank_over_time(reader, past, people, names) if past is not None else ((), None)
    return SeasonPage(
        **common,
        day=seasons.day_of(season, reader.now),
        games_counted=games,
        ladder=ladder_page(reader, asked, scene, people),
        next=next_of(reader, scene, people, offered, names) if scene is not None else None,
        latest=log.told(reader, latest, names),
        own_steps=own[0],
        drawing=own[1],
    )


def _finished(reader: Reader, asked: Asked, common: dict[str, Any]) -> SeasonPage:
    places = final.places(reader.season)
    page = Paginator(places, final.PLACES_A_PAGE).get_page(asked.page or 1)
    return SeasonPage(
        **common,
        games_counted=seasons.on_table(reader.season).games,
        champions=final.champions_of(reader),
        final=final.lines_of(reader, page.object_list),
        final_page=page,
        next_season=final.next_of(reader.season),
    )


def _end_of(reader: Reader) -> Term:
    """When the season is planned to end, or when it has."""
    over = reader.season.over_at
    if over is not None:
        return Term(_("Ended"), local.moment(over))
    return Term(_("Ends"), local.moment(reader.dated_rules.ends_at))


def facts_of(reader: Reader) -> list[Term]:
    """What stands beside the ladder: the rules that people ask for most."""
    rules, given = reader.dated_rules, reader.rules.challenges
    facts = [
        Term(_("Starts"), local.moment(rules.starts_at)),
        _end_of(reader),
        Term(
            _("Last moment to challenge"),
            f"{local.moment(rules.challenges_until)}. {terms.longest_in_words(rules)}",
        ),
        Term(_("Pace"), terms.pace(rules)),
        Term(_("Last game year"), terms.last_year(rules)),
        Term(_("Range"), reach(given)),
        Term(_("Games at a time"), str(given.games)),
        Term(_("Disputes"), disputes(rules)),
    ]
    return [fact for fact in facts if fact.says]
