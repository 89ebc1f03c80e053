"""The press panel: the threads of a reader, the open one, and the form in which he writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from games import wording
from games.access import Access
from games.forms.playing import LetterForm
from games.models import Game, LetterDraft, Phase
from games.selectors.letters import (
    PHASES_OFFERED,
    Asked,
    Letters,
    Thread,
    letters_of,
    phases_to_quote,
)
from games.selectors.seats import Place
from games.services.letters import is_pausing, is_press_open, press_closes
from games.threads import NEW, circle_key, places_in


@dataclass(slots=True)
class Press:
    """The letters that the reader may read, and the form to write another.

    `is_open`: letters are carried now; otherwise one may write and keep a draft. `closes` is when press
    closes, where that is before the deadline: the rest is for writing orders (RB-23). `pauses_until` is the
    end of a phase in which no letters are carried at all (RB-22). `said` is what the reader's last act did,
    `stale` another draft of his that stands in the way of this one; `is_answer`: the box is made anew after
    an act of his; `is_begun`: it is to be written on in; `is_put_back`: he has just marked the thread as not
    read; `is_listening`: he reads what is written to everybody and writes nothing (DG-1).
    """

    letters: Letters
    form: LetterForm | None
    is_open: bool
    closes: datetime | None = None
    pauses_until: datetime | None = None
    draft: LetterDraft | None = None
    phases: list[str] = field(default_factory=list)
    others: list[tuple[str, str]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    said: str = ""
    stale: LetterDraft | None = None
    is_answer: bool = False
    is_begun: bool = False
    is_put_back: bool = False
    is_listening: bool = False

    @property
    def thread(self) -> Thread | None:
        return self.letters.open_thread

    @property
    def offered(self) -> list[tuple[str, str]]:
        """The phases that can be chosen to be referred to, with their names."""
        return [(label, wording.phase(label)) for label in self.phases[:PHASES_OFFERED]]

    @property
    def may_begin(self) -> bool:
        """Whether there is anybody to choose from."""
        return len(self.others) > 1 and not self.is_listening


def press_of(
    access: Access,
    phase: Phase | None,
    places: Sequence[Place],
    now: datetime,
    asked: Asked,
    labels: list[str] | None = None,
) -> Press | None:
    """Letters and the form for another, for a player of a game that has press.

    `labels` are the game's phases, the newest first, where they are known. At most five queries.
    """
    game, seat = access.game, access.seat
    if seat is None or game.press != Game.Press.OPEN:
        return None
    closes = press_closes(game, phase) if phase else None
    letters = letters_of(game, seat, places, asked)
    names = {place.key: name_of(place) for place in places}
    others = correspondents(places)
    is_listening = any(place.is_own and place.is_masked for place in places)
    press = Press(
        letters=letters,
        form=None,
        is_open=phase is not None and is_press_open(game, phase, now),
        closes=closes if phase and closes != phase.deadline else None,
        pauses_until=phase.deadline if phase and is_pausing(game, phase) else None,
        phases=phases_to_quote(game) if labels is None else labels,
        others=others,
        names=names,
        is_listening=is_listening,
    )
    if phase is not None and not is_listening:
        press.draft = letters.draft
        ticked = places_in(press.draft.to) if press.draft else []
        press.form = LetterForm(
            seats=others,
            thread=letters.thread,
            to=press.thread.others if press.thread else [places[each].key for each in ticked],
            body=press.draft.body if press.draft else "",
            version=press.draft.version if press.draft else 0,
            seen=letters.received,
        )
    return press


def correspondents(places: Sequence[Place]) -> list[tuple[str, str]]:
    """The seats that the reader may write to, with their names: not those that only listen (DG-1)."""
    return [(place.key, name_of(place)) for place in places if not place.is_own and not place.is_masked]


def name_of(place: Place) -> str:
    """The player, with the power he plays where seats are powers: ben (Germany)."""
    if place.is_left:
        return _("%(powers)s (empty seat)") % {"powers": place.name}
    if place.is_masked and place.is_hidden:
        return place.name
    power = wording.powers(place.powers) if place.powers else wording.power(place.key)
    if power == place.key:
        return place.player or place.key
    return f"{place.player} ({power})" if place.player else power


def thread_to(access: Access, places: Sequence[Place], to: Sequence[str]) -> str:
    """The key of the circle of the reader's seat and the seats `to`; `new` if there are none."""
    chosen = [number for number, place in enumerate(places) if place.key in to or place.is_own]
    return circle_key(chosen) if len(chosen) > 1 and access.is_player else NEW
