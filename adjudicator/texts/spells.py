"""What the divine did and won, said in words: spells, favours, and victories that do not end the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.texts import names
from adjudicator.texts.verdicts import Pair

Item = Mapping[str, Any]

_EFFECTS: Final[Mapping[str, Pair]] = {
    "DG-6": ("it cannot be dislodged", "elle ne peut pas être délogée"),
    "DG-7": ("its attack gets in against any strength", "son attaque passe contre toute force"),
    "DG-8": (
        "its support cannot be cut, nor the unit dislodged",
        "son soutien ne peut pas être coupé, ni l’unité délogée",
    ),
    "DG-9": (
        "it cannot be dislodged, and its convoy holds",
        "elle ne peut pas être délogée, et son convoi tient",
    ),
    "DG-10": ("any attack dislodges it", "la moindre attaque la déloge"),
    "DG-11": (
        "its support is cut, and any attack dislodges it",
        "son soutien est coupé, et la moindre attaque la déloge",
    ),
    "DG-12": (
        "its attack fails, and any attack dislodges it",
        "son attaque échoue, et la moindre attaque la déloge",
    ),
    "DG-13": (
        "its link of the convoy is broken, and any attack dislodges it",
        "son maillon du convoi est rompu, et la moindre attaque la déloge",
    ),
}
"""Effects of spells in words, by the spell's clause."""


def _in(language: str | None, english: str, french: str) -> str:
    return french if names.is_french(language) else english


def spell_sentence(item: Item, language: str | None) -> str:
    """Who touched which unit, and what that does to it: nothing, where two spells cancel."""
    who = names.capitalised(names.seat(item["seat"], language))
    unit = names.unit(item["unit"], language)
    whose = names.power(item["power"], language)
    is_blessing = item["seat"] == "GOD"
    verb = _in(language, *(("blesses", "bénit") if is_blessing else ("curses", "maudit")))
    colon = _in(language, ": ", " : ")
    effect = _in(language, *_EFFECTS.get(item["clause"], ("nothing comes of it", "cela reste sans effet")))
    if item["cancelled"]:
        effect = _in(
            language, "the two spells cancel each other out", "les deux sorts s’annulent l’un l’autre"
        )
    return f"{who} {verb} {unit} ({whose}){colon}{effect} ({item['clause']})."


def favour_sentence(item: Item, language: str | None) -> str:
    """Which power may keep a unit more this winter."""
    who = names.capitalised(names.the_power(item["power"], language))
    clause = item["clause"]
    return _in(
        language,
        f"{who} has God’s favour: it may keep one unit more than its centres this winter ({clause}).",
        f"{who} a la faveur du Bon Dieu : cet hiver, elle peut garder une unité de plus que ses centres "
        f"({clause}).",
    )


def divine_sentence(item: Item, language: str | None) -> str:
    """What became of the divine when powers that they protected were eliminated."""
    how = item["how"]
    winners = item["winners"]
    lost = names.listed(
        [names.the_power(power, language) for _, power in sorted(item["eliminated"].items())], language
    )
    if not winners:
        return _in(
            language,
            f"Both protected powers, {lost}, are eliminated: no divine player wins, and both retire ({how}).",
            f"Les deux puissances protégées, {lost}, sont éliminées : aucun être divin ne gagne, "
            f"et tous deux se retirent ({how}).",
        )
    who = names.capitalised(names.seat(winners[0], language))
    other = names.seat(next(iter(item["eliminated"])), language)
    return _in(
        language,
        f"{who} wins: {lost}, protected by {other}, is eliminated. "
        f"Both divine players retire; the seven play on ({how}).",
        f"{who} gagne : {lost}, sous la protection {_of(other)}, est éliminée. "
        f"Les deux êtres divins se retirent ; les sept continuent ({how}).",
    )


def _of(who: str) -> str:
    """ "du Diable", "de Dieu": French `de` before a divine seat."""
    return f"du {who.removeprefix('le ')}" if who.startswith("le ") else f"de {who}"
