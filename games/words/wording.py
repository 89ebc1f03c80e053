"""Powers, places and phases in the reader's language; the names themselves are the engine's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

import adjudicator
from adjudicator.errors import AdjudicatorError
from adjudicator.texts import names
from games.common.words.local import language, number


def offered_name(player: str) -> str:
    """What the form for a new game of `player` calls it, in the language that holds."""
    # Names of old accounts may have full stops, names of games none within words (`plain_names`).
    return _("Who plays with %(player)s?") % {"player": player.replace(".", " ")}


def power(key: str) -> str:
    """`FRANCE` → France; a seat that is no power by its own name: `DEVIL` → The Devil."""
    return seat(key) if key in names.SEATS else names.power(key, language())


def seat(key: str) -> str:
    """What a seat is called by itself: `FRANCE` → France; La France; `DEVIL` → The Devil; Le Diable."""
    return names.capitalised(names.seat(key, language()))


def variant(key: str, language_code: str | None = None) -> str:
    """What people call a game, in the reader's language or another: Intimate Diplomacy."""
    return str(adjudicator.VARIANTS[key]["names"][language_code or language()])


def game(variant_key: str, settings: Mapping[str, Any], language_code: str | None = None) -> str:
    """What people call a game at its table: Diplomacy (the Great War, two players)."""
    return _game(variant_key, settings.get("players"), language_code or language())


@lru_cache(maxsize=256)
def _game(key: str, players: Any, language_code: str) -> str:
    name = variant(key, language_code)
    if players in (None, adjudicator.VARIANTS[key]["settings"]["players"]):
        return name
    try:
        table = adjudicator.about(key, {"players": players})["table"]
    except AdjudicatorError:  # settings that are damaged, or of another release: its name is known
        return name
    return f"{name} ({table[language_code]})" if table else name


def seat_at(variant_key: str, settings: Mapping[str, Any], key: str) -> str:
    """What a seat of a game is called: by the powers it plays from the start, where it is but a number."""
    return named_seat(variant_key, settings, key) or _("seat %(number)s") % {"number": key}


def named_seat(variant_key: str, settings: Mapping[str, Any], key: str) -> str:
    """As `seat_at`, but empty where a seat is a mere number, whose powers are yet to be found out."""
    played = adjudicator.about(variant_key, settings)["seat_powers"].get(key)
    if played:
        return powers(played)
    return "" if key.isdigit() else power(key)


def the_power(key: str) -> str:
    """`FRANCE` → France; la France. `DEVIL` → the Devil; le Diable."""
    return names.seat(key, language())


def powers(keys: Sequence[str]) -> str:
    """Several powers in a row: Austria, Italy and Russia."""
    return names.listed([power(key) for key in keys], language())


def place(location: str) -> str:
    """`STP/SC` → St Petersburg (south coast)."""
    return names.place(location, language())


def there(location: str) -> str:
    """Where someone is or goes to: `BUR` → Burgundy; en Bourgogne."""
    return names.there(location, language())


def unit(text: str) -> str:
    """`A MUN` → A Mun."""
    return names.unit(text, language())


def full_unit(text: str) -> str:
    """`A MUN` → Army Munich."""
    letter, _space, location = text.partition(" ")
    kind = _("Army") if letter == "A" else _("Fleet")
    return f"{kind} {place(location)}"


def phase(label: str) -> str:
    """`S1901M` → Spring 1901, moves."""
    return names.phase(label, language())


def season(code: str) -> str:
    """`S1901` → Spring 1901."""
    return names.season(code, language())


def phase_tick(label: str) -> str:
    """`S1901M` → S 1901: for the row of all phases, where room is scarce."""
    season, year, kind = label[0], label[1:-1], label[-1]
    if kind == "H":
        return pgettext("a phase, short", "Home powers")
    if kind == "B":
        return _("Auction %(year)s") % {"year": year}
    name = {"S": _("Spring"), "F": _("Autumn"), "W": _("Winter")}[season]
    after_moves = {"R": _("%(season)s %(year)s, retreats"), "E": _("%(season)s %(year)s, espionage")}
    return after_moves.get(kind, "%(season)s %(year)s") % {"season": name, "year": year}


def stamp(label: str) -> str:
    """`S1901R` → SPRING 1901: what a postmark has room for."""
    return phase_tick(label[:-1] + "M" if label.endswith(("R", "E")) else label).upper()


def credits(amount: int) -> str:
    """5 → 5 credits."""
    return ngettext("%(amount)s credit", "%(amount)s credits", amount) % {"amount": number(amount)}


def centres(count: int) -> str:
    """3 → 3 centres."""
    return ngettext("%(count)s centre", "%(count)s centres", count) % {"count": count}


def year_of(label: str) -> int:
    return int(label[1:-1])


STATES = {
    "waiting": gettext_lazy("Waiting for players"),
    "running": gettext_lazy("Running"),
    "finished": gettext_lazy("Finished"),
}
"""The states of games that lists show, in their order."""

DUE = {
    "homes": gettext_lazy("Rank the home powers"),
    "bids": gettext_lazy("Place your bids"),
    "orders": gettext_lazy("Write your orders"),
    "retreats": gettext_lazy("Order your retreats"),
    "adjustments": gettext_lazy("Order builds and disbands"),
    "espionage": gettext_lazy("Order your spies"),
    "spell": gettext_lazy("Choose a spell"),
}
"""What a seat owes, as an invitation, by the kind that the engine's `due` names."""
