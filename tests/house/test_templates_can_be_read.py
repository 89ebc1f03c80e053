"""Templates can be read on one screen: the longest line, prose too."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

WIDEST = 140


def test_no_line_of_a_template_is_wider_than_a_screen():
    templates = Path(settings.ROOT) / "templates"
    wide = [
        f"{path.relative_to(templates)}:{number}"
        for path in sorted(templates.rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert wide == []
