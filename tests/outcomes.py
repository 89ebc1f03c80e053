"""What a run of pytest came to, written to a file (`--outcomes FILE`) for the command that started it."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pytest

CRASHED = "???"
"""The phase (`when`) that pytest-xdist reports for a test in which a worker process died."""


@dataclass(slots=True)
class Outcomes:
    """Node identifiers of the tests that passed; those that failed, with the last line of the failure."""

    passed: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    """How long each test took, its fixtures included."""
    is_broken: bool = False
    """Whether a worker died or a module could not be collected: then nothing is said about other tests."""


class Recorder:
    """Plugin of the process that a run was started in; its workers report to it."""

    def __init__(self, target: Path) -> None:
        self.target, self.outcomes = target, Outcomes()
        self.ran: set[str] = set()
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.outcomes.is_broken |= report.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.outcomes.is_broken |= report.when == CRASHED
        self.seconds[report.nodeid] += report.duration
        if report.failed:
            self.outcomes.failed.setdefault(report.nodeid, _last_line(report))
        elif report.when == "call" and report.passed:
            self.ran.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.outcomes.passed = sorted(self.ran - {*self.outcomes.failed})
        self.outcomes.seconds = {test: round(took, 3) for test, took in self.seconds.items()}
        self.target.write_text(json.dumps(asdict(self.outcomes)))


def add_option(parser: pytest.Parser) -> None:
    parser.addoption("--outcomes", type=Path, help="file to write what the run came to into, as JSON")


def configure(config: pytest.Config) -> None:
    target = config.getoption("outcomes")
    if target is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(target), "outcomes")


def read(source: Path) -> Outcomes:
    """What was written to `source`; broken if the run ended before it could write."""
    if not source.exists():
        return Outcomes(is_broken=True)
    return Outcomes(**json.loads(source.read_text()))


def _last_line(report: pytest.TestReport) -> str:
    """What failed, in one line: the exception's message, as far as pytest keeps it apart."""
    crash: Any = getattr(report.longrepr, "reprcrash", None)
    text = str(crash.message) if crash else report.longreprtext
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    return (lines[0] if crash else lines[-1]) if lines else "no message"
