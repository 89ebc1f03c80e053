"""Files that only their owner may read: the database of the embedded house, its key, and backups."""

from __future__ import annotations

import os
from pathlib import Path

OTHERS = 0o077
"""What group and others may do, as bits of a file's mode."""


def create(path: Path) -> None:
    """Make an empty file that no one but its owner can open. Raises FileExistsError."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def tighten(path: Path) -> None:
    """Take every right from group and others, if `path` exists and is ours to change."""
    try:
        found = path.stat()
        if found.st_mode & OTHERS and os.geteuid() in (0, found.st_uid):
            path.chmod(found.st_mode & 0o7700)
    except FileNotFoundError:
        pass  # the write-ahead log comes and goes
