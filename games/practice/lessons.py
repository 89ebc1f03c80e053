"""What the lesson says and when: how far it has come, and what the results of a phase teach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudicator.board import standard
from games.bots.roads import FAR, distance
from games.common.words import local
from games.engine.commands import powers_of
from games.models import Practice
from games.practice.table import BOT, SEAT
from games.words import order_words, wording
from games.words.clauses import clause_url

STAGES: Final[Mapping[str, Promise]] = {
    "board": gettext_lazy("The board"),
    "homes": gettext_lazy("Home power"),
    "auction": gettext_lazy("Auction"),
    "spring": gettext_lazy("Spring"),
    "autumn": gettext_lazy("Autumn"),
    "winter": gettext_lazy("Winter"),
    "on": gettext_lazy("To the end"),
}
"""The stages of the lesson, in order. The first is the page that everyone may read before they begin."""

FIRST_YEAR: Final[Mapping[str, str]] = {
    "S1901H": "homes",
    "S1901B": "auction",
    "S1901M": "spring",
    "S1901R": "spring",
    "F1901M": "autumn",
    "F1901R": "autumn",
    "W1901A": "winter",
}
"""The stage, and the lesson, of each phase of the first year."""

LATER: Final = {"B": "later_auction", "M": "later_moves", "R": "retreats", "A": "later_winter"}
"""The lesson of a phase that has come before, by the phase's letter."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of the lesson. `state`: done, now, or coming."""

    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """What stands beside a sheet: the template of its texts, and what they name.

    `targets` are the centres to stand in, `guarded` those in which no unit of the bot's home power may.
    """

    template: str
    home: str
    rival: str
    credits: int
    rivals_credits: int
    targets: list[str]
    guarded: list[str]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something the last results teach: which order, what the engine said of it, and the rule behind it."""

    title: str
    rule: str
    order: str = ""
    sentence: str = ""
    clause: str = ""

    @property
    def clause_url(self) -> str:
        return clause_url(self.clause) if self.clause else ""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The unit of one player's home power that has the shortest way to a home centre of the other's."""

    is_own: bool
    unit: str
    place: str
    moves: int


def stages_of(practice: Practice | None) -> list[Stage]:
    """The stages, and which of them is now; None: no one has begun."""
    now = "board"
    if practice is not None:
        label = practice.label
        if practice.is_reading:
            label = practice.turns.values_list("label", flat=True).get(ordinal=practice.ordinal - 1)
        now = FIRST_YEAR.get(label, "on")
    names = list(STAGES)
    reached = names.index(now)
    states = ["done"] * reached + ["now"] + ["coming"] * (len(names) - reached - 1)
    return [Stage(str(STAGES[name]), state) for name, state in zip(names, states, strict=True)]


def lesson_of(practice: Practice) -> Lesson:
    """The lesson of the open phase."""
    position, label = practice.position, practice.label
    homes, treasury = position.get("homes") or {}, position.get("treasury") or {}
    stage = FIRST_YEAR.get(label, "")
    name = stage if stage and label[-1] != "R" else LATER.get(label[-1], "later_moves")
    return Lesson(
        template=f"games/practice/lessons/_{name}.html",
        home=homes.get(SEAT, ""),
        rival=homes.get(BOT, ""),
        credits=treasury.get(SEAT, 0),
        rivals_credits=treasury.get(BOT, 0),
        targets=_centres(homes.get(BOT)),
        guarded=_centres(homes.get(SEAT)),
    )


def nearest_of(position: Mapping[str, Any]) -> list[Nearest]:
    """How near either player is to winning (ID-15), their own way first; nothing before homes are chosen."""
    homes = position.get("homes") or {}
    found = []
    for seat, other in ((SEAT, BOT), (BOT, SEAT)):
        aims = standard().powers[homes[other]].homes if homes else ()
        units = position["units"].get(homes.get(seat, ""), ())
        ways = sorted((distance(unit, frozenset([aim])), unit, aim) for unit in units for aim in aims)
        if ways and ways[0][0] < FAR:
            moves, unit, aim = ways[0]
            found.append(Nearest(seat == SEAT, wording.full_unit(unit), wording.place(aim), moves))
    return found


def remarks_on(
    label: str, turn: Mapping[str, Any], position: Mapping[str, Any], players: Mapping[str, str]
) -> list[Remark]:
    """What this turn teaches. `position` says whom the player commanded in it."""
    mine = set(powers_of(position, SEAT))
    if not mine:
        return []
    news = {item["kind"]: item for item in turn.get("news", [])}
    found: dict[str, Remark] = {}
    for told in (_of_homes, _of_auction):
        for remark in told(news, players):
            found.setdefault(remark.title, remark)
    if label.endswith("M"):
        attackers = {_from(result["order"]) for result in turn["results"] if result["power"] in mine}
        for result in sorted(turn["results"], key=lambda result: result["power"] not in mine):
            for remark in _of_result(result, result["power"] in mine, attackers):
                found.setdefault(remark.title, remark)
    for remark in _of_autumn(news, mine):
        found.setdefault(remark.title, remark)
    return list(found.values())


def _of_homes(news: Mapping[str, Any], players: Mapping[str, str]) -> Iterator[Remark]:
    if "homes" not in news:
        return
    homes = news["homes"]["homes"]
    yield Remark(
        _("How you win"),
        _("A unit of your home power is in one of these when spring or autumn ends: %(places)s.")
        % {"places": _places(_centres(homes[BOT]))},
        clause="ID-15",
    )
    yield Remark(
        _("How you lose"),
        _("A unit of %(player)s’s home power, %(power)s, is in one of your home centres: %(places)s.")
        % {
            "player": players[BOT],
            "power": wording.power(homes[BOT]),
            "places": _places(_centres(homes[SEAT])),
        },
        clause="ID-15",
    )


def _of_auction(news: Mapping[str, Any], players: Mapping[str, str]) -> Iterator[Remark]:
    if "auction" not in news:
        return
    item = news["auction"]
    won = sorted(power for power, seat in item["winner"].items() if seat == SEAT)
    idle = sorted(power for power, seat in item["winner"].items() if seat is None)
    if SEAT in item["bust"]:
        yield Remark(
            _("You are bust"),
            _(
                "Your winning bids cost more than you had. You can bid more than your treasury, but not "
                "win more."
            ),
            clause="ID-6",
        )
    elif won:
        yield Remark(
            _("Yours for a year"),
            _(
                "You command %(powers)s until winter is over. Then all five are up for auction again. "
                "You have %(credits)s left."
            )
            % {"powers": wording.powers(won), "credits": item["after"][SEAT]},
            clause="ID-4",
        )
    else:
        yield Remark(
            _("You command only your home power"),
            _("That is cheap, but dangerous: credits don’t fight on the map."),
            clause="ID-4",
        )
    if idle:
        yield Remark(
            _("Anarchy"),
            _(
                "If bids are equal, even 0 and 0, no one gets the power. Its units only hold this year: "
                "%(powers)s."
            )
            % {"powers": wording.powers(idle)},
            clause="ID-5",
        )
    if BOT in item["bust"]:
        yield Remark(
            _("%(player)s is bust") % {"player": players[BOT]},
            _("You get everything you bid on, at half price (rounded up)."),
            clause="ID-6",
        )


def _of_result(result: Mapping[str, Any], is_mine: bool, own: set[str]) -> Iterator[Remark]:
    """What one order of a movement phase teaches. `own` are the provinces the player's units began in."""
    order, reason = result["order"], result.get("reason")
    is_move = order.split(" ")[2:3] == ["-"]

    def remark(title: str, rule: str) -> Remark:
        clause = result.get("clause") or ""
        sentence = result.get("text", "").replace(f" ({clause})", "")
        return Remark(title, rule, order_words.as_typed(order), sentence, clause)

    if "dislodged_by" in result:
        if is_mine:
            yield remark(
                _("Dislodged"),
                _("The attack was stronger than your unit. It must retreat before the season ends."),
            )
        elif result["dislodged_by"] in own:
            yield remark(
                _("You dislodged a unit"),
                _(
                    "A stronger attack takes the province. The unit there must retreat to a free "
                    "province, or it is disbanded."
                ),
            )
    if not is_mine:
        return
    if reason == "bounced":
        yield remark(
            _("A bounce"),
            _(
                "An attack succeeds only if it is stronger than everything opposing it. Otherwise the "
                "attacker stays where it was."
            ),
        )
    elif reason == "cut":
        yield remark(
            _("Support cut"),
            _(
                "An attack on a unit cuts the support it gives, even if the attack fails. Exceptions: an "
                "attack from the province that the support is aimed at, or by a unit of the same power."
            ),
        )
    elif reason in ("no-convoy", "convoy-disrupted"):
        yield remark(
            _("The army did not cross"),
            _("Every fleet on the way must name the army and its destination, and none may be dislodged."),
        )
    elif reason == "unmatched" and "detail" not in result:
        yield remark(
            _("Unused help"),
            _("A support or a convoy must name exactly what the other unit does."),
        )
    elif result["verdict"] == "succeeds" and result.get("clause") == "RB-5h" and is_move:
        yield remark(
            _("Across the water"),
            _(
                "That is a convoy: the army names its destination, and the fleet names the army and the "
                "same destination."
            ),
        )
    elif is_move and result["verdict"] == "succeeds" and result.get("strength", {}).get("own", 1) > 1:
        yield remark(
            _("Support decides"),
            _("Every unit counts as 1. A supporting unit stays where it is and adds its 1 to another unit."),
        )


def _of_autumn(news: Mapping[str, Any], mine: set[str]) -> Iterator[Remark]:
    if "ownership" in news:
        taken = [place for place, change in news["ownership"]["changes"].items() if change["to"] in mine]
        if taken:
            yield Remark(
                _("Centres taken"),
                _(
                    "A unit on a centre when autumn ends takes it for its power. New for your powers: "
                    "%(places)s."
                )
                % {"places": _places(taken)},
                clause="RB-10",
            )
    if "income" in news:
        yield Remark(
            _("Income"),
            _(
                "You earned %(credits)s: one credit for each centre of your home power. Centres that "
                "mercenaries take feed them, not you."
            )
            % {"credits": news["income"]["income"][SEAT]},
            clause="ID-13",
        )


def _from(order: str) -> str:
    """The province of the unit that an order is for."""
    return order_words.unit_of(order)[2:5]


def _centres(power: str | None) -> list[str]:
    return list(standard().powers[power].homes) if power else []


def _places(centres: list[str]) -> str:
    return ", ".join(sorted((wording.place(centre) for centre in centres), key=local.alphabetical))
