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


def readable_here() -> str:
    """The Caddyfile in the words of the Caddy installed: before 2.7 (Debian 12) buffering had other names."""
    said = subprocess.run([program(), "version"], capture_output=True, text=True, check=True).stdout
    version = tuple(map(int, re.findall(r"\d+", said)[:2]))
    text = CADDYFILE.read_text()
    if version >= (2, 7):
        return text
    text = re.sub(r"request_buffers \S+", "buffer_requests", text)
    return re.sub(r"response_buffers (\S+)", r"buffer_responses\n\t\t\tmax_buffer_size \1", text)


def environment(folder: Path, *, site: str, pages: int, sockets: int) -> dict[str, str]:
    """What the Caddyfile asks of its environment, and a folder for what Caddy keeps."""
    return {
        "SITE": site,
        "PAGES": f"127.0.0.1:{pages}",
        "SOCKETS": f"127.0.0.1:{sockets}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }


def start(folder: Path, pages: int) -> tuple[Process, int]:
    """Caddy before the page server on port `pages`: the process, and its own port. It speaks plain http."""
    file, port = folder / "Caddyfile", free_port()
    file.write_text(readable_here())
    around = environment(folder, site=f"http://localhost:{port}", pages=pages, sockets=free_port())
    command = [program(), "run", "--config", str(file), "--adapter", "caddyfile"]
    process = Process("proxy", command, folder, around)
    wait_for_port(port)
    return process, port
