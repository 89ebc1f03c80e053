"""What templates say of those who cast spells, and the selects of their sheet."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString

from games.forms.sheets.choices import Choice, Group
from games.selectors.patrons import Patron, patrons_in

register = template.Library()


@register.simple_tag(takes_context=True)
def patrons(context: template.Context) -> list[Patron]:
    """The casting seats of the page's game, as its reader knows them."""
    page = context["page"]
    return patrons_in(page.game.variant, page.position, page.access.seat_key)


@register.filter
def choices(them: Iterable[Choice]) -> SafeString:
    """The choices of a select that stand under no name."""
    return SafeString("".join(_option(choice) for choice in them))


@register.filter
def named_groups(groups: Iterable[Group]) -> SafeString:
    """The choices of a select, each group under its name, be it of one choice alone."""
    return SafeString(
        "".join(
            f'<optgroup label="{escape(each.kind)}">{choices(each.choices)}</optgroup>' for each in groups
        )
    )


def _option(choice: Choice) -> str:
    chosen = " selected" if choice.is_chosen else ""
    return f'<option value="{escape(choice.order)}"{chosen}>{escape(choice.says)}</option>'
