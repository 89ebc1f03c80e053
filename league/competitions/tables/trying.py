"""A result tried in every scoring system: what is typed, and what each makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.competitions.tables import words
from league.competitions.tables.ended import CENTRES, Ended
from league.competitions.tables.free_rules import FreeRules
from league.competitions.tables.scoring import SYSTEMS, Formula
from league.competitions.tables.seating import POWERS
from league.competitions.tables.systems import SCORINGS, System

FIRST_YEAR: Final = 1901
LAST_YEAR: Final = 1950
STARTS_WITH: Final[Mapping[str, int]] = dict(zip(POWERS, (9, 7, 5, 5, 4, 3, 1), strict=True))


class BoardForm(forms.Form):
    """Centres of the seven powers, when those without any went out, and who shares a voted draw."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        for power in POWERS:
            name = words.power(power)
            self.fields[power] = forms.IntegerField(
                label=name, min_value=0, max_value=CENTRES, initial=STARTS_WITH[power]
            )
            self.fields[f"out-{power}"] = forms.IntegerField(
                label=gettext("%(power)s: out in") % {"power": name},
                min_value=FIRST_YEAR,
                max_value=LAST_YEAR,
                required=False,
            )
            self.fields[f"votes-{power}"] = forms.BooleanField(
                label=gettext("%(power)s: shares a draw by vote") % {"power": name}, required=False
            )

    def rows(self) -> Iterator[tuple[str, forms.BoundField, forms.BoundField, forms.BoundField]]:
        for power in POWERS:
            yield power, self[power], self[f"out-{power}"], self[f"votes-{power}"]

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                self.ended = self._ended(found)
            except ValueError:
                self.add_error(None, self._wrong(found))
        return found

    @staticmethod
    def _ended(found: Mapping[str, Any]) -> Ended:
        centres = {power: found[power] for power in POWERS}
        dead = [power for power in POWERS if not centres[power]]
        out = {power: found[f"out-{power}"] or FIRST_YEAR for power in dead}
        voted = frozenset(power for power in POWERS if found[f"votes-{power}"])
        return Ended(centres, out, voted)

    @staticmethod
    def _wrong(found: Mapping[str, Any]) -> str:
        if not 0 < sum(found[power] for power in POWERS) <= CENTRES:
            return gettext("Between them the powers own 1 to 34 centres.")
        return gettext("Only powers with a centre share a draw.")


@dataclass(frozen=True, slots=True)
class Tried:
    """One system: its name, formula and source, the scores by power in their order, exact ones as a title."""

    key: str
    name: str
    formula: Formula | None
    source: str
    scores: Sequence[tuple[str, str]]
    sum: str
    is_ours: bool


def tried(ended: Ended, own: str, free: FreeRules) -> list[Tried]:
    """What every system makes of a game, the season's `own` first; its free table only where that is used."""
    found = [
        _tried(key, str(SCORINGS[System(key)]), each.formula, each.source, each.scores(ended), own)
        for key, each in SYSTEMS.items()
    ]
    if own == System.FREE:
        found.append(_tried(own, str(_("Our own points")), None, "", free.points.scores(ended), own))
    return sorted(found, key=lambda each: not each.is_ours)


def _tried(
    key: str, name: str, formula: Formula | None, source: str, scores: Mapping[str, Fraction], own: str
) -> Tried:
    return Tried(
        key,
        name,
        formula,
        source,
        [(words.points(scores[power]), str(scores[power])) for power in POWERS],
        words.points(sum(scores.values(), Fraction())),
        key == own,
    )
