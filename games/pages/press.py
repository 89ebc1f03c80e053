"""The press panel: the threads of a reader, the open one, and the form in which they write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games.engine import hosting_rules
from games.forms.playing import LetterForm
from games.gate.access import Access
from games.gate.press import is_pausing, is_press_open, lacks_one, press_closes
from games.models import Game, LetterDraft, Phase
from games.pages.blocking import blocked_by
from games.pages.letters import (
    PHASES_OFFERED,
    Letters,
    Thread,
    ThreadRequest,
    letters_of,
    phases_to_quote,
)
from games.pages.seats import Place
from games.pages.writers import Writers, name_of, writers_of
from games.words import wording
from games.words.threads import NEW, circle_key, places_in


@dataclass(slots=True)
class Press:
    """The messages that the reader may read, and the form to write another.

    `is_open`: messages are carried now; otherwise one may write and keep a draft. `closes` is when press
    closes, where that is before the deadline: the rest is for writing orders (RB-23). `pauses_until` is the
    end of a phase in which no messages are carried at all (RB-22). `said` is what the reader's last act did,
    `stale` another draft of theirs that stands in the way of this one; `is_answer`: the box is made again
    after an act of theirs; `is_begun`: it is to be written on in; `is_put_back`: they have just marked the
    thread as not read; `is_listening`: they read what is written to everyone and write nothing (DG-1).
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
    writers: Writers = field(default_factory=Writers)
    said: str = ""
    stale: LetterDraft | None = None
    is_answer: bool = False
    is_begun: bool = False
    is_put_back: bool = False
    is_listening: bool = False
    is_locked: bool = False
    """Whether private messages wait while the table waits for one player."""
    blockable: list[str] = field(default_factory=list)
    """Names of those in the open thread whom the reader can block."""
    blocked: list[str] = field(default_factory=list)
    """Names of those in it whom the reader has blocked."""
    had_seat: bool = False
    """Whether the reader has had a seat here before, whose messages are on a page of their own."""

    @property
    def thread(self) -> Thread | None:
        return self.letters.open_thread

    @property
    def earlier_writers(self) -> dict[str, str]:
        """Who wrote the last message of a thread, by its key, where someone else has that seat by now."""
        if not self.writers.before:
            return {}
        found = {}
        for thread in self.letters.threads:
            if thread.last_seat in self.writers.before and thread.sent_at is not None:
                wrote = self.writers.at(thread.last_seat, thread.sent_at)
                if wrote.user_id != self.writers.places[thread.last_seat].user_id:
                    found[thread.key] = wrote.player
        return found

    @property
    def offered(self) -> list[tuple[str, str]]:
        """The phases that can be chosen to be referred to, with their names."""
        return [(label, wording.phase(label)) for label in self.phases[:PHASES_OFFERED]]

    @property
    def may_begin(self) -> bool:
        """Whether there is anyone to choose from."""
        return len(self.others) > 1 and not self.is_listening


def press_of(
    access: Access,
    phase: Phase | None,
    places: Sequence[Place],
    now: datetime,
    asked: ThreadRequest,
    labels: list[str] | None = None,
) -> Press | None:
    """Messages and the form for another, for a player of a game that has press.

    `labels` are the game's phases, the newest first, where they are known. At most seven queries.
    """
    game, seat = access.game, access.seat
    if seat is None or game.press != Game.Press.OPEN:
        return None
    closes = press_closes(game, phase) if phase else None
    letters = letters_of(game, seat, places, asked)
    names = {place.key: name_of(place) for place in places}
    others = correspondents(places)
    writers = writers_of(game, places)
    is_listening = any(place.is_own and place.is_masked for place in places)
    is_locked = phase is not None and _is_locked(game, phase, places)
    is_to_all = len(others) > 1 and (letters.open_thread is None or letters.open_thread.is_everybody)
    is_open = phase is not None and is_press_open(game, phase, now)
    press = Press(
        letters=letters,
        form=None,
        is_open=is_open and (is_to_all or not is_locked),
        is_locked=is_open and is_locked,
        closes=closes if phase and closes != phase.deadline else None,
        pauses_until=phase.deadline if phase and is_pausing(game, phase) else None,
        phases=phases_to_quote(game) if labels is None else labels,
        others=others,
        names=names,
        writers=writers,
        had_seat=writers.had_seat(access.reader),
        is_listening=is_listening,
    )
    _say_who_is_blocked(press, places, access.reader)
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


def _say_who_is_blocked(press: Press, places: Sequence[Place], reader: int | None) -> None:
    """Those of the open thread who write, by name. No one whose name is hidden writes (DG-1). One query."""
    others = press.thread.others if press.thread else []
    people = _people_of(
        press, [place for place in places if place.key in others and not place.is_own], reader
    )
    if not people:
        return
    keys = blocked_by(reader)
    press.blocked = [name for user, name in people.items() if user in keys]
    press.blockable = [name for user, name in people.items() if user not in keys]


def _people_of(press: Press, places: Sequence[Place], reader: int | None) -> dict[int, str]:
    """Whom the open thread is with, by their keys. Of a seat that has changed hands it is the player who
    wrote the messages that are shown, not the one who came later.
    """
    before = press.writers.before
    found = [place for place in places if place.key not in before]
    letters = [letter for stretch in press.letters.stretches for letter in stretch.letters]
    wrote = [press.writers.at(letter.sender, letter.sent_at) for letter in letters if letter.sender in before]
    keys = {place.key for place in places}
    found += [place for place in wrote if place.key in keys]
    return {
        place.user_id: place.player
        for place in found
        if place.player and not place.is_former and place.user_id not in (None, reader)
    }


def _is_locked(game: Game, phase: Phase, places: Sequence[Place]) -> bool:
    """As `gate.press.waits_for_one`, of places that say who is ready."""
    if not game.press_locks or not hosting_rules.closes_early(game.variant, phase.due):
        return False
    owing = [place for place in places if place.key in phase.due and place.is_held]
    return lacks_one(len(owing), sum(place.is_ready for place in owing))


def correspondents(places: Sequence[Place]) -> list[tuple[str, str]]:
    """The seats that the reader may write to, with their names: not those that only listen (DG-1)."""
    return [(place.key, name_of(place)) for place in places if not place.is_own and not place.is_masked]


def thread_to(access: Access, places: Sequence[Place], to: Sequence[str]) -> str:
    """The key of the circle of the reader's seat and the seats `to`; `new` if there are none."""
    chosen = [number for number, place in enumerate(places) if place.key in to or place.is_own]
    return circle_key(chosen) if len(chosen) > 1 and access.is_player else NEW
