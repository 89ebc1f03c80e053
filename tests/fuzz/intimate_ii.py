"""Whole games of Intimate Diplomacy II between bots, each phase checked, each record replayed.

python -m tests.fuzz.intimate_ii --games 5000 --seed 1
"""

from __future__ import annotations

import sys
from typing import Any

from games.bots import Bot, Scene
from tests.fuzz import intimate
from tests.fuzz.invariants_ii import check


def with_wishes(bot: Bot) -> Bot:
    """`bot`, which at auctions also nominates, keeps up and hides satellites as chance has it."""

    def answer(scene: Scene) -> Any:
        given, random = bot(scene), scene.random
        if scene.owed["kind"] != "bids" or not isinstance(given, dict) or "bids" not in given:
            return given
        offered = scene.owed["charges"]
        wishes: dict[str, Any] = {}
        if "nomination" in offered and random.random() < 0.8:
            wishes["satellite"] = random.choice([_usual(scene), _usual(scene), _any(scene)])
        if "upkeep" in offered and random.random() < 0.3:
            wishes["keep_satellite"] = random.random() < 0.8
        if random.random() < 0.3:
            wishes["secret"] = random.random() < 0.7
        return given | wishes

    return answer


def _usual(scene: Scene) -> list[str]:
    """A ranking that the other is likely to send too."""
    return sorted(scene.owed["powers"])


def _any(scene: Scene) -> list[str]:
    return scene.random.sample(scene.owed["powers"], len(scene.owed["powers"]))


GAME = intimate.Game(
    "intimate-ii",
    {name: with_wishes(bot) for name, bot in intimate.BOTS.items()},
    check,
    {"rulebook": ("classic", "modern"), "secrecy": (True, True, False)},
)

if __name__ == "__main__":
    sys.exit(intimate.main(GAME))
