"""What was recorded, by reader, language, method and address."""

from __future__ import annotations

import sqlite3
from pathlib import Path


class Kept:
    """A file of recorded answers, each a text under its key. What was not recorded is empty."""

    def __init__(self, path: Path, *, is_new: bool = False) -> None:
        if is_new:
            path.unlink(missing_ok=True)
        self._file = sqlite3.connect(path)
        self._file.execute("CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, text TEXT)")

    def put(self, key: str, text: str) -> None:
        self._file.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", [key, text])

    def get(self, key: str) -> str:
        row = self._file.execute("SELECT text FROM kept WHERE key = ?", [key]).fetchone()
        return str(row[0]) if row else ""

    def keys(self) -> set[str]:
        return {key for (key,) in self._file.execute("SELECT key FROM kept")}

    def close(self) -> None:
        self._file.commit()
        self._file.close()
