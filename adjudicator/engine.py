"""The engine's face: the seven questions, in plain JSON values both ways.

Every question takes `variant` and `settings`; `language` (`en`, `fr`) puts sentences into the answer,
None leaves them out. What cannot be taken raises an AdjudicatorError with one of its codes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias

from adjudicator import agreed as endings
from adjudicator import asking, news, records, texts
from adjudicator.board import as_before
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants import course, variants
from adjudicator.variants.open_sight import MASTER
from adjudicator.variants.rulings import RULINGS, rulings_of
from adjudicator.variants.tables import checked_position, table_for
from adjudicator.variants.variant import GAME_MASTER, Complaint, Sight, Step, Table, Variant

Json: TypeAlias = dict[str, Any]


def _facts(variant: Variant, game: Variant) -> Mapping[str, Any]:
    """Facts about one table, `variant`, of a `game`, for callers that list games."""
    manners = variant.manners
    return {
        "names": dict(variant.names),
        "seats": list(variant.seats),
        "kinds": sorted({stage.kind.letter for stage in variant.opening + variant.year}),
        "rules": list(variant.rules),
        "settings": {name: setting.default for name, setting in variant.settings.items()},
        "choices": {name: list(each.values) for name, each in game.settings.items() if each.values},
        "table": dict(variant.table_names),
        "tables": [
            {
                "settings": {name: value},
                "names": dict(each.table_names),
                "seats": list(each.seats),
                "first_year": each.settings["first_year"].default,
            }
            for name, tables in game.tables.items()
            for value, each in tables.items()
            if each.table_names
        ],
        "seat_powers": {seat: list(powers) for seat, powers in variant.groups.items()},
        "agreements": sorted(variant.agreements),
        "rulings": rulings_of(variant.seats),
        "clauses": {name: setting.clause for name, setting in variant.settings.items() if setting.clause},
        "deals_seats": variant.deals_seats,
        "shows_readiness": manners.shows_readiness,
        "closes_early": manners.closes_early,
        "orders_ahead": manners.orders_ahead,
        "at_once": list(manners.at_once),
        "missed": list(manners.missed),
        "masked_seats": list(manners.masked_seats),
        "all_lose": list(manners.all_lose),
        "won_apart": list(manners.won_apart),
        "sealed_for_good": manners.sealed_for_good,
    }


VARIANTS: Final[Mapping[str, Mapping[str, Any]]] = {
    key: _facts(variant, variant) for key, variant in variants().items()
}
"""What the site needs to know of each game before one is opened."""


def about(variant: str, settings: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """What `VARIANTS` says, for a game with these settings: another number of players is another table."""
    table = table_for(variant, settings)
    return _about(variant, tuple((name, table.settings[name]) for name in variants()[variant].tables))


@lru_cache(maxsize=64)
def _about(variant: str, chosen: tuple[tuple[str, Any], ...]) -> Mapping[str, Any]:
    """By the settings alone that choose among the tables of a game."""
    return _facts(table_for(variant, dict(chosen)).variant, variants()[variant])


def start(
    variant: str,
    settings: Mapping[str, Any] | None = None,
    *,
    lots: str | None = None,
    language: str | None = None,
) -> Json:
    """The position that a game opens with: `{"position"}`."""
    asking.language(language)
    table = table_for(variant, settings)
    return {"position": table.variant.start(table, _lots(lots)).to_json()}


def due(
    variant: str, settings: Mapping[str, Any] | None, position: Json, *, language: str | None = None
) -> Json:
    """What each seat owes in this phase: `{"due": {seat: {"kind", "powers", …}}}`; a finished game owes
    nothing.
    """
    asking.language(language)
    table = table_for(variant, settings)
    value = checked_position(table, position)
    owed = {} if value.outcome is not None else course.stage_of(table, value).kind.due(table, value)
    return {"due": owed}


def read(
    variant: str,
    settings: Mapping[str, Any] | None,
    position: Json,
    seat: str,
    *,
    text: str | None = None,
    answer: Any = None,
    language: str | None = None,
) -> Json:
    """What a person wrote (`text`) or a program sent (`answer`), in canonical form: `{"answer",
    "problems"}`.
    """
    asking.language(language)
    table = table_for(variant, settings)
    value = _open(checked_position(table, position))
    asking.seat(seat, table.seats)
    kind = course.stage_of(table, value).kind
    value = table.variant.sight.known(table, value, seat)
    if (text is None) == (answer is None):
        raise asking.bad(
            "Either a text or an answer is read, one of them.", "On lit soit un texte, soit une réponse."
        )
    if answer is not None:
        reading = kind.read_answer(table, value, seat, answer)
    else:
        reading = kind.read_text(table, value, seat, asking.text(text))
    return {"answer": reading.answer, "problems": [_complaint(each, language) for each in reading.problems]}


def options(
    variant: str,
    settings: Mapping[str, Any] | None,
    position: Json,
    seat: str,
    *,
    language: str | None = None,
) -> Json:
    """What `seat` may order, as far as it could know: `{"options": {unit: [orders]}, "sites": {power:
    [builds]}}`.
    """
    asking.language(language)
    table = table_for(variant, settings)
    value = checked_position(table, position)
    asking.seat(seat, table.seats)
    if value.outcome is not None:
        return {"options": {}, "sites": {}}
    known = table.variant.sight.known(table, value, seat)
    choices = course.stage_of(table, value).kind.options(table, known, seat)
    return {
        "options": {unit: list(orders) for unit, orders in choices.orders.items()},
        "sites": {power: list(builds) for power, builds in choices.sites.items()},
    }


def resolve(
    variant: str,
    settings: Mapping[str, Any] | None,
    position: Json,
    answers: Mapping[str, Any] | None = None,
    *,
    lots: str | None = None,
    agreed: Mapping[str, Any] | None = None,
    asked: Collection[str] = (),
    language: str | None = None,
) -> Json:
    """The turn that `answers` by seat give, or the end that was `agreed`: `{"position", "results",
    "news", "outcome"}`.

    A seat without an answer sent nothing. One that is not `due`, as rule does all that its powers can, is not
    heard, unless an earlier release `asked` it when the phase opened. `game-over` for a finished position,
    `not-allowed` for an ending that no clause or setting allows.
    """
    given = {"answers": answers, "agreed": agreed}
    return _resolved(variant, settings, position, given, lots=lots, language=language, asked=asked)


def _resolved(
    variant: str,
    settings: Mapping[str, Any] | None,
    position: Json,
    given: Mapping[str, Any],
    *,
    lots: str | None,
    language: str | None,
    asked: Collection[str] = (),
    opens_all: bool = False,
    reads_as_before: bool = False,
) -> Json:
    """The turn that `given`, `answers` or what was `agreed`, leads to; `asked` and `opens_all` as in
    `course.resolve`, `reads_as_before` as in `board.as_before`.
    """
    answers, agreed = given.get("answers"), given.get("agreed")
    asking.language(language)
    table = table_for(variant, settings)
    if reads_as_before:
        table = replace(table, variant=replace(table.variant, board=as_before(table.board)))
    value = _open(checked_position(table, position))
    drawn = _lots(lots)
    if agreed is not None:
        if answers is not None:
            raise asking.bad(
                "A phase has answers or an agreed end, not both.",
                "Une phase a des réponses ou une fin convenue.",
            )
        return _turn(_agreed(table, value, agreed), language)
    heard = asking.answers(answers, table.seats)
    return _turn(course.resolve(table, value, heard, drawn, asked=asked, opens_all=opens_all), language)


def view(
    variant: str,
    settings: Mapping[str, Any] | None,
    position: Json | None = None,
    seat: str | None = None,
    *,
    turn: Json | None = None,
    record: Json | None = None,
    over: bool = False,
    language: str | None = None,
) -> Json:
    """What `seat`, the public (None) or the game master (`GAME_MASTER`) may see of a position, a turn or a
    record; `unknown` names what is withheld, which hangs on the variant, the seat and whether the game is
    over.

    `over`: the game of the position or turn is over, so that it is seen as its record would show it.
    """
    asking.language(language)
    table = table_for(variant, settings)
    if seat is not None:
        asking.seat(seat, (*table.seats, GAME_MASTER))
    if position is None and turn is None and record is None:
        raise asking.bad(
            "A view is of a position, a turn or a record.",
            "On voit une position, un tour ou une archive.",
        )
    until_the_end: Sight = MASTER if seat == GAME_MASTER else table.variant.sight
    sight = until_the_end.over(table) if over else until_the_end
    seen: Json = {}
    if record is not None:
        records.check(record)
        recorded = until_the_end.over(table) if records.is_over(record) else until_the_end
        seen["record"] = _seen_record(table, recorded, record, seat, language)
        seen["unknown"] = recorded.unknown(table, seat)
    if position is not None or turn is not None:
        seen["unknown"] = sorted({*seen.get("unknown", ()), *sight.unknown(table, seat)})
    if position is not None:
        seen["position"] = sight.known(table, checked_position(table, position), seat).to_json()
    if turn is not None:
        seen["turn"] = _seen_turn(table, sight, turn, seat, language)
    return seen


def replay(record: Json, *, lots: str | None = None, language: str | None = None) -> Json:
    """The turns of `record` computed again: `{"turns"}`, and `"branches"` where it has any (HR-8);
    `replay-differs` names the first difference.

    Earlier releases asked seats with only one possible answer too, beside others or even alone, and read some
    lines otherwise that were not canonical: each turn is computed as the release did that recorded it. A game
    that still goes on keeps its lots to itself: `lots` gives them to their holder.
    """
    asking.language(language)
    records.check(record)
    drawn = records.lots_of(record, lots)
    settings = record.get("settings")
    table = table_for(record.get("variant"), settings)
    start = checked_position(table, record["start"]).to_json()
    asking_all: tuple[Json, ...] = ({}, {"asked": table.seats}, {"opens_all": True})
    releases = [{**asks, "reads_as_before": reads} for reads in (False, True) for asks in asking_all]

    def computed(played: list[Json], more: Iterable[Json], path: str) -> list[Json]:
        """The turns `more` computed again, where `played` are those before them."""
        turns: list[Json] = []
        position = played[-1]["position"] if played else start
        for number, recorded in enumerate(more):
            given: Json = {key: recorded[key] for key in ("answers", "agreed") if key in recorded}
            here = f"{path}[{number}]"
            ask = partial(
                _resolved, table.variant.key, settings, position, given, lots=drawn, language=language
            )
            turn = records.matching(recorded, (given | ask(**release) for release in releases), here)
            turns.append(turn)
            position = turn["position"]
        return turns

    turns = as_it_was = computed([], record["turns"], "turns")
    if "branches" not in record:
        return {"turns": turns}
    branches: list[Json] = []
    for number, branch in records.played_before(record):
        kept = as_it_was[: branch["at"]]
        again = computed(kept, branch["turns"], f"branches[{number}].turns")
        branches.insert(0, {"at": branch["at"], "reason": branch["reason"], "turns": again})
        as_it_was = kept + again
    return {"branches": branches, "turns": turns}


def was_drawn(turn: Mapping[str, Any]) -> bool:
    """Whether anything of `turn` came from the lots, which its news tell: played again, it would come to the
    same (HR-8).
    """
    return any(news.is_drawn(item) for item in turn["news"])


def sentence(item: Mapping[str, Any], language: str | None) -> str:
    """One result or one piece of news in words."""
    return texts.sentence(item, language)


def _lots(lots: object) -> Lots | None:
    return None if lots is None else Lots(lots)  # type: ignore[arg-type]


def _open(position: Position) -> Position:
    if position.outcome is not None:
        raise AdjudicatorError("game-over", "This game is over.", "Cette partie est terminée.")
    return position


def _agreed(table: Table, position: Position, agreed: object) -> Step:
    ways = {**table.variant.agreements, **RULINGS}
    ending = endings.read(agreed, sorted(ways), table.seats, (GAME_MASTER,))
    return ways[ending.how](table, position, ending)


def _complaint(complaint: Complaint, language: str | None) -> Json:
    told: Json = {"line": complaint.line, "text": complaint.text, "code": complaint.code}
    if language is not None:
        told["message"] = complaint.message_fr if language == "fr" else complaint.message
    return told


def _turn(step: Step, language: str | None) -> Json:
    outcome = step.position.outcome
    turn: Json = {
        "position": step.position.to_json(),
        "results": _said([result.to_json() for result in step.results], language),
        "news": _said(step.news, language),
        "outcome": None if outcome is None else dict(outcome),
    }
    return turn if step.later is None or outcome is not None else turn | {"later": dict(step.later)}


def _said(items: Iterable[Mapping[str, Any]], language: str | None) -> list[Json]:
    """`items` with a sentence each in `language`, if one is asked for."""
    if language is None:
        return [dict(item) for item in items]
    return [{**item, "text": texts.sentence(item, language)} for item in items]


def _seen_turn(table: Table, sight: Sight, turn: object, seat: str | None, language: str | None) -> Json:
    given = records.without_texts(asking.mapping(turn, "A turn", "Un tour"))
    given["position"] = checked_position(table, given.get("position")).to_json()
    seen = sight.turn(table, given, seat)
    for key in ("results", "news"):
        if key in seen:
            seen[key] = _said_again(asking.items(seen[key], key), key, language)
    return seen


def _said_again(items: list[Mapping[str, Any]], key: str, language: str | None) -> list[Json]:
    """Sentences for what came from outside, and may be nothing that the engine ever said."""
    try:
        return _said(items, language)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise asking.bad(
            f"“{key}” holds something that is none of the engine’s.",
            f"« {key} » contient quelque chose qui ne vient pas du moteur.",
        ) from None


def _seen_record(table: Table, sight: Sight, record: Json, seat: str | None, language: str | None) -> Json:
    over = records.is_over(record)
    seen: Json = {key: record[key] for key in records.KEYS if key in record and (over or key != "lots")}
    seen["start"] = sight.start(table, checked_position(table, record["start"]), seat).to_json()
    seen["turns"] = [_seen_turn(table, sight, turn, seat, language) for turn in record["turns"]]
    if "branches" in record:
        seen["branches"] = [
            {
                "at": branch["at"],
                "reason": branch["reason"],
                "turns": [_seen_turn(table, sight, turn, seat, language) for turn in branch["turns"]],
            }
            for branch in record["branches"]
        ]
    return seen
