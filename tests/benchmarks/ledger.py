"""Money that comes in all at once: `python -m tests.benchmarks.ledger`.

Payments and the fees they pay, of twenty seasons that several processes with several threads book at the same
time in a PostgreSQL of its own; each season's bookings wait for each other. Beside them, in turns, the same
rows are written by plain inserts into tables without keys, triggers and hashes: the ratio of the two tells
what keeping a ledger costs, whatever the machine does at this hour. In the end every book is walked.

    python -m tests.benchmarks.ledger --seasons 20 --postings 6000 --processes 2 --threads 4 --least 300

Exit status 1: fewer than `--least` postings a second, or a book is not right. Status 2: something it needs is
not installed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.benchmarks.house import House, house, nanoseconds_an_addition, used_by
from tests.benchmarks.visitors import quantile
from tests.chaos.processes import Missing
from tests.chaos.running import stop_tidily

FEE, KEPT = 1200, 120
ROUNDS = 3
"""Turns that the ledger and the plain inserts take: a machine is not as fast in one minute as in the next."""
PLAIN = ("booking", "leg", "seal")

Act = Callable[[Any, str, int], None]
"""Writes a payment or a fee, with its number, of a holder's book."""
Lane = Sequence[tuple[int, int]]
"""What one thread does: numbers, and places of books."""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--seasons", type=int, default=20)
    asked.add_argument("--postings", type=int, default=6000)
    asked.add_argument("--processes", type=int, default=os.cpu_count() or 2)
    asked.add_argument("--threads", type=int, default=4, help="in each process (4)")
    asked.add_argument("--least", type=float, default=300, help="postings a second (300)")
    options = asked.parse_args()
    stop_tidily()
    try:
        with tempfile.TemporaryDirectory(prefix="ledger-") as folder, house(Path(folder)) as here:
            return _run(here, options)
    except Missing as missing:
        print(f"Cannot run: {missing}.", file=sys.stderr)
        return 2


def _run(here: House, options: argparse.Namespace) -> int:
    from django.db import connection

    lay_out(options.seasons)
    print(
        f"\n{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors, "
        f"{options.seasons} seasons, {options.processes} processes of {options.threads} threads; "
        f"an addition in Python: {nanoseconds_an_addition():.0f} ns\n"
    )
    connection.close()  # each process opens its own
    postings, plainly = Taken(), Taken()
    for round_ in range(ROUNDS):
        for taken, act in ((postings, post_one), (plainly, insert_one)):
            with taken.measured(here):
                taken.each += at_once(act, options, round_)
    print(f"{'':<16}{'a second':>10}{'median':>10}{'p95':>10}{'processors':>12}   (ms each)")
    print(postings.row("postings"), plainly.row("plain inserts"), sep="\n")
    print(f"\na posting takes {plainly.rate / postings.rate:.1f} times as long as its rows inserted plainly")
    return verdict(postings, options.least)


class Taken:
    """What something took: seconds of each, and of them all by the clock and of processors."""

    def __init__(self) -> None:
        self.each: list[float] = []
        self.wall = self.cpu = 0.0

    @contextmanager
    def measured(self, here: House) -> Iterator[None]:
        def cpu() -> float:
            return here.used_by("postgres").cpu + used_by([os.getpid()]).cpu

        used, began = cpu(), time.perf_counter()
        yield
        self.wall += time.perf_counter() - began
        self.cpu += cpu() - used

    @property
    def rate(self) -> float:
        return len(self.each) / self.wall

    def row(self, what: str) -> str:
        ordered = sorted(self.each)
        median, late = quantile(ordered, 0.5), quantile(ordered, 0.95)
        figures = (1000 * median, 1000 * late, 1000 * self.cpu / len(ordered))
        return f"{what:<16}{self.rate:>10.0f}{figures[0]:>10.1f}{figures[1]:>10.1f}{figures[2]:>12.1f}"


def lay_out(seasons: int) -> None:
    """Books of seasons, each with the operator as its holder, and tables for plain rows."""
    from django.db import connection

    from games.common import clock
    from league.leagues.models import League
    from league.prizes.models import Book, Holder
    from league.users.models import User
    from tests.league.competitions.rows import make_season

    league = League.objects.create(slug="storm", name="Storm")
    organiser = User.objects.create_user("organiser", "organiser@example.org")
    for number in range(seasons):
        season = make_season(league, organiser, state="announced", code=f"season{number}")
        book = Book.objects.create(competition=season, currency="EUR", opened_at=clock.now())
        Holder.objects.create(book=book, kind="operator", name="The operator")
    with connection.cursor() as cursor:
        for table in PLAIN:
            cursor.execute(f"CREATE TABLE plain_{table} (LIKE prizes_{table} INCLUDING IDENTITY)")


def at_once(act: Act, options: argparse.Namespace, round_: int) -> list[float]:
    """Have the postings of one round done by all processes and their threads; the seconds that each took."""
    lanes = options.processes * options.threads
    pairs = options.postings // ROUNDS // 2
    work = [
        [(round_ * pairs + number, number % options.seasons) for number in range(lane, pairs, lanes)]
        for lane in range(lanes)
    ]
    context = multiprocessing.get_context("fork")
    answers: Any = context.SimpleQueue()
    gate = context.Barrier(lanes)
    processes = [
        context.Process(
            target=_process, args=(act, work[first : first + options.threads], gate, answers), daemon=True
        )
        for first in range(0, lanes, options.threads)
    ]
    for process in processes:
        process.start()
    found = [seconds for _process in processes for seconds in answers.get()]
    for process in processes:
        process.join()
    assert len(found) == 2 * pairs, "a thread failed; its error is above"
    return found


def _process(act: Act, lanes: Sequence[Lane], gate: Any, answers: Any) -> None:
    from django.db import connection

    from league.prizes.models import Holder

    holders = list(Holder.objects.select_related("book").order_by("book"))
    connection.close()
    spent: list[float] = []

    def run(lane: Lane) -> None:
        gate.wait()
        try:
            for number, at in lane:
                for name in ("payment", "fee"):
                    began = time.perf_counter()
                    act(holders[at], name, number)
                    spent.append(time.perf_counter() - began)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(lane,)) for lane in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers.put(spent)


def sums_of(name: str) -> dict[str, int]:
    """What a payment, and what the fee that it pays, adds to which account."""
    if name == "payment":
        return {"clearing": FEE, "entrants": -FEE}
    return {"entrants": FEE, "pool": KEPT - FEE, "platform_fee": -KEPT}


def post_one(holder: Any, name: str, number: int) -> None:
    from league.prizes.book.ledger import post

    sums = {(kind, holder): amount for kind, amount in sums_of(name).items()}
    post(holder.book, name, sums, key=f"{name}:{number}")


def insert_one(holder: Any, name: str, number: int) -> None:
    """The same rows in one transaction: of the booking, of its legs, of its seal."""
    from django.db import connection, transaction

    key, sums = uuid.uuid4(), sums_of(name)
    legs = [
        cell
        for account, amount in enumerate(sums.values())
        for cell in (key, account, number, amount, amount)
    ]
    words = ("", "", "", f"{name}:{number}", "s" * 32, "0" * 64, "0" * 64)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO plain_booking (id, book_id, number, kind, at, name, reason, reference, key, salt, "
            "previous, sha256, seal_id) VALUES (%s, %s, %s, %s, now(), %s, %s, %s, %s, %s, %s, %s, %s)",
            (key, holder.book_id, number, name, *words, key),
        )
        rows = ", ".join(["(%s, %s, %s, %s, %s)"] * len(sums))
        cursor.execute(
            f"INSERT INTO plain_leg (booking_id, account_id, ordinal, amount, balance) VALUES {rows}",  # noqa: S608
            legs,
        )
        cursor.execute("INSERT INTO plain_seal (booking_id) VALUES (%s)", (key,))


def verdict(postings: Taken, least: float) -> int:
    """Walk along every book; the exit status."""
    from league.prizes.book.verifying import verify
    from league.prizes.models import Book

    began = time.perf_counter()
    found = [verify(book) for book in Book.objects.all()]
    took = time.perf_counter() - began
    bookings = sum(each.bookings for each in found)
    speed = f"{took:.1f} s, {bookings / took:.0f} a second"
    print(f"{bookings} bookings of {len(found)} books verified in {speed}")
    faults = [fault for each in found for fault in each.faults]
    if bookings != len(postings.each):
        faults.append(f"{len(postings.each)} were posted, and {bookings} are there")
    if postings.rate < least:
        faults.append(f"{postings.rate:.0f} postings a second, fewer than {least:.0f}")
    for fault in faults:
        print(f"VIOLATION: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
