"""Orders in words, in full: "A Paris → Burgundy", "F Mer du Nord convoie A Londres → Belgique".

What `describe` prints, `adjudicator.notation` reads back as the same canonical line, in either language.
"""

from __future__ import annotations

from adjudicator.board import standard
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Retreat, Support, Waive, parse
from adjudicator.texts import names, spies


def describe(order: str, language: str | None) -> str:
    """The canonical line `order` in full words of `language`; OrderSyntaxError for any other text."""

    def unit(text: str) -> str:
        return names.full_unit(text, language)

    def to(place: str | None) -> str:
        return "" if place is None else f" → {names.place(place, language)}"

    def word(english: str, french: str) -> str:
        return french if names.is_french(language) else english

    about = spies.read(order)
    if about is not None:
        return spies.describe(about, language)
    match parse(order, standard()):
        case Move(mover, destination, via):
            return f"{unit(mover)}{to(destination)}{word(' via convoy', ' par convoi') if via else ''}"
        case Support(supporter, target, destination):
            return f"{unit(supporter)} {word('supports', 'soutient')} {unit(target)}{to(destination)}"
        case Convoy(fleet, army, destination):
            return f"{unit(fleet)} {word('convoys', 'convoie')} {unit(army)}{to(destination)}"
        case Retreat(dislodged, destination):
            return f"{unit(dislodged)} {word('retreats', 'se replie')}{to(destination)}"
        case Hold(holder):
            return f"{unit(holder)} {word('holds', 'tient')}"
        case Build(built):
            return f"{unit(built)} {word('is built', 'est construite')}"
        case Disband(gone):
            return f"{unit(gone)} {word('disbands', 'est dissoute')}"
        case Waive(str() as power):
            waives = word("waives a build", "renonce à une construction")
            return f"{names.capitalised(names.the_power(power, language))} {waives}"
        case Waive():
            return word("Waives a build", "Renonce à une construction")
