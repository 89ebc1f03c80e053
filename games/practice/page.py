"""The page of a practice game: what the parts of any game's page need, gathered from a practice row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from games.board import draw_board, render_legend
from games.common import clock
from games.common.words import local
from games.engine.commands import commanders_of
from games.engine.winners import winners_of
from games.forms.sheets import Desk, sheet_for
from games.gate.access import Access
from games.models import Game, Practice, PracticeTurn, Seat
from games.pages.auctions import Auction, auction_in
from games.pages.page import GamePage, Past
from games.pages.phases import Timeline
from games.pages.results import report_of
from games.pages.seats import Place
from games.pages.sheets import SheetPage, sheet_page
from games.pages.sightings import Seen
from games.pages.whose import whose_of
from games.practice import table
from games.practice.advice import suggestion, text_of
from games.practice.lessons import (
    Lesson,
    Nearest,
    Remark,
    Stage,
    lesson_of,
    nearest_of,
    remarks_on,
    stages_of,
)
from games.practice.script import Advice
from games.practice.table import BOT, SEAT
from games.words import wording

BOT_NAME = "Otto"
GAME = Game(variant=table.VARIANT, settings={})
"""What a practice game is, for those who ask a game only that. It is no row."""
AUCTIONS_SHOWN = 3
"""Past auctions whose prices stand in the auction room."""


@dataclass(slots=True)
class PracticePage(GamePage):
    """A practice game as its player sees it, either with the sheet that is open or with the results of the
    last phase (`is_reading`).

    `given_back` is what was typed on a page that could not be used, `before_fill` what the suggestion took
    the place of; `needs_word` says that the orders were not sent because of its problems. `is_guest`: the
    player has no account, and a name that says that they are it.
    """

    practice: Practice = field(default_factory=Practice)
    lesson: Lesson | None = None
    stages: list[Stage] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    nearest: list[Nearest] = field(default_factory=list)
    advice: list[Advice] = field(default_factory=list)
    refusal: str = ""
    given_back: str = ""
    before_fill: str = ""
    needs_word: bool = False
    is_guest: bool = False
    sheet_buttons: str = "games/practice/_buttons.html"

    def address(self, name: str, *parts: str) -> str:
        """Where a part of the page leads: to the practice's own address of that name, or nowhere."""
        try:
            return reverse(f"practice:{name}", args=parts)
        except NoReverseMatch:
            return ""

    @property
    def is_over(self) -> bool:
        return self.practice.is_over

    @property
    def is_reading(self) -> bool:
        return self.practice.is_reading

    @property
    def may_go_back(self) -> bool:
        return self.practice.ordinal > 0

    @property
    def has_won(self) -> bool:
        return list((self.outcome or {}).get("winners", [])) == [SEAT]

    @property
    def has_lost(self) -> bool:
        return list((self.outcome or {}).get("winners", [])) == [BOT]

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        outcome: Mapping[str, Any] | None = self.practice.position["outcome"]
        return outcome

    @property
    def is_table_first(self) -> bool:
        """Whether it begins with a sheet or with results that say more than the map: homes, auctions."""
        return not self.is_closed and self.timeline.shown[-1:] in ("H", "B")

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left to read or to write."""
        return self.is_over and not self.is_reading

    @property
    def has_reasons(self) -> bool:
        return any(advice.why for advice in self.advice)

    @property
    def bot(self) -> str:
        return BOT_NAME


def page_of(practice: Practice, player: str, *, typed: str | None = None) -> PracticePage:
    """The page as the game stands. `typed` is what was typed and not kept; `player` is the reader's name.

    Three queries at most, however long the game.
    """
    page = _blank(practice, player)
    if practice.is_reading:
        _show_results(page, _turn(practice))
    else:
        _show_sheet(page, typed)
    page.stages = stages_of(practice)
    if practice.has_hints:
        page.lesson = lesson_of(practice)
        page.nearest = nearest_of(page.position)
    return page


def _blank(practice: Practice, player: str) -> PracticePage:
    """A page with nothing on it but who plays. Its game and seat are no rows: the parts ask their names."""
    access = Access(
        game=Game(variant=table.VARIANT, code=f"practice-{practice.began_at.timestamp():.0f}"),
        seat=Seat(key=SEAT),
        is_member=False,
        by_link=False,
    )
    return PracticePage(
        access=access,
        now=clock.now(),
        places=[
            Place(key=SEAT, player=player or _("Guest (you)"), user_id=0, is_own=True),
            Place(key=BOT, player=BOT_NAME, user_id=0, is_own=False),
        ],
        timeline=Timeline([], practice.label),
        practice=practice,
        is_guest=not player,
    )


def _turn(practice: Practice) -> PracticeTurn:
    return practice.turns.get(ordinal=practice.ordinal - 1)


def _past(
    turn: PracticeTurn, seen: Mapping[str, Any], before: Mapping[str, Any], players: Mapping[str, str]
) -> Past:
    return Past(
        label=turn.label,
        report=report_of(seen, commanders_of(before, players), players=players),
        auction=auction_in(GAME, seen, players, turn.label),
        winners=winners_of(GAME.variant, seen.get("outcome"), players),
    )


def _show_results(page: PracticePage, turn: PracticeTurn) -> None:
    """The phase that was just played: the map as it was, with every order on it, and who has what now."""
    seen, page.seen = table.seen_turn(turn.turn), Seen(table.seen(turn.position))
    page.title = wording.phase(turn.label)
    page.timeline = Timeline([], turn.label)
    page.last = _past(turn, seen, page.position, page.players)
    _draw(page, results=seen.get("results", []))
    before, page.seen = page.position, Seen(seen["position"])
    if page.practice.has_hints:
        # Homes and auctions say whom one commands from now on, all else whom one commanded.
        known = before if seen.get("results") else page.position
        page.remarks = remarks_on(turn.label, seen, known, page.players)


def _show_sheet(page: PracticePage, typed: str | None) -> None:
    """The phase that is open, with the player's sheet; or the end."""
    practice = page.practice
    page.seen = Seen(table.seen(practice.position))
    owed = table.due(practice.position).get(SEAT)
    if page.is_over or owed is None:
        page.title = _("The game is over")
        _draw(page)
        return
    page.title = wording.phase(practice.label)
    page.sheet = sheet_of(practice, owed, page.players, typed=typed)
    if practice.has_hints and owed["kind"] != "homes":
        page.advice = suggestion(practice)
    draft = page.sheet.draft_orders
    powers = list(owed["powers"]) if owed["kind"] == "orders" else []
    _draw(page, draft=draft, seat_powers=powers)


def sheet_of(
    practice: Practice, owed: Mapping[str, Any], players: Mapping[str, str], *, typed: str | None = None
) -> SheetPage:
    """The player's sheet with what they typed last, or with what was `typed` now. A ranking begins with the
    adviser's: the first year is explained for the home power that it asks for.
    """
    text = practice.text if typed is None else typed
    if not text and owed["kind"] == "homes":
        text = text_of(suggestion(practice))
    return sheet_page(desk_of(practice, owed, players), None, typed=text or None, version=practice.version)


def desk_of(practice: Practice, owed: Mapping[str, Any], players: Mapping[str, str]) -> Desk:
    """The player's desk in the open phase."""
    position = practice.position

    @cache  # one page asks several times what the same text means
    def read(text: str) -> Mapping[str, Any]:
        return table.read(position, text)

    return Desk(
        due=owed,
        position=table.seen(position),
        read=read,
        options=lambda: table.options(position),
        seat=SEAT,
        outlook=lambda answer: table.outlook(position, answer),
        past=_auctions(practice, players) if owed["kind"] == "bids" else (),
    )


def _auctions(practice: Practice, players: Mapping[str, str]) -> list[Auction]:
    """The last auctions, the newest first. One query."""
    turns = practice.turns.filter(label__endswith="B").order_by("-ordinal")[:AUCTIONS_SHOWN]
    found = (auction_in(GAME, table.seen_turn(turn.turn), players, turn.label) for turn in turns)
    return [auction for auction in found if auction]


def composed(practice: Practice, post: Mapping[str, str]) -> str:
    """The text that the fields of a sheet stand for; what was typed, when there is no sheet for it now."""
    owed = table.due(practice.position).get(SEAT)
    if owed is None:
        return post.get("text", "")
    return sheet_for(desk_of(practice, owed, {})).compose(post)


def can_stand(practice: Practice, text: str) -> bool:
    """Whether all that was typed can be read and ordered."""
    owed = table.due(practice.position).get(SEAT)
    return owed is None or not sheet_for(desk_of(practice, owed, {})).problems(text)


def _draw(page: PracticePage, **marks: Any) -> None:
    """The map and its legend."""
    language, whose = local.language(), whose_of(page.position, page.places)
    drawing = draw_board(
        dict(page.position),
        language=language,
        base_map=static("map/standard.svg"),
        whose=whose.groups,
        **marks,
    )
    page.board = mark_safe(drawing.svg)
    page.legend = mark_safe(render_legend(drawing.signs, language=language, whose=whose.names))


def opening_board() -> tuple[str, str]:
    """The map of spring 1901, before anyone has a home, and its legend."""
    return _opening_board(local.language(), static("map/standard.svg"))


@cache
def _opening_board(language: str, base_map: str) -> tuple[str, str]:
    drawing = draw_board(table.opening("00" * 32), language=language, base_map=base_map)
    return mark_safe(drawing.svg), mark_safe(render_legend(drawing.signs, language=language))
