"""A game's replay: the page of one phase, and the file from which a script shows all of them.

The file tells what pages of phases tell to the same reader, through the same door (`games.engine.sight`): the
phases that have been adjudicated, in order, each with its position, its orders with their outcomes, and what
else happened; after them the position as it stands. Of the open phase it has that alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.board import Reel
from games.common import clock
from games.common.words import local
from games.engine import sight
from games.gate.access import Access
from games.models import Phase
from games.pages.gathering import past_of_turn, past_page
from games.pages.page import GamePage, Past
from games.pages.past_players import PastPlayers, past_players
from games.pages.phases import Timeline, every_phase_of
from games.pages.results import PowerVerdicts, Verdict
from games.pages.seats import places_of
from games.pages.sightings import Seen, seen_in_each
from games.pages.whose import whose_of
from games.words import wording

MAP: Final = "map/standard.svg"

SHAPE: Final = 1
"""Grows with every change of what the file looks like, or of what its pictures do."""

Happened = Callable[[GamePage, Past], str]
"""What a phase brought that is no order, as HTML."""


def replay_page(access: Access, phase: Phase) -> GamePage:
    """The page of an adjudicated phase in the replay of its game; the way leads through such phases alone."""
    page = past_page(access, phase, is_reel=True)
    page.timeline = Timeline([tick for tick in page.timeline.ticks if not tick.is_open], phase.label)
    page.is_reel = True
    return page


def reel_name(access: Access, past: PastPlayers) -> str:
    """What tells a file that is kept for spectators from an earlier one, beside the version of its game."""
    names = sorted(past.all_names().items())
    shown = f"{SHAPE} {static(MAP)} {sight.is_in_fog(access.game)} {names}"
    return f"reel {sha256(shown.encode()).hexdigest()[:16]}"


def players_of(access: Access) -> PastPlayers:
    """Who had the seats of the game. Two queries."""
    return past_players(access.game, places_of(access.game, access.seat))


def reel_of(access: Access, past: PastPlayers, happened: Happened) -> dict[str, Any] | None:
    """The whole replay as one reader may see it; None before the first phase is over. One query.

    `pieces` are what pictures and orders consist of (`games.board.reel`), `outcomes` words, icon, tone and a
    note for what became of orders. A phase has its `groups` of orders: power, commander, and for each order
    its text, the number of its outcome, why it came so, its marks, its signs, and whether it failed.
    """
    phases = every_phase_of(access.game)
    done = [phase for phase in phases if not phase.is_open]
    if not done:
        return None
    seen = seen_in_each(access, phases)
    film = _Film(access, past, happened)
    told = [film.phase(*each) for each in zip(done, seen, seen[1:], strict=False)]
    return {"phases": told, "now": film.picture(seen[len(done)]), **film.said()}


class _Film:
    """What all phases of one file have in common while it is made."""

    def __init__(self, access: Access, past: PastPlayers, happened: Happened) -> None:
        self._access, self._past, self._happened = access, past, happened
        self._reel = Reel(language=local.language(), base_map=static(MAP))
        self._outcomes: dict[tuple[str, ...], int] = {}
        self._page = GamePage(
            access=access, now=clock.shown(), places=list(past.places), timeline=Timeline([], "")
        )

    def picture(self, seen: Seen) -> Mapping[str, list[int]]:
        whose = whose_of(seen.position, self._past.places).groups
        return self._reel.picture(seen.position, seen.known, whose)

    def phase(self, phase: Phase, seen: Seen, after: Seen) -> dict[str, Any]:
        access, position = self._access, seen.position
        turn = sight.turn_of(access.game, phase, access.viewer)
        past = past_of_turn(access, phase, turn, position, self._past.places_in(phase))
        self._page.seen, self._page.last = seen, past
        results = turn.get("results", [])
        whose = whose_of(position, self._past.places).groups
        drawn: dict[str, list[Mapping[str, Any]]] = {}
        for result, marks in zip(
            results, self._reel.orders(position, after.position, results, seen.known, whose), strict=True
        ):
            drawn.setdefault(result["power"], []).append(marks)
        return {
            "label": phase.label,
            "name": past.name,
            "year": wording.year_of(phase.label),
            "picture": self.picture(seen),
            "groups": [self._group(power, drawn[power.power]) for power in past.report.powers],
            "news": self._happened(self._page, past),
            "auction": past.auction is not None,
        }

    def said(self) -> dict[str, Any]:
        """What the phases name by its number."""
        return {"pieces": self._reel.finish(), "outcomes": list(self._outcomes)}

    def _group(self, power: PowerVerdicts, drawn: Sequence[Mapping[str, Any]]) -> list[Any]:
        commander = "" if power.is_seat else power.commander or pgettext("commands this power", "no one")
        orders = [self._order(*each) for each in zip(power.verdicts, drawn, strict=True)]
        return [power.power, commander, orders]

    def _order(self, verdict: Verdict, drawn: Mapping[str, Any]) -> list[Any]:
        note = _("no order given") if verdict.implied else _("automatic") if verdict.by_rule else ""
        outcome = (verdict.word, verdict.icon, verdict.tone, note)
        number = self._outcomes.setdefault(outcome, len(self._outcomes))
        marks = drawn.get("marks", []), drawn.get("signs", []), drawn.get("failed", 0)
        return [verdict.order, number, verdict.sentence, *marks]
