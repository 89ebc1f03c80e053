"""What a turning point did, as sentences: facts, in the reader's language. No one's motive is among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from django.utils.translation import gettext as _

from adjudicator.texts import names
from games.common.words import local
from games.common.words.people import at_start, called
from games.words import order_words, wording

LONGEST: Final = 5
"""Sentences about one turning point; the rest is a click away."""

Facts = Mapping[str, Any]


def said_of(told: Facts, players: Mapping[str, str]) -> list[str]:
    """What `games.engine.turning` keeps of a step, the gravest first. `players` by seat."""

    def who(seat: str) -> str:
        return called(players[seat]) if seat in players else wording.seat(seat)

    return [at_start(said) for said in _all(told, who)][:LONGEST]


def _all(told: Facts, who: Any) -> Iterator[str]:
    if told["entered"]:
        yield _("The move into %(places)s wins the game.") % {"places": _places(told["entered"])}
    for seat in told["bust"]:
        yield _("%(player)s was bust.") % {"player": who(seat)}
    for seat, prices in told["bought"].items():
        bought = _listed([f"{wording.power(power)} ({price})" for power, price in prices.items()])
        yield _("%(player)s bought %(powers)s.") % {"player": who(seat), "powers": bought}
    if told["anarchy"]:
        yield _("In anarchy: %(powers)s.") % {"powers": wording.powers(told["anarchy"])}
    for (before, power), changes in groupby(
        sorted(told["taken"], key=lambda each: (not each["from"], str(each["from"]), each["to"])),
        key=lambda each: (each["from"], each["to"]),
    ):
        said = {
            "power": names.capitalised(wording.the_power(power)),
            "places": _places([each["centre"] for each in changes]),
        }
        if before:
            said["before"] = wording.power(before)
            yield _("%(power)s took %(places)s from %(before)s.") % said
        else:
            yield _("%(power)s took %(places)s.") % said
    yield from _fought(told)
    for power in told["gone"]:
        yield _("%(power)s was eliminated.") % {"power": names.capitalised(wording.the_power(power))}
    if told["held"] and len(told["held"]) <= LONGEST:
        yield _("Centres: %(changes)s.") % {"changes": _changes(told["held"], who)}
    if told["credits"] and told["label"].endswith("B"):
        yield _("Treasury: %(changes)s.") % {"changes": _changes(told["credits"], who)}


def _fought(told: Facts) -> Iterator[str]:
    if told["out"]:
        out = [
            f"{wording.unit(' '.join(each['unit']))} ({wording.power(each['power'])})" for each in told["out"]
        ]
        yield _("Dislodged: %(units)s.") % {"units": ", ".join(out)}
    for how, sentence in (
        ("cut", _("Support cut: %(orders)s.")),
        ("missed", _("Support not given: %(orders)s.")),
    ):
        orders = [
            f"{order_words.as_typed(each['order'])} ({wording.power(each['power'])})"
            for each in told["supports"]
            if each["how"] == how
        ]
        if orders:
            yield sentence % {"orders": ", ".join(orders)}


def _changes(changes: Mapping[str, Sequence[int | None]], who: Any) -> str:
    return ", ".join(f"{who(seat)} {before or 0} → {after or 0}" for seat, (before, after) in changes.items())


def _places(places: Sequence[str]) -> str:
    return _listed([wording.place(place) for place in places])


def _listed(words: Sequence[str]) -> str:
    return names.listed(list(words), local.language())
