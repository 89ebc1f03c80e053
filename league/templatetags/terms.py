"""What new games of a league start with, as its page says it: rendered once for all who read it in the same
language.
"""

from __future__ import annotations

import json
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.agreed import absence, pace
from games.lists.terms import pace_in_words
from league.leagues.models import League

register = template.Library()

KEPT = 256
NAMED = ("rulebook", "pace", "absence", "press", "draws_allowed", "who_opens_games")
"""The columns of a league of which its page tells."""


@register.simple_tag
def start_of_games(league: League) -> SafeString:
    """The terms of `league`, as entries of a list of facts."""
    return _facts(get_language(), json.dumps([getattr(league, name) for name in NAMED]))


@lru_cache(maxsize=KEPT)
def _facts(_language: str | None, values: str) -> SafeString:
    league = League(**dict(zip(NAMED, json.loads(values), strict=True)))
    said = {
        "league": league,
        "pace": pace_in_words(pace.Pace.from_json(league.pace)),
        "absence": absence.policy_in_words(absence.Absence.of_league(league.absence)),
    }
    return render_to_string("leagues/_start_of_games.html", said)
