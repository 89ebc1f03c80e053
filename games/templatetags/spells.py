"""What templates say of those who cast spells."""

from __future__ import annotations

from django import template

from games.features.spells.patrons import Patron, patrons_in

register = template.Library()


@register.simple_tag(takes_context=True)
def patrons(context: template.Context) -> list[Patron]:
    """The casting seats of the page's game, as its reader knows them."""
    page = context["page"]
    return patrons_in(page.game.variant, page.position, page.access.seat_key)
