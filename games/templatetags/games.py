"""What templates of games say again and again: powers, times, places, sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, tzinfo
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.forms import BoundField
from django.template.base import Parser, Token
from django.template.loader import select_template
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

from games.board.words import power_letter
from games.common.words import local, people
from games.engine import hosting_rules
from games.forms.sheets.choices import Choice, Group
from games.lists import ways_on
from games.lists.ways_on import To, Way
from games.pages.phases import Tick, Timeline
from games.words import map_line, wording
from games.words.addresses import address
from games.words.clauses import clause_url

register = template.Library()


class Fixed(template.Node):
    """What stands in a template between `{% fixed %}` and `{% endfixed %}`."""

    def __init__(self, inside: template.NodeList) -> None:
        self.child_nodelists = ("inside",)
        self.inside = inside
        self._made: dict[str, SafeString] = {}

    def render(self, context: template.Context) -> SafeString:
        language = get_language() or ""
        if language not in self._made:
            empty = template.Context()  # nothing of a reader can get into what all are shown
            with empty.bind_template(context.template):  # type: ignore[arg-type]  # a page's is bound to one
                self._made[language] = self.inside.render(empty)
        return self._made[language]


@register.tag
def fixed(parser: Parser, token: Token) -> Fixed:
    """Words that depend on nothing but the language: rendered once for each, without what the page knows."""
    inside = parser.parse(("endfixed",))
    parser.delete_first_token()
    return Fixed(inside)


@register.filter
def power(key: str) -> str:
    """`FRANCE` → France."""
    return wording.power(key)


@register.filter
def shows_readiness(variant: str) -> bool:
    """Whether everyone is told who is ready, and who votes for what."""
    return hosting_rules.shows_readiness(variant)


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
def typed(text: str) -> str:
    """What stands in a text field: browsers drop a line feed after its tag, so there is one to drop."""
    return f"\n{text}"


@register.filter
def place(location: str) -> str:
    return wording.place(location)


@register.filter
def named(seat: str, players: Mapping[str, str]) -> str:
    """The player in a seat; the seat itself while no one sits there."""
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
    return local.number(amount)


@register.filter
def credits(amount: int) -> str:
    """5 → 5 credits."""
    return wording.credits(amount)


@register.filter
def centres(count: int) -> str:
    """3 → 3 centres."""
    return wording.centres(count)


@register.simple_tag
@lru_cache(maxsize=512)
def clause(code: str) -> SafeString:
    """A clause of the rules, linked to its text."""
    return format_html('<a class="small" href="{}">{}</a>', clause_url(code), code)


@register.simple_tag
def power_badge(key: str, in_sentence: bool = False) -> SafeString:
    """The power's name beside its letter on its colour; `in_sentence` with its article in French."""
    return _power_badge(key, local.language(), in_sentence)


@lru_cache(maxsize=64)
def _power_badge(key: str, language: str, in_sentence: bool) -> SafeString:
    return format_html(
        '<span class="power" data-power="{}" data-letter="{}">{}</span>',
        key.lower(),
        power_letter(key, language),
        wording.the_power(key) if in_sentence else wording.power(key),
    )


@register.simple_tag
def unit_sign(unit: str, power: str) -> SafeString:
    """A unit as on the map, in its power's colour, with its name: A Mun."""
    return _unit_sign(unit, power, local.language())


@lru_cache(maxsize=2048)
def _unit_sign(unit: str, power: str, _language: str) -> SafeString:
    return format_html(
        '<svg class="u-icon" data-power="{}" viewBox="-20 -19 40 40" aria-hidden="true">'
        '<use href="#{}" x="-20" y="-19" width="40" height="40"/></svg><abbr title="{}">{}</abbr>',
        power.lower(),
        "fleet" if unit.startswith("F") else "army",
        wording.full_unit(unit),
        wording.unit(unit),
    )


@register.filter
def options(groups: Iterable[Group]) -> SafeString:
    """The choices of a select, those of one kind under its name. A sheet has hundreds."""
    return SafeString(
        "".join(choices(group.choices) if len(group.choices) == 1 else named_group(group) for group in groups)
    )


@register.filter
def named_groups(groups: Iterable[Group]) -> SafeString:
    """The choices of a select, each group under its name, be it of one choice alone."""
    return SafeString("".join(named_group(group) for group in groups))


def named_group(group: Group) -> str:
    return f'<optgroup label="{escape(group.kind)}">{choices(group.choices)}</optgroup>'


@register.filter
def choices(them: Iterable[Choice]) -> SafeString:
    """The choices of a select that stand under no name."""
    return SafeString("".join([_choice(choice.order, choice.says, choice.is_chosen) for choice in them]))


@lru_cache(maxsize=8192)
def _choice(order: str, says: str, is_chosen: bool) -> str:
    """Most of what one sheet offers is offered on the next one."""
    return f'<option value="{escape(order)}"{" selected" if is_chosen else ""}>{escape(says)}</option>'


@register.filter
def select_options(pairs: Iterable[tuple[str, str]]) -> SafeString:
    """Values and their names as the options of a select."""
    return SafeString(
        "".join(f'<option value="{escape(value)}">{escape(name)}</option>' for value, name in pairs)
    )


@register.filter
def hidden_fields(values: Mapping[str, str] | None, prefix: str) -> SafeString:
    """Hidden inputs that carry `values`, each under its name after `prefix`."""
    return SafeString(
        "".join(
            f'<input type="hidden" name="{escape(prefix + name)}" value="{escape(value)}">'
            for name, value in (values or {}).items()
        )
    )


@register.simple_tag
def hidden(field: BoundField) -> SafeString:
    """A form's field as hidden inputs: what its widget says, at a tenth of the time."""
    value = field.value()
    is_several = isinstance(value, list | tuple)
    name, id_ = escape(field.html_name), escape(field.auto_id)
    parts = []
    for number, each in enumerate(value if is_several else [value]):
        says = "" if each in (None, "") else f' value="{escape(str(each))}"'
        parts.append(
            f'<input type="hidden" name="{name}"{says} id="{id_}{f"_{number}" if is_several else ""}">'
        )
    return SafeString("".join(parts))


@register.simple_tag
def moment(value: datetime, css: str = "", beside: datetime | None = None) -> SafeString:
    """A moment in the reader's zone: Tue 24 Nov, 21:00; with the year when it is not this one, and with
    seconds where it would read like the moment `beside` it.
    """
    zone = timezone.get_current_timezone()
    to_the_second = beside is not None and beside != value and _minute(beside) == _minute(value)
    return _moment(value, zone, local.language(), datetime.now(zone).year, css, to_the_second)


def _minute(value: datetime) -> datetime:
    return value.replace(second=0, microsecond=0)


@lru_cache(maxsize=4096)
def _moment(
    value: datetime, zone: tzinfo, _language: str, this_year: int, css: str, to_the_second: bool = False
) -> SafeString:
    """A page of messages says forty moments, and each of them to everyone who opens it."""
    local = timezone.localtime(value, zone)
    is_this_year = local.year == this_year
    pattern = pgettext("date", "D j M, H:i") if is_this_year else pgettext("date", "D j M Y, H:i")
    if to_the_second:
        pattern = pattern.replace("i", "i:s")
    return format_html(
        '<time datetime="{}"{}>{}</time>',
        local.isoformat(timespec="seconds"),
        format_html(' class="{}"', css) if css else "",
        formats.date_format(local, pattern, use_l10n=True),
    )


@register.simple_tag
def map_words() -> dict[str, str]:
    """What scripts write into the line below the map."""
    return map_line.map_words()


@register.simple_tag
def to_the_second(value: datetime) -> SafeString:
    """A moment of today as its time, with seconds: 14:03:22; another as `moment` says it."""
    local = timezone.localtime(value)
    if local.date() != timezone.localdate():
        return moment(value)
    shown = formats.date_format(local, pgettext("time of day", "H:i:s"), use_l10n=True)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(timespec="seconds"), shown)


@register.filter
def called(name: str) -> str:
    """A person's name as pages say it; `people.called`."""
    return people.called(name)


@register.filter
def heading(name: str) -> str:
    """A person's name as pages say it where it stands alone, with a capital."""
    return people.at_start(people.called(name))


@register.filter
def epoch(value: datetime) -> int:
    """Milliseconds since 1970, as scripts count."""
    return round(value.timestamp() * 1000)


@register.filter
def time_left(deadline: datetime, now: datetime) -> str:
    """3 days 6 h."""
    return local.time_left(deadline, now)


@register.filter
def is_soon(deadline: datetime, now: datetime) -> bool:
    """Whether less than a day is left."""
    return (deadline - now).total_seconds() < 24 * 3600


@register.simple_tag
def way_to(end: str) -> Way | None:
    """The way to `people` or `games`, where an app above games has one."""
    return ways_on.way_to(To(end))


@register.simple_tag(takes_context=True)
def game_url(context: template.Context, name: str, *parts: str | int) -> str:
    """The address of one of the shown game's pages or forms; empty for what its page does not have.

    A page that is no league's (practice) says by itself where its parts lead.
    """
    page = context["page"]
    if hasattr(page, "address"):
        return str(page.address(name, *parts))
    return address(f"games:{name}", context["request"].league.slug, page.game.code, *parts)


@register.simple_tag(takes_context=True)
def tick_url(context: template.Context, tick: Tick) -> str:
    """The address of a phase in the row of all phases: the game's own page where it is open."""
    if tick.branch:
        return game_url(context, "taken-back-phase", tick.branch, tick.label)
    if context["page"].is_reel:
        return game_url(context, "replay-phase", tick.label)
    return game_url(context, "game") if tick.is_open else game_url(context, "phase", tick.label)


@register.simple_tag(takes_context=True)
def replay_url(context: template.Context) -> str:
    """The address of the game's replay: at the phase that is shown, or at the first one."""
    line: Timeline = context["page"].timeline
    shown = next((tick for tick in line.ticks if tick.label == line.shown and not tick.is_open), None)
    return game_url(context, "replay-phase", shown.label) if shown else game_url(context, "replay")


@register.simple_tag(takes_context=True)
def timeline_years(context: template.Context, timeline: Timeline) -> SafeString:
    """All phases of a game, a line a year, each linked to its page. On every page of a game, and a hundred
    links in a long one: written without a template.
    """
    first, name = timeline.ticks[0].label, "replay-phase" if context["page"].is_reel else "phase"
    before, _label, after = game_url(context, name, first).rpartition(first)
    here, current = game_url(context, "game"), ' aria-current="page"'
    parts = []
    for year, ticks in timeline.years:
        links = "".join(
            f'<a href="{escape(here if tick.is_open else before + tick.label + after)}"'
            f"{current if tick.label == timeline.shown else ''}>{escape(tick.name)}</a> "
            for tick in ticks
        )
        parts.append(f'<li><b class="num">{year}</b> {links}</li>')
    return SafeString("".join(parts))


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
