"""Powers' names in text: how sheets that speak of powers write them and find them again."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.board import standard
from adjudicator.variants.powers import called
from games.words import wording


def power_called(name: str, powers: Collection[str]) -> str | None:
    """Which of `powers` someone means by `name`, in any of our languages."""
    power = called(name, standard())
    return power if power in powers else None


def power_written(power: str) -> str:
    """The power as the reader writes it."""
    return wording.power(power)
