"""The one bridge between rows of the database and the engine's values: rows in, plain values out, and
back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Any, Final

from django.db.models import Q

import adjudicator
from adjudicator.lots import Lots, mix
from games.agreed import dealing
from games.engine import hosting_rules
from games.models import Branch, Game, Phase, Tenure, Turn

ANY_LOTS: Final = "00" * 32
"""Lots for calls that ask for lots but give the same answer with any."""


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


def about(variant: str, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the engine says of a game with these settings; `AdjudicatorError` if no one can play so."""
    return adjudicator.about(variant, settings)


def seats(variant: str, settings: Mapping[str, Any]) -> list[str]:
    """The seats of a game with these settings in the engine's order; `AdjudicatorError` as `about`."""
    return list(about(variant, settings)["seats"])


@cache
def all_seats() -> Sequence[str]:
    """Every seat that any table of any variant has."""
    tables = [table for each in adjudicator.VARIANTS.values() for table in (each, *each["tables"])]
    return sorted({seat for table in tables for seat in table["seats"]})


def check_settings(variant: str, settings: Mapping[str, Any]) -> None:
    """Raise `AdjudicatorError` (`unknown-variant`, `bad-setting`) if no game can be played so."""
    adjudicator.start(variant=variant, settings=settings, lots=ANY_LOTS)


def start_units(variant: str, settings: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """The units that each seat of a game opens with, all its powers' together; none without powers.

    No lots move a unit before the first phase, so any will do; `AdjudicatorError` as `about`.
    """
    units = adjudicator.start(variant=variant, settings=settings, lots=ANY_LOTS)["position"]["units"]
    facts = about(variant, settings)
    powers = {seat: facts["seat_powers"].get(seat, [seat]) for seat in facts["seats"]}
    return {seat: [unit for power in powers[seat] for unit in units.get(power, [])] for seat in powers}


def power_units(variant: str, settings: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """The units that each power of a game opens with; `AdjudicatorError` as `about`."""
    units: Mapping[str, list[str]] = adjudicator.start(variant=variant, settings=settings, lots=ANY_LOTS)[
        "position"
    ]["units"]
    return units


def lots(secret: str, nonces: Iterable[str]) -> str:
    """The lots of a game from its secret and its players' nonces in seat order (ENGINE, Lots).

    HMAC-SHA256 whose key is the secret's 32 bytes and whose message is each nonce in UTF-8, preceded by its
    length in bytes as 8 bytes, big-endian. Hexadecimal in, hexadecimal out.
    """
    return mix(bytes.fromhex(secret), list(nonces))


def asked_first(variant: str, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """What each seat owes in the first phase of a game, by seat. No lots change it before; `AdjudicatorError`
    as `about`.
    """
    begun = adjudicator.start(variant=variant, settings=settings, lots=ANY_LOTS)
    due = adjudicator.due(variant=variant, settings=settings, position=begun["position"])
    owed: Mapping[str, Any] = due["due"]
    return owed


def deals_seats(variant: str, settings: Mapping[str, Any]) -> bool:
    """Whether lots, or lots and rankings, decide who sits where (RB-25)."""
    return bool(about(variant, settings)["deals_seats"])


def deals(game: Game) -> bool:
    """Whether lots, or lots and rankings, decide who sits where in it; a competition may have seated them."""
    return game.dealing != dealing.GIVEN and deals_seats(game.variant, game.settings)


def may_rank_seats(variant: str, settings: Mapping[str, Any]) -> bool:
    """Whether players may rank the seats: where they are dealt, and none of them is anonymous (DG-1)."""
    facts = about(variant, settings)
    return bool(facts["deals_seats"]) and not facts["masked_seats"]


def dealt(game: Game, rankings: Sequence[Sequence[str]]) -> list[dealing.Dealt]:
    """How the game's lots deal its seats, in the order of the places; `rankings` are what they wished for."""
    wishes = rankings if game.dealing == dealing.RANKING else None
    return dealing.deal(game.lots, seats(game.variant, game.settings), wishes)


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


def options_in(game: Game, phase: Phase, label: str, seat: str) -> dict[str, Any]:
    """What `seat` could order in a later phase, called `label`, if the board stood then as it does now."""
    position = {**phase.position, "phase": label}
    asked = {"variant": game.variant, "settings": game.settings, "position": position, "seat": seat}
    return dict(adjudicator.options(**asked))


def canonical(game: Game, phase: Phase, seat: str, answer: Any) -> Any:
    """A program's answer for `seat` in its canonical form."""
    made = adjudicator.read(
        variant=game.variant, settings=game.settings, position=phase.position, seat=seat, answer=answer
    )
    return made["answer"]


def parts(game: Game, phase: Phase, text: str) -> dict[str, Any] | None:
    """`text` as it was typed, divided by the phases it is for; None where it can be for this one alone."""
    return adjudicator.parts(variant=game.variant, settings=game.settings, position=phase.position, text=text)


def given_ahead(phases: Iterable[Phase]) -> dict[int, dict[str, Any]]:
    """By phase, what seats had given ahead and still holds, by seat: the turn before keeps it (SPY-21).

    What someone gave whose seat has been taken over since went with them, even if they have come back to it.
    It is as sealed as an answer, and so is whether anyone gave any: two queries where it can be given,
    always.
    """
    followed = {
        phase.game_id: phase
        for phase in phases
        if phase.ordinal and hosting_rules.orders_ahead(phase.game.variant)
    }
    if not followed:
        return {}
    before = reduce(
        or_, (Q(phase__game=game, phase__ordinal=each.ordinal - 1) for game, each in followed.items())
    )
    turns = Turn.objects.filter(before).order_by().values_list("phase__game", "turn__later", "created_at")
    kept = [row for row in turns if row[1]]
    sitting = Tenure.objects.filter(game__in=followed, left_at=None).order_by()
    since = {(game, key): at for game, key, at in sitting.values_list("game", "seat__key", "taken_at")}
    return {
        followed[game].pk: {
            seat: orders
            for seat, orders in later.items()
            if (game, seat) in since and since[game, seat] < given_at
        }
        for game, later, given_at in kept
    }


def resolve(game: Game, phase: Phase, answers: Mapping[str, Any]) -> dict[str, Any]:
    """The turn that `phase` comes to with these answers, without sentences; it has asked whom it said."""
    return dict(
        adjudicator.resolve(
            variant=game.variant,
            settings=game.settings,
            position=phase.position,
            answers=answers,
            asked=list(phase.due),
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

    It holds every answer that has been revealed and none that has not: open phases have no `Turn`. Turns that
    were taken back stand in its branches (HR-8). At most three queries.
    """
    return records_of([game])[game.pk]


def records_of(games: Collection[Game]) -> dict[int, dict[str, Any]]:
    """The records of these games, by their keys. As many queries as for one."""
    start = dict(Phase.objects.filter(game__in=games, ordinal=0).values_list("game", "position"))
    turns: dict[int, list[dict[str, Any]]] = {game.pk: [] for game in games}
    played = Phase.objects.filter(game__in=games, turn__isnull=False)
    for phase in played.select_related("turn").order_by("game", "ordinal"):
        turns[phase.game_id].append(_recorded(phase.turn))
    branches = branches_of(games)
    return {game.pk: _record(game, start[game.pk], turns[game.pk], branches[game.pk]) for game in games}


def _record(
    game: Game,
    start: dict[str, Any],
    turns: list[dict[str, Any]],
    branches: list[dict[str, Any]],
) -> dict[str, Any]:
    record: dict[str, Any] = {
        "format": 1,
        "variant": game.variant,
        "settings": game.settings,
        "lots_sha256": Lots(game.lots).sha256,
        "start": start,
        "turns": turns,
    }
    if branches:
        record["branches"] = branches
    if game.state == Game.State.FINISHED:
        record["lots"] = game.lots
    return record


def branches_of(games: Collection[Game]) -> dict[int, list[dict[str, Any]]]:
    """By their keys, the turns of these games that do not count, branch by branch, as a record has them
    (HR-8). One query, and one more where there are any.
    """
    rows = Branch.objects.filter(game__in=games).order_by("game", "number")
    found = list(rows.values_list("game", "pk", "at", "act__reason"))
    turns: dict[int | None, list[dict[str, Any]]] = {pk: [] for _game, pk, _at, _reason in found}
    taken_back = Turn.every.filter(phase__branch__in=turns).order_by("phase__ordinal")
    for turn in taken_back.select_related("phase") if turns else ():
        turns[turn.phase.branch_id].append(_recorded(turn))
    branches: dict[int, list[dict[str, Any]]] = {game.pk: [] for game in games}
    for game, pk, at, reason in found:
        branches[game].append({"at": at, "turns": turns[pk], "reason": reason})
    return branches


def _recorded(turn: Turn) -> dict[str, Any]:
    given: dict[str, Any] = {"answers": turn.answers} if turn.agreed is None else {"agreed": turn.agreed}
    return {**given, **turn.turn}


AUCTION = "auction"
"""The kind of news that tells how an auction went."""
