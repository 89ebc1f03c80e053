"""What a bracket's pages say of rounds, of what decided a pairing, and of what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from league.competitions.knock_out.bracket import Bracket, By, Decision
from league.competitions.rules.endings import FORFEIT

MEASURES: Final[Mapping[str, Promise]] = {
    "a": gettext_lazy("more home centres at the end of the last finished year"),
    "b": gettext_lazy("more in the treasury after the last finished year"),
    "c": gettext_lazy("more home centres, all finished years together"),
    "d": gettext_lazy("more centres under command"),
    "e": gettext_lazy("fewer missed phases"),
    "f": gettext_lazy("the random draw"),
}
"""The measures of HR-13 in words, by letter."""

_ROUNDS: Final[Mapping[int, Callable[[], str]]] = {
    2: lambda: pgettext("a round", "Final"),
    4: lambda: pgettext("a round", "Semi-finals"),
    8: lambda: pgettext("a round", "Quarter-finals"),
    16: lambda: pgettext("a round", "Round of 16"),
    32: lambda: pgettext("a round", "Round of 32"),
}


def round_name(bracket: Bracket, number: int) -> str:
    """What a round is called, by how many places it has."""
    of = len(bracket.seats) >> (number - 1)
    return _ROUNDS[of]() if of in _ROUNDS else pgettext("a round", "Round of %(of)d") % {"of": of}


def name_of(bracket: Bracket, pairing: int) -> str:
    """What the round of a pairing is called, or that it is for third place."""
    return _("Third place") if pairing == bracket.third else round_name(bracket, bracket.round_of(pairing))


def decided_by(decision: Decision, how: str, *, is_replay: bool) -> tuple[str, str]:
    """What decided a pairing: in short, and in full where that says more; `how` is the clause by which its
    last game ended.
    """
    if decision.by in (By.MEASURE, By.DRAW):
        full = _("Undecided game: %(measure)s (HR-13)") % {"measure": MEASURES[decision.measure or "f"]}
        return f"HR-13 ({decision.measure or 'f'})", full
    if decision.by is By.FORFEIT:
        return (pgettext("a game", "Forfeited") if how == FORFEIT else _("Conceded")), ""
    if decision.by is By.GAME:
        return (_("Won the replay") if is_replay else _("Won the game")), ""
    if decision.silent:
        return _("No one goes on"), _("Neither player saved anything any more, so the game is void (HR-6).")
    return _SHORT[decision.by](), _FULL[decision.by]()


_SHORT: Final[Mapping[By, Callable[[], str]]] = {
    By.BYE: lambda: pgettext("in a bracket", "Bye"),
    By.WALKOVER: lambda: pgettext("in a bracket", "Walkover"),
    By.RULING: lambda: _("Ruling"),
    By.NOBODY: lambda: _("No one goes on"),
}
_FULL: Final[Mapping[By, Callable[[], str]]] = {
    By.BYE: lambda: _("There is no opponent in this round."),
    By.WALKOVER: lambda: _("The other player left, or no one came."),
    By.RULING: lambda: _("An arbiter said who goes on, or the winner was disqualified."),
    By.NOBODY: lambda: _("Both players are out."),
}
