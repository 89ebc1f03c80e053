"""What templates of games say again and again: powers, times, places, sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import select_template
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games import wording
from games.board.words import power_letter
from games.clauses import clause_url

register = template.Library()


@register.filter
def power(key: str) -> str:
    """`FRANCE` → France."""
    return wording.power(key)


@register.filter
def the_power(key: str) -> str:
    """`FRANCE` → France; la France."""
    return wording.the_power(key)


@register.filter
def variant(key: str) -> str:
    """`intimate` → Intimate Diplomacy."""
    return wording.variant(key)


@register.filter
def unit(text: str) -> str:
    """`A MUN` → A Mun."""
    return wording.unit(text)


@register.filter
def full_unit(text: str) -> str:
    """`A MUN` → Army Munich."""
    return wording.full_unit(text)


@register.filter
def place(location: str) -> str:
    return wording.place(location)


@register.filter
def named(seat: str, players: Mapping[str, str]) -> str:
    """The player in a seat; the seat itself while nobody sits there."""
    return players.get(seat) or seat


@register.filter
def of(mapping: Mapping[str, Any] | None, key: str) -> Any:
    """`{{ treasury|of:seat }}`: one value of a mapping, nothing if it has none."""
    return (mapping or {}).get(key)


@register.filter
def ranks(preferences: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Ranked lists by seat, turned: a row a rank."""
    return list(zip(*preferences.values(), strict=False))


@register.filter
def number(amount: int) -> str:
    """1200 → 1,200, as the reader writes it."""
    return wording.number(amount)


@register.filter
def credits(amount: int) -> str:
    """5 → 5 credits."""
    return wording.credits(amount)


@register.simple_tag
def clause(code: str) -> SafeString:
    """A clause of the rules, linked to its text."""
    return format_html('<a class="small" href="{}">{}</a>', clause_url(code), code)


@register.simple_tag
def power_badge(key: str) -> SafeString:
    """The power's name beside its letter on its colour."""
    return format_html(
        '<span class="power" data-power="{}" data-letter="{}">{}</span>',
        key.lower(),
        power_letter(key, wording.language()),
        wording.power(key),
    )


@register.simple_tag
def moment(value: datetime, css: str = "") -> SafeString:
    """A moment in the reader's zone: Tue 24 Nov, 21:00; with the year when it is not this one."""
    zone = timezone.get_current_timezone()
    return _moment(value, zone, wording.language(), datetime.now(zone).year, css)


@lru_cache(maxsize=4096)
def _moment(value: datetime, zone: tzinfo, _language: str, this_year: int, css: str) -> SafeString:
    """A page of letters says forty moments, and each of them to everybody who opens it."""
    local = timezone.localtime(value, zone)
    is_this_year = local.year == this_year
    pattern = pgettext("date", "D j M, H:i") if is_this_year else pgettext("date", "D j M Y, H:i")
    return format_html(
        '<time datetime="{}"{}>{}</time>',
        local.isoformat(timespec="seconds"),
        format_html(' class="{}"', css) if css else "",
        formats.date_format(local, pattern, use_l10n=True),
    )


@register.simple_tag
def to_the_second(value: datetime) -> SafeString:
    """A moment of today as its time, with seconds: 14:03:22; another as `moment` says it."""
    local = timezone.localtime(value)
    if local.date() != timezone.localdate():
        return moment(value)
    shown = formats.date_format(local, pgettext("time of day", "H:i:s"), use_l10n=True)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(timespec="seconds"), shown)


@register.filter
def epoch(value: datetime) -> int:
    """Milliseconds since 1970, as scripts count."""
    return round(value.timestamp() * 1000)


@register.filter
def time_left(deadline: datetime, now: datetime) -> str:
    """3 days 6 h."""
    return wording.time_left(deadline, now)


@register.filter
def is_soon(deadline: datetime, now: datetime) -> bool:
    """Whether less than a day is left."""
    return (deadline - now).total_seconds() < 24 * 3600


@register.simple_tag(takes_context=True)
def game_url(context: template.Context, name: str, *parts: str) -> str:
    """The address of one of the shown game's pages or forms; empty for what its page does not have.

    A page that is no league's (practice) says by itself where its parts lead.
    """
    page = context["page"]
    if hasattr(page, "address"):
        return str(page.address(name, *parts))
    return reverse(f"games:{name}", args=[context["request"].league.slug, page.game.code, *parts])


@register.simple_tag(takes_context=True)
def include_for(context: template.Context, names: str | Sequence[str], **extra: Any) -> SafeString:
    """Include the first of `names` (divided by spaces) that exists: a variant's own before what all share."""
    wanted = names.split() if isinstance(names, str) else list(names)
    chosen = select_template(wanted)
    with context.push(**extra):
        return SafeString(chosen.template.render(context))


@register.filter
def template_of(variant: str, part: str) -> str:
    """`intimate`, `parts/table` → what to look for: the variant's own `_table.html`, then the one for all."""
    folder, _slash, name = part.rpartition("/")
    return f"games/variants/{variant}/_{name}.html games/{folder}/_{name}.html games/{folder}/_text.html"
