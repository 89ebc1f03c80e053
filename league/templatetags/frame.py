"""What stands around every page: the masthead and the footer.

Both are templates, rendered once for all who see the same links in the same language, and kept; what is the
reader's own is put into slots each time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

from django import template
from django.template.defaulttags import CsrfTokenNode
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.common.waiting import Numbers, numbers_for
from games.common.words.zones import place_of
from games.templatetags.letters import new_letters, new_mark
from league.server import legal_texts
from league.server.legal_texts import LegalText

register = template.Library()

NAME, NEWS, NEEDS, BELL, ZONE, TOKEN, NEXT, WAY = (
    SafeString(f"\0{slot}\0") for slot in ("name", "news", "needs", "bell", "zone", "token", "next", "way")
)
"""Slots. No text that is stored holds a NUL, so no one's words are taken for one."""

KEPT = 1024
"""Mastheads kept: some two kilobytes each, a dozen for each league and language."""


class Corner(NamedTuple):
    """The league in which a page stands, as its masthead names it."""

    slug: str
    name: str


@register.simple_tag(takes_context=True)
def masthead(context: template.Context, back: bool = False) -> SafeString:
    """The masthead as this reader sees it on this page: with the way `back` to all leagues, or the name."""
    request: Any = context.get("request")
    user = context.get("user")
    name = user.username if user is not None and user.is_authenticated else None
    league = getattr(request, "league", None)
    corner = Corner(league.slug, league.name) if league is not None else None
    path = request.path if request is not None else ""
    current = path if path in _addresses(corner.slug if corner else None) else ""
    section = "" if current or corner is None else _section(corner.slug, path)
    html = _masthead(get_language(), corner, name is not None, current or section, back)
    if section:
        html = SafeString(html.replace('aria-current="page"', 'aria-current="true"'))
    if name is None:
        return SafeString(html.replace(WAY, _way_back(request) if corner else ""))
    news = new_mark(new_letters(context))
    numbers = numbers_of(request)
    needs, bell = _needs_you(get_language(), numbers.needs_you), _bell(get_language(), numbers.unread)
    filled = html.replace(NEWS, news).replace(NEEDS, needs).replace(BELL, bell)
    return SafeString(filled.replace(NAME, escape(name)))


def _way_back(request: Any) -> str:
    """What the links to the entrance carry, so that a person who signs in or up comes back to this page."""
    return escape(f"?{urlencode({'next': request.get_full_path()})}") if request.method == "GET" else ""


def numbers_of(request: Any) -> Numbers:
    """What the masthead says to the reader of a page; asked once for it."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Numbers(0, 0)
    if not hasattr(request, "numbers"):
        request.numbers = numbers_for(user)
    return cast("Numbers", request.numbers)


@lru_cache(maxsize=KEPT)
def _needs_you(_language: str | None, count: int) -> str:
    """The number and the way to what it counts; nothing for 0."""
    return render_to_string("_needs_you.html", {"count": count}).strip() if count else ""


@lru_cache(maxsize=KEPT)
def _bell(_language: str | None, unread: int) -> str:
    """The bell, with a mark where notices are unread; it folds out."""
    return render_to_string("_bell.html", {"unread": unread}).strip()


@lru_cache(maxsize=KEPT)
def _masthead(
    _language: str | None, league: Corner | None, signed_in: bool, current: str, back: bool
) -> SafeString:
    said = {"league": league, "signed_in": signed_in, "current": current, "back": back}
    slots = {"name": NAME, "news": NEWS, "needs": NEEDS, "bell": BELL, "way": WAY}
    return render_to_string("_masthead.html", said | slots)


@lru_cache(maxsize=KEPT)
def _addresses(slug: str | None) -> frozenset[str]:
    """Where the links of a masthead lead: one of them may be the page itself."""
    everywhere = ("games:mine", "rules:index", "practice:game", "users:profile", "leagues:list")
    signing = ("account_login", "account_signup", "account_logout")
    of_a_league = (
        ("leagues:home", "games:list", "leagues:members", "tournaments:index") if slug is not None else ()
    )
    in_it = (reverse(name, args=[slug]) for name in of_a_league)
    return frozenset([*map(reverse, everywhere + signing), *in_it])


def _section(slug: str, path: str) -> str:
    """The link of the masthead that a page stands below; empty for none."""
    competitions = reverse("tournaments:index", args=[slug])
    return competitions if path.startswith(competitions) else ""


@register.simple_tag
def zone() -> str:
    """The zone in which times are shown, by the city that people know it by: London."""
    return place_of(timezone.get_current_timezone_name())


@register.simple_tag(takes_context=True)
def footer(context: template.Context) -> SafeString:
    """The footer; its form leads back to `page_url`, where the page names one, or else to the page itself."""
    request: Any = context.get("request")
    user = context.get("user")
    signed_in = user is not None and user.is_authenticated
    html = _footer(get_language(), signed_in, legal_texts.shown())
    back = context.get("page_url") or (request.get_full_path() if request is not None else "/")
    html = html.replace(ZONE, escape(zone()))
    html = html.replace(TOKEN, CsrfTokenNode().render(context))
    return SafeString(html.replace(NEXT, escape(back)))


@lru_cache(maxsize=8)
def _footer(_language: str | None, signed_in: bool, texts: tuple[LegalText, ...]) -> str:
    said = {"signed_in": signed_in, "texts": texts, "zone": ZONE, "token": TOKEN, "next": NEXT}
    return render_to_string("_footer.html", said)
