"""What the replay of a game is played by: its homes are given (HR-11), and it may be shorter (HR-13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

SHORTER_BY: Final = 2
"""Game years that the one replay of an undecided game has less."""


def replay_settings(
    settings: Mapping[str, Any], homes: Mapping[str, str], first_year: int, *, swap: bool
) -> dict[str, Any]:
    """The settings of a game of Intimate Diplomacy that replays one with `settings`, which began in
    `first_year` with `homes` by seat. Both players keep their seats.

    `swap`, for the replay of an undecided game: each has the other's home power, and the last year is two
    years earlier, but not before the second game year, nor after the first game's. Without it, after a void
    by ruling, both stay as they were. Where no homes were chosen yet, they are chosen in the replay.
    """
    replayed = {name: value for name, value in settings.items() if name != "homes"}
    if homes:
        powers = [*homes.values()]
        replayed["homes"] = dict(zip(homes, powers[::-1] if swap else powers, strict=True))
    last_year = settings.get("last_year")
    if swap and last_year is not None:
        replayed["last_year"] = min(last_year, max(last_year - SHORTER_BY, first_year + 1))
    return replayed
