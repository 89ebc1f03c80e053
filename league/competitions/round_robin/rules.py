"""The rules of a round robin: those that every competition has, and how equals are told apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from django.utils.translation import gettext_lazy as _

from league.competitions.round_robin.table import CHAIN
from league.competitions.rules import common_rules as common
from league.competitions.rules.rule import Number, Rule, Section, always

POINTS = always(_("Points"), _("1 for a win, ½ for a draw, 0 if both lost or the game is void."))
EQUALS = always(
    _("Equal on points"),
    _(
        "First the points against each other. Then Sonneborn–Berger: the points of the players "
        "you beat, and half the points of those you drew with. Then a random draw."
    ),
)
TABLE = Section(_("Table"), (POINTS, EQUALS))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobinRules(common.CommonRules):
    """What a round robin of four to eight is played by."""

    KIND: ClassVar = "groups"
    NOT_OF_KIND: ClassVar = _("These are not the rules of a round robin.")
    SECTIONS: ClassVar = (common.GAME, common.DATES, common.ENTERING, TABLE, common.RESULTS)

    smallest: Annotated[int, Number(common.PLACES, _("Minimum players"), bounds=(4, 8))] = 4
    largest: Annotated[int, Number(common.PLACES, _("Maximum players"), bounds=(4, 8))] = 8
    ties: Annotated[tuple[str, ...], Rule(asked=False, writes=list, reads=tuple)] = CHAIN

    def __post_init__(self) -> None:
        """Refuse (`BadRules`) what cannot be kept."""
        common.check_for_two(self)
        common.CommonRules.__post_init__(self)
