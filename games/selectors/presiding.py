"""A game master's desk and the letters he may read; and, for everybody, all that he did (RB-24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from adjudicator.errors import AdjudicatorError
from games import bridge, clock, wording
from games.access import Access
from games.elimination import is_out
from games.masks import is_known
from games.misses import may_miss
from games.models import Game, Message, Phase, StandIn, Tenure, Turn
from games.selectors.acts import Act, acts_of
from games.selectors.endings import NAMES
from games.selectors.page import GamePage
from games.selectors.phases import Timeline
from games.selectors.press import name_of
from games.selectors.seats import Place, places_of
from games.services.presiding import by_master
from games.threads import places_in

LETTERS = 40
"""Letters on one page."""
LATEST = 6
"""Phases in which it is counted who sent nothing."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who would take a seat over. `has_played`: he has sat in this game before (RB-14)."""

    user_id: int
    name: str
    has_played: bool

    @property
    def says(self) -> str:
        return _("%(name)s (has played in this game)") % {"name": self.name} if self.has_played else self.name


def stand_ins_of(game: Game) -> list[Candidate]:
    """Who would take a seat over, those first who have not played in this game yet (RB-14). Two queries.

    Nothing is said of seats whose players nobody may know (DG-1).
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
    acts: list[Act] = field(default_factory=list)
    forms: Mapping[str, Any] = field(default_factory=dict)
    given_back: str = ""
    """What was written for an act that came too late, since the game does not run any more."""

    @property
    def phase_name(self) -> str:
        return wording.phase(self.phase.label) if self.phase else ""


def desk_page(access: Access, phase: Phase | None) -> DeskPage:
    """The desk of whoever presides; without an open phase nothing can be done there."""
    game = access.game
    page = DeskPage(
        access=access,
        now=clock.now(),
        places=places_of(game, None),
        timeline=Timeline([], ""),
        phase=phase,
        title=_("The game master’s desk"),
    )
    page.acts = acts_of(game, None)
    if phase is not None:
        page.seats = _seats_now(game, page.places)
        page.stand_ins = stand_ins_of(game)
        page.kinds = _kinds(game, phase)
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
        if not place.is_free
    ]


def _kinds(game: Game, phase: Phase) -> list[tuple[str, str]]:
    """The endings that he may declare now, with those whose votes stand."""
    possible = []
    for kind in bridge.about(game.variant, game.settings)["agreements"]:
        try:
            bridge.end(game, phase, {"how": kind, "by": sorted(by_master(game, kind))})
        except AdjudicatorError:
            continue
        possible.append((kind, str(NAMES.get(kind, kind))))
    return possible


@dataclass(slots=True)
class ActsPage(GamePage):
    """Everything a game's masters did."""

    acts: list[Act] = field(default_factory=list)
    master: str = ""
    has_offered: bool = False
    may_offer: bool = False
    """Whether the reader may offer to take a seat over: a member who is not in the game any more (RB-14)."""


def acts_page(access: Access, user: Any) -> ActsPage | None:
    """All acts, and whether the reader has offered to take a seat over; None where nobody presides."""
    game = access.game
    if game.master is None:
        return None
    page = ActsPage(
        access=access,
        now=clock.shown(),
        places=[],
        timeline=Timeline([], ""),
        title=_("The game master"),
        acts=acts_of(game, None),
        master=game.master.get_username(),
    )
    page.may_offer = game.state == Game.State.RUNNING and access.is_member and _is_free(access)
    page.has_offered = user.is_authenticated and StandIn.objects.filter(game=game, user=user).exists()
    return page


def _is_free(access: Access) -> bool:
    """Whether the reader plays nowhere in the game, or is out of it. A query for a player."""
    if access.seat_key is None:
        return access.is_watcher
    phase = Phase.objects.get(game=access.game, ordinal=access.game.phase_number)
    return is_out(access.game, phase.position, access.seat_key)


@dataclass(frozen=True, slots=True)
class ReadLetter:
    """One letter as the game master reads it. `to` are names, empty for everybody else."""

    key: int
    sender: str
    to: str
    body: str
    at: datetime
    phase: str


@dataclass(slots=True)
class LettersPage(GamePage):
    """The letters of a game, the newest first; `older` leads on."""

    letters: list[ReadLetter] = field(default_factory=list)
    older: int | None = None


def letters_page(access: Access, before: int | None) -> LettersPage:
    """The letters of all circles, before the one with the key `before`. Two queries."""
    game = access.game
    places = places_of(game, None)
    letters = Message.objects.filter(game=game).order_by("-pk")
    if before is not None:
        letters = letters.filter(pk__lt=before)
    rows = letters.values_list("pk", "circle__key", "sender__order", "body", "sent_at", "phase__label")
    found = list(rows[: LETTERS + 1])
    page = LettersPage(
        access=access,
        now=clock.shown(),
        places=places,
        timeline=Timeline([], ""),
        title=_("All letters"),
        older=found[LETTERS - 1][0] if len(found) > LETTERS else None,
    )
    writers = sum(not place.is_masked for place in places)
    for key, circle, sender, body, at, label in found[:LETTERS]:
        others = [places[each] for each in places_in(circle) if each != sender]
        to = _("everybody") if len(others) == writers - 1 > 1 else ", ".join(map(name_of, others))
        page.letters.append(ReadLetter(key, name_of(places[sender]), to, body, at, wording.phase(label)))
    return page
