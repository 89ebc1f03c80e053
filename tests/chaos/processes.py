"""Processes that the script starts, kills and starts again: none but its own, and each by its own id."""

from __future__ import annotations

import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Missing(Exception):
    """A program that this machine lacks; the message says which and how to get it."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int, seconds: float = 15) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with socket.socket() as probe:
            probe.settimeout(0.2)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise TimeoutError(f"nothing answers on port {port}")


class Process:
    """A program in a process group of its own, its output in a file."""

    def __init__(self, name: str, command: list[str], folder: Path, environment: Mapping[str, str]) -> None:
        self.name, self.command, self.environment = name, command, dict(environment)
        self.log = folder / f"{name}.log"
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as output:
            self.mark = output.tell()
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env={**os.environ, **self.environment},
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def wait_until_started_again(self, seconds: float = 10) -> None:
        """Wait until someone has started it again after its death."""
        until = time.monotonic() + seconds
        while self.process.poll() is not None and time.monotonic() < until:
            time.sleep(0.05)

    def wait_until_it_says(self, words: str, seconds: float = 40) -> None:
        """Wait for `words` in what it has written since it was started."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with self.log.open("rb") as log:
                log.seek(self.mark)
                if words.encode() in log.read():
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise TimeoutError(f"{self.name} did not say “{words}”; see {self.log}")

    def children(self) -> list[int]:
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True)
        return [int(each) for each in listed.stdout.split()]

    def kill_child(self) -> bool:
        """kill -9 one child, if there is one."""
        for child in self.children()[:1]:
            os.kill(child, signal.SIGKILL)
            return True
        return False

    def freeze(self) -> None:
        """SIGSTOP the whole group."""
        os.killpg(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.killpg(self.process.pid, signal.SIGCONT)

    def kill(self) -> None:
        """kill -9 the whole group."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class ServiceManager(threading.Thread):
    """Starts again, after a second, whatever of its processes has ended: as production's does."""

    def __init__(self, processes: Sequence[Process]) -> None:
        super().__init__(daemon=True)
        self.processes, self.is_over = processes, threading.Event()
        self.looks_away = threading.Event()
        self.start()

    def run(self) -> None:
        while not self.is_over.wait(1):
            for process in self.processes:
                if process.process.poll() is not None and not self.looks_away.is_set():
                    process.start()

    def stop(self) -> None:
        self.is_over.set()
        self.join()
        for process in self.processes:
            process.kill()


def celery(arguments: list[str]) -> list[str]:
    return [sys.executable, "-m", "celery", "-A", "tests.chaos.worker", *arguments]


class Redis:
    """A Redis server of our own that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self.program = shutil.which("redis-server") or ""
        if not self.program:
            raise Missing("redis-server is not installed (Debian: apt-get install redis-server)")
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.folder = folder
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        with (self.folder / "redis.log").open("ab") as output:
            self.process = subprocess.Popen(
                [self.program, *options, "--dir", str(self.folder)],
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        wait_for_port(self.port)

    def flush(self) -> None:
        import redis

        redis.Redis.from_url(self.url).flushall()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    stop = kill


class Postgres:
    """A PostgreSQL cluster of our own, run by an ordinary user even where the script is run by root, as
    `initdb` leaves it but for these settings.
    """

    def __init__(self, folder: Path, **settings: str) -> None:
        found = [
            os.path.dirname(shutil.which("initdb") or ""),
            *sorted(glob.glob("/usr/lib/postgresql/*/bin")),
        ]
        self.programs = next((each for each in reversed(found) if each and Path(each, "initdb").exists()), "")
        if not self.programs:
            raise Missing("PostgreSQL's server is not installed (Debian: apt-get install postgresql)")
        self.user = self._ordinary_user() if os.geteuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="chaos-postgres-", dir="/tmp"))
        if self.user:
            shutil.chown(self.folder, self.user)
        self.data = self.folder / "data"
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self._run("initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "--no-sync")
        settings |= {
            "listen_addresses": "'127.0.0.1'",
            "port": str(self.port),
            "unix_socket_directories": f"'{self.folder}'",
            "max_connections": "200",
        }
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())
        self._control("start", "-l", str(self.folder / "log"))

    @staticmethod
    def _ordinary_user() -> str:
        import pwd

        names = {entry.pw_name for entry in pwd.getpwall()}
        return "postgres" if "postgres" in names else "nobody"

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(Path(self.programs, program)), *arguments],
            cwd=self.folder,
            user=self.user,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr.decode()}")

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "-s", *arguments)

    def restart_at_once(self) -> None:
        """As after a crash: no one is waited for, and the log is replayed."""
        self._control("restart", "-m", "immediate", "-l", str(self.folder / "log"))

    def freeze(self) -> None:
        """SIGSTOP the server and all that it has begun, which can then tell no one that it is away."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        master = int((self.data / "postmaster.pid").read_text().split()[0])
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(master)], capture_output=True)
        for process in [master, *map(int, listed.stdout.split())]:
            os.kill(process, what)

    def stop(self) -> None:
        self._control("stop", "-m", "immediate")
        shutil.rmtree(self.folder, ignore_errors=True)
