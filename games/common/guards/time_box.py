"""An end for what may never come to one, in whatever thread it runs."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

LOOKS = 8
"""How often the watcher looks while one thing's time passes: it is interrupted that much too late at most."""


STEPS = 1000
"""Rounds of a loop, before each of which Python looks for exceptions from other threads."""


class Hung(Exception):
    """A call took longer than it may."""


class TimeBox:
    """Gives each thing that is done in this block, one after the other, at most `seconds`.

    A thread of its own raises `Hung` in the one that made the box. That ends loops of Python, which is what
    the engine consists of; a call that never comes back from C ends with its process, when the task's limit
    is up.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._thread = threading.get_ident()
        self._until: float | None = None
        self._is_raised = False
        self._lock = threading.Lock()
        self._is_over = threading.Event()

    def __enter__(self) -> TimeBox:
        threading.Thread(target=self._watch, name="time box", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over.set()

    @contextmanager
    def each(self) -> Iterator[None]:
        """Do one of them. `Hung` comes out of here, or not at all."""
        self._is_raised = False
        self._until = time.monotonic() + self.seconds
        try:
            yield
        finally:
            self._stop()

    def _stop(self) -> None:
        """Time counts no more. A `Hung` that is on its way comes too late, and arrives in here.

        It cannot be taken back: PyThreadState_SetAsyncExc with nothing leaves Python 3.11 looking for an
        exception before each step for ever, which slows all there is and never ends where calls are traced.
        """
        try:
            with self._lock:
                self._until = None
            if self._is_raised:
                for _step in range(STEPS):
                    pass
        except Hung:
            pass

    def _watch(self) -> None:
        while not self._is_over.wait(self.seconds / LOOKS):
            with self._lock:
                if self._until is not None and time.monotonic() >= self._until:
                    self._until = None  # once: it must not hit what comes after
                    self._is_raised = True
                    self._raise_hung()

    def _raise_hung(self) -> None:
        """Let `Hung` be raised in the thread as soon as it takes its next steps in Python."""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(Hung))
