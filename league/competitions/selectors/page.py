"""What a season's own page shows, by how far the season is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from games.common.words import local
from games.common.words.terms import Term
from games.words import wording as game_wording
from league.competitions import kinds
from league.competitions.forms.acts import WordForm
from league.competitions.models import Competition
from league.competitions.rules.common_rules import disputes
from league.competitions.selectors import draws, entries, final, log, seasons
from league.competitions.state import conditions
from league.competitions.state.champions import champions
from league.competitions.state.season_access import Reader
from league.competitions.words import money_terms, terms


@dataclass(frozen=True, kw_only=True)
class SeasonPage:
    """`final` once it is finished; `first` are those on its podium who have the title. `asks` are all
    conditions in words, `money_asks` those that come with its money, `brief` the rules in five lines,
    until it begins. While it is played, a kind's own page has more: `running` is the template of that,
    `moving` the one of those parts of it that follow the season.
    """

    numbers: seasons.Numbers
    facts: Sequence[Term]
    game: str
    day: tuple[int, int] = (0, 0)
    stage: str = ""
    """How far it is, where that is not told by days."""
    games_counted: int = 0
    latest: Sequence[log.Line] = ()
    own: Any = None
    """What only its kind shows before it begins, or when it is over: its `before`, its `ending`."""
    brief: Sequence[str] = ()
    running: str = ""
    moving: str = ""
    draws: draws.Draws | None = None
    champions: Sequence[final.Place] = ()
    first: Sequence[final.Place] = ()
    deciding: final.Deciding | None = None
    own_end: final.OwnEnd | None = None
    honours: Sequence[final.Honour] = ()
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
    is_open = reader.season.takes_entries(reader.now) or reader.takes_substitutes
    if not is_free or (reader.season.is_live and not is_open):
        return ()
    return conditions.held(reader.season, user, reader.now)


def page_of(reader: Reader, asked: Mapping[str, str], user: Any) -> SeasonPage:
    """The whole page. A fixed number of queries."""
    season = reader.season
    common: dict[str, Any] = {
        "numbers": seasons.numbers_of(season),
        "facts": facts_of(reader),
        "takes_entries": season.takes_entries(reader.now) or reader.takes_substitutes,
        "held": held_of(reader, user),
        "waiting_place": entries.place_of(reader),
        "game": game_wording.game(season.variant, season.rules.get("settings", {})),
    }
    if season.state == Competition.State.FINISHED:
        return _finished(reader, asked, common)
    if season.is_live:
        running: SeasonPage = kinds.of(season).page(reader, asked, common)
        return running
    is_in = reader.entry is not None and season.state == Competition.State.ANNOUNCED
    is_drawn = kinds.of(season).draws_early and reader.now >= season.enters_until
    has_word = is_in and not is_drawn and kinds.of(season).takes_words(reader.rules)
    return SeasonPage(
        **common,
        brief=kinds.of(season).brief(reader.dated_rules),
        own=kinds.of(season).beforehand(reader, asked),
        draws=draws.draws_of(season),
        asks=terms.conditions(reader.rules),
        money_asks=money_terms.conditions(reader.rules.money) if reader.rules.money else (),
        word_form=WordForm(initial={"word": reader.entry.word if reader.entry else ""}) if has_word else None,
    )


def _finished(reader: Reader, asked: Mapping[str, str], common: dict[str, Any]) -> SeasonPage:
    """Titles and the game that decided stand on the first page of its places alone."""
    places = final.places(reader.season)
    page = Paginator(places, final.PLACES_A_PAGE).get_page(asked.get("page"))
    kind, podium = kinds.of(reader.season), final.champions_of(reader)
    if came_to := kind.came_to(reader.season):
        podium = [replace(place, says=came_to.get(place.number, "")) for place in podium]
    games = kind.games_counted(reader.season)
    won = set(champions().filter(competition=reader.season).values_list("entry__number", flat=True))
    first = [place for place in podium if place.number in won]
    return SeasonPage(
        **common,
        games_counted=seasons.on_table(reader.season).games if games is None else games,
        champions=podium,
        first=first,
        deciding=final.deciding_of(reader, first) if page.number == 1 else None,
        own_end=final.own_end_of(reader, first),
        own=kind.afterwards(reader, [place.number for place in first], asked),
        honours=final.honours_of(reader.season) if page.number == 1 and first else (),
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
    """What stands beside a season's table: the rules that people ask for most."""
    rules = reader.dated_rules
    facts = [
        Term(_("Starts"), local.moment(rules.starts_at)),
        _end_of(reader),
        Term(_("Pace"), terms.pace(rules)),
        Term(_("Last game year"), terms.last_year_and_after(rules)),
        Term(_("Disputes"), disputes(rules)),
    ]
    facts[2:2], facts[-1:-1] = kinds.of(reader.season).facts(reader)
    return [fact for fact in facts if fact.says]
