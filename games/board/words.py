"""The board in words: powers, phases and locations by name, and a summary that needs no picture."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from games.board.atlas import Place, place_of

LANGUAGES = ("en", "fr")

_POWERS = {
    "AUSTRIA": {"en": ("Austria", "A"), "fr": ("Autriche", "Au")},
    "ENGLAND": {"en": ("England", "E"), "fr": ("Angleterre", "An")},
    "FRANCE": {"en": ("France", "F"), "fr": ("France", "F")},
    "GERMANY": {"en": ("Germany", "G"), "fr": ("Allemagne", "Al")},
    "ITALY": {"en": ("Italy", "I"), "fr": ("Italie", "I")},
    "RUSSIA": {"en": ("Russia", "R"), "fr": ("Russie", "R")},
    "TURKEY": {"en": ("Turkey", "T"), "fr": ("Turquie", "T")},
}
_SEASONS = {
    "S": {"en": "spring", "fr": "printemps"},
    "F": {"en": "autumn", "fr": "automne"},
    "W": {"en": "winter", "fr": "hiver"},
}
_COASTS = {
    "NC": {"en": "north coast", "fr": "côte nord"},
    "SC": {"en": "south coast", "fr": "côte sud"},
    "EC": {"en": "east coast", "fr": "côte est"},
}
_PHRASES = {
    "board": {"en": "The board in {season} {year}", "fr": "Le plateau, {season} {year}"},
    "board now": {"en": "The board", "fr": "Le plateau"},
    "power": {"en": "{power}: {centres}; {units}.", "fr": "{power} : {centres} ; {units}."},
    "seen": {"en": "{power}: {units}.", "fr": "{power} : {units}."},
    "no centres": {"en": "no supply centres", "fr": "aucun centre"},
    "one centre": {"en": "1 supply centre", "fr": "1 centre"},
    "centres": {"en": "{count} supply centres", "fr": "{count} centres"},
    "no units": {"en": "no units", "fr": "aucune unité"},
    "dislodged": {"en": "{unit}, dislodged", "fr": "{unit}, délogée"},
    "army": {"en": "Army {place}, {power}", "fr": "Armée {place}, {power}"},
    "fleet": {"en": "Fleet {place}, {power}", "fr": "Flotte {place}, {power}"},
    "out": {"en": "{unit}: dislodged", "fr": "{unit} : délogée"},
    "centre of": {"en": "{place} (supply centre: {power})", "fr": "{place} (centre : {power})"},
    "free centre": {"en": "{place} (supply centre: no one’s)", "fr": "{place} (centre : personne)"},
    "centre": {"en": "{place} (supply centre)", "fr": "{place} (centre)"},
    "contested": {"en": "Left vacant by a bounce: {places}.", "fr": "Vides après un rebond : {places}."},
}


class PowerOnBoard(NamedTuple):
    """One power in words. Centres and units are names in the reader's language, in alphabetical sequence."""

    power: str  # the code, as in the view
    name: str
    letter: str
    centres: tuple[str, ...]
    units: tuple[str, ...]
    dislodged: tuple[str, ...]
    spies: tuple[str, ...] = ()
    knows_centres: bool = True  # in fog a power's centres are seen by itself alone


def language_of(language: str) -> str:
    """The nearest of the languages that the map speaks: `fr-ca` reads French, anything unknown English."""
    short = language[:2].lower()
    return short if short in LANGUAGES else "en"


def power_name(power: str, language: str) -> str:
    names = _POWERS.get(power)
    return names[language][0] if names else power.capitalize()


def power_letter(power: str, language: str) -> str:
    names = _POWERS.get(power)
    return names[language][1] if names else power[:1]


@lru_cache(maxsize=1024)
def location_name(location: str, language: str) -> str:
    """`STP/SC` as "St Petersburg (south coast)"; a place that the map does not know stays as it is."""
    place = place_of(location)
    if place is None:
        return location
    coast = _COASTS.get(location.partition("/")[2])
    name = place.name(language)
    return f"{name} ({coast[language]})" if coast else name


def unit_name(unit: str, language: str) -> str:
    """`F STP/SC` as "F St Petersburg (south coast)"."""
    kind, _, location = unit.partition(" ")
    return f"{kind} {location_name(location, language)}"


def unit_title(kind: str, location: str, power: str, language: str, *, is_out: bool = False) -> str:
    """What a token says of itself: "Army Munich, Germany", and whether it was driven out."""
    says = _PHRASES["army" if kind == "A" else "fleet"][language].format(
        place=location_name(location, language), power=power_name(power, language)
    )
    return _PHRASES["out"][language].format(unit=says) if is_out else says


def place_title(place: Place, power: str | None, language: str, *, in_fog: bool = False) -> str:
    """What a province says of itself: its name, and whose supply centre it is if it is one."""
    name = place.name(language)
    if not place.has_centre:
        return name
    if power is None and in_fog:
        return _PHRASES["centre"][language].format(place=name)
    if power is None:
        return _PHRASES["free centre"][language].format(place=name)
    return _PHRASES["centre of"][language].format(place=name, power=power_name(power, language))


def describe(view: Mapping[str, Any], *, language: str = "en", in_fog: bool = False) -> list[PowerOnBoard]:
    """Every power that has something on the board, for a table that says in words what the map shows."""
    spoken = language_of(language)
    units: Mapping[str, list[str]] = view.get("units") or {}
    centres: Mapping[str, list[str]] = view.get("centres") or {}
    dislodged: Mapping[str, list[Mapping[str, Any]]] = view.get("dislodged") or {}
    spies: Mapping[str, list[Mapping[str, Any]]] = view.get("spies") or {}
    return [
        PowerOnBoard(
            power=power,
            name=power_name(power, spoken),
            letter=power_letter(power, spoken),
            centres=_sorted(location_name(centre, spoken) for centre in centres.get(power, [])),
            units=_sorted(unit_name(unit, spoken) for unit in units.get(power, [])),
            dislodged=_sorted(unit_name(one["unit"], spoken) for one in dislodged.get(power, [])),
            spies=_places_of(spies.get(power, []), spoken),
            knows_centres=not in_fog or power in centres,
        )
        for power in sorted({*units, *centres, *dislodged, *spies})
        if units.get(power) or centres.get(power) or dislodged.get(power) or spies.get(power)
    ]


def alphabetical(name: str) -> str:
    """What `name` is sorted by: Édimbourg stands among the E. The board knows nothing of other rooms."""
    return "".join(sign for sign in normalize("NFD", name) if not combining(sign)).casefold()


def _sorted(said: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(said, key=alphabetical))


def _places_of(spies: Sequence[Mapping[str, Any]], language: str) -> tuple[str, ...]:
    """Where spies are: "Burgundy", "Paris (2)"."""
    counts = Counter(location_name(spy["at"], language) for spy in spies)
    return tuple(f"{place} ({counts[place]})" if counts[place] > 1 else place for place in _sorted(counts))


def season_stamp(season: str, language: str) -> str:
    """`S1901` → S 01; P 01: what fits under a token."""
    return f"{_SEASONS[season[:1]][language][:1].upper()} {season[-2:]}"


def season_name(season: str, language: str) -> str:
    """`S1901` → spring 1901; printemps 1901."""
    return f"{_SEASONS[season[:1]][language]} {season[1:]}"


def board_title(view: Mapping[str, Any], language: str) -> str:
    """A short name for the picture: "The board in spring 1901"."""
    phase = str(view.get("phase", ""))
    season = _SEASONS.get(phase[:1])
    if season is None:
        return _PHRASES["board now"][language]
    return _PHRASES["board"][language].format(season=season[language], year=phase[1:].rstrip("MRABEH"))


def board_summary(view: Mapping[str, Any], language: str, *, in_fog: bool = False) -> str:
    """The whole board in sentences, for those who do not see the picture."""
    sentences = []
    for power in describe(view, language=language, in_fog=in_fog):
        count = len(power.centres)
        if not power.knows_centres:
            listed = ", ".join([*power.units, *power.dislodged])
            sentences.append(_PHRASES["seen"][language].format(power=power.name, units=listed))
            continue
        how_many = {0: "no centres", 1: "one centre"}.get(count, "centres")
        out = [_PHRASES["dislodged"][language].format(unit=unit) for unit in power.dislodged]
        units = ", ".join([*power.units, *out]) or _PHRASES["no units"][language]
        sentences.append(
            _PHRASES["power"][language].format(
                power=power.name, centres=_PHRASES[how_many][language].format(count=count), units=units
            )
        )
    contested = [location_name(place, language) for place in view.get("contested") or []]
    if contested:
        sentences.append(_PHRASES["contested"][language].format(places=", ".join(sorted(contested))))
    return " ".join(sentences)
