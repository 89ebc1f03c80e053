"""What a setting means for a game, said in words: where a clause of its own says it (HR-7, HR-11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.texts import names


def _in(language: str | None, english: str, french: str) -> str:
    return french if names.is_french(language) else english


def setting_sentence(clause: str, value: Any, language: str | None) -> str:
    """What `value` of the setting that goes by `clause` brings, to stand before that clause; empty where
    there is nothing to say of it.
    """
    if value is None or clause not in SETTINGS:
        return ""
    return SETTINGS[clause](value, language) + "."


def _last_year(year: int, language: str | None) -> str:
    return _in(
        language,
        f"The game ends after {year} at the latest: if no one has won by then, the home power with more "
        "centres wins, then the larger treasury",
        f"La partie finit après {year} au plus tard : si personne n’a gagné d’ici là, la puissance d’origine "
        "qui a le plus de centres gagne, puis le plus gros trésor",
    )


def _homes(homes: Mapping[str, str], language: str | None) -> str:
    has = _in(language, "has", "a")
    given = [
        f"{names.seat(seat, language)} {has} {names.the_power(power, language)}"
        for seat, power in sorted(homes.items())
    ]
    return _in(language, "The home powers are given: ", "Les puissances d’origine sont données : ") + (
        names.listed(given, language)
    )


SETTINGS: Final[Mapping[str, Callable[[Any, str | None], str]]] = {"HR-7": _last_year, "HR-11": _homes}
"""Texts about settings, by the setting's clause."""
