"""What a link to a game says of it on other sites, whose robots have neither an account nor a private link.

It is the same whoever loads the page: nothing here asks who reads, or what only they see.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Game, Phase
from games.pages.page import GamePage
from games.words import wording


def shared_of(page: GamePage, newest: Phase | None) -> str:
    """How far the game of `page` is: its open phase, or how it ended, `newest` being the last phase.

    Nothing of the end of a game that is in fog until the day on which its record opens (SPY-6), nor of one
    that was cancelled before it began.
    """
    if newest is None:
        return ""
    if page.game.state != Game.State.FINISHED:
        return f"{wording.phase(newest.label)}."
    return "" if page.is_in_fog else f"{end_in_words(page)} {_ended_with(page, newest)}"


def end_in_words(page: GamePage) -> str:
    """Who has won, shares the draw or lost, in a sentence that names everybody: to nobody *you*."""
    if page.winners.sentences:
        return page.winners.sentences
    if page.all_lose:
        return _("Both players have lost: nobody wins.")
    return _("The game is drawn.")


def _ended_with(page: GamePage, last: Phase) -> str:
    said = {"phase": wording.phase(last.label), "clause": page.outcome["how"] if page.outcome else ""}
    return _("It ended with %(phase)s (%(clause)s).") % said
