"""Why a typed line cannot be read: what was expected, what came, and how to put it right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.texts import names
from adjudicator.texts.orders import describe

PROBLEMS: Final[dict[str, tuple[str, str]]] = {
    "text-too-long": (
        "The text is longer than {limit} characters; what comes after was not read. Write one order a unit.",
        "Le texte dépasse {limit} caractères ; la suite n’a pas été lue. Écrivez un ordre par unité.",
    ),
    "too-many-lines": (
        "There are more than {limit} orders; what comes after was not read. Write one order a unit.",
        "Il y a plus de {limit} ordres ; la suite n’a pas été lue. Écrivez un ordre par unité.",
    ),
    "line-too-long": (
        "The order is longer than {limit} characters. Write one order a line, such as {example}.",
        "L’ordre dépasse {limit} caractères. Écrivez un ordre par ligne, comme {example}.",
    ),
    "unknown-place": (
        "“{word}” is not a place on this board.{hint} Write a name or an abbreviation, such as "
        "Burgundy or BUR.",
        "« {word} » n’est pas un lieu de la carte.{hint} Écrivez un nom ou une abréviation, comme "
        "Bourgogne ou BUR.",
    ),
    "place-missing": (
        "A place was expected at the end. Write, for example, {example}.",
        "Un lieu manque à la fin. Écrivez par exemple {example}.",
    ),
    "order-missing": (
        "The unit has no order. Write what it does, for example {example}.",
        "L’unité n’a pas d’ordre. Écrivez ce qu’elle fait, par exemple {example}.",
    ),
    "unexpected": (
        "“{word}” was not expected here. Write one order, such as {example}; separate several "
        "with semicolons.",
        "« {word} » n’était pas attendu ici. Écrivez un seul ordre, comme {example} ; un point-virgule "
        "en sépare plusieurs.",
    ),
    "ambiguous": (
        "This can mean {meanings}. Write the places in full, or with their abbreviations: {abbreviations}.",
        "Cela peut vouloir dire {meanings}. Écrivez les lieux en entier, ou par leurs abréviations : "
        "{abbreviations}.",
    ),
    "out-of-reach": (
        "By its code this is {first}, which cannot be done here; but it can also mean {others}. If you mean "
        "that, write {instead}.",
        "D’après son code, c’est {first}, ce qui est impossible ici ; mais cela peut aussi vouloir dire "
        "{others}. Si c’est cela, écrivez {instead}.",
    ),
    "stands-or-goes": (
        "“{word}” can mean where the unit is, or where it goes. For a move, write, for example, {example}.",
        "« {word} » peut dire où l’unité se trouve, ou bien où elle va. Pour un déplacement, écrivez par "
        "exemple {example}.",
    ),
    "no-unit": (
        "No unit is known in {place}. If there is one, write A for an army or F for a fleet before it.",
        "Aucune unité n’est connue à cet endroit : {place}. S’il y en a une, écrivez A (armée) ou F (flotte) "
        "devant.",
    ),
    "wrong-phase": (
        "{given}: this phase has no such orders. Write, for example, {example}.",
        "{given} : cette phase n’a pas de tels ordres. Écrivez par exemple {example}.",
    ),
    "wrong-power": (
        "You don’t command {power} now. Yours: {powers}.",
        "Vous ne commandez pas {power} en ce moment. À vous : {powers}.",
    ),
    "not-ahead": (
        "No such phase is left in this season: these orders cannot be given ahead.",
        "Cette phase n’est plus à venir dans la saison : ces ordres ne peuvent être donnés d’avance.",
    ),
    "never-used": (
        "This is never used, because line {used} above it applies in every case. Put all orders into each "
        "case: “if A Mun dislodged: E Mun H; E Ber - Pru”, and below it “else: E Mun - Bur; E Ber - Pru”.",
        "Ceci ne sert jamais, car la ligne {used}, au-dessus, vaut dans tous les cas. Mettez tous les ordres "
        "dans chaque cas : « si A Mun délogée : E Mun H; E Ber - Pru », puis en dessous « sinon : "
        "E Mun - Bur; E Ber - Pru ».",
    ),
    "unread-condition": (
        "A condition reads like “A Mun dislodged” or “A Bur seen”: a unit or a spy, then moved, failed, "
        "dislodged, cut, destroyed, lost or seen.",
        "Une condition s’écrit comme « A Mun délogée » ou « A Bour vue » : une unité ou un espion, puis "
        "déplacée, échoué, délogée, coupé, détruite, perdu ou vue.",
    ),
    "idle-condition": (
        "You won’t be told of this: a condition is about your own units and spies, or about a unit seen in "
        "your own territory (SPY-21).",
        "Vous n’en saurez rien : une condition porte sur vos unités et vos espions, ou sur une unité vue sur "
        "votre territoire national (SPY-21).",
    ),
    "which-power": (
        "Several of your powers could waive a build. Name one, for example {example}.",
        "Plusieurs de vos puissances peuvent renoncer à construire. Nommez-en une, par exemple {example}.",
    ),
}
"""Sentences for problems in English and French, by the problem's code."""

_EXAMPLES: Final[dict[str, str]] = {
    "M": "A PAR - BUR",
    "R": "A MUN R TYR",
    "A": "A PAR B",
    "E": "E MUN - SIL (RUS)",
}


def problem_sentence(code: str, facts: Mapping[str, Any], language: str | None) -> str:
    """The sentence for the problem `code`.

    `facts` holds, as the code needs: `line` (its number), `kind` of phase, `word`, `guesses` (places),
    `meanings` (canonical orders), `place`, `power`, `powers`, `limit`, `used` (the number of a line).
    """
    french = names.is_french(language)
    meanings = tuple(facts.get("meanings", ()))
    said = [_quoted(describe(order, language), language) for order in meanings]
    filled = PROBLEMS[code][1 if french else 0].format(
        limit=facts.get("limit", ""),
        word=facts.get("word", ""),
        given=facts.get("given", ""),
        used=facts.get("used", ""),
        hint=_hint(facts.get("guesses", ()), language),
        example=facts.get("example") or _EXAMPLES[facts.get("kind", "M")],
        meanings=names.listed(said, language, alternative=True),
        abbreviations=names.listed(meanings, language, alternative=True),
        first="".join(said[:1]),
        others=names.listed(said[1:], language, alternative=True),
        instead=names.listed(meanings[1:], language, alternative=True),
        place=names.place(facts["place"], language) if "place" in facts else "",
        power=names.the_power(facts["power"], language) if "power" in facts else "",
        powers=names.listed([names.the_power(power, language) for power in facts.get("powers", ())], language)
        or ("aucune" if french else "none"),
    )
    return f"{'Ligne' if french else 'Line'} {facts['line']}{' : ' if french else ': '}{filled}"


def _hint(guesses: tuple[str, ...], language: str | None) -> str:
    if not guesses:
        return ""
    listed = names.listed([names.place(place, language) for place in guesses], language, alternative=True)
    return f" Vouliez-vous dire {listed} ?" if names.is_french(language) else f" Did you mean {listed}?"


def _quoted(text: str, language: str | None) -> str:
    return f"« {text} »" if names.is_french(language) else f"“{text}”"
