"""What a player does in a practice game: begin, send, read on, take back. One transaction each, under the
game's lock.

Every step names the version of the page it was made on; a page that another window has left behind is refused
with `Overtaken`, and nothing is played twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.common import clock
from games.common.errors import GameError
from games.common.guards.limits import Limit, count
from games.common.guards.network_addresses import counted
from games.errors import GameIsOver, NotStored, NotYourTurn, TextTooLong
from games.models import Practice, PracticeTurn
from games.models.answer import LONGEST_TEXT
from games.practice import table
from games.practice.script import answer_of
from games.practice.table import BOT, SEAT
from games.words import wording

KEPT: Final = timedelta(days=30)
"""A practice game that no one has touched for so long is forgotten."""
FORGOTTEN_AT_ONCE: Final = 200
BEGINNINGS: Final = Limit("practices", 30, 3600)
"""Practice games begun from one address on the net."""
STEPS: Final = Limit("practice-steps", 240, 60)
"""Steps in one practice game, drafts that are kept while the player writes included."""


class Overtaken(GameError):
    """The page was made before the game came to where it is now. `text` is what had been typed on it."""

    message = _("Your practice game has moved on in another window. Here is where it is now.")

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.text = text


def begin(*, address: str) -> Practice:
    """A new game. TooOften for an address from which too many were begun."""
    count(BEGINNINGS, counted(address))
    now = clock.now()
    practice = Practice(began_at=now, used_at=now)
    practice.position = table.opening(practice.lots)
    practice.save()
    return practice


@transaction.atomic
def start_again(*, practice: Practice) -> Practice:
    """The same row from the beginning, with other lots: no one gathers games by starting again."""
    count(STEPS, practice.pk)
    practice = Practice.objects.select_for_update().get(pk=practice.pk)
    practice.turns.all().delete()
    fresh = Practice()
    practice.lots, practice.position = fresh.lots, table.opening(fresh.lots)
    practice.ordinal, practice.text, practice.is_reading = 0, "", False
    practice.began_at = clock.now()
    return _kept(practice)


@transaction.atomic
def send(*, practice: Practice, version: int, text: str) -> Practice:
    """Close the open phase with what the player typed; the bot answers now, from its own sight.

    Lines that cannot be read stay in the text and out of the answer, as in any game.
    """
    practice = _locked(practice, version, text)
    _check(text)
    if practice.is_over:
        raise GameIsOver
    if practice.is_reading or SEAT not in table.due(practice.position):
        raise NotYourTurn
    answer = table.read(practice.position, text)["answer"]
    _play(practice, {SEAT: answer}, text)
    return _kept(practice)


@transaction.atomic
def go_on(*, practice: Practice, version: int) -> Practice:
    """Leave the results behind. Phases in which nothing is asked of the player are played to the next
    results.
    """
    practice = _locked(practice, version)
    if not practice.is_reading:
        raise NotYourTurn
    practice.is_reading = False
    while not practice.is_over and not practice.is_reading:
        if wording.year_of(practice.label) > table.LAST_YEAR:
            _close(practice, table.draw(practice), "")
        elif SEAT in table.due(practice.position):
            break
        else:
            turn = _play(practice, {}, "")
            practice.is_reading = _tells(turn)
    return _kept(practice)


@transaction.atomic
def go_back(*, practice: Practice, version: int) -> Practice:
    """One step back: from a sheet to the results before it, from results to the sheet that they came of.

    What was typed on that sheet stands there again. At the very beginning there is nowhere to go.
    """
    practice = _locked(practice, version)
    if not practice.is_reading:
        practice.is_reading = practice.ordinal > 0
        return _kept(practice)
    while practice.ordinal:
        last = practice.turns.get(ordinal=practice.ordinal - 1)
        practice.ordinal, practice.position, practice.text = last.ordinal, last.position, last.text
        last.delete()
        practice.is_reading = False
        if SEAT in table.due(practice.position):
            break
        if practice.ordinal and _tells(practice.turns.get(ordinal=practice.ordinal - 1).turn):
            practice.is_reading = True
            break
    return _kept(practice)


@transaction.atomic
def show_hints(*, practice: Practice, shown: bool) -> Practice:
    """Explanations and suggestions on or off."""
    count(STEPS, practice.pk)
    practice = Practice.objects.select_for_update().get(pk=practice.pk)
    practice.has_hints = shown
    practice.used_at = clock.now()
    practice.save(update_fields=["has_hints", "used_at"])
    return practice


def keep_text(*, practice: Practice, version: int, text: str) -> Practice:
    """Keep the orders as they are typed, unsent: it is there again when the browser comes back."""
    count(STEPS, practice.pk)
    _check(text)
    kept = Practice.objects.filter(pk=practice.pk, version=version, is_reading=False)
    if not kept.update(text=text, used_at=clock.now()):
        raise Overtaken(text)
    practice.text = text
    return practice


def _check(text: str) -> None:
    """`TextTooLong` or `NotStored` for a text that is not kept. PostgreSQL takes no NUL, SQLite does."""
    if len(text) > LONGEST_TEXT:
        raise TextTooLong
    if "\0" in text:
        raise NotStored


def forget_idle() -> int:
    """Delete the games that no one has touched for `KEPT`, some at a time; how many there were."""
    before = clock.now() - KEPT
    forgotten = 0
    while batch := list(
        Practice.objects.filter(used_at__lt=before).values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE]
    ):
        Practice.objects.filter(pk__in=batch, used_at__lt=before).delete()
        forgotten += len(batch)
    return forgotten


def _locked(practice: Practice, version: int, text: str = "") -> Practice:
    """The row under its lock, if the page of that version still shows it as it is."""
    count(STEPS, practice.pk)
    locked = Practice.objects.select_for_update().filter(pk=practice.pk).first()
    if locked is None or locked.version != version:
        raise Overtaken(text)
    return locked


def _play(practice: Practice, answers: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Close the open phase with the player's answer, if they owe one, and the bot's."""
    answers = dict(answers)
    if BOT in table.due(practice.position):
        answers[BOT] = answer_of(table.scene(practice, BOT))
    return _close(practice, table.resolve(practice, answers), text)


def _close(practice: Practice, turn: dict[str, Any], text: str) -> dict[str, Any]:
    PracticeTurn.objects.create(
        practice=practice,
        ordinal=practice.ordinal,
        label=practice.label,
        position=practice.position,
        text=text,
        turn=turn,
    )
    practice.position, practice.text = turn["position"], ""
    practice.ordinal += 1
    practice.is_reading = True
    return turn


def _kept(practice: Practice) -> Practice:
    practice.version += 1
    practice.used_at = clock.now()
    practice.save()
    return practice


def _tells(turn: Mapping[str, Any]) -> bool:
    """Whether a turn has anything to read."""
    return bool(turn["results"] or turn["news"])
