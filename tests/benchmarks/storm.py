"""Every game of a full house due at one instant: `python -m tests.benchmarks.storm`.

Games of standard Diplomacy, each in a real movement phase with the orders that were really given saved for
it; everyone sits in seven of them. All close at once. Celery workers adjudicate them, open the next phases,
tell open pages (a listener hears the hints of all games) and write messages (a mail server counts them), on
PostgreSQL and Redis started for this alone. Then every game is computed again from its record.

    python -m tests.benchmarks.storm                    1,000, 5,000 and 10,000 games
    python -m tests.benchmarks.storm --games 10000      as many alone
    python -m tests.benchmarks.storm --eventful         each size twice: calm, and with a miss, an extension
                                                        or a forfeit in a tenth of the games (`eventful`)
    python -m tests.benchmarks.storm --pushes           each size twice: e-mails alone, and with a push to
                                                        everyone, to a service that counts (`push_sink`)

Exit status 1: a game was lost, done twice or wrong, something was not delivered, it took longer than
`--within` seconds (60), or the second storm of a pair took more than MOST times the time of the first.
Status 2: something it needs is not installed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.benchmarks.house import House, house, idle_share, nanoseconds_an_addition
from tests.chaos.processes import ROOT, Missing, free_port
from tests.chaos.running import stop_tidily

SIZES = (1000, 5000, 10000)
NOTICE = timedelta(seconds=3)
"""From the last preparation until the games close."""

PATIENCE = 600.0
MOST = 1.10
"""How many times the processor time of the first storm of a pair the second one may take."""
CALM, EVENTFUL, PLAIN, PUSHED = "calm", "eventful", "plain", "pushed"
PAIRS = {"eventful": (CALM, EVENTFUL), "pushes": (PLAIN, PUSHED)}
WORKERS = {"deadlines": "deadlines", "outbox": "hints,outbox,background"}
PRODUCT = (*WORKERS, "beat", "postgres", "redis")


@dataclass
class Storm:
    """The figures of one storm. Times are seconds after the instant at which everything was due."""

    games: int
    adjudicated_after: float = 0.0
    slowest: float = 0.0
    heard: int = 0
    heard_after: float = 0.0
    letters: int = 0
    people: int = 0
    lettered_after: float = 0.0
    pushes: int = 0
    asked: int = 0
    done_after: float = 0.0
    queue_left: int = 0
    cpu: dict[str, float] = field(default_factory=dict)
    memory: dict[str, dict[str, int]] = field(default_factory=dict)
    others: float = 0.0
    addition: float = 0.0
    attempts: int = 0
    violations: list[str] = field(default_factory=list)
    two: int = 0
    extended: int = 0
    forfeited: int = 0
    missed: int = 0
    proven: int = 0
    finished: int = 0
    with_record: int = 0
    as_recorded: int = 0

    @property
    def going_on(self) -> int:
        """Games of seven that were adjudicated: all but those that were extended."""
        return self.games - self.two - self.extended

    @property
    def cpu_a_game(self) -> float:
        """Milliseconds of processor time."""
        return 1000 * sum(self.cpu.values()) / self.games


def run(games: int, folder: Path, scene: str = "") -> Storm:
    """Lay out, let it come, count. `scene` is one of PAIRS."""
    from django.db import connection

    with house(folder) as here:
        from tests.benchmarks import eventful, push_sink
        from tests.benchmarks.scene import lay_out

        say(f"Laying out {games} games {scene}")
        storm = Storm(games)
        if scene in PAIRS["eventful"]:
            events = eventful.lay_out_pair(games, is_calm=scene == CALM)
            storm = Storm(games, **asdict(events))
        else:
            people = lay_out(games)
        if scene == PUSHED:
            push_sink.lay_out(people)
            port = free_port()
            os.environ[push_sink.PLACE] = here.environment[push_sink.PLACE] = f"{port}:{folder}"
            here.start("pushes", "tests.benchmarks.push_sink", str(port), str(folder), says="ready")
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("CHECKPOINT")
        here.start(
            "sink", "tests.benchmarks.sink", str(here.mail_port), str(folder / "letters"), says="ready"
        )
        here.start("listener", "tests.benchmarks.listener", str(folder / "hints"), says="ready")
        for name, queues in WORKERS.items():
            here.worker(name, queues)
        here.beat()
        time.sleep(3)  # the workers have connected, the first beats are answered
        due = fall_due()
        say(f"All {games} fall due at {due:%H:%M:%S}")
        weather(here, storm, due, waits=scene == PLAIN)
        storm.addition = nanoseconds_an_addition()
        say("Computing every game anew from its record")
        count(storm, folder, due)
        prove(storm)
        if scene in PAIRS["eventful"]:
            storm.violations += eventful.count_events(events)
        for name, process in here.processes.items():
            if "Traceback" in (text := process.log.read_text(errors="replace")):
                storm.violations.append(f"{name} complained: {text[-1500:]}")
    return storm


def fall_due() -> datetime:
    """Let every open phase close at one instant soon; that instant."""
    from games.common import clock
    from games.models import Phase

    due = clock.now() + NOTICE
    Phase.objects.filter(adjudicated_at=None).update(deadline=due, closes_at=due)
    return due


def weather(here: House, storm: Storm, due: datetime, *, waits: bool) -> None:
    """Watch until all is adjudicated and everything is sent, and note what it takes; `waits`: for as long
    besides as pushes wait, since a house that waits takes processor time too.
    """
    from games.common import clock
    from games.models import OutboxRow, Phase
    from league.users.pushes import TOGETHER

    time.sleep(max(0.0, (due - clock.now()).total_seconds()))
    began = time.monotonic()
    before = {name: here.used_by(name).cpu for name in here.processes | dict.fromkeys(("postgres", "redis"))}
    idle_before, all_before = idle_share()
    marks = [("start", 0.0), ("a quarter", 0.25), ("half", 0.5), ("all", 1.0)]
    while True:
        left = Phase.objects.filter(adjudicated_at=None, closes_at__lte=due).count()
        passed = time.monotonic() - began
        while marks and 1 - left / storm.games >= marks[0][1]:
            storm.memory[marks.pop(0)[0]] = {name: here.used_by(name).memory for name in WORKERS}
        if not left and not storm.adjudicated_after:
            storm.adjudicated_after = passed
            say(f"All adjudicated after {passed:.1f} s")
        unsent = OutboxRow.objects.filter(sent_at=None, given_up_at=None)
        if (not left and not unsent.exists()) or passed > PATIENCE:
            break
        time.sleep(0.5)
    storm.done_after = time.monotonic() - began
    time.sleep(TOGETHER.total_seconds() if waits else 0)
    storm.queue_left = unsent.count()
    storm.memory["end"] = {name: here.used_by(name).memory for name in WORKERS}
    after = {name: here.used_by(name).cpu for name in before}
    idle, every = idle_share()
    storm.cpu = {name: after[name] - before[name] for name in PRODUCT}
    busy = (every - all_before) - (idle - idle_before)
    storm.others = busy / os.sysconf("SC_CLK_TCK") - sum(after.values()) + sum(before.values())
    time.sleep(1)  # the sink and the listener write down what they have


def count(storm: Storm, folder: Path, due: datetime) -> None:
    """Count what arrived, and the rows."""
    from django.db.models import Max, Sum

    from games.models import Game, OutboxRow, Phase, Turn
    from tests.benchmarks.scene import VARIANT

    began = due.timestamp()
    letters = [line.split(" ") for line in (folder / "letters").read_text().splitlines()]
    storm.letters, storm.people = len(letters), len({to for _at, to, _size in letters})
    storm.lettered_after = max((float(at) for at, *_ in letters), default=began) - began
    if (pushes := folder / "pushes").exists():
        storm.pushes = len(pushes.read_text().splitlines())
        if storm.pushes < storm.people:
            storm.violations.append(f"{storm.pushes} pushes to {storm.people} people")
    hints = [line.split(" ") for line in (folder / "hints").read_text().splitlines()]
    storm.heard = len({game for _at, game in hints})
    storm.heard_after = max((float(at) for at, _game in hints), default=began) - began
    storm.asked = OutboxRow.objects.filter(topic="mail").count()
    done = Phase.objects.filter(ordinal=0, game__variant=VARIANT)
    figures = done.aggregate(Max("adjudicated_at"), Sum("attempts"))
    storm.slowest = (
        (figures["adjudicated_at__max"] - due).total_seconds() if figures["adjudicated_at__max"] else 0
    )
    storm.attempts = figures["attempts__sum"]
    seven = Game.objects.filter(variant=VARIANT)
    hints = OutboxRow.objects.filter(topic="hint", sent_at__isnull=False)
    expected = {
        "games moved on by exactly one phase": (seven.filter(phase_number=1, version=1), storm.going_on),
        "first phases adjudicated": (done.filter(adjudicated_at__isnull=False), storm.going_on),
        "turns": (Turn.objects.filter(phase__game__variant=VARIANT), storm.going_on),
        # A forfeit is a phase of its own, after the one that was missed.
        "hints delivered": (hints, storm.games + storm.forfeited),
    }
    for what, (rows, wanted) in expected.items():
        if (number := rows.count()) != wanted:
            storm.violations.append(f"{number} {what}, not {wanted}")
    storm.finished = seven.filter(state=Game.State.FINISHED).count()
    following = Phase.objects.filter(game__variant=VARIANT).exclude(ordinal=0)
    if (
        following.count() != storm.going_on - storm.finished
        or following.exclude(adjudicated_at=None).exists()
    ):
        storm.violations.append(f"{following.count()} next phases, {storm.finished} games finished")
    if storm.queue_left:
        storm.violations.append(f"{storm.queue_left} rows are still in the outbox")


def prove(storm: Storm) -> None:
    """Replay every game from its record: the same bytes; what was saved is what was played."""
    import adjudicator
    from adjudicator.canonical import dumps
    from games.engine import bridge
    from games.models import Answer, Game, Phase
    from tests.adjudicator.core.cases import standing
    from tests.benchmarks.eventful import unproven_games_of_two
    from tests.benchmarks.scene import VARIANT, recorded_phases

    recorded = iter(recorded_phases(storm.games - storm.two))
    storm.proven = storm.two - unproven_games_of_two()
    keys = list(Game.objects.filter(variant=VARIANT).order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), 200):
        games = Game.objects.in_bulk(keys[first : first + 200])
        following = {phase.game_id: phase for phase in Phase.objects.filter(game__in=games, ordinal=1)}
        saved: dict[int, dict[str, Any]] = {}
        rows = Answer.objects.filter(phase__game__in=games, phase__ordinal=0)
        for game_key, seat, answer in rows.values_list("phase__game", "seat__key", "answer"):
            saved.setdefault(game_key, {})[seat] = answer
        for key in sorted(games):
            record, played = bridge.record_of(games[key]), next(recorded)
            # Where the old house chose otherwise (DATC 4.A.3), its game went another way.
            real = None if played.get("mark", {}).get("needs") else played["after"]
            try:
                replayed = adjudicator.replay(record, lots=games[key].lots)["turns"]
            except adjudicator.AdjudicatorError as error:
                storm.violations.append(f"{games[key].code}: {error.message}")
                continue
            if not record["turns"] and storm.extended:
                storm.proven += 1  # extended: `count` has counted how many are
                continue
            (turn,) = record["turns"]
            if (
                dumps(replayed) == dumps([turn])
                and saved.get(key, {}) == turn["answers"]
                and opened_next(following.get(key)) == (turn["position"] if turn["outcome"] is None else None)
            ):
                storm.proven += 1
            storm.with_record += real is not None
            storm.as_recorded += real is not None and standing(turn["position"]) == standing(real)
    if storm.proven != storm.games:
        storm.violations.append(f"{storm.games - storm.proven} games are not what their records give")


def opened_next(phase: Any) -> Any:
    """The position of the phase that is open now, None if there is none."""
    return None if phase is None else phase.position


def table(storms: list[Storm]) -> str:
    """A column for each storm."""
    first = storms[0]
    rows: list[tuple[str, Callable[[Storm], Any]]] = [
        ("games due at one instant", lambda storm: storm.games),
        ("all adjudicated after, s", lambda storm: f"{storm.adjudicated_after:.1f}"),
        ("slowest lateness, s", lambda storm: f"{storm.slowest:.1f}"),
        ("all open pages told after, s", lambda storm: f"{storm.heard_after:.1f}"),
        ("last letter after, s", lambda storm: f"{storm.lettered_after:.1f}"),
        ("outbox empty after, s", lambda storm: f"{storm.done_after:.1f}"),
        ("rows left in the outbox", lambda storm: storm.queue_left),
        ("", lambda storm: ""),
        ("processor time a game, ms", lambda storm: f"{storm.cpu_a_game:.2f}"),
        *(
            (f"  {name}", lambda storm, name=name: f"{1000 * storm.cpu[name] / storm.games:.2f}")
            for name in PRODUCT
        ),
        (f"  … as against {first.games} games", lambda storm: f"{storm.cpu_a_game / first.cpu_a_game:.2f}"),
        ("wall time a game, ms", lambda storm: f"{1000 * storm.done_after / storm.games:.2f}"),
        ("an addition in Python, ns", lambda storm: f"{storm.addition:.0f}"),
        ("others on this machine, processor s", lambda storm: f"{storm.others:.0f}"),
        ("", lambda storm: ""),
        *(
            (
                f"memory of worker “{name}”, MB, {when}",
                lambda storm, name=name, when=when: f"{storm.memory[when][name] / 1e6:.0f}",
            )
            for name in WORKERS
            for when in ("start", "a quarter", "half", "all", "end")
        ),
        ("", lambda storm: ""),
        ("attempts", lambda storm: storm.attempts),
        ("moved on by exactly one, same bytes replayed", lambda storm: storm.proven),
        ("of them finished", lambda storm: storm.finished),
        ("missed, extended, forfeited", lambda storm: f"{storm.missed}, {storm.extended}, {storm.forfeited}"),
        ("units stand as in the real game", lambda storm: f"{storm.as_recorded}/{storm.with_record}"),
        ("hints heard, games", lambda storm: storm.heard),
        ("letters asked for, person and game", lambda storm: storm.asked),
        ("letters sent", lambda storm: storm.letters),
        ("people written to", lambda storm: storm.people),
        ("pushes", lambda storm: storm.pushes),
    ]
    return "\n".join(
        f"{name:<48}" + "".join(f"{value(storm):>14}" for storm in storms) for name, value in rows
    )


def say(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", flush=True)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, nargs="+", default=SIZES, help="how many, or several sizes")
    asked.add_argument("--within", type=float, default=60.0, help="seconds for all of it (60)")
    asked.add_argument("--eventful", action="store_true", help="pairs: calm, and with events in a tenth")
    asked.add_argument("--pushes", action="store_true", help="pairs: e-mails alone, and a push to everybody")
    asked.add_argument("--one", type=int, help=argparse.SUPPRESS)
    asked.add_argument("--scene", default="", help=argparse.SUPPRESS)
    options = asked.parse_args()
    stop_tidily()
    if options.one:
        return one(options.one, options.scene)
    storms = []
    pair = next((scenes for name, scenes in PAIRS.items() if getattr(options, name)), ())
    for games in options.games:
        for scene in pair or [""]:
            storm = in_a_process(games, scene)
            if isinstance(storm, int):
                return storm
            storms.append(storm)
    print(f"\n{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors\n")
    print(table(storms))
    status = 0
    for first, second in zip(storms[::2], storms[1::2], strict=True) if pair else ():
        ratio = second.cpu_a_game / first.cpu_a_game
        print(f"\n{first.games} games: {ratio:.3f} times the processor time when {pair[1]} ({MOST} at most)")
        if ratio > MOST:
            second.violations.append(f"it took {ratio:.3f} times the processor time of the other one")
    for storm in storms:
        if storm.done_after > options.within:
            storm.violations.append(f"it took longer than {options.within:.0f} s")
        for violation in storm.violations[:20]:
            print(f"VIOLATION, {storm.games} games: {violation}")
            status = 1
    return status


def in_a_process(games: int, scene: str) -> Storm | int:
    """One storm in a process of its own, or the status with which that failed: Django can be set up once a
    process, and every storm has a database of its own.
    """
    with tempfile.TemporaryDirectory(prefix="storm-") as folder:
        written = Path(folder, "figures")
        command = [sys.executable, "-m", "tests.benchmarks.storm", "--one", str(games), "--scene", scene]
        with subprocess.Popen(command, cwd=ROOT, env={**os.environ, "STORM_FIGURES": str(written)}) as each:
            try:
                status = each.wait()
            finally:
                each.terminate()
        return status or Storm(**json.loads(written.read_text()))


def one(games: int, scene: str) -> int:
    """One storm, its figures written where the caller looks for them."""
    with tempfile.TemporaryDirectory(prefix="storm-") as folder:
        try:
            storm = run(games, Path(folder), scene)
        except Missing as missing:
            print(f"Cannot run: {missing}.", file=sys.stderr)
            return 2
    Path(os.environ["STORM_FIGURES"]).write_text(json.dumps(asdict(storm)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
