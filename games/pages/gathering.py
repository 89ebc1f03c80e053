"""Gathering what a page of a game shows: one function a page, each with a fixed number of queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.templatetags.static import static
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from games.board import OF_ORDERS, draw_board, render_legend
from games.common import clock
from games.common.words import local
from games.engine import sight
from games.engine.commands import commanders_of
from games.engine.winners import winners_of
from games.gate.access import Access
from games.lists.waiting import Task, waiting_for
from games.models import Phase
from games.pages import parts
from games.pages.auctions import auction_in, has_auctions, latest_auctions
from games.pages.clock_changes import clock_changes_of
from games.pages.endings import endings_of
from games.pages.fresh import fresh_of, is_shown, summary_of
from games.pages.letters import ThreadRequest
from games.pages.notebook import drawn_guesses
from games.pages.open_seats import leaving_of
from games.pages.page import GamePage, Past
from games.pages.parts import Basis
from games.pages.past_players import past_players
from games.pages.phases import (
    Newest,
    TakenBack,
    Timeline,
    newest_of,
    open_phase_of,
    rest_of_season,
    timeline_of,
)
from games.pages.results import TurnAudience, report_of
from games.pages.seats import Place, names_of, places_of
from games.pages.sharing import shared_of
from games.pages.sheets import SheetPage, desk_of, draft_of, sheet_page
from games.pages.sightings import seen_at_the_end, seen_in
from games.pages.whose import whose_of
from games.words import wording


def current_page(
    access: Access, *, sheet: SheetPage | None = None, asked: ThreadRequest | None = None
) -> GamePage:
    """The page of a game as it stands. `sheet` comes from a form that was not saved."""
    game = access.game
    newest = newest_of(game)
    phase, last = newest.open, newest.last
    page = GamePage(
        access=access,
        now=clock.now(),
        places=places_of(game, access.seat, phase),
        timeline=timeline_of(game, phase.label if phase else ""),
        phase=phase,
    )
    basis = Basis(newest, asked or ThreadRequest(), page.timeline.labels[::-1])
    if phase is not None:
        page.title = wording.phase(phase.label)
        page.seen = seen_in(access, phase)
        page.sheet = sheet or own_sheet(access, phase, page.places)
        if access.is_player:
            page.answer_version = page.sheet.version if page.sheet else 0
        parts.gather(page, basis, parts.TURN, parts.AGREED, parts.LEAVING, parts.STAKE)
    if last is not None:
        _show_last(page, last)
    if phase is None and last is not None:
        parts.gather(page, basis, parts.OVER)
        page.title = page.moment.heading if page.moment else ""
    page.next_game = _next_game(access, page.sheet)
    page.prices = _prices(page)
    parts.gather(page, basis, parts.CLOCK, parts.PRESS)
    _draw_with_sheet(page)
    page.shared = shared_of(page, phase or last)
    return page


def preview_page(access: Access, phase: Phase, sheet: SheetPage, *, with_map: bool = True) -> GamePage:
    """What a change on the reader's sheet changes of the page: the sheet, and the map with its orders."""
    page = GamePage(
        access=access,
        now=clock.now(),
        places=places_of(access.game, access.seat),
        timeline=timeline_of(access.game, phase.label),
        phase=phase,
        sheet=sheet,
    )
    page.next_game = _next_game(access, sheet)
    if with_map and not sheet.is_wide:
        page.seen = seen_in(access, phase)
        _draw_with_sheet(page)
    return page


def past_page(
    access: Access,
    phase: Phase,
    branch: int = 0,
    taken_back: TakenBack | None = None,
    *,
    is_reel: bool = False,
) -> GamePage:
    """The page of a phase that has been adjudicated: as it opened, and what came of it. One of a `branch`
    says that and why it was `taken_back`; one of a replay (`is_reel`) lets a script show the others.
    """
    game = access.game
    places = places_of(game, access.seat)
    page = GamePage(
        access=access,
        now=clock.shown(),
        places=places,
        timeline=timeline_of(game, phase.label, branch),
        title=wording.phase(phase.label),
        seen=seen_in(access, phase),
        taken_back=taken_back,
    )
    turn = sight.turn_of(game, phase, access.viewer)
    page.last = past_of_turn(access, phase, turn, page.position, past_players(game, places).places_in(phase))
    page.changes = clock_changes_of(game, places, phase)
    _draw(page, results=turn.get("results", []), is_reel=is_reel)
    return page


def auctions_page(access: Access) -> GamePage:
    """The page of the game's auctions, without them: see `games.features.auction.history`."""
    return GamePage(
        access=access,
        now=clock.shown(),
        places=places_of(access.game, access.seat),
        timeline=Timeline([], ""),
        title=_("Auctions"),
    )


def spells_page(access: Access) -> GamePage:
    """The page of the game's spells, without them: see `games.features.spells.spells`. Three queries."""
    game = access.game
    newest = newest_of(game)
    page = GamePage(
        access=access,
        now=clock.shown(),
        places=places_of(game, access.seat),
        timeline=Timeline([], ""),
        title=_("Spells"),
    )
    if newest.open is not None:
        page.seen = seen_in(access, newest.open)
    elif newest.last is not None:
        page.seen = seen_at_the_end(access, newest.last)
    return page


def titled_page(access: Access, title: str) -> GamePage:
    """A page beside the game's own, under its head: what stands on it is gathered elsewhere."""
    return GamePage(
        access=access,
        now=clock.shown(),
        places=places_of(access.game, access.seat),
        timeline=Timeline([], ""),
        title=title,
    )


def concession_page(access: Access) -> GamePage:
    """The page that asks before the game is given up."""
    return GamePage(
        access=access,
        now=clock.shown(),
        places=places_of(access.game, access.seat),
        timeline=Timeline([], ""),
        title=_("Concede the game?"),
    )


def resignation_page(access: Access) -> GamePage | None:
    """The page that asks before a player leaves the game, and says what follows; None where it does not run.
    Two queries.
    """
    phase = open_phase_of(access.game)
    if phase is None:
        return None
    places = places_of(access.game, access.seat)
    page = GamePage(
        access=access, now=clock.shown(), places=places, timeline=Timeline([], ""), title=_("Resign?")
    )
    page.leaving = leaving_of(access, phase, places)
    if page.leaving is not None and page.leaving.is_lost:
        page.title = _("Leave the game?")
    return page


def last_vote_page(access: Access, kind: str) -> GamePage | None:
    """The page that asks before the vote for `kind` that ends the game; None where the reader's would not, or
    where votes are secret. Three queries.
    """
    phase = open_phase_of(access.game)
    if phase is None:
        return None
    places = places_of(access.game, access.seat)
    endings = [each for each in endings_of(access, phase, places) if each.kind == kind and each.is_last]
    if not endings:
        return None
    title, line = _("Vote to end the game?"), Timeline([], "")
    return GamePage(
        access=access, now=clock.shown(), places=places, timeline=line, title=title, endings=endings
    )


def press_page(access: Access, asked: ThreadRequest) -> GamePage:
    """The press panel alone, for a page that swaps it."""
    phase = open_phase_of(access.game)
    places = places_of(access.game, access.seat, phase)
    page = GamePage(access=access, now=clock.now(), places=places, timeline=Timeline([], ""), phase=phase)
    parts.gather(page, Basis(Newest(open=phase), asked), parts.PRESS)
    return page


def _show_last(page: GamePage, last: Phase) -> None:
    """What was adjudicated last, with all of its deadline; it comes first for a reader who has not
    seen it.
    """
    access, past = page.access, past_players(page.game, page.places)
    phases = [last, *(rest_of_season(last) if last.lasted_no_time else [])]
    turns = [sight.turn_of(access.game, phase, access.viewer) for phase in phases]
    page.last, *page.before = [
        _past_of(access, phase, turn, past.places_in(phase))
        for phase, turn in zip(phases, turns, strict=True)
    ]
    if is_shown(access, last):
        own = next((place.name for place in past.places_in(last) if place.is_own), "")
        page.fresh = fresh_of(
            access,
            last,
            page.timeline.ticks,
            shown=len(phases),
            summary=next(filter(None, (summary_of(past, own) for past in (page.last, *page.before))), ""),
            results=[result for turn in turns[::-1] for result in turn.get("results", [])],
        )


def _next_game(access: Access, sheet: SheetPage | None) -> Task | None:
    """The game that waits for a player next, once their orders here are saved or nothing is asked of them.
    One query, and those of `waiting_for`.
    """
    if not access.is_player or access.reader is None:
        return None
    if sheet is not None and (sheet.saved_at is None or sheet.refusal or sheet.is_preview):
        return None
    return next(iter(waiting_for(access.reader, 1, besides=access.game.pk)), None)


def _prices(page: GamePage) -> dict[str, int]:
    """What the mercenaries cost that are commanded now. One query, where the auction is not on the page."""
    control = page.position.get("control") or {}
    if not has_auctions(page.game) or not any(control.values()):
        return {}
    shown = [past.auction for past in (page.last, *page.before) if past and past.auction]
    latest = shown or latest_auctions(page.game, page.access.viewer, past_players(page.game, page.places), 1)
    return (
        {sale.power: sale.price for sale in latest[0].sales if sale.winner and control.get(sale.power)}
        if latest
        else {}
    )


def own_sheet(access: Access, phase: Phase, places: Sequence[Place]) -> SheetPage | None:
    """The reader's orders as they are saved; None if nothing is asked of them."""
    desk = desk_of(access, phase, places)
    return sheet_page(desk, draft_of(access, phase)) if desk else None


def _past_of(access: Access, phase: Phase, turn: Mapping[str, Any], places: list[Place]) -> Past:
    """What an adjudicated phase gave, in words; `turn` as the reader sees it, `places` as they were then."""
    game = access.game
    return past_of_turn(access, phase, turn, sight.position_of(game, phase.position, access.viewer), places)


def past_of_turn(
    access: Access,
    phase: Phase,
    turn: Mapping[str, Any],
    position: Mapping[str, Any],
    places: list[Place],
) -> Past:
    """What an adjudicated phase gave, in words; `position` too as the reader sees it."""
    game, seat, players = access.game, access.seat_key, names_of(places)
    before = next((place for place in places if place.key == seat and not place.is_own), None)
    told = TurnAudience(game.variant, phase, seat, is_successor=before is not None)
    report = report_of(turn, commanders_of(position, players), told, players=players)
    return Past(
        label=phase.label,
        report=report,
        auction=auction_in(game, turn, players, phase.label),
        winners=winners_of(game.variant, turn.get("outcome"), players),
        missed=_missed(phase, seat) if before is None and not report.tells_own_silence else "",
        before=before,
    )


def _missed(phase: Phase, seat: str | None) -> str:
    """The kind of what `phase` asked the reader's seat for, if it missed it."""
    return str(phase.due[seat]["kind"]) if seat is not None and seat in phase.turn.missed else ""


def _draw_with_sheet(page: GamePage) -> None:
    """The map as it stands, with the reader's own orders and, in fog, their guesses."""
    page.guesses = drawn_guesses(page.access) if page.known is not None else []
    draft, powers = None, []
    if page.sheet is not None and page.phase is not None:
        draft = page.sheet.draft_orders
        if page.sheet.kind == "orders":
            powers = page.phase.due[page.access.seat_key]["powers"]
    _draw(page, draft=draft, seat_powers=powers)


def _draw(
    page: GamePage,
    *,
    results: list[dict[str, Any]] | None = None,
    draft: list[str] | None = None,
    seat_powers: Sequence[str] = (),
    is_reel: bool = False,
) -> None:
    """The map and its legend, as SVG without script or style in it."""
    view, language = dict(page.position), local.language()
    marks: dict[str, Any] = {"results": results, "draft": draft, "seat_powers": list(seat_powers)}
    marks |= {"known": page.known, "is_reel": is_reel}
    marks["ran"] = page.fresh.results if page.fresh else []
    marks["guesses"] = [guess.drawn for guess in page.guesses]
    whose = whose_of(view, page.places)
    marks["whose"] = whose.groups
    drawing = draw_board(view, language=language, base_map=static("map/standard.svg"), **marks)
    page.board = mark_safe(drawing.svg)
    signs = drawing.signs | (OF_ORDERS if is_reel else frozenset())
    page.legend = mark_safe(render_legend(signs, language=language, whose=whose.names))
