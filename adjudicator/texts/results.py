"""What became of an order, said in a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudicator.board import standard
from adjudicator.texts import impossible, names, spies, verdicts
from adjudicator.texts.verdicts import Pair

_SIGNS: Final = frozenset(("A", "F", "-", "S", "C", "R", "H", "B", "D", "VIA"))
_PLACES: Final = frozenset(standard().locations)


@dataclass(frozen=True, slots=True)
class _Words:
    """The parts of a canonical line: `kind` is its third word, `VIA` for a move by convoy, or empty."""

    kind: str
    unit: str = ""
    target: str = ""
    destination: str = ""


def result_sentence(result: Mapping[str, Any], language: str | None) -> str:
    """What became of one order, from a result's JSON form alone."""
    about = spies.read(result["order"])
    if about is not None:
        return spies.result_sentence(result, about, language)
    words = _words(result["order"])
    said = [_outcome(result, words, language)]
    if "retreats" in result:
        if "dislodged_by" in result and result.get("reason") != "dislodged":
            origin = names.short(result["dislodged_by"], language)
            said.append(_pick(verdicts.THEN_DISLODGED, language).format(origin))
        said.append(_retreats(result, language))
    return " ".join(said)


def _outcome(result: Mapping[str, Any], words: _Words, language: str | None) -> str:
    verdict = result["verdict"]
    if verdict == "succeeds":
        return _success(result, words, language)
    if verdict == "void":
        said = _fill(_void(result, words), result, words, language)
        return f"{said} {_pick(verdicts.LOST, language)}" if _is_lost(result, words) else said
    failed = _fill(_failure(result, words), result, words, language)
    if not result.get("implied"):
        return failed
    return _after(_no_order(result), failed, language)


def _success(result: Mapping[str, Any], words: _Words, language: str | None) -> str:
    if result.get("by_rule"):
        return _pick(_by_rule(words), language).format(clause=result.get("clause", ""))
    if result.get("implied") or (words.kind == "H" and _is_disorder(result)):
        what = verdicts.IT_WAS_DISBANDED if words.kind == "D" else verdicts.IT_HELD
        if result.get("detail") == "rooted":
            what = verdicts.DETAILS["rooted"]
        return _after(_no_order(result), _pick(what, language), language)
    if words.kind == "C" and result.get("detail") in verdicts.CUT_OFF:
        return _fill(verdicts.CUT_OFF[result["detail"]], result, words, language)
    is_carried = words.kind == "-" and result.get("clause") == "RB-5h"
    plain = _pick(verdicts.SUCCESSES.get("VIA" if is_carried else words.kind, verdicts.DONE), language)
    return plain.removesuffix(".") + _fill(_manner(result, words), result, words, language)


def _manner(result: Mapping[str, Any], words: _Words) -> Pair:
    """How a move or a hold came off, to follow "Arrived" or "Held"."""
    clause, strength = result.get("clause"), result.get("strength")
    fact = verdicts.FACTS.get((result.get("detail", ""), "succeeds"))
    if fact is not None:
        return fact
    if words.kind in ("-", "VIA") and clause == "RB-8":
        return (", changing places.", " : les deux échangent leurs places.")
    if words.kind in ("-", "VIA") and clause == "RB-5g":
        return (", moving round in a ring.", ", en rotation.")
    if words.kind == "H" and clause == "RB-5e" and len(result.get("by", ())) > 1:
        return (": {rivals} kept each other out.", " : {rivals} se sont neutralisées.")
    if strength is None or words.kind not in ("-", "VIA", "H"):
        return (".", ".")
    if strength["against"]:
        return (", with {own} against {against}.", ", à {own} contre {against}.")
    return (".", ".")


def _by_rule(words: _Words) -> Pair:
    if words.kind == "B":
        return ("Built automatically ({clause}).", "Construite d’office ({clause}).")
    return (
        "Disbanded automatically: farthest from home ({clause}).",
        "Dissoute d’office : la plus éloignée de ses centres ({clause}).",
    )


def _is_disorder(result: Mapping[str, Any]) -> bool:
    return result.get("detail") == "disorder" or result.get("clause") in verdicts.DISORDER


def _no_order(result: Mapping[str, Any]) -> Pair:
    if result.get("clause") in verdicts.ANARCHY:
        return ("In anarchy", "En anarchie")
    if _is_disorder(result):
        return ("In civil disorder", "En désordre civil")
    if result.get("detail") == "no-retreat":
        return ("Nowhere to retreat", "Aucune retraite possible")
    return ("No order", "Sans ordre")


def _failure(result: Mapping[str, Any], words: _Words) -> Pair:
    if "reason" not in result:
        return verdicts.PLAINLY["fails"]  # in fog no one is told why
    reason, clause, detail = result["reason"], result.get("clause"), result.get("detail", "")
    if detail == "severed" and words.kind == "C":
        return verdicts.SEVERED
    if (detail, "fails") in verdicts.FACTS:
        return verdicts.FACTS[detail, "fails"]
    if reason == "bounced" and clause == "RB-5d":
        return verdicts.OWN_SUPPORT if "strength" in result else verdicts.OWN_UNIT
    if reason == "bounced" and clause == "RB-5f":
        return verdicts.HEAD_TO_HEAD
    return verdicts.FAILED_BY_KIND.get((reason, words.kind), verdicts.FAILURES[reason])


def _void(result: Mapping[str, Any], words: _Words) -> Pair:
    if not words.kind and result["reason"] == "no-unit":
        return verdicts.NO_SUCH_UNIT
    if not words.kind and result["reason"] == "illegal":
        return verdicts.DETAILS.get(result.get("detail", "unreadable"), verdicts.VOIDS["illegal"])
    if result["reason"] == "duplicate" and "detail" not in result and words.kind in ("B", "D"):
        return verdicts.DUPLICATE_SITE
    exact = impossible.why(result.get("detail"), words.kind, words.unit, words.target, words.destination)
    if exact is not None:
        return exact
    if words.kind == "B" and result.get("detail") == "unreachable":
        return verdicts.NO_PLACE_FOR_IT
    return verdicts.DETAILS.get(result.get("detail", ""), verdicts.VOIDS[result["reason"]])


def _is_lost(result: Mapping[str, Any], words: _Words) -> bool:
    detail = result.get("detail")
    is_fault = detail in verdicts.LOSING or (result["reason"] == "duplicate" and detail is None)
    return words.kind == "R" and is_fault


def _retreats(result: Mapping[str, Any], language: str | None) -> str:
    retreats = [names.short(place, language) for place in result.get("retreats", ())]
    if retreats:
        places = names.listed(retreats, language, alternative=True)
        return _pick(("It may retreat to {0}.", "Retraite possible : {0}."), language).format(places)
    if _is_disorder(result):
        return _pick(
            ("It doesn’t retreat and is disbanded.", "Elle ne se replie pas : elle est dissoute."),
            language,
        )
    return _pick(
        ("It has nowhere to retreat and is disbanded.", "Sans retraite possible, elle est dissoute."),
        language,
    )


def _fill(pair: Pair, result: Mapping[str, Any], words: _Words, language: str | None) -> str:
    """The sentence with the units and numbers of `result`; a plainer one if the order lacks a part of it."""
    causes = [names.unit(unit, language) for unit in result.get("by", ())]
    listed = names.listed(causes, language)
    strength = result.get("strength") or {}
    place = words.destination or words.target.rpartition(" ")[2]
    needed = {
        "unit": names.unit(words.unit, language),
        "site": names.short(words.unit.rpartition(" ")[2], language),
        "target": names.unit(words.target, language),
        "other": listed or names.unit(words.target, language),
        "to": names.short(place, language),
    }
    template = _pick(pair, language)
    if any(f"{{{name}}}" in template and not text for name, text in needed.items()):
        return _pick(verdicts.PLAINLY[result["verdict"]], language)
    return template.format(
        **needed,
        by=_pick((" by {0}", " par {0}"), language).format(listed) if causes else "",
        with_by=_pick((" with {0}", " contre {0}"), language).format(listed) if causes else "",
        rivals=listed or _pick(("another unit", "une autre unité"), language),
        sunk=_sunk(causes, language),
        odds=_odds(strength, language),
        own=strength.get("own"),
        against=strength.get("against"),
    )


def _odds(strength: Mapping[str, int], language: str | None) -> str:
    if not strength:
        return ""
    template = _pick((" ({own} against {against})", " ({own} contre {against})"), language)
    return template.format(**strength)


def _sunk(causes: Sequence[str], language: str | None) -> str:
    """ "F Nth was dislodged by F Nwy": each fleet of `causes` is followed by the unit that dislodged it."""
    template = _pick(("{0} was dislodged by {1}", "{0} a été délogée par {1}"), language)
    pairs = [template.format(*causes[at : at + 2]) for at in range(0, len(causes) - 1, 2)]
    if not pairs:
        return _pick(("a fleet of it was dislodged", "une de ses flottes a été délogée"), language)
    return names.listed(pairs, language)


def _after(why: Pair, what: str, language: str | None) -> str:
    """ "No order: it held." out of "No order" and "It held."."""
    colon = _pick((": ", " : "), language)
    return _pick(why, language) + colon + what[:1].lower() + what[1:]


def _pick(pair: Pair, language: str | None) -> str:
    return pair[1 if names.is_french(language) else 0]


def _words(order: str) -> _Words:
    """The parts of a canonical line; none of any other text."""
    words = order.split(" ")
    if words[0] == "WAIVE":
        return _Words("WAIVE")
    if words[0] not in ("A", "F") or not all(word in _SIGNS or word in _PLACES for word in words):
        return _Words("")
    unit = " ".join(words[:2])
    match words[2:]:
        case ["-", place, "VIA"]:
            return _Words("VIA", unit, destination=place)
        case [("-" | "R") as kind, place]:
            return _Words(kind, unit, destination=place)
        case [("S" | "C") as kind, letter, target]:
            return _Words(kind, unit, f"{letter} {target}")
        case [("S" | "C") as kind, letter, target, "-", place]:
            return _Words(kind, unit, f"{letter} {target}", place)
        case [("H" | "D" | "B") as kind]:
            return _Words(kind, unit)
    return _Words("")
