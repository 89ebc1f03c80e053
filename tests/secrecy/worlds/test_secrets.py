"""Of several secrets in one pair of worlds the one that shows is named, and none makes up for another."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.secrecy.worlds.apart import guilty
from tests.secrecy.worlds.conftest import Apart, Found
from tests.secrecy.worlds.test_intimate import CAST, HOMES
from tests.secrecy.worlds.world import Pair, Secret, Secrets, World, begin_letter, laid_over, ready, save

KEPT = tuple(Secret(why) for why in "abcdefg")


@pytest.mark.parametrize("loud", ["", "a", "d", "g", "bf", "abcdefg"])
def test_those_that_show_are_found_by_halves(loud: str) -> None:
    asked: list[str] = []

    def leaks_of(kept: Sequence[Secret]) -> list[str]:
        names = "".join(secret.why for secret in kept)
        asked.append(names)
        return [f"{names} shows"] if {*names} & {*loud} else []

    assert guilty(KEPT, leaks_of) == [f"{name} shows" for name in loud]
    assert loud or asked == ["abcdefg"], "one pair is enough where nothing shows"


def test_two_that_show_only_together_are_named_together() -> None:
    def leaks_of(kept: Sequence[Secret]) -> list[str]:
        names = "".join(secret.why for secret in kept)
        return [f"{names} show"] if {"a", "g"} <= {*names} else []

    assert guilty(KEPT, leaks_of) == ["abcdefg show"]


def test_worlds_differ_by_the_chosen_secrets_alone() -> None:
    mine, theirs = save("1", "France"), save("2", "Turkey")
    other = save("2", "Italy")
    first = Secret("first", one=((mine,),), begins={"units": {"FRANCE": None}})
    second = Secret("second", one=((), (theirs,)), other=((), (other,)))
    begun = World("intimate", CAST, ((), ()), opening={"units": {"FRANCE": ["A PAR"], "ITALY": []}})
    secrets = Secrets(begun, (first, second), ("eve",), ("",))
    both = secrets.pair((first, second))
    assert (both.one.rounds, both.other.rounds) == (((mine,), (theirs,)), ((), (other,)))
    assert both.other.opening == {"units": {"ITALY": []}}
    assert both.one.opening == begun.opening
    last = secrets.pair((second,))
    assert (last.one.rounds, last.other.rounds) == (((), (theirs,)), ((), (other,)))
    assert last.other.opening == begun.opening
    assert laid_over({"phase": "S"}, {"units": {"FRANCE": []}}) == {"phase": "S", "units": {"FRANCE": []}}


@pytest.mark.slow
@pytest.mark.long
def test_a_secret_that_shows_is_named_on_the_site(found: Found) -> None:
    """Readiness is shown in this game, the message is not."""
    begun = World("intimate", CAST, (HOMES, (save("2", "Austria 3"),)))
    kept = (
        Secret("a letter begun", one=((), (begin_letter("2", "1", body="Dear"),))),
        Secret("readiness", one=((), (ready("2"),))),
    )
    leaks = found(Secrets(begun, kept, ("ada",), ()))
    assert leaks and all(leak.endswith("(readiness)") for leak in leaks), leaks


@pytest.mark.long
@pytest.mark.slow
def test_a_world_of_two_pairs_is_played_once(apart: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.secrecy.worlds import apart as module

    played, play = [], module._play
    monkeypatch.setattr(module, "_play", lambda world, *given: played.append(world) or play(world, *given))
    silent = World("intimate", CAST, ((),))
    one, other = (World("intimate", CAST, ((save("2", power),),)) for power in ("France", "Italy"))
    assert not apart(*(Pair(each, silent, ("visitor",), texts=()) for each in (one, other)))
    assert played == [one, silent, other]
