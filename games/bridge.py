"""Where rows and the engine's values meet, and nowhere else: rows in, plain values out, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import adjudicator
from adjudicator.lots import Lots, mix
from games.models import Game, Phase, Turn


@dataclass(frozen=True, slots=True)
class Opening:
    """A phase about to be opened: its position, and what each seat owes in it, by seat."""

    position: dict[str, Any]
    due: dict[str, Any]

    @property
    def label(self) -> str:
        """The phase's code as the rules write it: `S1901M`."""
        return str(self.position["phase"])

    @property
    def letter(self) -> str:
        """The phase's kind: the last letter of its code."""
        return self.label[-1]


@dataclass(frozen=True, slots=True, repr=False)
class Reading:
    """What the engine made of a text: the canonical answer, and the lines that could not stand."""

    answer: Any
    problems: list[dict[str, Any]]


def seats(variant: str) -> list[str]:
    """The seats of a variant in the engine's order; `KeyError` for a variant that does not exist."""
    return list(adjudicator.VARIANTS[variant]["seats"])


def check_settings(variant: str, settings: Mapping[str, Any]) -> None:
    """Raise `AdjudicatorError` (`unknown-variant`, `bad-setting`) if no game can be played so."""
    adjudicator.start(variant=variant, settings=settings, lots="00" * 32)


def lots(secret: str, nonces: Iterable[str]) -> str:
    """The lots of a game from its secret and its players' nonces in seat order (ENGINE, Lots).

    HMAC-SHA256 whose key is the secret's 32 bytes and whose message is each nonce in UTF-8, preceded by its
    length in bytes as 8 bytes, big-endian. Hexadecimal in, hexadecimal out.
    """
    return mix(bytes.fromhex(secret), list(nonces))


def deals_seats(variant: str) -> bool:
    """Whether lots decide who sits where (RB-25)."""
    return bool(adjudicator.VARIANTS[variant]["deals_seats"])


def dealt_seats(game: Game) -> list[str]:
    """The seats that the game's lots deal to its players, in the order of their places (label `seats`)."""
    return Lots(game.lots).several("seats", seats(game.variant))


def opening_of(game: Game) -> Opening:
    """The first phase of a game whose lots are known."""
    start = adjudicator.start(variant=game.variant, settings=game.settings, lots=game.lots)
    return opening(game, start["position"])


def opening(game: Game, position: dict[str, Any]) -> Opening:
    """The phase that `position` is in."""
    due = adjudicator.due(variant=game.variant, settings=game.settings, position=position)
    return Opening(position=position, due=due["due"])


def read(game: Game, phase: Phase, seat: str, text: str, language: str | None = None) -> Reading:
    """What the engine makes of what `seat` typed; with sentences for its problems if a language is named."""
    made = adjudicator.read(
        variant=game.variant,
        settings=game.settings,
        position=phase.position,
        seat=seat,
        text=text,
        language=language,
    )
    return Reading(answer=made["answer"], problems=made["problems"])


def options(game: Game, phase: Phase, seat: str) -> dict[str, Any]:
    """What `seat` may order in `phase`: `{"options": {unit: [orders]}, "sites": {power: [orders]}}`."""
    asked = {"variant": game.variant, "settings": game.settings, "position": phase.position, "seat": seat}
    return dict(adjudicator.options(**asked))


def outlook(game: Game, phase: Phase, seat: str, answer: Any) -> dict[str, Any] | None:
    """What the bids in `answer` may come to for `seat`; None where the phase is no auction."""
    return adjudicator.outlook(
        variant=game.variant, settings=game.settings, position=phase.position, seat=seat, answer=answer
    )


def resolve(game: Game, phase: Phase, answers: Mapping[str, Any]) -> dict[str, Any]:
    """The turn that `phase` comes to with these answers, without sentences."""
    return dict(
        adjudicator.resolve(
            variant=game.variant,
            settings=game.settings,
            position=phase.position,
            answers=answers,
            lots=game.lots,
        )
    )


def end(game: Game, phase: Phase, agreed: Mapping[str, Any]) -> dict[str, Any]:
    """The turn by which the game ends as agreed; `AdjudicatorError` (`not-allowed`) if it may not."""
    return dict(
        adjudicator.resolve(
            variant=game.variant,
            settings=game.settings,
            position=phase.position,
            agreed=agreed,
            lots=game.lots,
        )
    )


def record_of(game: Game) -> dict[str, Any]:
    """The whole game so far as a record (ENGINE, Records); its lots only when it is over.

    It holds every answer that has been revealed and none that has not: open phases have no `Turn`.
    """
    phases = list(game.phases.select_related("turn").filter(turn__isnull=False).order_by("ordinal"))
    start: dict[str, Any] = game.phases.get(ordinal=0).position
    record: dict[str, Any] = {
        "format": 1,
        "variant": game.variant,
        "settings": game.settings,
        "lots_sha256": Lots(game.lots).sha256,
        "start": start,
        "turns": [_recorded(phase.turn) for phase in phases],
    }
    if game.state == Game.State.FINISHED:
        record["lots"] = game.lots
    return record


def _recorded(turn: Turn) -> dict[str, Any]:
    given: dict[str, Any] = {"answers": turn.answers} if turn.agreed is None else {"agreed": turn.agreed}
    return {**given, **turn.turn}
