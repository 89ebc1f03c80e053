"""Whole correspondences: a game master's, a former player's, and everyone's where a game opens its press."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import clock
from games.gate.access import Access
from games.models import Circle, Game, Message, Withheld
from games.pages.blocking import blocked_by
from games.pages.page import GamePage
from games.pages.phases import Timeline
from games.pages.seats import Place, places_of
from games.pages.writers import Writers, name_of, past_tenures, writers_of
from games.words import wording
from games.words.threads import places_in

LETTERS = 40
"""Messages on one page."""


@dataclass(frozen=True, slots=True)
class ReadLetter:
    """One message as someone reads it who may be none of those it went between. `sender` and `to` are the
    names of those who had the seats when it was written; `to` everyone, where it went to all.
    """

    key: int
    sender: str
    to: str
    body: str
    at: datetime
    phase: str
    is_folded: bool = False


@dataclass(slots=True)
class LettersPage(GamePage):
    """Messages of a game, the newest first; `older` leads on."""

    letters: list[ReadLetter] = field(default_factory=list)
    older: int | None = None


def letters_page(access: Access, before: int | None) -> LettersPage:
    """The messages of all circles, before the one with the key `before`. Three queries at most.

    A master named in a running game reads those written from then on (HR-9).
    """
    game = access.game
    page = _page(access, places_of(game, None), _("All messages"))
    letters = Message.objects.filter(game=game)
    if game.master_reads_since is not None:
        letters = letters.filter(sent_at__gte=game.master_reads_since)
    _show(page, letters, before)
    return page


def earlier_letters_page(access: Access, user: Any, before: int | None) -> LettersPage:
    """What `user` wrote and was sent in seats of this game that they have no more. Three queries at most.

    Whom the messages went between is told by the names of that time alone.
    """
    game = access.game
    page = _page(access, places_of(game, access.seat), _("Your earlier messages"))
    held = (
        past_tenures(game, user)
        .filter(seat__circles=OuterRef("circle"), taken_at__lte=OuterRef("sent_at"))
        .filter(left_at__gt=OuterRef("sent_at"))
    )
    kept_away = Withheld.objects.filter(message=OuterRef("pk"), tenure__user=user.pk)
    _show(page, Message.objects.filter(Exists(held), ~Exists(kept_away), game=game), before)
    return page


@dataclass(frozen=True, slots=True)
class OpenedCircle:
    """Those who wrote to each other, by the names they have now, and how many messages they wrote."""

    key: str
    name: str
    count: int

    @property
    def says(self) -> str:
        count = ngettext("%(count)d message", "%(count)d messages", self.count) % {"count": self.count}
        return f"{self.name} ({count})"


@dataclass(frozen=True, slots=True)
class OpenedPhase:
    """Messages of one phase, the oldest first."""

    name: str
    letters: Sequence[ReadLetter]


@dataclass(slots=True)
class OpenedPage(GamePage):
    """The press of a game that is over, the oldest first, by phase: of one circle, or of all."""

    circles: Sequence[OpenedCircle] = ()
    circle: str = ""
    stretches: Sequence[OpenedPhase] = ()
    later: int | None = None
    is_first: bool = True

    @property
    def total(self) -> int:
        return sum(circle.count for circle in self.circles)


def opened_page(access: Access, circle: str, after: int | None) -> OpenedPage:
    """The messages of the circle with this key, or of all, after the one with the key `after`. Five queries
    at most. Drafts and notebooks are among them never.
    """
    game = access.game
    places = places_of(game, access.seat)
    writers = writers_of(game, places)
    page = OpenedPage(
        access=access,
        now=clock.shown(),
        places=places,
        timeline=Timeline([], ""),
        title=_("Messages of the game"),
        is_first=after is None,
    )
    counted = Circle.objects.filter(game=game).annotate(n=Count("letters")).filter(n__gt=0)
    page.circles = [
        OpenedCircle(key, _names(places, places_in(key)), count)
        for key, count in counted.order_by("-n", "pk").values_list("key", "n")
    ]
    blocked = blocked_by(access.reader)
    letters = Message.objects.filter(game=game)
    if circle in (each.key for each in page.circles):
        page.circle = circle
        letters = letters.filter(circle__key=circle)
    if after is not None:
        letters = letters.filter(pk__gt=after)
    found = list(_rows(letters.order_by("pk"))[: LETTERS + 1])
    page.later = found[LETTERS - 1][0] if len(found) > LETTERS else None
    shown = [_read(writers, places, blocked, *row) for row in found[:LETTERS]]
    page.stretches = [OpenedPhase(name, list(each)) for name, each in groupby(shown, lambda one: one.phase)]
    return page


def _names(places: Sequence[Place], orders: Sequence[int]) -> str:
    writers = sum(not place.is_masked for place in places)
    if len(orders) == writers > 2:
        return _("everyone")
    return ", ".join(name_of(places[order]) for order in orders)


def _page(access: Access, places: list[Place], title: str) -> LettersPage:
    return LettersPage(
        access=access, now=clock.shown(), places=places, timeline=Timeline([], ""), title=title
    )


def _show(page: LettersPage, letters: QuerySet[Message], before: int | None) -> None:
    if before is not None:
        letters = letters.filter(pk__lt=before)
    found = list(_rows(letters.order_by("-pk"))[: LETTERS + 1])
    writers = writers_of(page.game, page.places)
    page.older = found[LETTERS - 1][0] if len(found) > LETTERS else None
    page.letters = [_read(writers, page.places, (), *row) for row in found[:LETTERS]]


def read_letters(game: Game, letters: QuerySet[Message]) -> list[ReadLetter]:
    """`letters` of `game` in their order, for a reader who may see them. Three queries at most."""
    places = places_of(game, None)
    writers = writers_of(game, places)
    return [_read(writers, places, (), *row) for row in _rows(letters)]


def _rows(letters: QuerySet[Message]) -> QuerySet[Message, Any]:
    return letters.values_list("pk", "circle__key", "sender__order", "body", "sent_at", "phase__label")


def _read(
    writers: Writers,
    places: Sequence[Place],
    blocked: Collection[int],
    key: int,
    circle: str,
    sender: int,
    body: str,
    at: datetime,
    label: str,
) -> ReadLetter:
    others = [places[order].key for order in places_in(circle) if order != sender]
    to_all = len(others) == sum(not place.is_masked for place in places) - 1 > 1
    to = _("everyone") if to_all else writers.names_at(others, at)
    writer = writers.at(places[sender].key, at)
    is_folded = writer.user_id in blocked
    return ReadLetter(key, name_of(writer), to, body, at, wording.phase(label), is_folded)
