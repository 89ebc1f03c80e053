"""Records: a whole game in one JSON value, free of languages and of people, which anyone can replay.

{"format": 1, "variant", "settings", "lots_sha256", "lots" (once over), "start": position,
 "turns": [{"answers" or "agreed", "position", "results", "news", "outcome"}],
 "branches": [{"at": number of the turn, "turns", "reason"}]}

Only a game that was taken back has branches (HR-8): turns that were played and do not count. They are listed
in the order in which they were taken back. Each begins in place of turn `at`, counted from 0, of the game as
it was then: putting the branches' turns back, from the last branch to the first, gives that game again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from adjudicator import asking, retold
from adjudicator.canonical import Difference, first_difference, shown
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots

FORMAT: Final = 1
KEYS: Final = ("format", "variant", "settings", "lots_sha256", "lots", "start", "turns", "branches")
BESIDE: Final = ("result",)
"""What a site says beside a record that it gives out: of people, of whom the engine knows nothing."""
BRANCH_KEYS: Final = frozenset(("at", "turns", "reason"))

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


def take_back(record: Record, at: int, *, reason: str) -> Record:
    """`record` of a game that goes on, back before turn `at` (from 0); later turns become a branch (HR-8).

    `bad-input` where there is no such turn, `game-over` once the game has ended.
    """
    turns = record["turns"]
    if is_over(record):
        raise AdjudicatorError(
            "game-over",
            "This game is over: it can’t be rewound any more.",
            "Cette partie est terminée : on ne revient plus en arrière.",
        )
    if type(at) is not int or at not in range(len(turns)):
        raise asking.bad(
            f"A game is rewound to one of its turns, here from 0 to {len(turns) - 1}, not {shown(at)}.",
            f"On revient à l’un des tours de la partie, ici de 0 à {len(turns) - 1}, et non {shown(at)}.",
        )
    branch = {"at": at, "turns": turns[at:], "reason": reason}
    return record | {"turns": turns[:at], "branches": [*record.get("branches", ()), branch]}


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
    branches = record.get("branches", ())
    turns = (turn for each in (record, *branches) for turn in each["turns"])
    return any(without_texts(turn) != turn for turn in turns)


def check(record: object) -> None:
    """`bad-input`, saying what was expected, for what is no record of this format."""
    given = asking.mapping(record, "A record", "Une archive")
    if type(given.get("format")) is not int or given["format"] != FORMAT:
        raise asking.bad(
            f'The record must say "format": {FORMAT}; it says {shown(given.get("format"))}.',
            f'L’archive doit dire "format": {FORMAT} ; il dit {shown(given.get("format"))}.',
        )
    asking.mapping(given.get("settings", {}), "The record’s settings", "L’ensemble des réglages")
    asking.mapping(given.get("start"), "The record’s start", "Le départ")
    length = len(_checked_turns(given.get("turns"), "turns"))
    if "branches" not in given:
        return
    branches = given["branches"]
    if not isinstance(branches, list):
        raise asking.bad("The record’s branches must be a list.", "Les branches doivent former une liste.")
    for number, branch in reversed([*enumerate(branches)]):
        length = _check_branch(branch, f"branches[{number}]", length)


def _checked_turns(turns: object, path: str) -> Sequence[Any]:
    if not isinstance(turns, list):
        raise asking.bad(f"The record’s {path} must be a list.", f"« {path} » doit être une liste.")
    for number, turn in enumerate(turns):
        asking.mapping(turn, f"{path}[{number}]", f"{path}[{number}]")
    return turns


def _check_branch(branch: object, path: str, length: int) -> int:
    """How many turns the game had before this branch was cut off; `length`: those it had when it was next."""
    given = asking.mapping(branch, path, path)
    at, turns = given.get("at"), given.get("turns")
    if set(given) != BRANCH_KEYS or not isinstance(given["reason"], str):
        raise asking.bad(
            f'{path} reads {{"at": number of the turn, "turns": [turns], "reason": "text"}}.',
            f'{path} s’écrit {{"at": numéro du tour, "turns": [tours], "reason": "texte"}}.',
        )
    if type(at) is not int or not 0 <= at <= length:
        raise asking.bad(
            f"{path}.at must be the number of a turn, from 0 to {length}; it is {shown(at)}.",
            f"{path}.at doit être le numéro d’un tour, de 0 à {length} ; il est {shown(at)}.",
        )
    return at + len(_checked_turns(turns, f"{path}.turns"))


def played_before(record: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The branches of a record that was checked, each with its number, from the last taken back to the first:
    the sequence in which each finds the game as it was.
    """
    branches = record.get("branches", [])
    for number in reversed(range(len(branches))):
        yield number, branches[number]


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


def matching(recorded: Mapping[str, Any], computed: Iterable[Record], path: str) -> Record:
    """Of `computed` turns the first that is the same bytes as the recorded one at `path` (sentences aside,
    and results that an earlier release told in other words).

    If none is: `replay-differs`, naming the first difference from the nearest, the first of those that lead
    to the same phase, open or not, and tell the least that is not recorded.
    """
    found: list[Record] = []
    try:
        for turn in computed:
            if _difference(recorded, turn, path) is None:
                return turn
            found.append(turn)
    except AdjudicatorError as error:
        raise _refused(error, path) from None
    nearest = min(found, key=lambda turn: (not _is_alike(recorded, turn), _untold(recorded, turn)))
    difference = _difference(recorded, nearest, path)
    assert difference is not None, "what is the same has been returned"
    raise _differs(difference)


def _is_alike(recorded: Mapping[str, Any], computed: Mapping[str, Any]) -> bool:
    position = recorded.get("position")
    phase = position.get("phase") if isinstance(position, Mapping) else None
    is_over = recorded.get("outcome") is not None
    return phase == computed["position"]["phase"] and is_over == (computed["outcome"] is not None)


def _untold(recorded: Mapping[str, Any], computed: Mapping[str, Any]) -> int:
    """How many results and news the computed turn has that the recorded one has not."""
    bare, anew = without_texts(recorded), without_texts(computed)
    return sum(
        item not in told
        for key in ("results", "news")
        for told in [bare[key] if isinstance(bare.get(key), list) else []]
        for item in anew[key]
    )


def _difference(recorded: Mapping[str, Any], computed: Mapping[str, Any], path: str) -> Difference | None:
    bare, anew = without_texts(recorded), without_texts(computed)
    return first_difference(_retold(bare, anew), anew, path)


def _retold(recorded: dict[str, Any], computed: Mapping[str, Any]) -> dict[str, Any]:
    """`recorded` with the results of `computed` where they mean the same as the recorded ones."""
    results, anew = recorded.get("results"), computed.get("results")
    if not isinstance(results, list) or not isinstance(anew, list) or len(results) != len(anew):
        return recorded
    return recorded | {
        "results": [
            new if isinstance(old, dict) and retold.means(old, new) else old
            for old, new in zip(results, anew, strict=True)
        ]
    }


def _refused(error: AdjudicatorError, path: str) -> AdjudicatorError:
    """What a replay says when the recorded turn at `path` cannot be played: it differs from every game.

    What merely cannot be taken as it stands (`bad-input`: lots that are needed and still secret) stays so.
    """
    if error.code == "bad-input":
        return AdjudicatorError(error.code, f"{path}: {error.message}", f"{path} : {error.message_fr}")
    return AdjudicatorError(
        "replay-differs",
        f"First difference at {path}: the record has a turn, the replay refuses it: {error.message}",
        f"Première différence en {path} : l’archive a un tour, le calcul le refuse : {error.message_fr}",
    )


def _differs(difference: Difference) -> AdjudicatorError:
    where, there, here = difference.path, difference.expected, difference.found
    return AdjudicatorError(
        "replay-differs",
        f"First difference at {where}: the record has {there}, the replay gives {here}.",
        f"Première différence en {where} : l’archive dit {there}, le calcul donne {here}.",
    )
