"""What is known of provinces in words: spies, and what was seen earlier. For titles and for lists."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.board.words import alphabetical, language_of, location_name, power_name, season_name, unit_name

_PHRASES = {
    "spies": {"en": "spies: {who}", "fr": "espions : {who}"},
    "someone": {"en": "someone’s spy", "fr": "un espion, on ne sait de qui"},
    "then": {"en": "{season}: {who}", "fr": "{season} : {who}"},
    "nobody": {"en": "no one", "fr": "personne"},
    "unknown": {"en": "unknown", "fr": "inconnu"},
    "adrift": {"en": "{power}, aboard a dislodged fleet", "fr": "{power}, à bord d’une flotte délogée"},
}


class Earlier(NamedTuple):
    """A province that was seen earlier: its name, the season in words, and who stood there."""

    place: str
    season: str
    who: str


def notes_of(view: Mapping[str, Any], known: Mapping[str, Any] | None, language: str) -> tuple[Any, ...]:
    """What to say of each province beside its name: pairs of a province and a sentence, sorted."""
    said: dict[str, list[str]] = {}
    for place, who in spies_in_words(view, known, language).items():
        said.setdefault(place, []).append(who)
    for place, then in (known or {}).get("earlier", {}).items():
        season = season_name(then["season"], language)
        said.setdefault(place, []).append(
            _PHRASES["then"][language].format(season=season, who=_who(then, language))
        )
    return tuple(sorted((place, " · ".join(parts)) for place, parts in said.items()))


def spies_in_words(view: Mapping[str, Any], known: Mapping[str, Any] | None, language: str) -> dict[str, str]:
    """Place -> whose spies are known to be there now: "spies: France 2, Russia 1"; "someone’s spy"."""
    counts: dict[str, dict[str, int]] = {}
    for power, spies in (view.get("spies") or {}).items():
        for spy in spies:
            phrase = _PHRASES["adrift"][language] if spy.get("aboard_dislodged") else "{power}"
            name = phrase.format(power=power_name(power, language))
            there = counts.setdefault(spy["at"], {})
            there[name] = there.get(name, 0) + 1
    for place, met in (known or {}).get("spies", {}).items():
        there = counts.setdefault(place, {})
        for power, count in met.items():
            there[power_name(power, language)] = count
    said = {place: _PHRASES["spies"][language].format(who=_counted(there)) for place, there in counts.items()}
    for place in (known or {}).get("some", []):
        someone = _PHRASES["someone"][language]
        said[place] = f"{said[place]}, {someone}" if place in said else someone
    return said


def earlier_in_words(known: Mapping[str, Any], *, language: str) -> list[Earlier]:
    """What was seen earlier and is not seen now, the latest first; empty places are left out."""
    spoken = language_of(language)
    seen = sorted(
        known.get("earlier", {}).items(),
        key=lambda pair: (
            -int(pair[1]["season"][1:]),
            pair[1]["season"],
            alphabetical(location_name(pair[0], spoken)),
        ),
    )
    return [
        Earlier(location_name(place, spoken), season_name(then["season"], spoken), _who(then, spoken))
        for place, then in seen
        if then.get("units") or then.get("spies") or then.get("some")
    ]


def _who(then: Mapping[str, Any], language: str) -> str:
    parts = [
        f"{power_name(power, language)} {unit_name(unit, language)}" for power, unit in then.get("units", [])
    ]
    if met := then.get("spies"):
        counts = _counted({power_name(power, language): count for power, count in met.items()})
        parts.append(_PHRASES["spies"][language].format(who=counts))
    if then.get("some"):
        parts.append(_PHRASES["someone"][language])
    return ", ".join(parts) or _PHRASES["nobody"][language]


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
