"""Fields in which members are named: what they offer, and what is said of a name that no member has."""

from __future__ import annotations

from typing import Any, Final, Protocol

from django.utils.translation import gettext as _


class KnowsNames(Protocol):
    """Who tells which names of members someone may have meant."""

    def names_like(self, name: str) -> list[str]: ...


OFFERED = 200
"""Members whose names the field offers while someone types: as many as a page may carry."""

OFFERS_MEMBERS: Final[dict[str, Any]] = {
    "list": "member-names",
    "autocapitalize": "none",
    "autocomplete": "off",
    "spellcheck": "false",
}
"""What lets a field of names offer those of members, where the page has `games/_member_names.html`."""


def nobody_called(name: str, league: KnowsNames) -> str:
    """That no member of `league` has this name, and which members may be meant; only for those who may see
    its members. One query.
    """
    said = _("No league member is called “%(name)s”.") % {"name": name}
    if near := league.names_like(name):
        said += " " + _("Did you mean %(names)s?") % {"names": _(" or ").join(near)}
    return said
