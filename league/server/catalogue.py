"""The catalogue of the site's texts: collected from code and templates, compiled without any tool but Python.

English is the source. `collect` needs GNU gettext (Debian: `apt-get install gettext`);
`compile_all` does not, so that a fresh machine needs no more than Python to run the site in French.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polib
from django.conf import settings

SOURCES = ("games", "league", "templates")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd%]|\{\w*\}")
Key = tuple[str, str]
"""Context ("" for none) and English text."""


def catalogue_path(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def key_of(entry: polib.POEntry) -> Key:
    return entry.msgctxt or "", entry.msgid


def can_collect() -> bool:
    return shutil.which("xgettext") is not None


def collect() -> dict[Key, polib.POEntry]:
    """Every text of code and templates, by Django's makemessages. Raises RuntimeError with what it said."""
    with tempfile.TemporaryDirectory() as scratch:
        # Copies: it writes beside each template, and into the nearest `locale` where it knows no settings.
        for folder in SOURCES:
            left_out = shutil.ignore_patterns("migrations", "locale", "__pycache__")
            shutil.copytree(settings.ROOT / folder, Path(scratch, folder), ignore=left_out)
        Path(scratch, "locale").mkdir()
        asked = "-m django makemessages --locale=en --no-wrap --add-location=file"
        command = [sys.executable, *asked.split()]
        alone = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        done = subprocess.run(command, cwd=scratch, env=alone, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        entries = polib.pofile(f"{scratch}/locale/en/LC_MESSAGES/django.po")
    return {key_of(entry): entry for entry in entries}


def merge(language: str) -> list[Key]:
    """Bring a language's catalogue up to date with the sources; what it now has to translate."""
    path = catalogue_path(language)
    old = {key_of(entry): entry for entry in polib.pofile(str(path))} if path.exists() else {}
    new = polib.POFile(wrapwidth=110)
    new.metadata = {
        "Project-Id-Version": "Poste Restante",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=2; plural=(n > 1);",
    }
    missing = []
    for key, entry in sorted(collect().items(), key=lambda item: (item[1].occurrences, item[0])):
        known = old.get(key)
        if known is not None and bool(known.msgid_plural) == bool(entry.msgid_plural):
            entry.msgstr, entry.msgstr_plural = known.msgstr, known.msgstr_plural
        elif entry.msgid_plural:
            entry.msgstr_plural = {0: "", 1: ""}
        if not entry.translated():
            missing.append(key)
        new.append(entry)
    path.parent.mkdir(parents=True, exist_ok=True)
    new.save(str(path))
    return missing


def compile_all() -> list[Path]:
    """Write the .mo file of each catalogue that is newer than its .mo; which were written."""
    written = []
    for source in sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            half = target.with_suffix(".mo.new")
            polib.pofile(str(source)).save_as_mofile(str(half))
            half.replace(target)
            written.append(target)
    return written


def faults(language: str) -> list[str]:
    """What is wrong with a language's catalogue, a sentence each: missing, stale, fuzzy, untranslated, or
    placeholders that differ from the English.
    """
    entries = {key_of(entry): entry for entry in polib.pofile(str(catalogue_path(language)))}
    wanted = collect()
    said = [
        f"not in the catalogue (run manage.py messages): {key!r}" for key in wanted.keys() - entries.keys()
    ]
    said += [f"in no source any more: {key!r}" for key in entries.keys() - wanted.keys()]
    for key, entry in entries.items():
        if "fuzzy" in entry.flags:
            said.append(f"fuzzy: {key!r}")
        elif not entry.translated():
            said.append(f"not translated: {key!r}")
        else:
            said += list(_odd_placeholders(entry))
    return sorted(said)


def _odd_placeholders(entry: polib.POEntry) -> Iterator[str]:
    """A plural form may leave the number out, and the singular's English often does."""
    wanted = set(PLACEHOLDER.findall(entry.msgid)) | set(PLACEHOLDER.findall(entry.msgid_plural))
    for text in [entry.msgstr] if not entry.msgid_plural else entry.msgstr_plural.values():
        used = set(PLACEHOLDER.findall(text))
        lost = wanted - used if not entry.msgid_plural else set()
        if used - wanted or lost:
            yield f"placeholders {sorted(used)} for {sorted(wanted)}: {key_of(entry)!r}"
