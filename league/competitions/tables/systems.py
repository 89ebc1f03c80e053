"""What organisers choose between: scoring systems, rulebooks, and how the top board gets its powers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.competitions.tables.scoring import SYSTEMS


class System(StrEnum):
    """How games are scored: by a system of the hobby, or by the organisers' own points."""

    C_DIPLO_73 = "c-diplo-73"
    C_DIPLO_100 = "c-diplo-100"
    NAMUR = "c-diplo-namur"
    SQUARES = "squares"
    DRAW_SIZE = "draw-size"
    DIXIE = "dixie"
    CARNAGE = "carnage-2023"
    OPEN_TRIBUTE = "open-tribute"
    BANGKOK = "bangkok-2020"
    FREE = "free"


SCORINGS: Final[Mapping[Any, Promise | str]] = {
    **{System(key): each.name for key, each in SYSTEMS.items()},
    System.SQUARES: _("Sum of squares"),
    System.DRAW_SIZE: _("Draw size"),
    System.FREE: _("Our own points, below"),
}


class Rulebook(StrEnum):
    CLASSIC = "classic"
    MODERN = "modern"


class Powers(StrEnum):
    """How powers at the top board are given out."""

    DRAW = "draw"
    RANKINGS = "rankings"
