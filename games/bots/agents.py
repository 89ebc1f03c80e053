"""How bots order spies: where they go, whom they kill, which are built and taken off, and all of it ahead
where a season has one deadline (SPY-9 to SPY-22).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.board import standard
from games.bots.scene import Scene

Pick = Callable[[Scene, str, Sequence[str]], str]
"""A choice of one spy's order, by the scene, the spy's place and the orders that it may have."""


def any_of(scene: Scene, at: str, lines: Sequence[str]) -> str:
    """Anything, but seldom a convoy that no one gives."""
    by_foot = [line for line in lines if " VIA" not in line]
    return scene.random.choice(by_foot if by_foot and scene.random.random() < 0.8 else list(lines))


def where_others_live(scene: Scene, at: str, lines: Sequence[str]) -> str:
    """Abroad, to listen: a step away from the own country, and a knife for those who live there."""
    board = standard()
    own = frozenset(board.powers[scene.seat].territory) if scene.seat in board.powers else frozenset()
    home_of = {home: power.id for power in board.powers.values() for home in power.territory}
    steps = [line for line in lines if " - " in line and " VIA" not in line and "(" not in line]
    abroad = [line for line in steps if line.split(" - ")[1] not in own]
    if at not in own and scene.random.random() < 0.5:
        abroad = []
    line = scene.random.choice(abroad) if abroad else f"E {at} H"
    where = line.split(" - ")[1] if " - " in line else at
    nation = home_of.get(where, "")
    kill = f"{line} ({nation[:3]})"
    return kill if kill in lines and scene.random.random() < 0.5 else line


def spied(scene: Scene, options: Mapping[str, Sequence[str]], spies: Sequence[str], pick: Pick) -> list[str]:
    """A line for each spy that has any to choose from; those who stay need none."""
    lines = [pick(scene, at, options[f"E {at}"]) for at in spies if options.get(f"E {at}")]
    return [line for line in lines if not line.endswith(" H")]


def in_espionage(scene: Scene, pick: Pick) -> list[str]:
    """The answer of an espionage phase."""
    return spied(scene, scene.options, scene.owed["spies"].get(scene.seat, ()), pick)


def in_winter(scene: Scene) -> list[str]:
    """As many spies as may be built, and as many taken off as must be."""
    owed, lines = scene.owed, []
    for power, count in sorted(owed.get("spy_builds", {}).items()):
        sites = [line for line in scene.sites.get(power, ()) if line.startswith("E ")]
        lines += [scene.random.choice(sites) for _each in range(count) if sites]
    for power, count in sorted(owed.get("spy_removals", {}).items()):
        there = [f"E {spy['at']} D" for spy in scene.position["spies"].get(power, ())]
        lines += scene.random.sample(there, count)
    return lines


def with_orders_ahead(
    scene: Scene, orders: list[str], pick: Pick, builds: Callable[[], list[str]] | None = None
) -> Any:
    """`orders`, with those for the rest of the season where they have to be given now.

    `builds` are asked for where winter is among it; else an army for each home centre.
    """
    later: dict[str, list[dict[str, list[str]]]] = {}
    spies = [spy["at"] for spy in scene.position.get("spies", {}).get(scene.seat, ())]
    for letter, options in scene.ahead.items():
        if letter == "E":
            lines = spied(scene, options, spies, pick)
        elif letter == "A":
            lines = builds() if builds else [f"A {home} B" for home in standard().powers[scene.seat].homes]
        else:
            lines = []
        if lines:
            later[letter] = [{"orders": lines}]
    return {"orders": orders, "later": later} if later else orders
