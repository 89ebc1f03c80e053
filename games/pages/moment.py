"""The moment at which a game ends, on its page: who won and by what, what it moved, what decided it, how it
went. All of it is what the reader may see: the course that is kept is everyone's, the rest goes through the
one door.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.templatetags.static import static
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from adjudicator.board import standard
from games.board import cropped, draw_board
from games.common.words import local
from games.common.words.people import called
from games.engine import hosting_rules, sight
from games.engine.hidden_players import masked_seats
from games.engine.turning import EDITION, own_powers, province, touches
from games.gate.contests import Moved, moved_by_end
from games.models import Course, Game, Phase
from games.pages.curves import Curves, Side, curves_of
from games.pages.ended import Deciding, Moment, TurningPoint
from games.pages.page import GamePage
from games.pages.past_players import past_players
from games.pages.results import verdict_of
from games.pages.seats import names_of
from games.pages.whose import whose_of
from games.words import wording
from games.words.turning import said_of
from games.words.victories import Ended, grounds, heading

ORDERS: Final = 8
"""Orders beside the board that decided it."""


def moment_of(page: GamePage, last: Phase) -> Moment:
    """The moment at which the game of `page` ended with `last`, for a page that has its report and what its
    competition says. Two queries, two more for a player's own, and one where it was decided earlier.
    """
    game, told = page.game, page.told
    ended = _ended(page)
    course = _course_of(game, last)
    moved = [*(told.moved if told else ()), *_own_moves(page)]
    return Moment(
        heading=heading(ended, told.aside if told else ""),
        by=_by(page, ended),
        label=last.label,
        clause=str((game.outcome or {}).get("how", "")),
        moved=moved,
        deciding=_deciding(page, last, course) if course else None,
        curves=_curves(page, course) if course else (),
        turns=_turns(page, course) if course else (),
    )


def _ended(page: GamePage) -> Ended:
    variant, outcome = page.game.variant, page.game.outcome or {}
    masked, names, own = masked_seats(variant), names_of(page.places), page.access.seat_key
    winners: Sequence[str] = outcome.get("winners", ())
    return Ended(
        won={seat: names.get(seat, wording.seat(seat)) for seat in winners if seat not in masked},
        lost={seat: name for seat, name in names.items() if seat not in winners and seat not in masked},
        own=own,
        has_won=own in winners,
        is_void=hosting_rules.is_void(outcome),
        all_lose=page.all_lose,
    )


def grounds_for_all(page: GamePage) -> list[str]:
    """By what the game of `page` ended, in sentences that say *you* to no one."""
    return _by(page, replace(_ended(page), own=None, has_won=False))


def _by(page: GamePage, ended: Ended) -> list[str]:
    """By what it ended, in sentences; that it was ruled, where that counts in place of the game's own end."""
    ruling = page.ruling
    if ruling is not None and (not ruling.is_on_result or _is_replaced(page)):
        return [_("A ruling decided it.")]
    news = page.last.report.news if page.last else []
    item = next((each.item for each in news if each.kind == "victory" and "winners" in each.item), None)
    if item is None:
        return []
    said = grounds(item, ended, page.players)
    return said + [each for each in page.winners.also if each not in said]


def _is_replaced(page: GamePage) -> bool:
    """Whether something else counts now than what the game's last turn came to."""
    last = page.last
    ends = [news.item for news in last.report.news if "winners" in news.item] if last else []
    outcome = page.game.outcome or {}
    return not any(
        (each["how"], each["winners"]) == (outcome.get("how"), outcome.get("winners")) for each in ends
    )


def _own_moves(page: GamePage) -> Sequence[Moved]:
    access = page.access
    return moved_by_end(page.game, access.reader) if access.is_player and access.reader is not None else ()


def _course_of(game: Game, last: Phase) -> Mapping[str, Any] | None:
    """The facts that are kept and stand for this end; none until they are made. One query, and none of a
    game in fog whose record is still closed (SPY-6).
    """
    if sight.is_in_fog(game):
        return None
    kept = Course.objects.filter(pk=game.pk, last=last.pk, edition=EDITION)
    facts: Mapping[str, Any] | None = kept.values_list("facts", flat=True).first()
    return facts


def _deciding(page: GamePage, last: Phase, course: Mapping[str, Any]) -> Deciding | None:
    found = course["decided"]
    title = _("The move that decided it")
    if found is None or _is_replaced(page):
        moves = [turn for turn in course["turns"] if turn["label"].endswith("M") and turn["places"]]
        if not moves:
            return None
        found, title = moves[-1], _("Where most changed")
    places = set(found["places"])
    if not places:
        return None
    if found["label"] == last.label:
        phase = last
    else:
        phase = Phase.objects.select_related("turn").get(game=page.game, label=found["label"])
    viewer = page.access.viewer
    results = sight.turn_of(page.game, phase, viewer).get("results", [])
    near = [result for result in results if touches(result["order"], places)]
    stood = {province(result["order"].split(" ")[1]) for result in near}
    view = sight.position_of(page.game, phase.position, viewer)
    drawing = draw_board(
        view,
        language=local.language(),
        base_map=static("map/standard.svg"),
        results=results,
        whose=whose_of(view, page.places).groups,
    )
    near.sort(key=lambda result: (result["verdict"] != "succeeds", result["order"].split(" ")[2:3] != ["-"]))
    return Deciding(
        title=title,
        label=phase.label,
        board=mark_safe(cropped(drawing.svg, sorted(places | stood))),
        orders=[verdict_of(result) for result in near[:ORDERS]],
    )


def _curves(page: GamePage, course: Mapping[str, Any]) -> list[Curves]:
    sides = _sides(page, list(course["centres"]))
    turns = [turn["at"] for turn in course["turns"]]
    drawn = [(_("Centres"), course["centres"]), (_("Treasury, in credits"), course["treasury"])]
    return [curves_of(title, counted, course["labels"], turns, sides) for title, counted in drawn if counted]


def _sides(page: GamePage, seats: Sequence[str]) -> list[Side]:
    names, own = names_of(page.places), page.access.seat_key
    sides = []
    for number, seat in enumerate(seats):
        powers = own_powers(page.position, seat)
        power = powers[0] if len(powers) == 1 and powers[0] in standard().powers else ""
        if seat == own:
            name = _("You")
        elif len(seats) == 2:
            name = called(names.get(seat, seat))
        else:
            name = wording.power(power) if power else called(names.get(seat, seat))
        if seat == own or (own not in seats and number == 0 and len(seats) == 2):
            style = "me"
        else:
            style = "they" if len(seats) == 2 else "side"
        sides.append(Side(seat, name, style, power.lower()))
    return sides


def _turns(page: GamePage, course: Mapping[str, Any]) -> list[TurningPoint]:
    players = past_players(page.game, page.places).all_names() if course["turns"] else {}
    return [
        TurningPoint(number, turn["label"], said_of(turn, players))
        for number, turn in enumerate(course["turns"], 1)
    ]
