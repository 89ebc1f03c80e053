"""What became of a player's satellite, said in words (ID2-6 to ID2-11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.texts import names

Item = Mapping[str, Any]


def _in(language: str | None, english: str, french: str) -> str:
    return french if names.is_french(language) else english


def satellite_sentence(item: Item, language: str | None) -> str:
    """A piece of news about a satellite, in the words of what its reader may know."""
    said = SATELLITES[item["event"]](item, language)
    return said + (f" ({item['clause']})." if "clause" in item else ".")


def _nominated(item: Item, language: str | None) -> str:
    who, what = _owner_and_satellite(item, language)
    if what is None:
        return _in(
            language, f"{who} has a satellite, which stays secret", f"{who} a un satellite, tenu secret"
        )
    if item["satellite"]["secret"]:
        return _in(
            language, f"{who} has {what} as a secret satellite", f"{who} a {what} pour satellite secret"
        )
    return _in(language, f"{who} has {what} as a satellite", f"{who} a {what} pour satellite")


def _shown(item: Item, language: str | None) -> str:
    who, what = _owner_and_satellite(item, language)
    return _in(
        language,
        f"Secret no longer: {who[:1].lower()}{who[1:]} has {what} as a satellite",
        f"Le secret est levé : {who[:1].lower()}{who[1:]} a {what} pour satellite",
    )


def _lost(item: Item, language: str | None) -> str:
    if item["clause"] == "ID2-8":
        return _loses(item, language) + _in(
            language, " for good: its upkeep is unpaid", " pour toujours : son entretien est impayé"
        )
    return _loses(item, language) + _in(language, " for good: bust", " pour toujours : faillite")


def _lapsed(item: Item, language: str | None) -> str:
    return _loses(item, language) + _in(
        language, ": it has neither units nor centres", " : il n’a ni unités ni centres"
    )


def _loses(item: Item, language: str | None) -> str:
    who, what = _owner_and_satellite(item, language)
    named = "" if what is None else f" ({what})"
    return _in(language, f"{who} loses the satellite{named}", f"{who} perd le satellite{named}")


def _no_satellite(item: Item, language: str | None) -> str:
    who = names.capitalised(names.seat(item["seat"], language))
    said = _in(language, f"{who} gets no satellite", f"{who} n’obtient pas de satellite")
    if not item["again"]:
        return said
    return said + _in(
        language, " and may nominate once more next year", " et peut en demander un encore l’an prochain"
    )


def _void_nomination(item: Item, language: str | None) -> str:
    who = names.capitalised(names.seat(item["seat"], language))
    return _in(
        language,
        f"{who} is bust: the nomination of a satellite is void",
        f"{who} est en faillite : la demande de satellite est sans effet",
    )


def _owner_and_satellite(item: Item, language: str | None) -> tuple[str, str | None]:
    """Whose satellite it is, to begin a sentence, and which, if the reader may know."""
    power = item["satellite"].get("power")
    who = names.capitalised(names.seat(item["seat"], language))
    return who, None if power is None else names.the_power(power, language)


SATELLITES: Final[dict[str, Callable[[Item, str | None], str]]] = {
    "nominated": _nominated,
    "none": _no_satellite,
    "void": _void_nomination,
    "shown": _shown,
    "lost": _lost,
    "lapsed": _lapsed,
}
"""Sentences about a satellite, by what became of it."""
