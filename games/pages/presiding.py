"""A game master's desk; and, for everyone, all that they did (RB-24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from adjudicator.errors import AdjudicatorError
from games.adjudication.waived_misses import misses_shown
from games.common import clock
from games.common.words.people import called
from games.engine import bridge, hosting_rules
from games.engine.elimination import is_out
from games.engine.hidden_players import is_known
from games.engine.misses import may_miss
from games.gate.access import Access
from games.gate.open_seats import agreed_by, by_master, open_seats
from games.gate.taking_back import is_never_taken_back, phases_to_take_back_to
from games.models import Game, GameArbiter, Phase, StandIn, Tenure, Turn
from games.pages.acts import Act, acts_of
from games.pages.clock_changes import clock_changes_of
from games.pages.page import GamePage
from games.pages.phases import Timeline
from games.pages.seats import Place, places_of
from games.pages.writers import name_of
from games.words import wording
from games.words.endings import NAMES

LATEST = 6
"""Phases in which it is counted who sent nothing."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Someone who would take a seat over. `has_played`: they have sat in this game before (RB-14)."""

    user_id: int
    name: str
    has_played: bool

    @property
    def says(self) -> str:
        return _("%(name)s (has played in this game)") % {"name": self.name} if self.has_played else self.name


def stand_ins_of(game: Game) -> list[Candidate]:
    """Who would take a seat over, those first who have not played in this game yet (RB-14). Two queries.

    Nothing is said of seats whose players no one may know (DG-1).
    """
    offers = StandIn.objects.filter(game=game, user__memberships__league=game.league_id)
    rows = list(offers.values_list("user", "user__username"))
    known = Tenure.objects.filter(is_known(), game=game, user__in=[user for user, _name in rows])
    played = set(known.values_list("user", flat=True))
    found = [Candidate(user, name, user in played) for user, name in rows]
    return sorted(found, key=lambda each: each.has_played)


@dataclass(frozen=True, slots=True)
class SeatNow:
    """One seat on the desk: who plays it, and how many of the last phases it missed (HR-1)."""

    place: Place
    silent: int
    asked: int

    @property
    def says(self) -> str:
        return name_of(self.place)


@dataclass(slots=True)
class DeskPage(GamePage):
    """The game master's desk. `forms` by the act that each asks for."""

    seats: list[SeatNow] = field(default_factory=list)
    stand_ins: list[Candidate] = field(default_factory=list)
    kinds: list[tuple[str, str]] = field(default_factory=list)
    losers: list[tuple[str, str]] = field(default_factory=list)
    """In a game for two, the seats that can lose by a ruling, with their names (HR-5)."""
    misses: list[tuple[str, str]] = field(default_factory=list)
    """The misses that a ruling can take back (HR-1)."""
    acts: list[Act] = field(default_factory=list)
    back_to: list[tuple[str, str]] = field(default_factory=list)
    """The phases that the game may be taken back to, the latest first, by label and name (HR-8)."""
    stops_at_draw: bool = False
    """Whether it may not be taken back to the first of all, since something was drawn by lots."""
    forms: Mapping[str, Any] = field(default_factory=dict)
    given_back: str = ""
    """What was written for an act that came too late, since the game does not run any more."""

    @property
    def phase_name(self) -> str:
        return wording.phase(self.phase.label) if self.phase else ""

    @property
    def is_never_taken_back(self) -> bool:
        """Whether its rules hide who has answered, so that it is never taken back (HR-8)."""
        return is_never_taken_back(self.game.variant)

    @property
    def may_run_untimed(self) -> bool:
        """Whether the game can run without a clock: not where phases do not close early (HR-3)."""
        return self.game.variant not in hosting_rules.with_secret_dues()


def desk_page(access: Access, phase: Phase | None) -> DeskPage:
    """The desk of a person who acts on the game; without an open phase nothing can be done there.

    An arbiter's shows no more of the game than everyone sees, and lacks what no one does in a competition:
    giving seats away, handing the game over, declaring an end (HR-10).
    """
    game = access.game
    page = DeskPage(
        access=access,
        now=clock.now(),
        places=places_of(game, None),
        timeline=Timeline([], ""),
        phase=phase,
        title=_("Arbiter tools") if game.is_contest else _("Game master’s tools"),
    )
    page.acts = acts_of(game, None)
    if phase is not None:
        page.changes = clock_changes_of(game, page.places)
        page.seats = _seats_now(game, page.places)
        if not game.is_contest:
            page.stand_ins = stand_ins_of(game)
            page.kinds = _kinds(game, phase)
        page.losers = losers_in(page.places)
        page.misses = misses_in(game, page.places)
        page.back_to = [(label, wording.phase(label)) for label in phases_to_take_back_to(game)]
        page.stops_at_draw = len(page.back_to) < phase.ordinal
    return page


def _seats_now(game: Game, places: Sequence[Place]) -> list[SeatNow]:
    """Who missed which of the latest phases (HR-1). One query."""
    turns = Turn.objects.filter(
        phase__game=game, phase__deadline__gt=F("phase__opened_at"), answers__isnull=False
    ).order_by("-phase__ordinal")
    latest = list(turns.values_list("phase__label", "phase__due", "missed")[:LATEST])
    return [
        SeatNow(
            place,
            silent=sum(place.key in missed for _label, _due, missed in latest),
            asked=sum(may_miss(game.variant, label[-1], due, place.key) for label, due, _missed in latest),
        )
        for place in places
        if place.is_open or not place.is_free
    ]


def misses_in(game: Game, places: Sequence[Place]) -> list[tuple[str, str]]:
    """The misses that a ruling can take back, the latest first, by phase and seat (HR-1). One query."""
    names = {place.key: name_of(place) for place in places}
    turns = Turn.objects.filter(phase__game=game, answers__isnull=False).exclude(missed={})
    turns = turns.select_related("phase").order_by("-phase__ordinal")
    turns = turns.only("missed", "phase__label", "phase__due")
    return [
        (f"{turn.phase.label} {seat}", f"{names[seat]}, {wording.phase(turn.phase.label)}")
        for turn in turns
        for seat in misses_shown(game, turn.phase, turn.missed)
    ]


def losers_in(places: Sequence[Place]) -> list[tuple[str, str]]:
    """Who can lose by a ruling: in a game for two either of them, elsewhere no one (HR-5)."""
    return [(place.key, name_of(place)) for place in places] if len(places) == 2 else []


def _kinds(game: Game, phase: Phase) -> list[tuple[str, str]]:
    """The endings that they may declare now, with those whose votes stand."""
    possible, absent = [], open_seats(game)
    for kind in bridge.about(game.variant, game.settings)["agreements"]:
        try:
            bridge.end(game, phase, agreed_by(kind, by_master(game, kind), absent))
        except AdjudicatorError:
            continue
        possible.append((kind, str(NAMES.get(kind, kind))))
    return possible


@dataclass(slots=True)
class ActsPage(GamePage):
    """Everything a game's masters did."""

    acts: list[Act] = field(default_factory=list)
    master: str = ""
    arbiters: list[str] = field(default_factory=list)
    """Who rules in a competition's game, by name (HR-10)."""
    has_offered: bool = False
    may_offer: bool = False
    """Whether the reader may offer to take a seat over: a member who is not in the game any more (RB-14)."""


def acts_page(access: Access, user: Any) -> ActsPage | None:
    """All acts, and whether the reader has offered to take a seat over; None where no one ever did any, and
    no one could.
    """
    game = access.game
    acts = acts_of(game, None)
    if game.is_contest:
        return _arbiters_page(access, acts)
    if game.master is None and not acts:
        return None
    page = ActsPage(
        access=access,
        now=clock.shown(),
        places=[],
        timeline=Timeline([], ""),
        title=_("The game master") if game.master else _("Rulings"),
        acts=acts,
        master=called(game.master.get_username()) if game.master else "",
    )
    is_offered = game.master is not None and game.state == Game.State.RUNNING
    page.may_offer = is_offered and access.is_member and _is_free(access)
    page.has_offered = user.is_authenticated and StandIn.objects.filter(game=game, user=user).exists()
    return page


def _arbiters_page(access: Access, acts: list[Act]) -> ActsPage:
    """Who rules in a competition's game, and what they did. One query."""
    standing = GameArbiter.objects.filter(game=access.game, left_at=None).order_by("pk")
    return ActsPage(
        access=access,
        now=clock.shown(),
        places=[],
        timeline=Timeline([], ""),
        title=_("The arbiters"),
        acts=acts,
        arbiters=[called(name) for name in standing.values_list("user__username", flat=True)],
    )


def _is_free(access: Access) -> bool:
    """Whether the reader plays nowhere in the game, or is out of it. A query for a player."""
    if access.seat_key is None:
        return access.is_watcher
    phase = Phase.objects.get(game=access.game, ordinal=access.game.phase_number)
    return is_out(access.game, phase.position, access.seat_key)
