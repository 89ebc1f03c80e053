"""What a link to a game says of it on other sites, whose robots have neither an account nor a private link.

It is the same for everyone who loads the page: nothing here asks who reads, or what only they see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Game, Phase
from games.pages.moment import grounds_for_all
from games.pages.page import GamePage
from games.words import wording


class Shared(NamedTuple):
    """What is said, and the board beside it; none: as every game begins. `stamp` says that it may change."""

    words: str = ""
    board: Mapping[str, Any] | None = None
    stamp: str = ""


def shared_of(page: GamePage, newest: Phase | None) -> Shared:
    """How far the game of `page` is: its open phase, or how it ended, `newest` being the last phase; and the
    board of then, as everyone sees it.

    Nothing of the end of a game that is in fog until the day on which its record opens (SPY-6), nor of one
    that was cancelled before it began.
    """
    if newest is None:
        return Shared()
    board = None if page.is_in_fog else page.position
    if page.game.state != Game.State.FINISHED:
        return Shared(f"{wording.phase(newest.label)}.", board)
    if page.is_in_fog:
        return Shared()
    stamp = pgettext("a result", "Provisional") if page.told and page.told.is_provisional else ""
    end = end_in_words(page)
    grounds = [each for each in grounds_for_all(page) if each not in end]
    return Shared(" ".join([end, *grounds, _ended_with(page, newest)]), board, stamp)


def end_in_words(page: GamePage) -> str:
    """Who has won, shares the draw or lost, in a sentence that names everyone: to no one *you*."""
    if page.winners.sentences:
        return page.winners.sentences
    if page.all_lose:
        return _("Both players have lost: no one wins.")
    return _("The game is drawn.")


def _ended_with(page: GamePage, last: Phase) -> str:
    said = {"phase": wording.phase(last.label), "clause": page.outcome["how"] if page.outcome else ""}
    return _("It ended with %(phase)s (%(clause)s).") % said
