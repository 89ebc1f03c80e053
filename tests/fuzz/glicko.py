"""Glicko-2, from Glickman's “Example of the Glicko-2 system” (2013). One of the candidates of
`tests.fuzz.ratings`, where a game at a larger table is a game for two with each of the others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SCALE: Final = 400 / math.log(10)
"""Points that are one unit of the paper's."""
CLOSE: Final = 0.000001


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating in points above a newcomer's, how uncertain it is, and how restless."""

    points: float
    deviation: float
    volatility: float = 0.06


def after_games(own: Rated, others: Sequence[tuple[Rated, float]], tau: float) -> Rated:
    """`own` after a period of games with `others`: 1 won, 0.5 drawn, 0 lost. `tau`: the paper's."""
    phi = own.deviation / SCALE
    information = gain = 0.0
    for other, score in others:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-g * (own.points - other.points) / SCALE))
        information += g * g * expected * (1 - expected)
        gain += g * (score - expected)
    if not information:
        return own
    volatility = _volatility(own.volatility, phi, 1 / information, gain / information, tau)
    variance = 1 / (1 / (phi**2 + volatility**2) + information)
    return Rated(own.points + variance * gain * SCALE, math.sqrt(variance) * SCALE, volatility)


def _volatility(before: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Step 5 of the paper: regula falsi by Illinois."""
    start = math.log(before**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - start) / tau**2

    low, high = start, start - tau
    if delta**2 > phi**2 + v:
        high = math.log(delta**2 - phi**2 - v)
    else:
        while f(high) < 0:
            high -= tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        between = low + (low - high) * f_low / (f_high - f_low)
        found = f(between)
        if found * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, found
    return math.exp(low / 2)
