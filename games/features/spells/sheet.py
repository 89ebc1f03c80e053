"""The sheet of a seat that casts: one unit to touch, and at times a power to favour."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.forms.sheets.choices import Choice, Group, alphabetical
from games.forms.sheets.desk import Sheet, typed
from games.forms.sheets.names import power_written
from games.words import order_words, wording

SPELL, FAVOUR = "spell", "favour"


class SpellSheet(Sheet):
    """A select with every unit that may be touched, and one with the powers that may be favoured."""

    template = "sheets/casting"

    def compose(self, post: Mapping[str, str]) -> str:
        text = typed(post)
        spell, favour = post.get("slot-spell", ""), post.get("favour", "")
        if spell != post.get("was-spell", ""):
            text = self._with(text, SPELL, order_words.as_typed(spell))
        if favour != post.get("was-favour", ""):
            words = _("favour %(power)s") % {"power": power_written(favour)} if favour else ""
            text = self._with(text, FAVOUR, words)
        return text

    def _with(self, text: str, key: str, words: str) -> str:
        """`text` with `words` in place of the piece that says `key`; whatever else was typed stays."""
        lines = []
        for line in text.split("\n") if text else []:
            pieces = re.split("[;,]", line)
            kept = [piece.strip() for piece in pieces if key not in (self.read(piece)["answer"] or {})]
            if len(kept) == len(pieces):
                lines.append(line)
            elif kept:
                lines.append("; ".join(kept))
        return "\n".join([*lines, *([words] if words else [])])

    def show(self, text: str) -> dict[str, Any]:
        said = self.read(text)["answer"] or {}
        spell, favour = said.get(SPELL, ""), said.get(FAVOUR, "")
        units = self.desk.position.get("units", {})
        allowed = self.desk.due["powers"]
        favourable = self.desk.due.get("favour", [])
        return super().show(text) | {
            "seat": self.desk.seat,
            "groups": [_group(power, units.get(power, []), spell) for power in _by_name(allowed)],
            "touched": [power for power in _by_name(units) if power not in allowed],
            "favours": [Choice(each, wording.power(each), each == favour) for each in _by_name(favourable)],
            "was": {"spell": spell, "favour": favour},
        }


def _by_name(powers: Any) -> list[str]:
    return sorted(powers, key=wording.power)


def _group(power: str, units: list[str], chosen: str) -> Group:
    choices = [Choice(unit, wording.full_unit(unit), unit == chosen) for unit in units]
    return Group(wording.power(power), alphabetical(choices))
