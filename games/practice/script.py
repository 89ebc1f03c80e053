"""The first year as the lesson has it: what the bot plays, and what the player is advised to.

The player need not follow. Whatever of a script is not possible any more falls away, and a bot writes the
rest: for the player the one that looks ahead, for the opponent the greedy one, so that a beginner who follows
the advice wins.

France against Austria, because two armies can meet in a year; in spring two armies of equal strength bounce
at Piedmont and a supported one enters Silesia, in autumn an army is driven out of Bohemia and another crosses
the North Sea. The auction has a tie in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.bots import Bot, Scene, greedy_bot, planning_bot
from games.practice.table import BOT, SEAT
from games.words import order_words

BOTS: Final[Mapping[str, Bot]] = {SEAT: planning_bot, BOT: greedy_bot}
"""Who answers by seat where the script does not: the player's adviser is the stronger."""

HOMES: Final = {SEAT: "FRANCE", BOT: "AUSTRIA"}
"""The home powers that the script is written for."""

RANKS: Final[Mapping[str, Sequence[str]]] = {
    SEAT: ("FRANCE", "ENGLAND", "GERMANY", "RUSSIA", "TURKEY", "ITALY", "AUSTRIA"),
    BOT: ("AUSTRIA", "ITALY", "TURKEY", "RUSSIA", "GERMANY", "ENGLAND", "FRANCE"),
}
BIDS: Final[Mapping[str, Mapping[str, int]]] = {
    SEAT: {"ENGLAND": 5, "GERMANY": 7, "ITALY": 3, "RUSSIA": 1, "TURKEY": 2},
    BOT: {"ENGLAND": 2, "GERMANY": 5, "ITALY": 8, "RUSSIA": 5, "TURKEY": 2},
}
ORDERS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    BOT: {
        "S1901M": (
            "A VIE - BOH",
            "A BUD - SER",
            "F TRI - ALB",
            "A VEN - PIE",
            "A ROM - APU",
            "F NAP - ION",
            "A WAR - SIL",
            "A MOS - UKR",
            "F SEV - RUM",
            "F STP/SC - BOT",
        ),
        "F1901M": (
            "A BOH - MUN",
            "A SER H",
            "F ALB - GRE",
            "A VEN - TYR",
            "A APU - TUN",
            "F ION C A APU - TUN",
            "A WAR - GAL",
            "A UKR - RUM",
            "F RUM - BLA",
            "F BOT - SWE",
        ),
    },
    SEAT: {
        "S1901M": (
            "A MAR - PIE",
            "A PAR - BUR",
            "F BRE - MAO",
            "A BER - SIL",
            "A MUN S A BER - SIL",
            "F KIE - DEN",
            "A LVP - YOR",
            "F LON - NTH",
            "F EDI H",
        ),
        "F1901M": (
            "A MAR - SPA",
            "A BUR - BEL",
            "F MAO - POR",
            "A MUN - BOH",
            "A SIL S A MUN - BOH",
            "F DEN H",
            "A YOR - NWY",
            "F NTH C A YOR - NWY",
            "F EDI H",
        ),
        "W1901A": ("A MAR B", "A PAR B", "F BRE B", "A MUN B", "F LON B"),
    },
}
REASONS: Final[Mapping[str, Mapping[str, Promise]]] = {
    "S1901B": {
        "ENGLAND": _("has two fleets: they carry armies over the sea"),
        "GERMANY": _("is in the middle: two moves from your home, two from your opponent’s"),
        "ITALY": _("is next door to your opponent, who will want it more; bid low in case they forget"),
        "RUSSIA": _("is far from you: one credit, in case no one else wants it"),
        "TURKEY": _("is far from you both: a small bid may be enough"),
    },
    "S1901M": {
        "A MAR - PIE": _("goes for Piedmont, at Italy’s door; your opponent may stop it"),
        "A PAR - BUR": _("heads for Belgium, a centre no one owns yet"),
        "F BRE - MAO": _("puts to sea, towards Portugal"),
        "A BER - SIL": _("goes to Silesia, which a Russian army can reach too"),
        "A MUN S A BER - SIL": _("supports that move: two are stronger than one"),
        "F KIE - DEN": _("goes to Denmark, a free centre"),
        "A LVP - YOR": _("waits on the coast for a fleet"),
        "F LON - NTH": _("is that fleet: from the North Sea it can carry an army in autumn"),
        "F EDI H": _("holds: staying where you are is an order too"),
    },
    "F1901M": {
        "A MAR - SPA": _("takes Spain, a free centre, for France"),
        "A BUR - BEL": _("takes Belgium"),
        "F MAO - POR": _("takes Portugal: a fleet takes centres as an army does"),
        "A MUN - BOH": _("attacks the army in Bohemia …"),
        "A SIL S A MUN - BOH": _("… with support: two against one dislodge it"),
        "F DEN H": _("stays in Denmark, which Germany takes when autumn ends"),
        "A YOR - NWY": _("makes for Norway, across the sea …"),
        "F NTH C A YOR - NWY": _("… and the fleet in between carries it: a convoy needs both orders"),
    },
}
"""Why the player is advised so, by order or by power; that stands before the reason."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One line of a suggestion, canonical, and why; no reason where the order speaks for itself."""

    order: str
    why: Promise | str = ""


def answer_of(scene: Scene) -> Any:
    """What the script's player in the scene's seat answers; where the script has ended, its bot."""
    kind = scene.owed["kind"]
    if kind == "homes":
        return {"preferences": list(RANKS[scene.seat])}
    if not is_followed(scene.position):
        return _unscripted(scene)
    phase = scene.position["phase"]
    if phase == "S1901B":
        return {"bids": dict(BIDS[scene.seat])}
    lines = ORDERS[scene.seat].get(phase, ())
    if not lines:
        return _unscripted(scene)
    if kind == "adjustments":
        return _adjustments(scene, lines)
    return _orders(scene, lines)


def _unscripted(scene: Scene) -> Any:
    """What the seat's bot answers. The player is never advised to bid more in all than they have: a beginner
    who follows is not to go bust.
    """
    answer = BOTS[scene.seat](scene)
    if scene.seat == SEAT and "bids" in answer:
        bids, treasury = dict(answer["bids"]), scene.owed["treasury"]
        while sum(bids.values()) > treasury:
            bids[max(bids, key=lambda power: (bids[power], power))] -= 1
        return answer | {"bids": bids}
    return answer


def is_followed(position: Mapping[str, Any]) -> bool:
    """Whether the players have the home powers that the script is written for."""
    return dict(position.get("homes", {})) == HOMES


def _orders(scene: Scene, lines: Sequence[str]) -> list[str]:
    """The script's orders for the units that can still carry them out, its bot's for all others."""
    scripted = {
        unit: line for unit, orders in scene.options.items() for line in orders if line in frozenset(lines)
    }
    answer = [line for line in lines if line in scripted.values()]
    if len(scripted) < len(scene.options):
        answer += [line for line in BOTS[scene.seat](scene) if order_words.unit_of(line) not in scripted]
    return answer


def _adjustments(scene: Scene, lines: Sequence[str]) -> list[str]:
    """The script's builds where there is room, and whatever else is owed as its bot has it."""
    answer: list[str] = []
    general = BOTS[scene.seat](scene)
    for power, count in sorted(scene.owed.get("builds", {}).items()):
        sites = scene.sites.get(power, ())
        wanted = [line for line in lines if line in sites][:count]
        taken = {line[2:5] for line in wanted}
        others = [line for line in general if line in sites and line[2:5] not in taken]
        answer += [*wanted, *others][:count]
    return answer + [line for line in general if line.endswith(" D")]
