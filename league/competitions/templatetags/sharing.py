"""What links to pages of seasons say on other sites."""

from __future__ import annotations

from django import template

from league.competitions.models import Competition
from league.competitions.selectors.page import SeasonPage
from league.competitions.words.sharing import shared_of

register = template.Library()


@register.simple_tag
def season_words(season: Competition, page: SeasonPage | str = "") -> str:
    """How far the season is; with its own `page` what that shows: how many play, or who is on the podium."""
    if not isinstance(page, SeasonPage):
        return shared_of(season)
    podium = [(place.rank, place.name) for place in page.champions]
    return shared_of(season, taken=page.numbers.taken, podium=podium)
