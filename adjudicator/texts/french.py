"""How French speaks of powers and places: with an article, elided where it must be, or without."""

from __future__ import annotations

from typing import Final

_ARTICLES: Final[dict[str, str]] = {
    "AUSTRIA": "l’",
    "ENGLAND": "l’",
    "FRANCE": "la ",
    "GERMANY": "l’",
    "ITALY": "l’",
    "RUSSIA": "la ",
    "TURKEY": "la ",
    "BEL": "la ",
    "BUL": "la ",
    "DEN": "le ",
    "GRE": "la ",
    "HOL": "la ",
    "NWY": "la ",
    "POR": "le ",
    "RUM": "la ",
    "SER": "la ",
    "SPA": "l’",
    "SWE": "la ",
}
"""The article of each power and of each supply centre that has one: cities (and Tunis is one) go without."""


def with_article(key: str, name: str) -> str:
    """ "la Belgique", "l’Autriche", "Paris": `key` is the power or province, `name` its bare French name."""
    return _ARTICLES.get(key, "") + name


_INTO: Final[dict[str, str]] = {
    "à ": ("ANK BER BRE BUD CON EDI KIE LON LVP MAR MOS MUN NAP PAR ROM SEV SMY STP TRI TUN VEN VIE WAR"),
    "au ": "DEN POR",
    "dans l’": "MAO NAO",
    "dans la ": "ENG HEL RUH",
    "dans le ": "BOT CLY LYO PIE SKA TYR WAL YOR",
    "dans les ": "APU",
    "en ": (
        "ADR AEG ALB ARM BAL BAR BEL BLA BOH BUL BUR EAS FIN GAL GAS GRE HOL ION IRI LVN NAF NTH NWG NWY "
        "PIC PRU RUM SER SIL SPA SWE SWI SYR TUS TYS UKR WES"
    ),
}
"""What stands before the name of a place where someone is or goes to."""

_WORDS: Final = {
    province: preposition for preposition, provinces in _INTO.items() for province in provinces.split()
}
_COMMON: Final = ("Mer ", "Golfe ", "Baie ", "Pays ")
"""Names that begin with a common noun, which is small within a sentence."""


def there(province: str, name: str) -> str:
    """ "à Paris", "en Bourgogne", "dans le golfe du Lion": `name` is the bare French name of `province`."""
    if name.startswith(_COMMON):
        name = name[0].lower() + name[1:]
    return _WORDS[province] + name
