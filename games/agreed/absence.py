"""What follows from missed phases (HR-2, HR-3): one table of policies and their numbers.

Everything that acts on a miss, every page that says what would follow, the rules page and `docs/absence.md`
are made from `POLICIES`. A game keeps all of what it opened with, so that it holds whatever these become.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, Self

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import adjudicator
from games.common.errors import GameError

LONGEST_EXTENSION: Final = timedelta(hours=12)
NOTICE: Final = timedelta(hours=24)
"""How long before a deadline a holiday that moves it has to be announced."""

SILENT_PHASES: Final = 3
"""After so many phases in a row in which no one who was asked saved anything, a game is void (HR-6)."""

BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "extensions": (0, 5),
    "in_a_row": (1, 9),
    "in_all": (0, 30),
    "holidays": (0, 60),
}
"""The least and the most that each number may be."""


class BadAbsence(GameError):
    """Rules of absence that cannot be. `field` is the field of `Absence` that is wrong."""

    def __init__(self, field: str, message: str | Promise) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Absence:
    """What follows from misses in one game.

    `extensions` is how many a seat has; `in_a_row` and `in_all` are the misses after which it is given up
    (`in_all` 0: never for their sum alone); `holidays` the days a calendar year and league that move its
    deadlines. Misses count `since` that moment where the game is older than these rules.
    """

    policy: str
    extensions: int
    in_a_row: int
    in_all: int
    holidays: int
    since: datetime | None = None

    def __post_init__(self) -> None:
        """Refuse (`BadAbsence`) what cannot be kept."""
        if self.policy not in NAMES:
            raise BadAbsence("policy", _("Choose friendly, standard or tournament."))
        for name, (least, most) in BOUNDS.items():
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
                bounds = {"least": least, "most": most}
                raise BadAbsence(name, _("Choose a number from %(least)d to %(most)d.") % bounds)
        if self.in_all and self.in_all < self.in_a_row:
            raise BadAbsence(
                "in_all", _("The number in all can’t be lower than the number in a row. 0 means no limit.")
            )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self | None:
        """Read what `to_json` wrote; `BadAbsence` if wrong. `{}` is None: nothing follows from a miss. A
        policy alone has its own numbers.
        """
        if not data:
            return None
        if unknown := set(data) - {"policy", "since", *BOUNDS}:
            name = sorted(unknown)[0]
            raise BadAbsence(
                "policy", _("Missed-phase rules have no setting called “%(name)s”.") % {"name": name}
            )
        if not isinstance(data.get("policy"), str) or data["policy"] not in NAMES:
            raise BadAbsence("policy", _("Choose friendly, standard or tournament."))
        start: Self = POLICIES[data["policy"]]  # type: ignore[assignment]
        since = data.get("since")
        numbers = {name: data[name] for name in BOUNDS if name in data}
        return replace(start, since=datetime.fromisoformat(since) if since else None, **numbers)

    @classmethod
    def of_league(cls, data: Mapping[str, Any]) -> Self:
        """Read a league's missed-phase rules from JSON; `{}` is the standard ones."""
        return cls.from_json(data or {"policy": STANDARD}) or cls.of_league({})

    def to_json(self) -> dict[str, Any]:
        """The rules in full."""
        data: dict[str, Any] = {"policy": self.policy, **{name: getattr(self, name) for name in BOUNDS}}
        return data | ({"since": self.since.isoformat()} if self.since else {})

    def renewed(self) -> Self:
        """A copy of these rules for another game, whose misses count from its beginning."""
        return replace(self, since=None)

    def is_given_up(self, row: int, sum_: int) -> bool:
        """Whether a seat is given up whose player missed `row` phases in a row and `sum_` in all."""
        return row >= self.in_a_row or (bool(self.in_all) and sum_ >= self.in_all)

    def left(self, row: int, sum_: int) -> int:
        """How many more misses, one after the other, give the seat up."""
        in_a_row = self.in_a_row - row
        return max(0, min(in_a_row, self.in_all - sum_) if self.in_all else in_a_row)

    def is_softer(self, field: str, than: Self) -> bool:
        """Whether one of its numbers leaves players more room than in the rules `than`."""
        return _room(field, getattr(self, field)) > _room(field, getattr(than, field))

    def narrowed(self, by: Self) -> Self:
        """A copy of these rules made as strict as `by`, in each number that was softer (HR-2)."""
        softer = {name: getattr(by, name) for name in BOUNDS if self.is_softer(name, by)}
        policy = self.policy if self.policy in no_more_lenient(by.policy) else by.policy
        return replace(self, policy=policy, **softer)

    @property
    def is_preset(self) -> bool:
        """Whether its numbers are those of its policy."""
        preset = POLICIES[self.policy]
        return all(getattr(self, name) == getattr(preset, name) for name in BOUNDS)

    def forfeits(self, seats: int, held: int = 2) -> bool:
        """Whether a game with so many seats, of which so many are `held`, is lost by the player who misses
        too many phases (HR-5): an open seat wins nothing.
        """
        return seats == held == 2 and self.policy in FORFEITING

    @property
    def name(self) -> str:
        return str(NAMES[self.policy])


def _room(field: str, number: int) -> float:
    """How much room a number leaves: more of anything is more; no limit is the most."""
    return math.inf if field == "in_all" and not number else number


FRIENDLY, STANDARD, TOURNAMENT = "friendly", "standard", "tournament"

NAMES: Final[Mapping[str, Promise]] = {
    FRIENDLY: gettext_lazy("Friendly"),
    STANDARD: gettext_lazy("Standard"),
    TOURNAMENT: gettext_lazy("Tournament"),
}
"""The names of the missed-phase rules, from the most lenient to the strictest."""

FORFEITING: Final = frozenset({TOURNAMENT})

POLICIES: Final[Mapping[str, Absence]] = {
    FRIENDLY: Absence(FRIENDLY, extensions=2, in_a_row=3, in_all=0, holidays=21),
    STANDARD: Absence(STANDARD, extensions=1, in_a_row=2, in_all=5, holidays=14),
    TOURNAMENT: Absence(TOURNAMENT, extensions=1, in_a_row=2, in_all=3, holidays=7),
}
"""The numbers of HR-2."""


def no_more_lenient(than: str) -> list[str]:
    """The policies that a game may have in a league that has chosen one: that, and the stricter ones."""
    order = list(NAMES)
    return order[order.index(than) :]


def extension_of(lasted: timedelta) -> timedelta:
    """By how much a phase that lasted so long is extended: half of it, twelve hours at most."""
    return min(lasted / 2, LONGEST_EXTENSION)


def table() -> list[tuple[str, list[str]]]:
    """The table of HR-2 in words, in the language that holds: names of rows, and a cell for each policy."""
    policies = list(POLICIES.values())
    return [
        (_("Extensions per seat"), [str(each.extensions) for each in policies]),
        (_("Length of an extension"), [_("half the phase, at most 12 hours")] * len(policies)),
        (_("Missed phases that lose the seat"), [limits_in_words(each) for each in policies]),
        (_("What happens then, two players"), [_ends_for_two(each) for each in policies]),
        (_("What happens then, more players"), [_("another player may take the seat")] * len(policies)),
        (_("Days of holiday a year in the league"), [str(each.holidays) for each in policies]),
    ]


def _ends_for_two(absence: Absence) -> str:
    return _("they lose the game") if absence.forfeits(2) else _("another player may take the seat")


def limits_in_words(absence: Absence) -> str:
    """`2 in a row or 5 in all`, where misses are spoken of already."""
    return _or_in_all(absence, _("%(count)d in a row") % {"count": absence.in_a_row})


def _misses_in_words(absence: Absence) -> str:
    """`2 missed phases in a row or 5 in all`, where nothing has spoken of misses yet."""
    in_a_row = ngettext(
        "%(count)d missed phase in a row", "%(count)d missed phases in a row", absence.in_a_row
    )
    return _or_in_all(absence, in_a_row % {"count": absence.in_a_row})


def _or_in_all(absence: Absence, in_a_row: str) -> str:
    if not absence.in_all:
        return in_a_row
    return _("%(in_a_row)s or %(in_all)d in all") % {"in_a_row": in_a_row, "in_all": absence.in_all}


def given_up_in_words(absence: Absence, *, seats: int) -> str:
    """What follows in a game with so many seats: `2 misses in a row or 3 in all lose the game.`"""
    if absence.forfeits(seats):
        said = _("Missed phases: %(limits)s lose the game.")
    else:
        said = _("Missed phases: after %(limits)s, another player may take the seat.")
    return said % {"limits": limits_in_words(absence)}


def limit_in_words(absence: Absence, row: int, sum_: int) -> str:
    """The limit that further misses in a row reach first: `2 misses in a row`."""
    if row + absence.left(row, sum_) >= absence.in_a_row:
        said = ngettext(
            "%(count)d missed phase in a row", "%(count)d missed phases in a row", absence.in_a_row
        )
        return said % {"count": absence.in_a_row}
    said = ngettext("%(count)d missed phase in all", "%(count)d missed phases in all", absence.in_all)
    return said % {"count": absence.in_all}


def then_in_words(absence: Absence, *, seats: int, held: int, is_hidden: bool, player: str = "") -> str:
    """What becomes of a player who misses too many phases: `you lose this game`, or with the name of the
    `player` to others. The game has so many `seats`, and so many of them are `held`.
    """
    if absence.forfeits(seats, held):
        return _("%(player)s loses this game") % {"player": player} if player else _("you lose this game")
    if is_hidden:
        whose = _("the seat is offered to others at the end of the game year")
        return whose if player else _("your seat is offered to others at the end of the game year")
    return _("the seat is offered to others") if player else _("your seat is offered to others")


def warning_in_words(
    absence: Absence,
    row: int,
    sum_: int,
    *,
    seats: int,
    held: int,
    is_hidden: bool,
    next_phase: str = "",
    at: str = "",
    player: str = "",
) -> str:
    """How many more misses a player has who missed `row` in a row and `sum_` in all, and what follows then:
    said to that player or, with the name of the `player`, to others.

    `next_phase`, open until `at`, is named where missing that one is enough. Empty where nothing was missed.
    """
    left = absence.left(row, sum_)
    if not sum_ or not left:
        return ""
    said = {
        "then": then_in_words(absence, seats=seats, held=held, is_hidden=is_hidden, player=player),
        "limit": limit_in_words(absence, row, sum_),
        "policy": absence.name.lower(),
        "phase": next_phase,
        "at": at,
        "left": left,
        "player": player,
    }
    if left == 1 and next_phase:
        if player:
            return _("If %(player)s misses %(phase)s too (%(at)s), %(then)s.") % said
        return _("If you miss %(phase)s too (%(at)s), %(then)s: %(limit)s, %(policy)s rules.") % said
    if player:
        told = ngettext(
            "If %(player)s misses %(left)d more phase, %(then)s.",
            "If %(player)s misses %(left)d more phases in a row, %(then)s.",
            left,
        )
        return told % said
    return (
        ngettext(
            "If you miss %(left)d more phase, %(then)s: %(limit)s, %(policy)s rules.",
            "If you miss %(left)d more phases in a row, %(then)s: %(limit)s, %(policy)s rules.",
            left,
        )
        % said
    )


def in_words(absence: Absence, variant: str, *, seats: int) -> str:
    """The missed-phase rules in sentences, as people read them before they join."""
    if absence.forfeits(seats):
        rule = _("%(name)s rules: %(limits)s lose the game.")
    else:
        rule = _("%(name)s rules: after %(limits)s, another player may take the seat.")
    said = [rule % {"name": absence.name, "limits": _misses_in_words(absence)}]
    if not adjudicator.VARIANTS[variant]["shows_readiness"]:
        said.append(_("No extensions or holidays: no one may learn who has saved orders (HR-3)."))
        return " ".join(said)
    if absence.extensions:
        said.append(
            ngettext(
                "Each seat has %(count)d extension: half the phase, at most 12 hours.",
                "Each seat has %(count)d extensions: half the phase, at most 12 hours.",
                absence.extensions,
            )
            % {"count": absence.extensions}
        )
    else:
        said.append(_("No extensions."))
    if absence.holidays:
        said.append(
            ngettext(
                "Holidays: up to %(count)d day a year; deadlines inside them move to their end.",
                "Holidays: up to %(count)d days a year; deadlines inside them move to their end.",
                absence.holidays,
            )
            % {"count": absence.holidays}
        )
    else:
        said.append(_("Holidays move no deadlines."))
    return " ".join(said)


def policy_in_words(absence: Absence) -> str:
    """A policy in a line: `Standard: a seat is given up after 2 misses in a row or 5 in all`."""
    told = {"name": absence.name, "limits": _misses_in_words(absence)}
    return _("%(name)s: a seat is lost after %(limits)s") % told


def briefly(data: Mapping[str, Any]) -> str:
    """What a list says of a game's rules of absence, as JSON; empty where nothing follows from a miss."""
    try:
        absence = Absence.from_json(data)
    except BadAbsence:  # what is damaged in one game spoils no list
        absence = None
    if absence is None:
        return ""
    said = {"name": absence.name.lower(), "limits": limits_in_words(absence)}
    if absence.is_preset:
        return _("missed phases: %(name)s") % said
    return _("missed phases: %(name)s, but %(limits)s") % said
