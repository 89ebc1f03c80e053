"""What a phase gave, ready to be printed: each order with its verdict and its reason, and the news."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from adjudicator.board import standard
from adjudicator.texts import names, verdicts
from games.engine.misses import may_miss
from games.models import Phase
from games.words import order_words, wording
from games.words.clauses import clause_url


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

    @property
    def was_given(self) -> bool:
        """Whether a player gave the order: not a unit left alone, nor what a rule did."""
        return not (self.implied or self.by_rule)


@dataclass(frozen=True, slots=True)
class PowerVerdicts:
    """One power's orders. `commander` is the player who gave them; empty: no one commanded it. A seat that is
    no power answers for itself (`is_seat`), and so does a power after which an open seat is called.
    """

    power: str
    commander: str
    verdicts: list[Verdict]

    @property
    def is_seat(self) -> bool:
        return self.power not in standard().powers or self.commander == wording.power(self.power)


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One piece of news: its sentence, and the thing itself for those that are shown as a table."""

    kind: str
    sentence: str
    clause: str
    item: Mapping[str, Any]
    owner: str = ""
    """The seat that it is told to, where the reader is someone else: its sentence does not say."""
    is_own: bool = False
    """Whether it is about what the reader did, or did not."""
    letter: str = ""
    """The kind of the phase that it is of, where its words depend on it."""
    was_ahead: bool = False
    """Whether all that the phase asked for had to be given ahead."""
    players: Mapping[str, str] = field(default_factory=dict)
    """The players' names by seat, when it happened."""

    @property
    def clause_url(self) -> str:
        return clause_url(self.clause) if self.clause else ""

    @property
    def cause(self) -> str:
        """What ended the game, where the board did not."""
        return str(CAUSES.get(self.item.get("cause", ""), ""))

    @property
    def template(self) -> str:
        """The template of this kind of news; news without one are sentences."""
        return f"news/{self.kind}"


@dataclass(frozen=True, slots=True)
class Report:
    """One phase's results and news, and how many of the orders that were given have which tone."""

    powers: list[PowerVerdicts]
    news: list[NewsItem]

    @property
    def is_empty(self) -> bool:
        return not (self.powers or self.news)

    @property
    def tells_own_silence(self) -> bool:
        """Whether the news say already that the reader missed the phase."""
        return any(news.kind == "disorder" and news.is_own for news in self.news)

    def count(self, tone: str) -> int:
        """How many orders came off so: a unit that held without an order is no success of anyone's."""
        verdicts = (verdict for power in self.powers for verdict in power.verdicts)
        return sum(verdict.tone == tone and verdict.was_given for verdict in verdicts)

    @property
    def done(self) -> int:
        return self.count("done")

    @property
    def failed(self) -> int:
        return self.count("failed")

    @property
    def cut(self) -> int:
        return self.count("cut")


PRIVATE = ("report", "carried", "lost")
"""News that are told to one seat, and speak to it: other readers who may know are told whose news they are.
"""


CAUSES = {
    "absence": gettext_lazy("Too many phases were missed."),
    "silence": gettext_lazy("No one sent orders any more."),
    "ruling": gettext_lazy("By a ruling."),
}
"""Why a game ended, by the engine's word."""

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
    "bounced": (gettext_lazy("Bounced"), "failed", "failed"),
    "cut": (gettext_lazy("Support cut"), "cut", "cut"),
    "dislodged": (gettext_lazy("Dislodged"), "gone", "failed"),
    "unmatched": (gettext_lazy("No effect"), "failed", "failed"),
    "no-convoy": (gettext_lazy("No convoy"), "failed", "failed"),
    "convoy-disrupted": (gettext_lazy("Convoy broken"), "gone", "failed"),
    "severed": (gettext_lazy("No convoy"), "failed", "failed"),
    "paradox": (gettext_lazy("Caught in a paradox"), "failed", "failed"),
    "collision": (gettext_lazy("Disbanded"), "gone", "failed"),
    "occupied": (gettext_lazy("Place already taken"), "failed", "failed"),
}
"""Word, icon and tone of a failure, by the engine's reason; `severed`: not dislodged itself (DG-13)."""


PLAIN = {said for kind, pair in verdicts.SUCCESSES.items() if kind != "VIA" for said in pair} | {
    *verdicts.DONE,
    *verdicts.PLAINLY["fails"],
}
"""What the engine says, in either language, of an order of which there is nothing to say but that word."""


VOID = ("Invalid: ", "Non valable\u00a0: ")
"""How the engine's sentences about invalid orders begin: the word beside them says that."""


@dataclass(frozen=True, slots=True)
class TurnAudience:
    """Of which phase of which variant a turn is told, and whose seat it is told to: no one's, None. A
    successor had not yet taken that seat.
    """

    variant: str
    phase: Phase
    reader: str | None
    is_successor: bool = False


def report_of(
    turn: Mapping[str, Any],
    commanders: Mapping[str, str],
    told: TurnAudience | None = None,
    *,
    players: Mapping[str, str],
) -> Report:
    """A turn as someone may see it, printed. `commanders` gives the player's name by power, `players` by
    seat.
    """
    by_power: dict[str, list[Verdict]] = {}
    for result in turn.get("results", []):
        by_power.setdefault(result["power"], []).append(verdict_of(result))
    return Report(
        powers=[
            PowerVerdicts(power, commanders.get(power, ""), verdicts)
            for power, verdicts in sorted(by_power.items(), key=lambda pair: wording.power(pair[0]))
        ],
        news=news_of(turn, told, players=players),
    )


def news_of(
    turn: Mapping[str, Any], told: TurnAudience | None = None, *, players: Mapping[str, str]
) -> list[NewsItem]:
    """What a turn tells that is no order, as someone may see it."""
    return [replace(_news(item, told), players=players) for item in turn.get("news", [])]


def _news(item: Mapping[str, Any], told: TurnAudience | None) -> NewsItem:
    clause = item.get("clause") or item.get("how") or ""
    news = NewsItem(item["kind"], _without(clause, item.get("text", "")), clause, item)
    if told is None:
        return news
    if news.kind in PRIVATE:
        return replace(news, owner="" if item["seat"] == told.reader else item["seat"])
    if news.kind == "disorder":
        return _silence(news, told)
    return news


def _silence(news: NewsItem, told: TurnAudience) -> NewsItem:
    """Of a seat that sent nothing: that it missed the phase (HR-1), or only that nothing was ordered."""
    phase, seat = told.phase, news.item["seat"]
    missed = may_miss(told.variant, phase.kind, phase.due, seat)
    return replace(
        news,
        kind=news.kind if missed else "unsent",
        is_own=seat == told.reader and not told.is_successor,
        letter=phase.kind,
        was_ahead=phase.lasted_no_time,
    )


def _without(clause: str, sentence: str) -> str:
    """`sentence` without its clause: the link beside it says that."""
    return sentence.replace(f" ({clause})", "")


def verdict_of(result: Mapping[str, Any]) -> Verdict:
    word, icon, tone = _outcome(result)
    clause = result.get("clause") or ""
    sentence = _without(clause, result.get("text", ""))
    for prefix in VOID:
        if sentence.startswith(prefix):
            sentence = names.capitalised(sentence.removeprefix(prefix))
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
        return (_("Dislodged and disbanded") if gone else _("Dislodged")), "gone", "failed"
    match result["verdict"]:
        case "succeeds" if " C " in result["order"] and "detail" in result:
            return FAILURE["severed"]  # it did its part of a convoy that others lost
        case "succeeds":
            words = result["order"].split(" ")
            sign = words[2] if len(words) > 2 else ""
            icon = "hold" if sign == "H" else "done"
            return SUCCESS.get(sign, gettext_lazy("Carried out")), icon, "done"
        case "void" if result.get("detail") == "identical":
            return pgettext_lazy("an order", "Repeated"), "hold", "again"
        case "void":
            return pgettext_lazy("an order", "Invalid"), "stop", "failed"
        case _:
            reason = "severed" if result.get("detail") == "severed" else result.get("reason") or ""
            return FAILURE.get(reason, (gettext_lazy("Failed"), "failed", "failed"))
