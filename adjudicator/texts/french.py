"""How French speaks of powers and centres: with an article, elided where it must be, or without."""

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
