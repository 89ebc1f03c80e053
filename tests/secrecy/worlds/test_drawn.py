"""Drawn worlds: what the engine's `view` shows alike, nothing else of engine or site tells apart."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.core import leaks_of
from tests.secrecy.worlds.drawn import kinds
from tests.secrecy.worlds.drawn.twins import Kind, pairs
from tests.secrecy.worlds.world import Pair

KINDS = kinds()
ON_THE_SITE = 2
"""Pairs of each variant that are played on the site here; `python -m tests.fuzz.worlds` plays more."""

patient = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_the_engine_tells_nobody_what_his_view_does_not_show(kind: Kind) -> None:
    drawn: list[Pair] = []

    @settings(patient, max_examples=20)
    @given(pairs(kind))
    def try_one(pair: Pair) -> None:
        drawn.append(pair)
        assert not leaks_of(pair)

    try_one()
    assert sum(pair.one != pair.other for pair in drawn) > len(drawn) / 4, "or hardly anything was tried"


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_the_site_tells_nobody_what_his_view_does_not_show(kind: Kind, apart: Apart) -> None:
    @settings(patient, max_examples=ON_THE_SITE, phases=[Phase.generate])  # a smaller pair takes minutes
    @given(pairs(kind, shortest=min(4, kind.longest)))
    def try_one(pair: Pair) -> None:
        leaks = apart(pair)
        assert not leaks, "\n".join(leaks[:20])

    try_one()
