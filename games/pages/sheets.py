"""A seat's own sheet: what it owes, what it has written, and how that reads. For no one else's eyes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from zlib import crc32

from django.utils.translation import gettext as _

from games.common.database.compiled import Param, PreparedQuery, columns, from_row
from games.common.words import local
from games.engine import bridge, hosting_rules, readiness, sight
from games.forms.sheets import Desk, Sheet, sheet_for
from games.forms.sheets.plan import Plan
from games.gate.access import Access
from games.models import Answer, Game, Phase
from games.pages.auctions import latest_auctions
from games.pages.past_players import past_players
from games.pages.seats import Place
from games.words import wording


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The sheet as its page shows it.

    `shown` is what the sheet's own template needs; `version` what a save must have seen. After a refused save
    `refusal` says why, and `stored` is what the seat had saved elsewhere meanwhile. `took_back` says that
    writing on has just taken readiness back. `is_given`: nothing is saved for this phase, and what was given
    ahead for it will be sent (SPY-21). `faults` are why no one can be ready with this; `is_unready` says that
    they have just asked for it in vain.
    """

    kind: str
    template: str
    is_wide: bool
    heading: str
    shown: Mapping[str, Any]
    version: int
    saved_at: datetime | None
    is_ready: bool
    draft_orders: list[str]
    refusal: str = ""
    is_preview: bool = False
    is_stale: bool = False
    stored: str = ""
    took_back: bool = False
    is_given: bool = False
    faults: Sequence[str] = ()
    is_unready: bool = False

    @property
    def drawn(self) -> str:
        """A sign of the orders that the map shows: another one when it has to be drawn again."""
        return f"{crc32(chr(10).join(self.draft_orders).encode()):x}"

    @property
    def is_on_map(self) -> bool:
        """Whether the answer can be given on the map; home powers and bids cannot."""
        return self.kind not in ("homes", "bids")

    @property
    def is_silence_apart(self) -> bool:
        """Whether saving no orders is something else than saving nothing: a miss (HR-1)."""
        return self.kind == "orders" and bool(self.count)

    @property
    def is_empty(self) -> bool:
        """Whether it was saved, and orders no unit of those that it could."""
        return self.is_silence_apart and not self.ordered

    @property
    def count(self) -> int | None:
        return self.shown.get("count")

    @property
    def ordered(self) -> int | None:
        return self.shown.get("ordered")


def desk_of(
    access: Access, phase: Phase, places: Sequence[Place], post: Mapping[str, str] | None = None
) -> Desk | None:
    """The reader's own desk in `phase`, with the fields that came back; None if nothing is asked of them. Of
    all sheets, only that of bids needs `places`: it names who bid in earlier auctions.
    """
    game, seat = access.game, access.seat
    if seat is None or seat.key not in phase.due:
        return None
    if hosting_rules.is_veiled(phase.due) and not hosting_rules.is_asked(phase.due, seat.key):
        return None
    due = phase.due[seat.key]

    @cache  # one page asks several times what the same text means
    def read(text: str) -> Mapping[str, Any]:
        reading = bridge.read(game, phase, seat.key, text, local.language())
        return {"answer": reading.answer, "problems": reading.problems}

    def options_in(label: str) -> Mapping[str, Any]:
        """What the board as it stands would let this seat order in a later phase of the season."""
        return bridge.options_in(game, phase, label, seat.key)

    is_auction = due["kind"] == "bids"
    return Desk(
        due=due,
        position=sight.position_of(game, phase.position, seat.key),
        read=read,
        options=lambda: bridge.options(game, phase, seat.key),
        seat=seat.key,
        outlook=lambda answer: bridge.outlook(game, phase, seat.key, answer),
        past=latest_auctions(game, seat.key, past_players(game, places), count=3) if is_auction else (),
        parts=lambda text: bridge.parts(game, phase, text),
        options_in=options_in,
        given=_given_ahead(game, phase, seat.key),
        post=post or {},
    )


def _given_ahead(game: Game, phase: Phase, seat: str) -> str:
    """What the seat had ordered ahead for this phase and still holds, as it would be typed (SPY-21). A query
    in games where that can be.
    """
    phase.game = game  # it is at hand: asked of the phase it would be a query more
    later = bridge.given_ahead([phase]).get(phase.pk, {}).get(seat)
    if later is None:
        return ""
    answer = bridge.canonical(game, phase, seat, {"later": later})
    return Plan.of_answer(answer).text([label[-1] for label in phase.due[seat].get("ahead", ())])


_OWN = PreparedQuery(
    lambda: Answer.objects.filter(phase_id=Param("phase"), seat_id=Param("seat")).values_list(
        *columns(Answer)
    )
)


def draft_of(access: Access, phase: Phase) -> Answer | None:
    """The reader's own draft in `phase`. One query."""
    if access.seat is None:
        return None
    row = _OWN.row(phase=phase.pk, seat=access.seat.pk)
    return from_row(Answer, row) if row else None


def sheet_page(
    desk: Desk,
    draft: Answer | None,
    *,
    typed: str | None = None,
    refusal: str = "",
    version: int | None = None,
    is_preview: bool = False,
    is_stale: bool = False,
    took_back: bool = False,
    is_unready: bool = False,
) -> SheetPage:
    """The sheet with what is saved; or with what was `typed`, when that is not saved (yet)."""
    sheet: Sheet = sheet_for(desk)
    stored = draft.text if draft else desk.given
    text = stored if typed is None else typed
    is_untouched = draft is None and typed is None and not desk.given
    shown = sheet.untouched() if is_untouched else sheet.show(text)
    return SheetPage(
        kind=desk.due["kind"],
        template=sheet.template,
        is_wide=sheet.is_wide,
        heading=str(wording.DUE.get(desk.due["kind"], _("Your answer"))),
        shown=shown,
        version=(draft.version if draft else 0) if version is None else version,
        saved_at=draft.saved_at if draft else None,
        is_ready=bool(draft and draft.ready_at),
        draft_orders=sheet.drawn(text),
        refusal=refusal,
        is_preview=is_preview,
        is_stale=is_stale,
        stored=stored if is_stale else "",
        took_back=took_back,
        is_given=draft is None and bool(desk.given),
        faults=[] if is_untouched else _faults(desk, sheet, text),
        is_unready=is_unready,
    )


def _faults(desk: Desk, sheet: Sheet, text: str) -> list[str]:
    found = readiness.faults(desk.due, sheet.read(text), desk.position, desk.options)
    return [fault.message for fault in found]
