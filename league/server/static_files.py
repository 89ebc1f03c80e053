"""Style sheets, scripts, fonts and the map, each under a name that holds the hash of its content.

So a browser keeps them for years and asks again for what has changed alone. In production `collectstatic`
gives the names and compresses, once, when the image is built; the embedded house does it at its start, into
its own folder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedOrPlain(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """What no one has collected goes by its plain name: a command that runs before `up` has to work too.

    Only what readers load is compressed: the first start waits for it, and the admin's files are most of all.
    """

    manifest_strict = False
    keep_only_hashed_files = True

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        yield from super().compress_files([path for path in paths if not path.startswith("admin/")])

    def stored_name(self, name: str) -> str:
        try:
            return str(super().stored_name(name))
        except ValueError:  # no such file is collected
            return name


def fingerprint() -> str:
    """A hash of all static files as they lie in the source and in the packages, with their names."""
    found = hashlib.sha256()
    for finder in finders.get_finders():
        for path, storage in sorted(finder.list(None), key=lambda each: str(each[0])):
            content = Path(storage.path(path)).read_bytes()
            found.update(f"{path}\0{len(content)}\0".encode())
            found.update(content)
    return found.hexdigest()


def collect() -> None:
    """Collect them in STATIC_ROOT unless it is up to date; with DEBUG they are read as they lie.

    The note of what was collected is written last: a process stopped half-way begins again.
    """
    if settings.DEBUG:
        return
    root = Path(settings.STATIC_ROOT)
    note, now = root.parent / "static-collected", fingerprint()
    if note.exists() and note.read_text() == now and (root / "staticfiles.json").exists():
        return
    note.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    note.write_text(now)
