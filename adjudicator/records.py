"""Records: a whole game in one JSON value, free of languages and of people, which anybody can replay.

{"format": 1, "variant", "settings", "lots_sha256", "lots" (once over), "start": position,
 "turns": [{"answers" or "agreed", "position", "results", "news", "outcome"}]}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from adjudicator import asking
from adjudicator.canonical import Difference, first_difference, shown
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots

FORMAT: Final = 1
KEYS: Final = ("format", "variant", "settings", "lots_sha256", "lots", "start", "turns")

Record: TypeAlias = dict[str, Any]


def begin(
    *, variant: str, settings: Mapping[str, Any], start: Mapping[str, Any], lots: str | None = None
) -> Record:
    """The record of a game that begins at `start`; of its `lots` it shows the fingerprint alone."""
    return {
        "format": FORMAT,
        "variant": variant,
        "settings": dict(settings),
        "lots_sha256": None if lots is None else Lots(lots).sha256,
        "start": dict(start),
        "turns": [],
    }


def add_turn(
    record: Record,
    turn: Mapping[str, Any],
    *,
    answers: Mapping[str, Any] | None = None,
    agreed: Mapping[str, Any] | None = None,
    lots: str | None = None,
) -> Record:
    """`record` with one more turn and what it was resolved from; when that ends the game, with its
    `lots` too.
    """
    given = {"answers": dict(answers or {})} if agreed is None else {"agreed": dict(agreed)}
    longer = record | {"turns": [*record["turns"], given | without_texts(turn)]}
    if turn["outcome"] is not None and lots is not None:
        longer["lots"] = Lots(lots).hex
    return longer


def is_over(record: Mapping[str, Any]) -> bool:
    """Whether the recorded game has ended."""
    turns = record["turns"]
    last = turns[-1] if turns else {"outcome": record["start"].get("outcome")}
    return last.get("outcome") is not None


def without_texts(turn: Mapping[str, Any]) -> dict[str, Any]:
    """`turn` without its sentences, which are a rendering and no part of the game."""
    bare = dict(turn)
    for key in ("results", "news"):
        if isinstance(bare.get(key), list):
            bare[key] = [
                {name: value for name, value in item.items() if name != "text"}
                if isinstance(item, dict)
                else item
                for item in bare[key]
            ]
    return bare


def has_texts(record: Mapping[str, Any]) -> bool:
    """Whether any of the record's turns was written with sentences."""
    return any(without_texts(turn) != turn for turn in record["turns"])


def check(record: object) -> None:
    """`bad-input`, saying what was expected, for what is no record of this format."""
    given = asking.mapping(record, "A record", "Un procès-verbal")
    if type(given.get("format")) is not int or given["format"] != FORMAT:
        raise asking.bad(
            f'The record must say "format": {FORMAT}; it says {shown(given.get("format"))}.',
            f'Le procès-verbal doit dire "format": {FORMAT} ; il dit {shown(given.get("format"))}.',
        )
    asking.mapping(given.get("settings", {}), "The record's settings", "L’ensemble des réglages")
    asking.mapping(given.get("start"), "The record's start", "Le départ")
    turns = given.get("turns")
    if not isinstance(turns, list):
        raise asking.bad("The record's turns must be a list.", "Les tours doivent former une liste.")
    for number, turn in enumerate(turns):
        asking.mapping(turn, f"turns[{number}]", f"turns[{number}]")


def lots_of(record: Mapping[str, Any], given: str | None) -> str | None:
    """The lots to replay with: `given`, else the record's own; `replay-differs` where its fingerprint is
    another.
    """
    lots = record.get("lots") if given is None else given
    if lots is None:
        return None
    proven = Lots(lots)
    fingerprint = record.get("lots_sha256")
    if fingerprint is not None and fingerprint != proven.sha256:
        raise _differs(Difference("lots_sha256", shown(fingerprint), shown(proven.sha256)))
    return proven.hex


def compare(recorded: Mapping[str, Any], computed: Mapping[str, Any], path: str) -> None:
    """`replay-differs`, naming the first difference, unless both turns are the same bytes (sentences
    aside).
    """
    difference = first_difference(without_texts(recorded), without_texts(computed), path)
    if difference is not None:
        raise _differs(difference)


def refused(error: AdjudicatorError, path: str) -> AdjudicatorError:
    """What a replay says when the recorded turn at `path` cannot be played: it differs from every game.

    What merely cannot be taken as it stands (`bad-input`: lots that are needed and still secret) stays so.
    """
    if error.code == "bad-input":
        return AdjudicatorError(error.code, f"{path}: {error.message}", f"{path} : {error.message_fr}")
    return AdjudicatorError(
        "replay-differs",
        f"First difference at {path}: the record has a turn, the replay refuses it: {error.message}",
        f"Première différence en {path} : le procès-verbal a un tour, le calcul le refuse : "
        f"{error.message_fr}",
    )


def _differs(difference: Difference) -> AdjudicatorError:
    where, there, here = difference.path, difference.expected, difference.found
    return AdjudicatorError(
        "replay-differs",
        f"First difference at {where}: the record has {there}, the replay gives {here}.",
        f"Première différence en {where} : le procès-verbal dit {there}, le calcul donne {here}.",
    )
