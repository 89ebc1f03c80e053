"""What things are called, in English and French: powers, places, units, seats, phases, games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.board import standard
from adjudicator.texts import french

LANGUAGES: Final = ("en", "fr")


ADJECTIVES: Final[dict[str, tuple[str, str, str]]] = {
    "AUSTRIA": ("Austrian", "autrichien", "autrichienne"),
    "ENGLAND": ("English", "anglais", "anglaise"),
    "FRANCE": ("French", "français", "française"),
    "GERMANY": ("German", "allemand", "allemande"),
    "ITALY": ("Italian", "italien", "italienne"),
    "RUSSIA": ("Russian", "russe", "russe"),
    "TURKEY": ("Turkish", "turc", "turque"),
}
"""Each power's adjective in English and in the two French genders."""

SEATS: Final = {"DEVIL": ("the Devil", "le Diable"), "GOD": ("God", "le Bon Dieu")}
"""Seats that are neither a power nor a number."""

_SEASONS: Final = {"S": ("Spring", "Printemps"), "F": ("Autumn", "Automne"), "W": ("Winter", "Hiver")}
_KINDS: Final = {
    "M": ("moves", "mouvements"),
    "R": ("retreats", "retraites"),
    "A": ("adjustments", "ajustements"),
    "E": ("espionage", "espionnage"),
}
_YEARLY: Final = {
    "H": ("Choice of home powers", "Choix des puissances"),
    "B": ("Auction for {year}", "Enchères pour {year}"),
}
_COASTS_FR: Final = {"NC": "cn", "SC": "cs", "EC": "ce"}


def is_french(language: str | None) -> bool:
    """Whether `language` asks for French; everything else is answered in English."""
    return language == "fr"


def power(key: str, language: str | None) -> str:
    """ "France", "Autriche"; a key that is no power comes back as it is."""
    known = standard().powers.get(key)
    if known is None:
        return key
    return known.name_fr if is_french(language) else known.name


def the_power(key: str, language: str | None) -> str:
    """The power as the subject of a sentence: "France", "la France", "l’Autriche"."""
    name = power(key, language)
    return french.with_article(key, name) if is_french(language) else name


def seat(seat: str, language: str | None, *, homes: dict[str, str] | None = None) -> str:
    """The name of the seat's player, as a subject: the home power that `homes` gives, the power or being it
    is, or "player 1".
    """
    key = (homes or {}).get(seat, seat)
    if key in standard().powers:
        return the_power(key, language)
    if key in SEATS:
        return SEATS[key][is_french(language)]
    return f"le joueur {seat}" if is_french(language) else f"player {seat}"


def place(location: str, language: str | None) -> str:
    """The full name of a location: "Burgundy", "Saint-Pétersbourg (côte sud)"."""
    board = standard()
    known = board.provinces.get(location[:3]) or board.impassable[location[:3]]
    if "/" not in location:
        return known.name_fr if is_french(language) else known.name
    coast = next(coast for coast in known.coasts if coast.id == location)
    return coast.name_fr if is_french(language) else coast.name


def the_place(province: str, language: str | None) -> str:
    """A centre as part of a sentence: "Belgium", "la Belgique", "Paris"."""
    name = place(province, language)
    return french.with_article(province, name) if is_french(language) else name


def there(location: str, language: str | None) -> str:
    """Where someone is or goes to: "Burgundy", "en Bourgogne", "à Saint-Pétersbourg (côte sud)"."""
    name = place(location, language)
    return french.there(location[:3], name) if is_french(language) else name


def short(location: str, language: str | None = "en") -> str:
    """The abbreviation of a location as tables show it: "Mun", "Stp (sc)", "Stp (cs)"."""
    province, _, coast = location.partition("/")
    if not coast:
        return province.capitalize()
    return f"{province.capitalize()} ({_COASTS_FR[coast] if is_french(language) else coast.lower()})"


def unit(unit: str, language: str | None = "en") -> str:
    """ "A MUN" as "A Mun", "F STP/SC" as "F Stp (sc)"."""
    letter, _, location = unit.rpartition(" ")
    return f"{letter} {short(location, language)}".lstrip()


def full_unit(unit: str, language: str | None) -> str:
    """ "A MUN" as "A Munich", "F NTH" as "F Mer du Nord"."""
    letter, _, location = unit.rpartition(" ")
    return f"{letter} {place(location, language)}".lstrip()


def phase(phase: str, language: str | None) -> str:
    """ "S1902M" as "Spring 1902, moves" or "Printemps 1902, mouvements"."""
    column = 1 if is_french(language) else 0
    season, year, kind = phase[0], phase[1:-1], phase[-1]
    if kind in _YEARLY:
        return _YEARLY[kind][column].format(year=year)
    return f"{_SEASONS[season][column]} {year}, {_KINDS[kind][column]}"


def season(season: str, language: str | None) -> str:
    """ "S1902" as "Spring 1902" or "Printemps 1902"."""
    return f"{_SEASONS[season[0]][1 if is_french(language) else 0]} {season[1:]}"


def listed(items: Sequence[str], language: str | None, *, alternative: bool = False) -> str:
    """ "a", "a and b", "a, b and c"; with `alternative` "a, b or c"."""
    if len(items) < 2:
        return "".join(items)
    word = ("ou" if alternative else "et") if is_french(language) else ("or" if alternative else "and")
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def capitalised(text: str) -> str:
    """`text` with its first letter raised and the rest left alone."""
    return text[:1].upper() + text[1:]
