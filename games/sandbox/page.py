"""The page of a sandbox: what the parts of any game's page need, gathered from a position of no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import Any, Final

from django.db.models import Count, OuterRef, Subquery
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import mark_safe

from adjudicator.board import standard
from games.board import draw_board, render_legend
from games.common import clock
from games.common.words import local
from games.common.words.people import Person
from games.engine.winners import Winners
from games.forms.sheets import Desk, sheet_for
from games.gate.access import Access
from games.models import Game, Sandbox, SandboxStep, Seat
from games.pages.page import GamePage, Past
from games.pages.phases import Timeline
from games.pages.results import Report, report_of
from games.pages.sheets import sheet_page
from games.pages.sightings import Seen
from games.sandbox import table
from games.sandbox.door import Stand, is_open
from games.words import order_words, wording
from games.words.addresses import address

SOLO: Final = "victory"
"""The news with which the standard rules end a game: a sandbox says it in words of its own."""

DIFFERING: Final = 3
"""Orders by which the list tells a branch from the first idea in its place."""

ORDERS: Final = "orders"
"""What `?map=` says where the last orders are drawn, on the board on which they were given."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One step in the list of all, and how deep it stands there."""

    step: SandboxStep
    depth: int
    is_here: bool
    others: Sequence[str] = ()
    """Orders that led here and not to the first idea in the same place, as one would type them."""

    @property
    def address(self) -> str:
        return address_of(self.step)

    @property
    def indent(self) -> str:
        """A dash for each branch that it hangs from; four at most, for a phone is narrow."""
        return "–" * min(self.depth, 4)

    @property
    def name(self) -> str:
        return wording.phase(self.step.label)


@dataclass(slots=True)
class SandboxPage(GamePage):
    """A sandbox at one position. `needs_word`: orders were not resolved because of their problems; `refusal`:
    why else they were not; `may_try`: signed-in readers can.
    """

    stand: Stand = field(default_factory=lambda: Stand({}, {}))
    here: str = ""
    refusal: str = ""
    needs_word: bool = False
    may_try: bool = False
    shows_orders: bool = False
    branches: Sequence[Branch] = ()
    solos: Sequence[str] = ()
    """The powers with which the standard rules end the game here."""
    sheet_buttons: str = "games/sandbox/_buttons.html"
    is_sandbox: bool = True

    def address(self, name: str, *parts: str) -> str:
        """Where a part of the page leads: its own form, the last orders on their map, or nowhere."""
        mine = address_of(self.step) if self.step else ""
        return {"preview": f"{self.here}check/", "phase": f"{mine}?map={ORDERS}"}.get(name, "")

    @property
    def step(self) -> SandboxStep | None:
        return self.stand.step

    @property
    def sandbox(self) -> Sandbox | None:
        return self.step.sandbox if self.step else None

    @property
    def is_over(self) -> bool:
        return self.stand.position["outcome"] is not None

    @property
    def is_empty(self) -> bool:
        """Whether no one has a unit on it."""
        return self.stand.due is None and not self.is_over

    @property
    def is_shared(self) -> bool:
        """Whether people who have the link may open it."""
        return is_open(self.stand.game)

    @property
    def is_standard(self) -> bool:
        """Whether the game it came from, if any, has the rules by which orders are resolved here."""
        return self.stand.game is None or self.stand.game.variant == table.VARIANT

    @property
    def game_url(self) -> str:
        """The game it came from, to the one who took the position from there."""
        game, is_own = self.stand.game, self.stand.is_own or self.step is None
        return address("games:game", game.league.slug, game.code) if game and is_own else ""

    @property
    def back_url(self) -> str:
        """One step back, with the orders on the sheet that led on from there."""
        step = self.step
        if step is None or step.parent is None:
            return ""
        step.parent.sandbox = step.sandbox
        return f"{address_of(step.parent)}?orders={step.number}"

    @property
    def on_url(self) -> str:
        """From the last orders on their map to the position they led to."""
        return address_of(self.step) if self.step else ""

    @property
    def on_name(self) -> str:
        return wording.phase(str(self.stand.position["phase"]))


def address_of(step: SandboxStep) -> str:
    return reverse("sandbox:step", args=[step.sandbox.code, step.number])


def page_of(
    stand: Stand,
    here: str,
    *,
    may_try: bool,
    typed: str | None = None,
    shows_orders: bool = False,
    **said: Any,
) -> SandboxPage:
    """The page where someone stands; `typed` is what stands on the sheet, `here` its own address. One query,
    for the steps of a sandbox.
    """
    page = SandboxPage(
        access=Access(
            game=Game(variant=table.VARIANT, code="sandbox"),
            seat=Seat(key=table.SEAT),
            is_member=False,
            by_link=False,
        ),
        now=clock.now(),
        places=[],
        timeline=Timeline([], str(stand.position["phase"])),
        seen=Seen(stand.position),
        stand=stand,
        here=here,
        may_try=may_try,
        shows_orders=shows_orders,
        **said,
    )
    results = _show_last(page)
    if page.step is not None:
        page.branches = list(_branches(page.step))
    if shows_orders and page.step is not None and page.step.parent is not None:
        page.timeline, page.seen = Timeline([], page.step.parent.label), Seen(page.step.parent.position)
        _draw(page, results=results)
    else:
        page.shows_orders = False
        if may_try and stand.due is not None:
            page.sheet = sheet_page(desk_of(stand), None, typed=typed)
        _draw(page, draft=page.sheet.draft_orders if page.sheet else None)
    page.title = wording.phase(page.timeline.shown)
    return page


def text_of(orders: Sequence[str]) -> str:
    """Orders as one would type them, a line each."""
    return "\n".join(map(order_words.as_typed, orders))


def orders_tried(stand: Stand, number: str) -> str | None:
    """The orders that led on from here to the step with this number, as text; None if there is none."""
    if stand.step is None or not number.isdecimal() or len(number) > 6:
        return None
    child = stand.step.children.filter(number=int(number)).first()
    return text_of(child.orders) if child else None


def desk_of(stand: Stand) -> Desk:
    """The desk at which one person orders all powers."""

    @cache  # one page asks several times what the same text means
    def read(text: str) -> Mapping[str, Any]:
        return table.read(stand.position, stand.rules, text)

    return Desk(
        due=stand.due or {"kind": "orders", "powers": []},
        position=stand.position,
        read=read,
        options=lambda: table.options(stand.position, stand.rules),
        seat=table.SEAT,
    )


def composed(stand: Stand, post: Mapping[str, str]) -> str:
    """The text that the fields of a sheet stand for."""
    return sheet_for(desk_of(stand)).compose(post) if stand.due else post.get("text", "")


def read(stand: Stand, text: str) -> tuple[list[str], bool]:
    """The orders that a text gives, and whether there is nothing in it that cannot be followed."""
    sheet = sheet_for(desk_of(stand))
    return sheet.orders_in(text), not sheet.problems(text)


def _show_last(page: SandboxPage) -> list[Mapping[str, Any]]:
    """What led here: the parent's orders with their outcomes."""
    step = page.step
    if step is None or step.parent is None:
        return []
    before = step.parent
    turn = table.resolve(before.position, step.sandbox.rules, step.orders)
    named = {power: wording.power(power) for power in standard().powers}
    report = report_of(turn, named, players={})
    page.last = Past(before.label, _without_solo(report), None, Winners())
    page.solos = [power for item in turn["news"] if item["kind"] == SOLO for power in item["centres"]]
    return list(turn["results"])


def _without_solo(report: Report) -> Report:
    return replace(report, news=[item for item in report.news if item.kind != SOLO])


def _branches(here: SandboxStep) -> Iterator[Branch]:
    """All steps of the sandbox, each after its parent; only a second idea stands further in. One query."""
    children: dict[int | None, list[SandboxStep]] = {}
    for step in here.sandbox.steps.defer("position").order_by("number"):
        step.sandbox = here.sandbox
        children.setdefault(step.parent_id, []).append(step)
    waiting: list[tuple[SandboxStep, int, Sequence[str]]] = [(step, 0, ()) for step in children[None]]
    while waiting:
        step, depth, others = waiting.pop()
        yield Branch(step, depth, step.number == here.number, others)
        after = children.get(step.pk, [])
        waiting += [(other, depth + 1, _others(after[0], other)) for other in reversed(after[1:])]
        waiting += [(first, depth, ()) for first in after[:1]]


def _others(first: SandboxStep, other: SandboxStep) -> tuple[str, ...]:
    """The first few orders in which `other` is not `first`."""
    differing = (order for order in other.orders if order not in first.orders)
    return tuple(order_words.as_typed(order) for order in islice(differing, DIFFERING))


def _draw(page: SandboxPage, **marks: Any) -> None:
    """The map and its legend."""
    language = local.language()
    drawing = draw_board(dict(page.position), language=language, base_map=static("map/standard.svg"), **marks)
    page.board = mark_safe(drawing.svg)
    page.legend = mark_safe(render_legend(drawing.signs, language=language, whose=()))


@dataclass(frozen=True, slots=True)
class Kept:
    """One sandbox in the list of someone's own. `variant`: of the game that it came from, if any."""

    sandbox: Sandbox
    label: str
    positions: int

    @property
    def address(self) -> str:
        return reverse("sandbox:step", args=[self.sandbox.code, self.positions - 1])

    @property
    def name(self) -> str:
        return wording.phase(self.label)

    @property
    def variant(self) -> str:
        return self.sandbox.game.variant if self.sandbox.game else ""

    @property
    def is_shared(self) -> bool:
        return is_open(self.sandbox.game)


def kept_of(person: Person) -> list[Kept]:
    """Someone's sandboxes, the latest first. One query."""
    steps = SandboxStep.objects.filter(sandbox=OuterRef("pk"))
    rows = Sandbox.objects.filter(owner=person.pk).select_related("game").order_by("-began_at", "-pk")
    labelled = rows.annotate(label=Subquery(steps.filter(number=0).values("label")), so_many=Count("steps"))
    return [Kept(each, each.label, each.so_many) for each in labelled]
