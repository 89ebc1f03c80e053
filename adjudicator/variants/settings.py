"""What a game's settings may be: one check a setting, which says what was expected when the value is
wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from adjudicator.canonical import shown
from adjudicator.errors import AdjudicatorError

Check: TypeAlias = Callable[[Any], bool]

FIRST_YEAR: Final = 1901
YEARS: Final = range(1000, 9000)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: whether a value will do, what it is when no one says, and what was expected, in two
    languages.
    """

    will_do: Check
    default: Any
    expected: str
    expected_fr: str
    values: tuple[Any, ...] = ()
    """Every value that will do, where they are few: what a form may offer."""
    refusal: tuple[str, str] | None = None
    """What the sender of another `{value}` is told, where it takes more than what was expected."""
    clause: str = ""
    """The clause that says what it does, where games have clauses of their own for it."""


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def flag(default: bool) -> Setting:
    return Setting(
        lambda value: isinstance(value, bool), default, "true or false", "true ou false", (True, False)
    )


def year(default: int | None, *, clause: str = "") -> Setting:
    """A year; null as well where there need not be one."""
    return Setting(
        lambda value: value is default is None or (is_whole(value) and value in YEARS),
        default,
        f"a year from {YEARS.start} to {YEARS.stop - 1}",
        f"une année de {YEARS.start} à {YEARS.stop - 1}",
        clause=clause,
    )


def one_of(*values: Any, default: Any = None) -> Setting:
    """One of `values`; unless someone says otherwise `default`, or the first where there is none."""
    words = ", ".join(str(value) for value in values)
    return Setting(
        lambda value: any(type(value) is type(each) and value == each for each in values),
        values[0] if default is None else default,
        f"one of: {words}" if len(values) > 1 else words,
        f"l’une de ces valeurs : {words}" if len(values) > 1 else words,
        values,
    )


RULEBOOK: Final[Mapping[str, Setting]] = {
    "rulebook": one_of("classic", "modern"),
    "choices": Setting(
        lambda value: isinstance(value, dict) and all(isinstance(choice, str) for choice in value.values()),
        {},
        "an object of DATC issues and their choices",
        "un objet donnant les points du DATC et les choix retenus",
    ),
}
"""The two settings that every variant has: a preset of the rulebook, and single choices over it."""


def checked(settings: Any, known: Mapping[str, Setting], variant: str) -> dict[str, Any]:
    """`settings` with every default filled in; `bad-setting` for an unknown one or a wrong value."""
    if not isinstance(settings, Mapping):
        raise AdjudicatorError(
            "bad-setting", "The settings must be an object.", "Les réglages doivent former un objet."
        )
    for name, value in settings.items():
        setting = known.get(name)
        if setting is None:
            names = ", ".join(sorted(known))
            raise AdjudicatorError(
                "bad-setting",
                f"{variant} has no setting “{name}”; it has: {names}.",
                f"{variant} n’a pas de réglage « {name} » ; il a : {names}.",
            )
        if not setting.will_do(value):
            if setting.refusal:
                raise AdjudicatorError(
                    "bad-setting", *(said.format(value=shown(value)) for said in setting.refusal)
                )
            raise AdjudicatorError(
                "bad-setting",
                f"The setting “{name}” must be {setting.expected}; it is {shown(value)}.",
                f"Le réglage « {name} » doit être {setting.expected_fr} ; il est {shown(value)}.",
            )
    return {name: settings.get(name, setting.default) for name, setting in known.items()}


def in_order(settings: Mapping[str, Any]) -> None:
    """`bad-setting` for a last year before the first (RB-13, HR-7)."""
    first, last = settings["first_year"], settings.get("last_year")
    if last is not None and last < first:
        raise AdjudicatorError(
            "bad-setting",
            f"The last year, {last}, is before the first, {first}. Choose {first} or later.",
            f"La dernière année, {last}, précède la première, {first}. Choisissez {first} ou plus tard.",
        )
