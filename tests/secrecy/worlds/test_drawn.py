"""Drawn worlds: what the engine's `view` shows alike, nothing else of engine or site tells apart."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.core import leaks_of, played
from tests.secrecy.worlds.drawn import kinds
from tests.secrecy.worlds.drawn.twins import Kind, pairs
from tests.secrecy.worlds.world import Pair

pytestmark = [pytest.mark.long, pytest.mark.slow]

KINDS = kinds()
FOR_THE_SITE = 12
"""Pairs of each variant that are drawn to find one with a player who is kept in the dark of something."""

patient = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_the_engine_tells_nobody_what_their_view_does_not_show(kind: Kind) -> None:
    drawn: list[Pair] = []

    @settings(patient, max_examples=20)
    @given(pairs(kind))
    def try_one(pair: Pair) -> None:
        drawn.append(pair)
        assert not leaks_of(pair)

    try_one()
    assert sum(hides_something(kind, pair) for pair in drawn) > len(drawn) / 4, "or hardly anything was tried"


def hides_something(kind: Kind, pair: Pair) -> bool:
    """Whether the worlds differ where this variant keeps secrets: if it can, beyond what is sealed."""
    return played(pair.one) != played(pair.other) if kind.hides else pair.one != pair.other


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_the_site_tells_nobody_what_their_view_does_not_show(kind: Kind, apart: Apart) -> None:
    """One pair of each variant, which takes a minute; `python -m tests.fuzz.worlds` plays more."""
    drawn: list[Pair] = []

    @settings(patient, max_examples=FOR_THE_SITE, phases=[Phase.generate])
    @given(pairs(kind, shortest=min(4, kind.longest)))
    def draw(pair: Pair) -> None:
        drawn.append(pair)

    draw()
    pair = next(pair for pair in drawn if len(pair.viewers) > 1 and hides_something(kind, pair))
    leaks = apart(pair)
    assert not leaks, "\n".join(leaks[:20])
