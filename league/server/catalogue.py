"""The catalogue of the site's texts: collected from code and templates, compiled without any tool but Python.

English is the source. `collect` needs GNU gettext's xgettext (Debian: `apt-get install gettext`);
`compile_all` does not, so that a fresh machine needs no more than Python to run the site in French.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation.template import templatize

SOURCES = ("games", "league", "templates")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd%]|\{\w*\}")
# As Django's own makemessages: what counts as a text to be translated, and with which context.
KEYWORDS = (
    "gettext_noop",
    "gettext_lazy",
    "ngettext_lazy:1,2",
    "pgettext:1c,2",
    "npgettext:1c,2,3",
    "pgettext_lazy:1c,2",
    "npgettext_lazy:1c,2,3",
)

Key = tuple[str, str]
"""Context ("" for none) and English text."""


def catalogue_path(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def key_of(entry: polib.POEntry) -> Key:
    return entry.msgctxt or "", entry.msgid


def can_collect() -> bool:
    return shutil.which("xgettext") is not None


def collect() -> dict[Key, polib.POEntry]:
    """Every text of code and templates. Raises FileNotFoundError where there is no xgettext."""
    with tempfile.TemporaryDirectory() as scratch:
        names = list(_prepare(Path(scratch)))
        command = ["xgettext", "--language=Python", "--from-code=UTF-8", "--output=-", "--no-wrap"]
        command += ["--sort-by-file", "--add-comments=Translators"]
        command += [*(f"--keyword={word}" for word in KEYWORDS), "--files-from=-"]
        done = subprocess.run(
            command, input="\n".join(names), cwd=scratch, capture_output=True, text=True, check=True
        )
    found = {}
    for entry in polib.pofile(done.stdout):
        # Lines move with every edit; the file alone says where to look.
        entry.occurrences = sorted({(_source(name), "") for name, _line in entry.occurrences})
        found[key_of(entry)] = entry
    return found


def _source(name: str) -> str:
    return name.removesuffix(".py") if name.endswith((".html.py", ".txt.py")) else name


def _prepare(scratch: Path) -> Iterator[str]:
    """Copy the sources into `scratch`, templates as the Python that xgettext can read; their names."""
    for folder in SOURCES:
        for path in sorted((settings.ROOT / folder).rglob("*")):
            name = str(path.relative_to(settings.ROOT))
            if path.suffix == ".py" and "migrations" not in path.parts:
                text = path.read_text()
            elif path.suffix in (".html", ".txt") and folder == "templates":
                name, text = f"{name}.py", templatize(path.read_text(), origin=name)
            else:
                continue
            copy = scratch / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text)
            yield name


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
