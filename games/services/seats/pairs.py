"""Games for two whose players were brought together before: both sit down at once, and it starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import translation
from django.views.decorators.debug import sensitive_variables

from games.adjudication.locking import open_phase_of
from games.common.words.people import Person, language_of
from games.engine import bridge
from games.errors import BadRanking
from games.forms.sheets.names import power_written
from games.gate.game_terms import GameTerms
from games.gate.tenancy import LeagueLike
from games.models import Game
from games.services.players.answers import save_answer
from games.services.seats.opening import open_game
from games.services.seats.seating import take_seat
from games.words import wording


def ranked_first(variant: str, settings: Mapping[str, Any]) -> list[str]:
    """The powers that both players rank in the first phase, in the order that is suggested to everyone: the
    fullest treasury first, equal ones by their keys. Empty where nothing is ranked.
    """
    asked = next(iter(bridge.asked_first(variant, settings).values()))
    if asked["kind"] != "homes":
        return []
    treasury = asked.get("treasury", {})
    return sorted(asked["powers"], key=lambda power: (-treasury.get(power, 0), power))


def openings(variant: str, settings: Mapping[str, Any]) -> dict[str, str]:
    """What each power opens with, in the reader's language: `24 credits · A Vie, …`."""
    treasury = next(iter(bridge.asked_first(variant, settings).values())).get("treasury", {})
    said = {}
    for power, units in bridge.power_units(variant, settings).items():
        listed = ", ".join(sorted(wording.unit(unit).replace(" ", "\N{NO-BREAK SPACE}") for unit in units))
        said[power] = f"{wording.credits(treasury[power])} · {listed}" if power in treasury else listed
    return said


def check_ranking(ranked: Sequence[str], ranking: Sequence[str]) -> None:
    """Raises `BadRanking` unless `ranking` has each of `ranked` once."""
    if sorted(ranking) != sorted(ranked):
        raise BadRanking


@transaction.atomic
@sensitive_variables("rankings")
def open_for_two(
    *,
    league: LeagueLike,
    players: Sequence[Person],
    rankings: Sequence[Sequence[str]],
    name: str,
    terms: GameTerms,
    code: str,
    untimed_until: datetime | None = None,
) -> Game:
    """Open a game, seat both `players`, start it, and save for each the ranking that they gave beforehand.

    Without deadlines until `untimed_until`. Refuses as `open_game` and `take_seat` do.
    """
    game = open_game(league=league, user=players[0], name=name, terms=terms, code=code)
    if untimed_until is not None:
        Game.objects.filter(pk=game.pk).update(untimed_until=untimed_until)
    for player in players:
        take_seat(game=game, user=player)
    game.refresh_from_db()
    label = open_phase_of(game).label
    for player, ranking in zip(players, rankings, strict=True):
        if ranking:
            with translation.override(language_of(player)):
                text = "\n".join(map(power_written, ranking))
            save_answer(game=game, user=player, label=label, text=text, version=0, ready=True)
    return game
