"""A request finds room for its frames in one piece."""

from __future__ import annotations

import resource
import sys

import pytest

from league.server.stack_headroom import SLOTS, with_room


def add(one: int, *, other: int) -> int:
    return one + other


def deep(calls: int) -> int:
    """Call itself so often, and at each depth something that returns at once, fifty times."""
    for _turn in range(50):
        add(1, other=2)
    return 1 + deep(calls - 1) if calls else 0


def test_it_answers_and_fails_as_the_function_does() -> None:
    assert with_room(add)(1, other=2) == 3
    with pytest.raises(TypeError, match="other"):
        with_room(add)(1)  # type: ignore[call-arg]


def test_room_is_kept_for_each_function_apart() -> None:
    first, second = with_room(add), with_room(deep)
    assert first.__code__.co_stacksize == second.__code__.co_stacksize == SLOTS
    assert second(3) == 3
    assert first(1, other=1) == 2


@pytest.mark.skipif(
    sys.implementation.name != "cpython" or not sys.platform.startswith("linux"), reason="counts page faults"
)
def test_pieces_of_frames_are_not_asked_for_again_and_again() -> None:
    function = with_room(deep)
    function(600)
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for _turn in range(20):
        function(600)
    faults = (resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before) / 20
    assert faults < 50, "a page of memory for each call where a piece ends would be some hundred"
