"""The table of points that organisers make for themselves, as rules of a season."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final

from django.utils.translation import gettext_lazy as _

from league.competitions.rules.rule import Amount, Amounts, Choice, Flag
from league.competitions.tables.ended import SEATS
from league.competitions.tables.free_points import FreePoints, Ties
from league.competitions.tables.rule_words import SCORING


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeRules:
    """The table of points that organisers make for themselves."""

    places: Annotated[
        tuple[Fraction, ...],
        Amounts(
            SCORING,
            _("Own points: by place"),
            _("Seven numbers with spaces between them, from the first place."),
            bounds=(0, 100000),
            count=SEATS,
        ),
    ] = tuple(map(Fraction, (38, 14, 7, 0, 0, 0, 0)))
    place_ties: Annotated[
        Ties,
        Choice(
            SCORING,
            _("Own points: equal places"),
            writes=str,
            reads=Ties,
            words={Ties.SHARED: _("share their points"), Ties.LOWER: _("get those of the last of them")},
        ),
    ] = Ties.SHARED
    centre: Annotated[Fraction, Amount(SCORING, _("Own points: each centre"), bounds=(0, 100000))] = Fraction(
        1
    )
    survival: Annotated[Fraction, Amount(SCORING, _("Own points: survival"), bounds=(0, 100000))] = Fraction(
        1
    )
    lead: Annotated[
        Fraction, Amount(SCORING, _("Own points: each centre of a lead alone"), bounds=(0, 100000))
    ] = Fraction(0)
    solo: Annotated[Fraction, Amount(SCORING, _("Own points: a solo"), bounds=(0, 1000000))] = Fraction(100)
    lost: Annotated[Fraction, Amount(SCORING, _("Own points: losing to a solo"), bounds=(0, 1000000))] = (
        Fraction(0)
    )
    dead_by_year: Annotated[
        bool,
        Flag(SCORING, _("Own points: later elimination ranks better")),
    ] = False

    @property
    def points(self) -> FreePoints:
        return FreePoints(
            self.places,
            self.place_ties,
            self.centre,
            self.survival,
            self.lead,
            self.solo,
            self.lost,
            self.dead_by_year,
        )


USUAL: Final = FreeRules()
"""What the form begins with, and rules that use a system of the hobby do not write."""
