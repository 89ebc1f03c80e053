"""The same asked of the engine alone: what it lets a seat know of one world and of the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import adjudicator
from tests.secrecy.worlds.world import STAFF, Json, Pair, World, first_difference

LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Played:
    """One phase of a world: its position, and the turn with what was answered; None while it is open."""

    position: Json
    turn: Json | None = None


def played(world: World) -> list[Played]:
    """The phases of a world, as the engine plays them from what is saved last in each."""
    game: Json = {"variant": world.variant, "settings": dict(world.settings)}
    position = world.opening or adjudicator.start(**game, lots=world.lots)["position"]
    phases = []
    for acts in world.rounds[:-1]:
        sent = {act.seat: act.given["text"] for act in acts if act.does == "save"}
        answers = {
            seat: adjudicator.read(**game, position=position, seat=seat, text=text)["answer"]
            for seat, text in sent.items()
        }
        turn = adjudicator.resolve(**game, position=position, answers=answers, lots=world.lots)
        phases.append(Played(position, {"answers": answers, **turn}))
        position = turn["position"]
        if position["outcome"] is not None:
            return phases
    return [*phases, Played(position)]


def leaks_of(pair: Pair) -> list[str]:
    """Where the engine lets a viewer of `pair` tell one world from the other; the site's team asks it
    nothing.
    """
    viewers = {pair.one.seat_of(name) for name in pair.viewers if name != STAFF}
    one, other = played(pair.one), played(pair.other)
    leaks = []
    for seat in sorted(viewers, key=str):
        ours, theirs = (
            list(_told(world, phases, seat, pair.texts))
            for world, phases in ((pair.one, one), (pair.other, other))
        )
        if where := first_difference(ours, theirs):
            leaks.append(f"seat {seat}: {where}")
    return leaks


def _told(world: World, phases: Sequence[Played], seat: str | None, texts: Sequence[str]) -> Iterator[Any]:
    """Everything that the engine answers to questions asked for `seat`, or for the public."""
    game: Json = {"variant": world.variant, "settings": dict(world.settings)}
    for phase in phases:
        asked = {**game, "position": phase.position}
        yield {"view": adjudicator.view(**asked, seat=seat)}
        yield {"owes": owed_as(game, phase.position, seat)}
        if seat is not None and phase.turn is None and phase.position["outcome"] is None:
            yield {"options": adjudicator.options(**asked, seat=seat)}
            for text in texts:
                for language in LANGUAGES:
                    yield {
                        f"read {text!r}": adjudicator.read(**asked, seat=seat, text=text, language=language)
                    }
        if phase.turn is not None:
            for language in LANGUAGES:
                yield {"turn": adjudicator.view(**game, turn=phase.turn, seat=seat, language=language)}
    if record := _record(world, phases):
        yield {"record": adjudicator.view(**game, record=record, seat=seat)}


def owed_as(game: Json, position: Json, seat: str | None) -> Json:
    """What `seat` owes, and who owes anything where everyone may know: not where readiness is hidden, nor in
    a phase that is veiled (SPY-7, DG-14).
    """
    due: Mapping[str, Json] = adjudicator.due(**game, position=position)["due"]
    is_veiled = any(owed.get("veiled") for owed in due.values())
    is_open = adjudicator.VARIANTS[game["variant"]]["shows_readiness"] and not is_veiled
    return {"own": due.get(seat or ""), "all": sorted(due) if is_open else []}


def _record(world: World, phases: Sequence[Played]) -> Json:
    turns = [phase.turn for phase in phases if phase.turn is not None]
    return {
        "format": 1,
        "variant": world.variant,
        "settings": dict(world.settings),
        "lots_sha256": "0" * 64,
        "start": phases[0].position,
        "turns": turns,
    }
