"""Spies in words, in English and French: their orders, what became of them, what they report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.board import standard
from adjudicator.spy_orders import SpyBuild, SpyConvoy, SpyMove, SpyOrder, SpyRemoval, SpyStay, parse
from adjudicator.texts import names

Pair = tuple[str, str]

_SUCCESSES: Final[dict[type, Pair]] = {
    SpyMove: ("The spy arrived.", "L’espion est arrivé."),
    SpyStay: ("The spy stayed.", "L’espion est resté."),
    SpyConvoy: ("Convoy given.", "Convoi donné."),
    SpyBuild: ("A new spy.", "Un nouvel espion."),
    SpyRemoval: ("The spy was disbanded.", "L’espion est dissous."),
}
_LOST: Final[Pair] = ("The spy is lost.", "L’espion est perdu.")
_FAILURES: Final[dict[str, Pair]] = {
    "lost": _LOST,
    "no-fleet": (
        "The spy stayed: there was no fleet to board.",
        "L’espion est resté : il n’y avait pas de flotte où embarquer.",
    ),
    "no-convoy": (
        "The spy stayed: the chain of fleets was not complete.",
        "L’espion est resté : la chaîne des flottes n’était pas complète.",
    ),
    "unmatched": (
        "No effect: no spy went that way.",
        "Sans effet : aucun espion n’a pris ce chemin.",
    ),
}
_FAILED: Final[Pair] = ("The spy stayed put.", "L’espion est resté sur place.")
_VOIDS: Final[dict[str, Pair]] = {
    "no-unit": ("Invalid: you have nothing in {at}.", "Non valable : vous n’avez rien à cet endroit : {at}."),
    "duplicate": (
        "Invalid: there are more different orders for {at} than spies or fleets.",
        "Non valable : plus d’ordres différents pour {at} que d’espions ou de flottes.",
    ),
    "too-many": ("Invalid: more orders than were due.", "Non valable : plus d’ordres que prévu."),
    "not-home": (
        "Invalid: {at} is no home centre of this power.",
        "Non valable : {at} n’est pas un centre d’origine de cette puissance.",
    ),
    "not-owned": (
        "Invalid: this power does not own {at}.",
        "Non valable : {at} n’appartient pas à cette puissance.",
    ),
    "identical": ("The same order again: it counts once.", "Le même ordre encore : il compte une fois."),
    "own-spies": (
        "Not possible: you can’t kill your own spies (SPY-15).",
        "Impossible : on ne tue pas ses propres espions (SPY-15).",
    ),
    "same-place": ("Not possible: the spy is there already.", "Impossible : l’espion y est déjà."),
    "sea-to-sea": (
        "Not possible: a spy at sea stays with the fleet or lands (SPY-13).",
        "Impossible : un espion en mer suit sa flotte, ou débarque (SPY-13).",
    ),
    "unreachable": (
        "Not possible: no spy gets from {at} to {to}.",
        "Impossible : aucun espion ne va de {at} à {to}.",
    ),
    "dislodged-fleet": (
        "Not possible: a dislodged fleet can’t convoy (SPY-12).",
        "Impossible : une flotte délogée ne convoie personne (SPY-12).",
    ),
    "not-at-sea": (
        "Not possible: the fleet isn’t at sea, so it can’t convoy.",
        "Impossible : la flotte n’est pas en mer et ne convoie personne.",
    ),
    "not-needed": (
        "Not possible: the fleet is on no sea route to {to}.",
        "Impossible : la flotte n’est sur aucune route maritime vers {to}.",
    ),
    "no-target": (
        "Not possible: you have no spy there to convoy.",
        "Impossible : vous n’avez là aucun espion à convoyer.",
    ),
}
"""Sentences about void orders to spies, by the result's detail, else by its reason."""
_ILLEGAL: Final[Pair] = ("Not possible.", "Impossible.")


def read(order: str) -> SpyOrder | None:
    """The order about spies that a canonical line spells, if it spells one."""
    return parse(order, standard())


def describe(order: SpyOrder, language: str | None) -> str:
    """The order in full words: "spy Munich → Silesia (Russia)"."""
    spy = _pick(("spy", "espion"), language)

    def place(at: str) -> str:
        return names.place(at, language)

    match order:
        case SpyMove(at, destination, via, kill):
            by = _pick((" via convoy", " par convoi"), language) if via else ""
            return f"{spy} {place(at)} → {place(destination)}{by}{_target(kill, language)}"
        case SpyStay(at, kill):
            return f"{spy} {place(at)} {_pick(('holds', 'tient'), language)}{_target(kill, language)}"
        case SpyConvoy(fleet, power, start, destination):
            convoys = _pick(("convoys", "convoie"), language)
            whose = names.power(power, language)
            return f"F {place(fleet)} {convoys} {whose} {spy} {place(start)} → {place(destination)}"
        case SpyBuild(at):
            return f"{spy} {place(at)} {_pick(('is built', 'est construite'), language)}"
        case SpyRemoval(at):
            return f"{spy} {place(at)} {_pick(('disbands', 'est dissoute'), language)}"


def result_sentence(result: Mapping[str, Any], order: SpyOrder, language: str | None) -> str:
    """What became of an order about spies, from a result's JSON form."""
    verdict, reason = result["verdict"], result.get("reason", "")
    if verdict == "void":
        return _void(result, order, language)
    if verdict == "fails":
        said = _pick(_FAILURES.get(reason, _FAILED), language)
        if killers := result.get("by"):
            return f"{said} {_killers(killers, language)}"
        return said
    if result.get("by_rule"):
        return _pick(
            (
                "Disbanded automatically: farthest from home ({clause}).",
                "Dissous d’office : le plus éloigné de ses centres ({clause}).",
            ),
            language,
        ).format(clause=result.get("clause", ""))
    return _pick(_SUCCESSES[type(order)], language)


def report(item: Mapping[str, Any], language: str | None) -> str:
    """A seat's report: what its spies saw of others."""
    season = names.season(item["phase"], language)
    said = [
        f"{names.capitalised(names.the_power(power, language))} : {listed}."
        if names.is_french(language)
        else f"{names.the_power(power, language)}: {listed}."
        for power, units in sorted(item["units"].items())
        for listed in [names.listed([names.unit(unit, language) for unit in units], language)]
    ]
    for place, met in sorted(item["spies_here"].items()):
        counts = names.listed(
            [f"{names.power(power, language)} {count}" for power, count in sorted(met.items())], language
        )
        template = _pick(("Spies in {0}: {1}.", "Espions, {0} : {1}."), language)
        said.append(template.format(names.place(place, language), counts))
    if near := item["spies_near"]:
        places = names.listed([names.place(place, language) for place in near], language)
        template = _pick(("Foreign spies nearby: {0}.", "Espions étrangers alentour : {0}."), language)
        said.append(template.format(places))
    if not said:
        said = [_pick(("no one in sight.", "personne en vue."), language)]
    return _pick(("Report of {0}: {1}", "Rapport, {0} : {1}"), language).format(season, " ".join(said))


def carried(item: Mapping[str, Any], language: str | None) -> str:
    """Spies whom their fleets took along."""
    ways = [
        f"{names.place(way['from'], language)} → {names.place(way['to'], language)}" for way in item["spies"]
    ]
    return _pick(
        ("Spies aboard went with their fleets: {0}.", "Des espions à bord ont suivi leur flotte : {0}."),
        language,
    ).format(names.listed(ways, language))


def lost(item: Mapping[str, Any], language: str | None) -> str:
    """Spies lost without an order of their own."""
    places = [names.place(place, language) for place in item["spies"]]
    template = _pick(("Spies lost: {0}.", "Espions perdus : {0}."), language)
    return template.format(names.listed(places, language))


def _void(result: Mapping[str, Any], order: SpyOrder, language: str | None) -> str:
    pair = _VOIDS.get(result.get("detail", ""), _VOIDS.get(result["reason"], _ILLEGAL))
    at = order.fleet if isinstance(order, SpyConvoy) else order.at
    to = order.destination if isinstance(order, (SpyMove, SpyConvoy)) else at
    return _pick(pair, language).format(at=names.short(at, language), to=names.short(to, language))


def _killers(killers: list[str], language: str | None) -> str:
    """The killers of a spy in words, in the full report alone: "Killed by England E Lon."."""
    said = []
    for killer in killers:
        power, _, spy = killer.partition(" ")
        said.append(f"{names.power(power, language)} {names.unit(spy, language)}")
    return _pick(("Killed by {0}.", "Tué par {0}."), language).format(names.listed(said, language))


def _target(kill: str | None, language: str | None) -> str:
    return f" ({names.power(kill, language)})" if kill else ""


def _pick(pair: Pair, language: str | None) -> str:
    return pair[1 if names.is_french(language) else 0]
