"""The ways in which standings can be counted: by what they are sorted, and their formulas in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True, slots=True)
class Scoring:
    """One way: the field of `Tally` that it goes by, its name, what the column is called, its formula."""

    key: str
    field: str
    name: str | Promise
    column: str | Promise
    formula: str | Promise
    example: str | Promise


SCORINGS: Final[Mapping[str, Scoring]] = {
    each.key: each
    for each in (
        Scoring(
            "points",
            "points",
            _("Win 3, draw 1"),
            pgettext_lazy("standings", "Points"),
            _("3 × wins + draws"),
            _("21 wins, 1 draw and 6 losses: 3 × 21 + 1 = 64."),
        ),
        Scoring(
            "wins",
            "won",
            pgettext_lazy("standings", "Wins"),
            pgettext_lazy("standings", "Wins"),
            _("wins"),
            _("21 wins, 1 draw and 6 losses: 21."),
        ),
        Scoring(
            "shares",
            "units",
            _("Draw size"),
            pgettext_lazy("standings", "Shares"),
            _("the sum of the shares: 1 for a win, 1 ÷ n for a draw among n players, 0 for a loss"),
            _("2 wins, a draw among 2 and a draw among 3: 2 + 1/2 + 1/3 = 2 5/6, shown as 2.83."),
        ),
        Scoring(
            "centres",
            "centres",
            _("Supply centres"),
            _("Centres"),
            _("the sum of the supply centres owned at the end of each game"),
            _("3 games that ended with 9, 0 and 5 centres: 14."),
        ),
    )
}
"""By key, in the order in which they are offered; the first is the usual one."""

USUAL: Final = "points"
