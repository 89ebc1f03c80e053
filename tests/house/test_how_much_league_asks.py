"""The seam between the two floors stays narrow: `league` asks `games` in few places."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from django.conf import settings

ASKS: Final = re.compile(r"^[ \t]*(?:from|import) games(?: |\.(?!common\b))", re.M)

MOST: Final = 180


def asked_by(folder: Path) -> dict[str, int]:
    """By module, how many of its lines import from rooms that know games; `games.common` knows none."""
    found = {
        str(path.relative_to(folder)): len(ASKS.findall(path.read_text())) for path in folder.rglob("*.py")
    }
    return {module: lines for module, lines in found.items() if lines}


def test_league_asks_games_in_few_lines():
    asked = asked_by(Path(settings.ROOT) / "league")
    densest = sorted(asked, key=asked.__getitem__, reverse=True)[:5]
    assert sum(asked.values()) <= MOST, (
        f"league/ imports from games in {sum(asked.values())} lines, most in {densest}. Each is something "
        "that games cannot change alone: a module that asks in several lines often holds what is about games "
        "alone, and one function of theirs, asked in one line, says it. MOST may fall, and never rises."
    )


def test_lines_that_ask_are_told_from_others(tmp_path):
    (tmp_path / "asks.py").write_text(
        "import games.words\nfrom games import bots\nfrom games.models import (\n    Game,\n)\n"
        "def later():\n    from games.facts import export\n"
    )
    (tmp_path / "other.py").write_text(
        "from games.common import clock\nfrom games.common.words import local\nimport gamesome\ngames = 1\n"
    )
    assert asked_by(tmp_path) == {"asks.py": 4}
