"""Tags that the texts of the rules are written with: sections, clauses, links to them, worked examples.

They read `page`, `contents`, `language` and `keep_language` from the context that `games.views.rules` gives.
"""

from __future__ import annotations

from html import unescape
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe

from adjudicator.board import standard
from adjudicator.texts import names
from games.agreed import absence
from games.words import examples, rules
from games.words.clauses import clause_url

register = template.Library()


@register.simple_block_tag(takes_context=True)
def with_contents(context: template.Context, content: SafeString) -> str:
    """A page's text after its table of contents, which the text itself has gathered."""
    return render_to_string(
        "rules/_with_contents.html",
        {"sections": context["contents"].sections, "text": content, "title": context["contents_title"]},
    )


@register.simple_block_tag(takes_context=True)
def section(context: template.Context, content: SafeString, anchor: str, title: str) -> str:
    """A section under its heading, which is its anchor."""
    context["contents"].add_section(anchor, title)
    return render_to_string("rules/_section.html", {"anchor": anchor, "title": title, "content": content})


@register.simple_block_tag(takes_context=True)
def clause(context: template.Context, content: SafeString, code: str, title: str, level: int = 3) -> str:
    """One clause under its number, which is its anchor. Letters (`level=4`) are not in the contents."""
    if level == 3:
        context["contents"].add_clause(code, title)
    said = {"code": code, "title": title, "level": level, "content": content}
    return render_to_string("rules/_clause.html", said)


@register.simple_tag(takes_context=True)
def rule(context: template.Context, code: str) -> SafeString:
    """A link to a clause, on this page or on another."""
    url, _, anchor = clause_url(code).partition("#")
    here = "" if url == reverse("rules:page", args=[context["page"].slug]) else url + context["keep_language"]
    return format_html('<a class="clause-link" href="{}#{}">{}</a>', here, anchor, code)


@register.simple_tag(takes_context=True)
def lead_of(context: template.Context, page: rules.Page) -> str:
    """What a page is about, as plain text."""
    known: Any = context.flatten()
    return " ".join(unescape(strip_tags(render_to_string(page.lead, known))).split())


@register.simple_tag(takes_context=True)
def rules_page(context: template.Context, slug: str) -> str:
    return f"{reverse('rules:page', args=[slug])}{context['keep_language']}"


@register.simple_tag(takes_context=True)
def power(context: template.Context, key: str) -> SafeString:
    """A power's name with its badge; that of a seat which is no power, plain."""
    language = context["language"]
    if key in names.SEATS:
        return format_html("{}", names.capitalised(names.seat(key, language)))
    return format_html(
        '<span class="power" data-power="{}" data-letter="{}">{}</span>',
        key.lower(),
        rules.letters_of(key, standard().powers, language),
        names.power(key, language),
    )


@register.simple_block_tag(takes_context=True)
def orders(context: template.Context, content: str, title: str, with_map: bool = False) -> str:
    """A worked example, written as `examples.parse_orders` reads it; `with_map` under a picture of it."""
    language, sides = context["language"], examples.parse_orders(content)
    board = examples.board_of(sides, language, static("map/standard.svg")) if with_map else ""
    return render_to_string(
        "rules/_orders.html",
        {"title": title, "sides": sides, "language": language, "board": mark_safe(board)},
    )


@register.inclusion_tag("rules/_fog.html", takes_context=True)
def fog(context: template.Context, title: str, power: str, spies: str) -> dict[str, Any]:
    """What `power` sees of spring 1901 in fog, with spies in the provinces named: "BRE MAR MUN"."""
    drawn = examples.fog_of(power, tuple(spies.split()), context["language"], static("map/standard.svg"))
    return {"title": title, "board": mark_safe(drawn)}


@register.simple_block_tag(takes_context=True)
def bids(context: template.Context, content: str, title: str) -> str:
    """A worked auction, written as `examples.parse_bids` reads it."""
    language = context["language"]
    return render_to_string(
        [f"rules/{language}/_bids.html"],
        {"title": title, "auction": examples.parse_bids(content), "language": language},
    )


@register.inclusion_tag("rules/_absence.html")
def absence_table() -> dict[str, Any]:
    """The policies of absence with their numbers, from the table that the games go by."""
    return {"policies": [str(name) for name in absence.NAMES.values()], "rows": absence.table()}


@register.simple_tag
def reads(text: str, canonical: str) -> SafeString:
    """What a player may write. `canonical` is what it is read as: kept beside it, and proven by the tests."""
    return format_html('<code class="typed" data-reads="{}">{}</code>', canonical, text)


@register.simple_tag(takes_context=True)
def places(context: template.Context, kind: str) -> list[rules.PlaceRow]:
    """Rows of the table of names: `kind` is `land` or `seas`."""
    return list(rules.place_rows(standard(), context["language"], seas=kind == "seas"))
