"""Which tests to repeat on PostgreSQL: as many as execute every SQL statement that some test executes.

On SQLite each test's statements are written down (`--statements FOLDER`); afterwards, on PostgreSQL with the
same folder, a test is repeated if it executes one that no test before it has. Where values stand does not
count, nor how many there are in a list. Always repeated are tests that commit: what they try, locks and races
among processes and threads, is no statement.
"""

from __future__ import annotations

import heapq
import json
import os
import re
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django.db import connection

LISTS = re.compile(r"\(%s(?:, %s)+\)")
ROWS = re.compile(r"(\([^()]*%s[^()]*\))(?:, \([^()]*%s[^()]*\))+")
NUMBERS = re.compile(r"\b\d+\b")
NO_QUESTIONS = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "PRAGMA")


@dataclass(frozen=True, slots=True)
class Executed:
    """What a test executed, as digests of statements without their values, and how long it took."""

    statements: frozenset[str]
    seconds: float


def digest(statement: str) -> str | None:
    """Of a statement without its values and numbers; None for one that asks nothing."""
    if statement.startswith(NO_QUESTIONS):
        return None
    plain = NUMBERS.sub("0", ROWS.sub(r"\1", LISTS.sub("(%s)", statement)))
    return blake2b(plain.encode(), digest_size=8).hexdigest()


@contextmanager
def written_down(folder: Path, nodeid: str) -> Iterator[None]:
    """Write down what is executed inside under `nodeid`, in a file of this process's own."""
    seen: dict[str, str | None] = {}

    def note(execute: Any, sql: str, *given: Any) -> Any:
        text = str(sql)
        if text not in seen:
            seen[text] = digest(text)
        return execute(sql, *given)

    began = time.perf_counter()
    with connection.execute_wrapper(note):
        yield
    line = [nodeid, time.perf_counter() - began, sorted({*seen.values()} - {None})]  # type: ignore[type-var]
    with (folder / f"{os.getpid()}.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")


def read(folder: Path) -> dict[str, Executed]:
    """What all processes wrote down, by test."""
    lines = (json.loads(line) for path in folder.glob("*.jsonl") for line in path.open())
    return {nodeid: Executed(frozenset(statements), seconds) for nodeid, seconds, statements in lines}


def enough(executed: Mapping[str, Executed], always: Collection[str]) -> set[str]:
    """Tests that together execute every statement, `always` among them: what adds most per second first."""
    proved = {statement for nodeid in always & executed.keys() for statement in executed[nodeid].statements}
    chosen = {*always}

    def worth(nodeid: str) -> float:
        test = executed[nodeid]
        return len(test.statements - proved) / (test.seconds + 0.01)

    waiting = [(-worth(nodeid), nodeid) for nodeid in executed if nodeid not in chosen]
    heapq.heapify(waiting)
    while waiting:
        was, nodeid = heapq.heappop(waiting)
        now = worth(nodeid)
        if now == 0:
            continue
        if now < -was:  # others have proved some of it meanwhile
            heapq.heappush(waiting, (-now, nodeid))
            continue
        chosen.add(nodeid)
        proved |= executed[nodeid].statements
    return chosen
