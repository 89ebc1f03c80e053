"""What a divine seat answers: a unit to touch (DG-3), and in some autumns a power to favour (DG-14)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from adjudicator.canonical import shown
from adjudicator.errors import OrderSyntaxError
from adjudicator.notation import Context, read_line
from adjudicator.position import Position
from adjudicator.results import VOID, Result
from adjudicator.variants.devil_and_god.state import DEVIL, GOD, DivineState, is_alive, is_year_of_favour
from adjudicator.variants.pieces import pieces
from adjudicator.variants.powers import called
from adjudicator.variants.variant import Problem, Table

_SPELL: Final = r"spell|cast|sort|lance[rz]?"
_VERBS: Final[Mapping[str, re.Pattern[str]]] = {
    seat: re.compile(rf"^(?:(?:{_SPELL}|{verbs})\b[\s:=]*(?:(?:on|upon|sur)\b\s*)?)+", re.IGNORECASE)
    for seat, verbs in {
        GOD: r"bless(?:es|ing)?|b[ée]ni[rst]|b[ée]n[ée]diction",
        DEVIL: r"curses?|maudi(?:re|s|t)|mal[ée]diction",
    }.items()
}
_FAVOUR: Final = re.compile(r"^(?:favou?rs?|faveurs?|favorise[rsz]?)\b[\s:=]*(?P<power>.*)$", re.IGNORECASE)
_KEYS: Final = ("spell", "favour")
_LONGEST: Final = 200
"""Characters of a line or a name that are looked at."""

_VOID: Final[Mapping[str, tuple[str, str | None, str]]] = {
    "no-unit": ("no-unit", None, "DG-3"),
    "touched": ("illegal", "touched", "DG-3"),
    "duplicate": ("too-many", None, "DG-3"),
    "unreadable": ("illegal", "unreadable", "DG-3"),
    "unknown-power": ("illegal", "unreadable", "DG-14"),
    "eliminated": ("illegal", "nothing-due", "DG-14"),
    "no-favour": ("illegal", "nothing-due", "DG-14"),
}
"""By a problem's code: the reason, detail and clause of the result that tells of it."""


@dataclass(frozen=True, slots=True)
class Said:
    """What of an answer stands, and what does not."""

    spell: str | None = None
    favour: str | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def answer(self) -> dict[str, str]:
        """The canonical answer; nothing in it casts nothing."""
        given = {"favour": self.favour, "spell": self.spell}
        return {key: value for key, value in given.items() if value is not None}

    def void(self, seat: str) -> tuple[Result, ...]:
        """What did not stand, as results that `seat` is told."""
        return tuple(
            Result(seat, problem.text, VOID, reason, clause=clause, detail=detail)
            for problem in self.problems
            for reason, detail, clause in (_VOID[problem.code],)
        )


def castable(position: Position, seat: str) -> Mapping[str, tuple[str, ...]]:
    """The units that `seat` may touch, by power: none of a power that it has touched this year (DG-3)."""
    touched = DivineState.of(position).touched(seat)
    return {power: units for power, units in position.units.items() if power not in touched}


def favourable(table: Table, position: Position, seat: str) -> tuple[str, ...]:
    """The powers of which God may favour one: in the autumn of the third year and every second one after it
    (DG-14).
    """
    if seat != GOD or position.phase.season != "F" or not is_year_of_favour(table, position.phase.year):
        return ()
    return tuple(power for power in table.board.powers if is_alive(power, position))


def heard(table: Table, position: Position, seat: str, text: str) -> Said:
    """What a person wrote: a unit, and `favour` with a power, each on a line of its own."""
    return _weighed(table, position, seat, _written(seat, text))


def taken(table: Table, position: Position, seat: str, answer: Any) -> Said:
    """What a program sent; an answer that has not the shape of one casts nothing (DG-18)."""
    return _weighed(table, position, seat, _sent(answer)) if isinstance(answer, Mapping) else Said()


@dataclass(frozen=True, slots=True)
class _Part:
    """One thing said: under which key, where, in which words, and what it names."""

    key: str
    line: int
    text: str
    name: Any


def _written(seat: str, text: str) -> Iterator[_Part]:
    for line, piece in pieces(text, ";,"):
        piece = piece[:_LONGEST]
        favour = _FAVOUR.match(piece)
        if favour is not None:
            yield _Part("favour", line, piece, favour["power"])
        else:
            yield _Part("spell", line, piece, _VERBS[seat].sub("", piece))


def _sent(answer: Mapping[Any, Any]) -> Iterator[_Part]:
    for line, (key, value) in enumerate(sorted(answer.items(), key=lambda item: str(item[0])), start=1):
        if key not in _KEYS:
            yield _Part("", line, shown(key), None)
        elif value is not None:
            text = value[:_LONGEST] if isinstance(value, str) else shown(value)
            yield _Part(key, line, text if key == "spell" else f"favour {text}", value)


def _weighed(table: Table, position: Position, seat: str, parts: Iterator[_Part]) -> Said:
    """What stands of `parts`: the first unit and the first power that can be named."""
    stands: dict[str, str] = {}
    problems = []
    for part in parts:
        if part.key == "favour":
            found = _power(table, position, seat, part.name)
        elif part.key == "spell":
            found = _unit(table, position, seat, part.name)
        else:
            found = _NOTHING
        if isinstance(found, str) and part.key in stands:
            found = _ANOTHER
        if isinstance(found, str):
            stands[part.key] = found
        else:
            problems.append(Problem(part.line, part.text, *found))
    return Said(stands.get("spell"), stands.get("favour"), tuple(problems))


_Fault = tuple[str, str, str]
_NOTHING: Final[_Fault] = (
    "unreadable",
    "Nothing is meant by this here. Name one unit, such as A MUN.",
    "Cela ne veut rien dire ici. Nommez une unité, comme A MUN.",
)
_NO_UNIT: Final[_Fault] = (
    "no-unit",
    "No unit on the board is called so. Name one unit, such as A MUN (DG-3).",
    "Aucune unité du plateau ne s’appelle ainsi. Nommez une unité, comme A MUN (DG-3).",
)
_ANOTHER: Final[_Fault] = (
    "duplicate",
    "There is one already, and that one stands: one spell a phase, one favour a winter (DG-3, DG-14).",
    "Il y en a déjà un, et c’est lui qui compte : un sort par phase, une faveur par hiver (DG-3, DG-14).",
)
_NO_FAVOUR: Final[_Fault] = (
    "no-favour",
    "No power can be favoured now: God names one in the autumn of the third year and every second year "
    "after it (DG-14).",
    "Aucune faveur n’est possible maintenant : le Bon Dieu en accorde une à l’automne de la troisième "
    "année, puis tous les deux ans (DG-14).",
)
_UNKNOWN_POWER: Final[_Fault] = (
    "unknown-power",
    "This is none of the seven powers. Write, for example, favour France (DG-14).",
    "Ce n’est aucune des sept puissances. Écrivez par exemple faveur France (DG-14).",
)
_ELIMINATED: Final[_Fault] = (
    "eliminated",
    "This power is out of the game, and can keep no unit more (DG-14).",
    "Cette puissance est éliminée et ne peut garder aucune unité de plus (DG-14).",
)


def _unit(table: Table, position: Position, seat: str, name: Any) -> str | _Fault:
    """The unit on the board that `name` is for, or why it cannot be touched."""
    if not isinstance(name, str) or len(name) > _LONGEST:
        return _NO_UNIT
    owner = {unit: power for power, units in position.units.items() for unit in units}
    unit = name if name in owner else _read(table, position, name)
    meant = next((each for each in owner if unit and each[0] == unit[0] and each[2:5] == unit[2:5]), None)
    if meant is None:
        return _NO_UNIT
    power = owner[meant]
    if power in DivineState.of(position).touched(seat):
        named = table.board.powers[power]
        return (
            "touched",
            f"You have touched a unit of this power ({named.name}) already this year (DG-3).",
            f"Vous avez déjà touché cette année une unité de cette puissance ({named.name_fr}) (DG-3).",
        )
    return meant


def _read(table: Table, position: Position, name: str) -> str | None:
    """The unit in canonical spelling, read as people write units in orders: by having it hold."""
    context = Context.of(position, table.board, tuple(table.board.powers))
    try:
        line = read_line(f"{' '.join(name.split())} H", context)
    except OrderSyntaxError:
        return None
    return line.removesuffix(" H") if line.endswith(" H") else None


def _power(table: Table, position: Position, seat: str, name: Any) -> str | _Fault:
    """The power that `name` is for, or why it cannot be favoured."""
    open_to = favourable(table, position, seat)
    if not open_to:
        return _NO_FAVOUR
    power = called(name, table.board)
    if power is None:
        return _UNKNOWN_POWER
    return power if power in open_to else _ELIMINATED
