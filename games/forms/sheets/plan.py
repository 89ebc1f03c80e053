"""A text that orders more than one phase (SPY-21), taken apart and put together again.

What is for later phases stands in sections, in alternatives:

    A Mun - Bur
    Espionage:
    if A Mun was dislodged: E Mun H (Fra)
    else: E Mun - Bur
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.words import order_words

STATES = ("MOVED", "FAILED", "DISLODGED", "CUT", "DESTROYED", "LOST", "SEEN")
"""What orders given ahead may hang on, as the engine writes it: `A MUN DISLODGED`."""


@dataclass(slots=True)
class Alternative:
    """Orders for one phase, and what they hang on; none: nothing. Both as they were typed."""

    conditions: list[str] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Plan:
    """The lines for the phase at hand, and by the letters of later ones the alternatives for them."""

    now: list[str]
    later: dict[str, list[Alternative]]

    @classmethod
    def of_text(cls, parts: Mapping[str, Any]) -> Plan:
        """Make a plan from what `games.engine.bridge.parts` makes of a text: nothing of it is lost."""
        lines: dict[int, list[str]] = {}
        for number, piece in parts["now"]:
            lines.setdefault(number, []).append(piece)
        return cls(
            ["; ".join(lines[number]) for number in sorted(lines)],
            {
                kind: [Alternative(list(each["if"]), list(each["orders"])) for each in alternatives]
                for kind, alternatives in parts["later"].items()
            },
        )

    @classmethod
    def of_answer(cls, answer: Any) -> Plan:
        """Make a plan from an answer in canonical form, in words that read back as that answer."""
        if isinstance(answer, list):
            return cls([order_words.as_typed(line) for line in answer], {})
        return cls(
            [order_words.as_typed(line) for line in answer.get("orders", [])],
            {
                kind: [
                    Alternative(
                        [condition_in_words(each) for each in one.get("if", [])],
                        [order_words.as_typed(line) for line in one["orders"]],
                    )
                    for one in alternatives
                ]
                for kind, alternatives in answer.get("later", {}).items()
            },
        )

    def otherwise(self, kind: str) -> Alternative:
        """What holds for the phase `kind` if nothing else does: made, where there is none, as the last."""
        alternatives = self.later.setdefault(kind, [])
        for each in alternatives:
            if not each.conditions:
                return each
        alternatives.append(Alternative())
        return alternatives[-1]

    def hanging(self, kind: str) -> list[Alternative]:
        """The alternatives for the phase `kind` that hang on something, in their order."""
        return [each for each in self.later.get(kind, []) if each.conditions]

    def text(self, kinds: Sequence[str]) -> str:
        """The plan as someone would type it, the sections in the order of `kinds`."""
        lines = list(self.now)
        for kind in kinds:
            hanging, plain = self.hanging(kind), [a for a in self.later.get(kind, []) if not a.conditions]
            orders = [order for each in plain for order in each.orders]
            if not hanging and not orders:
                continue
            lines.append(heading(kind))
            conjunction, otherwise = pgettext("between conditions", "and"), pgettext("orders ahead", "else:")
            for each in hanging:
                condition = pgettext("orders ahead", "if %s:") % f" {conjunction} ".join(each.conditions)
                lines.append(f"{condition} {'; '.join(each.orders)}".rstrip())
            if hanging and orders:
                lines.append(f"{otherwise} {'; '.join(orders)}")
            elif orders:
                lines += orders
        return "\n".join(lines).strip("\n")


def heading(kind: str) -> str:
    """What a section for later phases begins with."""
    return {
        "E": pgettext("heading of typed orders", "Espionage:"),
        "R": pgettext("heading of typed orders", "Retreats:"),
        "A": pgettext("heading of typed orders", "Adjustments:"),
    }.get(kind, f"{kind}:")


def condition_in_words(condition: str) -> str:
    """`A MUN DISLODGED` → A Mun was dislodged. What is no canonical condition stands as it is."""
    piece, _space, state = condition.rpartition(" ")
    if state not in STATES:
        return condition
    said = {
        "MOVED": _("%(piece)s moved"),
        "FAILED": _("%(piece)s failed"),
        "DISLODGED": _("%(piece)s was dislodged"),
        "CUT": _("%(piece)s was cut"),
        "DESTROYED": _("%(piece)s was destroyed"),
        "LOST": _("%(piece)s was lost"),
        "SEEN": _("%(piece)s was seen"),
    }[state]
    return said % {"piece": order_words.as_typed(piece)}
