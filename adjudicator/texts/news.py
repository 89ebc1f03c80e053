"""What a turn tells that is no order, said in words: one function for each kind of `adjudicator.news`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.texts import names, spies
from adjudicator.texts.satellites import satellite_sentence
from adjudicator.texts.spells import divine_sentence, favour_sentence, spell_sentence

Item = Mapping[str, Any]

ENDINGS: Final = {
    "draw": ("Draw agreed", "Nulle convenue"),
    "stalemate": ("Stalemate declared", "Impasse déclarée"),
    "concession": ("Conceded", "Abandon"),
}
"""The endings that players agree on."""

VOIDED: Final = {
    "silence": (
        "No one sent orders any more, so the game is void",
        "Plus personne n’envoyait d’ordres : la partie reste sans résultat",
    ),
    "ruling": ("The game was declared void", "La partie a été déclarée sans résultat"),
}
"""Sentences about void games, by their cause (HR-6)."""


def news_sentence(item: Item, language: str | None) -> str:
    """One news item in words, from its JSON form alone."""
    return KINDS[item["kind"]](item, language)


def _in(language: str | None, english: str, french: str) -> str:
    return french if names.is_french(language) else english


def _homes(item: Item, language: str | None) -> str:
    gets = _in(language, "gets", "reçoit")
    given = [
        f"{names.seat(seat, language)} {gets} {names.the_power(power, language)}"
        for seat, power in sorted(item["homes"].items())
    ]
    said = [names.capitalised(names.listed(given, language)) + "."]
    if rank := item.get("rank"):
        said.append(
            _in(
                language,
                f"The lists first differ at rank {rank}.",
                f"Les listes diffèrent dès le rang {rank}.",
            )
        )
    elif "winner" in item:
        who = names.seat(item["winner"], language)
        said.append(
            _in(
                language,
                f"Identical lists: the random draw chose {who}.",
                f"Listes identiques : le tirage au sort désigne {who}.",
            )
        )
    for seat in item.get("drawn", ()):
        who = names.seat(seat, language)
        said.append(
            _in(
                language,
                f"For want of a valid list, that of {who} was drawn by lot.",
                f"Faute de liste valable, celle {_contracted('de', who)} est tirée au sort.",
            )
        )
    return " ".join(said)


def _auction(item: Item, language: str | None) -> str:
    results = sorted(item["winner"].items())
    bought = [
        _purchase(power, seat, item["price"][power], language) + _for_loyalty(item, power, language)
        for power, seat in results
        if seat is not None
    ]
    idle = names.listed(
        [names.the_power(power, language) for power, seat in results if seat is None], language
    )
    said = [names.capitalised(_in(language, "; ", " ; ").join(bought)) + "."] if bought else []
    if idle:
        said.append(_in(language, f"In anarchy: {idle}.", f"En anarchie : {idle}."))
    said += [_bust(item, seat, language) for seat in item.get("bust", ())]
    if any(item.get("charges", {}).values()):
        charges = ", ".join(
            f"{names.seat(seat, language)} {amount}" for seat, amount in sorted(item["charges"].items())
        )
        said.append(_in(language, f"Charges: {charges}.", f"Frais : {charges}."))
    purses = ", ".join(
        f"{names.seat(seat, language)} {item['before'][seat]} → {after}"
        for seat, after in sorted(item["after"].items())
    )
    said.append(_in(language, f"Treasuries: {purses}.", f"Trésors : {purses}."))
    return " ".join(said)


def _purchase(power: str, seat: str, price: int, language: str | None) -> str:
    who, what = names.seat(seat, language), names.the_power(power, language)
    return _in(
        language, f"{what} goes to {who} for {price}", f"{what} va {_contracted('à', who)} pour {price}"
    )


def _for_loyalty(item: Item, power: str, language: str | None) -> str:
    """What a bid was, to follow its price, where loyalty took something off."""
    seat = item["winner"][power]
    bid = item["bids"][seat][power]
    off = bid - item.get("net", item["bids"])[seat][power]
    return _in(language, f" (bid {bid}, loyalty {off})", f" (offre {bid}, fidélité {off})") if off else ""


def _bust(item: Item, seat: str, language: str | None) -> str:
    who = names.capitalised(names.seat(seat, language))
    spent, had = _winning_bids(item, seat), item["before"][seat]
    if "charges" in item:
        charges = item["charges"][seat]
        return _in(
            language,
            f"{who} is bust: winning bids of {spent} and charges of {charges} against a treasury of {had}.",
            f"{who} est en faillite : {spent} d’offres gagnantes et {charges} de frais "
            f"pour un trésor de {had}.",
        )
    return _in(
        language,
        f"{who} is bust: winning bids of {spent} against a treasury of {had}.",
        f"{who} est en faillite : {spent} d’offres gagnantes pour un trésor de {had}.",
    )


def _winning_bids(item: Item, seat: str) -> int:
    """What `seat` would have owed: the sum of its bids that were higher than the other's (ID-6), net
    (ID2-3).
    """
    bids = item["bids"]
    others = [other for other in bids if other != seat]
    net = item.get("net", bids)[seat]
    return sum(
        net[power]
        for power, bid in bids[seat].items()
        if all(bid > bids[other].get(power, 0) for other in others)
    )


def _disorder(item: Item, language: str | None) -> str:
    who = names.capitalised(names.seat(item["seat"], language))
    powers = names.listed([names.the_power(power, language) for power in item["powers"]], language)
    whose = f" ({powers})" if powers and item["powers"] != [item["seat"]] else ""
    clause = item["clause"]
    return _in(
        language,
        f"{who} saved nothing: civil disorder for this phase{whose}, by {clause}.",
        f"{who} n’a rien enregistré : désordre civil pour cette phase{whose}, selon {clause}.",
    )


def _ownership(item: Item, language: str | None) -> str:
    gains: dict[str, list[str]] = {}
    losses: dict[str, list[str]] = {}
    for centre, change in sorted(item["changes"].items()):
        if change["to"] is None:  # in fog: no one knows to whom
            losses.setdefault(change["from"], []).append(names.the_place(centre, language))
        else:
            gains.setdefault(change["to"], []).append(_gain(centre, change["from"], language))
    if not gains and not losses:
        return _in(language, "No centre changed hands.", "Aucun centre ne change de mains.")
    takes, loses = _in(language, "takes", "prend"), _in(language, "loses", "perd")
    return " ".join(
        f"{names.capitalised(names.the_power(power, language))} {verb} {names.listed(centres, language)}."
        for verb, changed in ((takes, gains), (loses, losses))
        for power, centres in sorted(changed.items())
    )


def _gain(centre: str, loser: str | None, language: str | None) -> str:
    place = names.the_place(centre, language)
    if loser is None:
        return place
    whose = names.the_power(loser, language)
    return place + _in(language, f" (from {whose})", f" (à {whose})")


def _income(item: Item, language: str | None) -> str:
    earned = ", ".join(
        f"{names.seat(seat, language)} +{amount} → {item['after'][seat]}"
        for seat, amount in sorted(item["income"].items())
    )
    return _in(language, f"Income: {earned}.", f"Revenus : {earned}.")


def _coin(item: Item, language: str | None) -> str:
    who, power = names.seat(item["seat"], language), names.the_power(item["power"], language)
    year, clause = item["year"] + 1, item["clause"]
    return _in(
        language,
        f"The coin falls for {who}: {power} joins that side in spring {year}, and its provinces open "
        f"({clause}).",
        f"La pièce désigne {who} : {power} rejoint son camp au printemps {year}, et ses provinces s’ouvrent "
        f"({clause}).",
    )


def _elimination(item: Item, language: str | None) -> str:
    who = names.capitalised(names.the_power(item["power"], language))
    return _in(
        language,
        f"{who} is eliminated: no units and no centres are left.",
        f"{who} est éliminée : elle n’a plus ni unités ni centres.",
    )


def _victory(item: Item, language: str | None) -> str:
    how = item["how"]
    if "winners" not in item:
        year = item["tied_until"]
        return _in(
            language,
            f"A perfect tie: the game goes on, and victory is checked again in autumn {year} ({how}).",
            f"Égalité parfaite : la partie continue, et la victoire sera jugée à l’automne {year} ({how}).",
        )
    if "eliminated" in item:
        return divine_sentence(item, language)
    said, before = _won(item, language), _before(item, language)
    colon = _in(language, ": ", " : ")
    said = f"{before}{colon}{said}" if before else names.capitalised(said)
    return f"{said} ({how}).{_absent(item, language)}"


def _before(item: Item, language: str | None) -> str:
    """How it came to the end, to stand before who wins; empty where the board alone decided."""
    agreed = item.get("agreed")
    if agreed == "forfeit":
        who = names.listed([names.seat(seat, language) for seat in item["by"]], language)
        if item["cause"] == "absence":
            return names.capitalised(
                _in(language, f"{who} forfeits by absence", f"{who} perd par forfait pour absence")
            )
        return _in(language, f"Forfeit ruled against {who}", f"Forfait prononcé contre {who}")
    if agreed == "void":
        return _in(language, *VOIDED[item["cause"]])
    if agreed is not None:
        return _in(language, *ENDINGS[agreed])
    if "year" in item:
        year = item["year"]
        return _in(language, f"The last year, {year}, is over", f"La dernière année, {year}, est terminée")
    return ""


def _absent(item: Item, language: str | None) -> str:
    """Who has no share in a draw because no one played their seat (HR-4), as a sentence of its own."""
    if not item.get("absent"):
        return ""
    listed = names.listed([names.seat(seat, language) for seat in item["absent"]], language)
    return _in(
        language,
        f" No share without a player: {listed} (HR-4).",
        f" Pas de part faute de joueur : {listed} (HR-4).",
    )


def _won(item: Item, language: str | None) -> str:
    divine = item.get("divine")
    winners = [seat for seat in item["winners"] if seat != divine]
    if not winners:
        return _in(language, "no one wins", "personne ne gagne")
    beside = ""
    if divine is not None:
        who = names.seat(divine, language)
        beside = _in(language, f", and {who} with it", f", et {who} avec elle")
        if len(winners) > 1:
            beside = _in(language, f", and {who} wins too", f", et {who} gagne aussi")
    listed = names.listed([names.seat(seat, language) for seat in winners], language)
    if len(winners) > 1:
        return listed + _in(language, " share the game", " se partagent la partie") + beside
    return listed + _in(language, " wins", " gagne") + _grounds(item, winners[0], language) + beside


def _grounds(item: Item, winner: str, language: str | None) -> str:
    """What the victory rests on, to follow "wins"."""
    if places := item.get("entered", {}).get(winner):
        there = [_in(language, "", "à ") + names.the_place(place, language) for place in places]
        listed = names.listed(there, language)
        if len(places) == 1:
            return _in(language, f" with a unit in {listed}", f" avec une unité {listed}")
        return _in(language, f" with units in {listed}", f" avec des unités {listed}")
    if winner in item.get("powers", {}):
        power = item["powers"][winner]
        count = item["centres"][power]
        whose = _contracted("de", names.the_power(power, language))
        return _in(
            language,
            f" with {names.the_power(power, language)}’s {count} centres",
            f" avec les {count} centres {whose}",
        )
    if winner in item.get("units", {}):
        count = item["units"][winner]
        return _in(language, f" with {count} units", f" avec {count} unités")
    if winner in item.get("centres", {}):
        count = item["centres"][winner]
        if winner in item.get("credits", {}):  # centres did not tell them apart (HR-7)
            mine = item["credits"][winner]
            theirs = max(credits for seat, credits in item["credits"].items() if seat != winner)
            return _in(
                language,
                f" with as many centres, {count}, and the larger treasury, {mine} to {theirs}",
                f" avec autant de centres, {count}, et le plus gros trésor, {mine} contre {theirs}",
            )
        return _in(language, f" with {count} centres", f" avec {count} centres")
    return ""


def _contracted(preposition: str, who: str) -> str:
    """ "de" or "à" before a French subject: "du joueur 1", "de la France"."""
    if who.startswith("le "):
        return {"de": "du", "à": "au"}[preposition] + who[2:]
    return f"{preposition} {who}"


KINDS: Final[dict[str, Callable[[Item, str | None], str]]] = {
    "homes": _homes,
    "auction": _auction,
    "satellite": satellite_sentence,
    "disorder": _disorder,
    "ownership": _ownership,
    "income": _income,
    "carried": spies.carried,
    "lost": spies.lost,
    "report": spies.report,
    "coin": _coin,
    "elimination": _elimination,
    "spell": spell_sentence,
    "favour": favour_sentence,
    "victory": _victory,
}
"""Sentences for news, by kind of news."""
