"""What a phase gave, ready to be printed: each order with its verdict and its reason, and the news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from adjudicator.board import standard
from adjudicator.texts import verdicts
from games import order_words, wording
from games.clauses import clause_url


@dataclass(frozen=True, slots=True)
class Verdict:
    """One order and what became of it.

    `icon` and `tone` say with a sign and a colour what `word` says; `sentence` is empty where it would but
    repeat it.
    """

    order: str
    word: str
    icon: str
    tone: str
    sentence: str
    clause: str
    implied: bool
    by_rule: bool

    @property
    def clause_url(self) -> str:
        return clause_url(self.clause) if self.clause else ""


@dataclass(frozen=True, slots=True)
class PowerVerdicts:
    """One power's orders. `commander` is the player who gave them; empty: nobody commanded it. A seat that is
    no power (`is_seat`) answers for itself.
    """

    power: str
    commander: str
    verdicts: list[Verdict]

    @property
    def is_seat(self) -> bool:
        return self.power not in standard().powers


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One piece of news: its sentence, and the thing itself for those that are shown as a table."""

    kind: str
    sentence: str
    clause: str
    item: Mapping[str, Any]

    @property
    def clause_url(self) -> str:
        return clause_url(self.clause) if self.clause else ""

    @property
    def template(self) -> str:
        """Where its kind's template stands; what has none is a sentence."""
        return f"news/{self.kind}"


@dataclass(frozen=True, slots=True)
class Report:
    """One phase's results and news, and how many verdicts have which tone."""

    powers: list[PowerVerdicts]
    news: list[NewsItem]

    @property
    def is_empty(self) -> bool:
        return not (self.powers or self.news)

    def count(self, tone: str) -> int:
        return sum(verdict.tone == tone for power in self.powers for verdict in power.verdicts)

    @property
    def done(self) -> int:
        return self.count("done")

    @property
    def failed(self) -> int:
        return self.count("failed")

    @property
    def cut(self) -> int:
        return self.count("cut")


SUCCESS = {
    "H": gettext_lazy("Held"),
    "-": gettext_lazy("Moved"),
    "S": gettext_lazy("Support given"),
    "C": gettext_lazy("Convoyed"),
    "R": gettext_lazy("Retreated"),
    "B": gettext_lazy("Built"),
    "D": gettext_lazy("Disbanded"),
}
"""The word for an order that came off, by its sign."""

FAILURE = {
    "bounced": (gettext_lazy("Stood off"), "failed", "failed"),
    "cut": (gettext_lazy("Support cut"), "cut", "cut"),
    "dislodged": (gettext_lazy("Dislodged"), "gone", "failed"),
    "unmatched": (gettext_lazy("Came to nothing"), "failed", "failed"),
    "no-convoy": (gettext_lazy("No convoy"), "failed", "failed"),
    "convoy-disrupted": (gettext_lazy("Convoy sunk"), "gone", "failed"),
    "paradox": (gettext_lazy("Caught in a paradox"), "failed", "failed"),
    "collision": (gettext_lazy("Collided"), "gone", "failed"),
    "occupied": (gettext_lazy("Place taken"), "failed", "failed"),
}
"""Word, icon and tone of a failure, by the engine's reason."""


PLAIN = {said for kind, pair in verdicts.SUCCESSES.items() if kind != "VIA" for said in pair} | {
    *verdicts.DONE
}
"""What the engine says, in either language, of an order of which there is nothing to say but that word."""


def report_of(turn: Mapping[str, Any], commanders: Mapping[str, str]) -> Report:
    """A turn as somebody may see it, printed. `commanders` gives the player's name by power."""
    by_power: dict[str, list[Verdict]] = {}
    for result in turn.get("results", []):
        by_power.setdefault(result["power"], []).append(verdict_of(result))
    return Report(
        powers=[
            PowerVerdicts(power, commanders.get(power, ""), verdicts)
            for power, verdicts in sorted(by_power.items(), key=lambda pair: wording.power(pair[0]))
        ],
        news=news_of(turn),
    )


def news_of(turn: Mapping[str, Any]) -> list[NewsItem]:
    """What a turn tells that is no order, as somebody may see it."""
    return [_news(item) for item in turn.get("news", [])]


def _news(item: Mapping[str, Any]) -> NewsItem:
    clause = item.get("clause") or item.get("how") or ""
    return NewsItem(item["kind"], _without(clause, item.get("text", "")), clause, item)


def _without(clause: str, sentence: str) -> str:
    """`sentence` without its clause: the link beside it says that."""
    return sentence.replace(f" ({clause})", "")


def verdict_of(result: Mapping[str, Any]) -> Verdict:
    word, icon, tone = _outcome(result)
    clause = result.get("clause") or ""
    sentence = _without(clause, result.get("text", ""))
    return Verdict(
        order=order_words.as_typed(result["order"]),
        word=str(word),
        icon=icon,
        tone=tone,
        sentence="" if sentence in PLAIN else sentence,
        clause=clause,
        implied=bool(result.get("implied")),
        by_rule=bool(result.get("by_rule")),
    )


def _outcome(result: Mapping[str, Any]) -> tuple[Any, str, str]:
    """Word, icon and tone."""
    if "dislodged_by" in result:
        gone = not result.get("retreats")
        return (_("Dislodged and removed") if gone else _("Dislodged")), "gone", "failed"
    match result["verdict"]:
        case "succeeds":
            words = result["order"].split(" ")
            sign = words[2] if len(words) > 2 else ""
            icon = "hold" if sign == "H" else "done"
            return SUCCESS.get(sign, gettext_lazy("Done")), icon, "done"
        case "void":
            return pgettext_lazy("an order", "Void"), "stop", "failed"
        case _:
            return FAILURE.get(result.get("reason") or "", (gettext_lazy("Failed"), "failed", "failed"))


def commanders_of(position: Mapping[str, Any], players: Mapping[str, str]) -> dict[str, str]:
    """The name of the player who commands each power in `position`, as the viewer sees it.

    A power is commanded by the seat it is, by the seat whose home power it is, by the seat that controls it,
    or by the seat it was dealt to: whichever of these the position says.
    """
    seats: dict[str, str] = {seat: seat for seat in players if seat in standard().powers}
    seats |= {power: seat for power, seat in position.get("control", {}).items() if seat}
    seats |= {power: seat for seat, power in position.get("homes", {}).items() if power}
    for seat, powers in position.get("powers", {}).items():
        seats |= dict.fromkeys(powers, seat)
    return {power: players[seat] for power, seat in seats.items() if seat in players}


def powers_of(position: Mapping[str, Any], seat: str | None) -> Sequence[str]:
    """The powers that `seat` commands in `position`."""
    if seat is None:
        return []
    return sorted(commanders_of(position, {seat: seat}))
