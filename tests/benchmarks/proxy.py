"""The real proxy: Caddy with the Caddyfile of `deploy/`, in front of processes on this machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from tests.chaos.processes import ROOT, Missing, Process, free_port, wait_for_port

CADDYFILE = ROOT / "deploy/Caddyfile"


def program() -> str:
    """Where Caddy is; Missing if it is not installed."""
    found = shutil.which("caddy")
    if found is None:
        raise Missing("caddy is not installed (Debian: apt-get install caddy)")
    return found


def words_known_here() -> str:
    """The snippet of the Caddyfile that the Caddy installed understands: 2.7 renamed buffering."""
    said = subprocess.run([program(), "version"], capture_output=True, text=True, check=True).stdout
    version = tuple(map(int, re.findall(r"\d+", said)[:2]))
    return "whole" if version >= (2, 7) else "whole_before_2_7"


def environment(folder: Path, *, site: str, pages: int, sockets: int) -> dict[str, str]:
    """What the Caddyfile asks of its environment, and a folder for what Caddy keeps."""
    return {
        "SITE": site,
        "PAGES": f"127.0.0.1:{pages}",
        "SOCKETS": f"127.0.0.1:{sockets}",
        "WHOLE": words_known_here(),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }


def start(folder: Path, pages: int) -> tuple[Process, int]:
    """Caddy before the page server on port `pages`: the process, and its own port. It speaks plain http."""
    port = free_port()
    around = environment(folder, site=f"http://localhost:{port}", pages=pages, sockets=free_port())
    command = [program(), "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    process = Process("proxy", command, folder, around)
    wait_for_port(port)
    return process, port
