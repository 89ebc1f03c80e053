"""What `manage.py check` says of the settings for real money."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import checks

from league.server import legal_texts


@checks.register()
def check_legal_texts(**_rest: Any) -> list[checks.CheckMessage]:
    """A warning where real money is on and legal texts are missing: no season could be announced."""
    lacking = legal_texts.missing() if settings.PRIZES_REAL_MONEY else []
    if not lacking:
        return []
    names = ", ".join(text.value for text in lacking)
    said = (
        f"Real money is on (PRIZES_REAL_MONEY), but no season with it can be announced: no words for {names}."
    )
    return [checks.Warning(said, hint=_hint(lacking), id="prizes.W001")]


def _hint(lacking: list[legal_texts.LegalText]) -> str:
    languages = [code for code, _name in settings.LANGUAGES]
    files = "; ".join(" or ".join(text.file_name(each) for each in languages) for text in lacking)
    folder = settings.LEGAL_TEXTS
    where = (
        f"the folder that LEGAL_TEXTS names, {folder}" if folder else "a folder, and name it in LEGAL_TEXTS"
    )
    return f"Put plain text in UTF-8 into {where}: {files} (docs/running.md)."
