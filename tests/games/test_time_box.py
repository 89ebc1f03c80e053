"""What may never come to an end gets one; what comes after it is left alone."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from django.conf import settings

from games.common.guards.time_box import Hung, TimeBox

SOON = 0.05


def spin() -> None:
    while True:
        pass


@pytest.mark.parametrize("in_thread", [False, True])
def test_a_loop_ends_and_what_comes_after_it_is_done(in_thread: bool) -> None:
    """In a thread too: the embedded house has its worker in one."""
    done: list[str] = []

    def work() -> None:
        with TimeBox(SOON) as box:
            for name in ("first", "hangs", "last"):
                try:
                    with box.each():
                        if name == "hangs":
                            spin()
                        done.append(name)
                except Hung:
                    done.append("ended")

    if in_thread:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join(10)
    else:
        work()
    assert done == ["first", "ended", "last"]


def test_an_error_of_its_own_comes_out_as_it_is() -> None:
    with TimeBox(SOON) as box, pytest.raises(KeyError), box.each():
        raise KeyError("of its own")


# A frame of its own, as the engine has: Python 3.13 lets the jump of an empty loop out of a `try`.
TRACED = f"""
import sys
from games.common.guards.time_box import Hung, TimeBox
def spin(hangs):
    while hangs:
        pass
with TimeBox({SOON}) as box:
    for hangs in (False, True, False):
        try:
            with box.each():
                spin(hangs)
        except Hung:
            pass
sys.setprofile(lambda *event: None)
print(sorted([3, 1, 2], key=lambda number: -number))
"""


def test_python_looks_for_no_more_exceptions_afterwards() -> None:
    """An exception that is taken back keeps it looking for ever, and a traced call never ends then."""
    ran = subprocess.run(
        [sys.executable, "-c", TRACED], cwd=settings.ROOT, capture_output=True, text=True, timeout=30
    )
    assert ran.stdout == "[3, 2, 1]\n", ran.stderr
