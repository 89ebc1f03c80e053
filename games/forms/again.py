"""What the forms of a new game begin with: an earlier game, a preset, or the league's policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.agreed.absence import Absence
from games.gate.game_terms import GameTerms
from games.gate.tenancy import LeagueLike
from games.models import Game


@dataclass(frozen=True, slots=True)
class Start:
    """What `OpenGameForm` begins with besides the league's policy, `PaceForm`, and `AbsenceForm`."""

    values: Mapping[str, Any]
    pace: Mapping[str, Any]
    absence: Absence


def earlier_game(league: LeagueLike, user: Any, code: str) -> Game | None:
    """The game of `league` with this code that `user` created; None if there is none. One query, if asked."""
    return Game.objects.filter(league_id=league.pk, code=code, opened_by_id=user.pk).first() if code else None


def start_with(league: LeagueLike, earlier: Game | None, preset: Mapping[str, Any] | None) -> Start:
    """The settings of an `earlier` game with its name, of a `preset` of the league, or the league's own."""
    if earlier:
        terms = GameTerms.of_game(earlier, league)
        return Start({"name": earlier.name} | terms.initial(), terms.pace.to_json(), terms.absence)
    own = Absence.of_league(league.absence)
    if preset:
        absence = (Absence.from_json(preset["absence"]) or own).narrowed(own)
        return Start(preset["values"], preset["pace"] or league.pace, absence)
    return Start({}, league.pace, own)
