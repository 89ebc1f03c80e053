"""The operator's own words, read from files: legal notice, privacy, terms.

`LEGAL_TEXTS` names a folder. Each text is a file of plain text for each language (`terms.en.txt` and
`terms.fr.txt`), and one language is enough. A line that begins with `# ` is a heading. A process reads the
files once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

HEADING: Final = re.compile(r"^#+[ \t]+", re.MULTILINE)


class LegalText(TextChoices):
    """Which texts there are; the value names files and addresses."""

    NOTICE = "notice", _("Legal notice")
    PRIVACY = "privacy", _("Privacy")
    TERMS = "terms", _("Terms of use")

    def file_name(self, language: str) -> str:
        return f"{self.value}.{language}.txt"


class Section(NamedTuple):
    """A heading, or "", and the plain text below it."""

    heading: str
    body: str


class Wording(NamedTuple):
    """A text as the operator gave it, and in which language."""

    language: str
    sections: tuple[Section, ...]


def wording(text: LegalText, language: str) -> Wording | None:
    """`text` in this language, or else in another one that it is given in; None: in no language."""
    found = _read(str(settings.LEGAL_TEXTS))[text]
    return found.get(language) or next(iter(found.values()), None)


def shown() -> tuple[LegalText, ...]:
    """The texts whose page has something to show: what the operator gave, and always what the site itself
    says of privacy.
    """
    return tuple(text for text in LegalText if text is LegalText.PRIVACY or text not in missing())


def missing() -> list[LegalText]:
    """The texts of which the operator gave no word that can be read, in any language."""
    found = _read(str(settings.LEGAL_TEXTS))
    return [text for text in LegalText if not found[text]]


@lru_cache(maxsize=8)
def _read(folder: str) -> Mapping[LegalText, Mapping[str, Wording]]:
    languages = [code for code, _name in settings.LANGUAGES] if folder else []
    found: dict[LegalText, dict[str, Wording]] = {text: {} for text in LegalText}
    for text in LegalText:
        for language in languages:
            if sections := _sections(_content(Path(folder) / text.file_name(language))):
                found[text][language] = Wording(language, sections)
    return found


def _content(path: Path) -> str:
    """What a file says; nothing where it cannot be read: pages go on, and `manage.py check` names it."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ""


def _sections(content: str) -> tuple[Section, ...]:
    """The parts between headings; none where there are headings alone."""
    before, *parts = HEADING.split(content)
    found = [Section("", before.strip())] if before.strip() else []
    for part in parts:
        heading, _newline, body = part.partition("\n")
        found.append(Section(heading.strip(), body.strip()))
    return tuple(found) if any(section.body for section in found) else ()
