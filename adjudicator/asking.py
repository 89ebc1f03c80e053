"""What a question may look like: checks of the input's outer shape, each saying what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from adjudicator.canonical import shown
from adjudicator.errors import AdjudicatorError

LANGUAGES: Final = ("en", "fr")


def bad(message: str, message_fr: str = "") -> AdjudicatorError:
    return AdjudicatorError("bad-input", message, message_fr)


def language(value: object) -> None:
    """Refuse anything but `en`, `fr` and None."""
    if value is not None and value not in LANGUAGES:
        raise bad(
            f"The language is en or fr, not {shown(value)}.",
            f"La langue est en ou fr, et non {shown(value)}.",
        )


def seat(value: object, seats: Sequence[str]) -> None:
    """Refuse (`bad-seat`) what is no seat of this game."""
    if value not in seats:
        names = ", ".join(seats)
        raise AdjudicatorError(
            "bad-seat",
            f"There is no seat {shown(value)} in this game; its seats are: {names}.",
            f"Il n’y a pas de place {shown(value)} dans cette partie ; ses places : {names}.",
        )


def text(value: object) -> str:
    if not isinstance(value, str):
        raise bad("The text must be a string.", "Le texte doit être une chaîne de caractères.")
    return value


def mapping(value: object, what: str, quoi: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise bad(f"{what} must be an object.", f"{quoi} doit être un objet.")
    return value


def answers(value: object, seats: Sequence[str]) -> dict[str, Any]:
    """The answers by seat. Null is silence, as a seat left out is."""
    given = mapping({} if value is None else value, "The answers", "L’ensemble des réponses")
    for name in given:
        seat(name, seats)
    return {name: answer for name, answer in given.items() if answer is not None}


def lines(value: object) -> list[str]:
    """Order lines: a list of strings. Anything else in it is a line that no one can read, not a refusal."""
    if not isinstance(value, list):
        raise bad(
            "An answer of orders is a list of lines.", "Une réponse faite d’ordres est une liste de lignes."
        )
    return [line if isinstance(line, str) else shown(line) for line in value]


def items(value: object, key: str) -> list[Mapping[str, Any]]:
    """A turn's results or news: a list of objects."""
    if not isinstance(value, list):
        raise bad(f"“{key}” must be a list.", f"« {key} » doit être une liste.")
    return [mapping(item, f"Each of “{key}”", f"Chaque élément de « {key} »") for item in value]
