"""What templates say of letters: their words, and how many are new."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games import prose
from games.selectors.letters import count_of_news

register = template.Library()


@register.simple_tag(takes_context=True)
def letter_words(context: template.Context, body: str, phases: Sequence[str]) -> SafeString:
    """A letter's text as HTML. The `phases` of its game that it names are links; the first may be open."""
    slug, code = context["request"].league.slug, context["page"].game.code
    is_over = context["page"].phase is None
    addresses = {
        label: reverse("games:phase", args=[slug, code, label])
        if is_over or label != phases[0]
        else reverse("games:game", args=[slug, code])
        for label in prose.marks_in([body]) & set(phases)
    }
    return prose.letter_html(body, addresses)


@register.simple_tag(takes_context=True)
def new_letters(context: template.Context) -> int:
    """How many letters the reader has not read in all his games; asked once for a page."""
    request: Any = context.get("request")
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return 0
    if not hasattr(request, "new_letters"):
        request.new_letters = count_of_news(user)
    return int(request.new_letters)


@register.simple_tag
def new_mark(count: int) -> SafeString:
    """A number and a seal, with its words for those who do not see it; nothing for nought."""
    if not count:
        return SafeString()
    words = ngettext("new letter", "new letters", count)
    seal = SafeString('<svg class="icon" aria-hidden="true"><use href="#i-seal"/></svg>')
    return format_html(' <span class="mark">{}{}<span class="unseen"> {}</span></span>', count, seal, words)
