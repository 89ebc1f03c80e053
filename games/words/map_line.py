"""What the line below the map says while orders are given on it. `map.js` fills what stands in braces."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

PLACES = {name: f"{{{name}}}" for name in ("unit", "target", "order", "place")}

WORDS = {
    "units": _("To give an order, choose one of your units on the map."),
    "retreats": _("To order a retreat, choose a dislodged unit on the map."),
    "builds": _("To build, choose a home centre on the map."),
    "removals": _("To disband a unit, choose it on the map."),
    "touch": _("To cast your spell on a unit, choose it on the map."),
    "spies": _("To move a spy, choose it on the map."),
    "go": _("%(unit)s: choose where it goes, or choose it again to hold."),
    "retreat": _("%(unit)s: choose where it retreats to."),
    "support": _("%(unit)s supports: choose which unit."),
    "convoy": _("%(unit)s convoys: choose which army."),
    "supportTo": _(
        "%(unit)s supports %(target)s: choose where to, or choose %(target)s again to help it hold."
    ),
    "supportAway": _("%(unit)s supports %(target)s: choose where to."),
    "convoyTo": _("%(unit)s convoys %(target)s: choose where to."),
    "which": _("%(unit)s: which do you mean?"),
    "site": _("%(place)s: which do you mean?"),
    "instead": _("Order %(unit)s instead"),
    "back": _("Undo it"),
    "given": _("%(unit)s: %(order)s."),
    "undone": _("Undone. %(order)s"),
    "no": _("Not possible there: %(place)s."),
    "full": _("You’ve used all that are due. To undo one, choose its place again."),
}


def map_words() -> dict[str, str]:
    """By what `map.js` calls them, in the reader's language."""
    return {key: words % PLACES for key, words in WORDS.items()}
