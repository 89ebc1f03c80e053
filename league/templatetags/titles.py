"""What stands beside a person's name on pages of a league: an icon and words for each title."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from league.leagues.sections import titles_in

register = template.Library()

_ASKED = "_titles_beside"
"""Where a request keeps what was asked for its page."""


@register.simple_tag(takes_context=True)
def titles_beside(context: template.Context, name: str) -> SafeString:
    """The titles beside `name` in the league of the page; nothing where there are none."""
    request = context["request"]
    if not hasattr(request, _ASKED):
        setattr(request, _ASKED, titles_in(request.league))
    titles = getattr(request, _ASKED).get(name)
    return render_to_string("leagues/_titles.html", {"titles": titles}) if titles else SafeString("")
