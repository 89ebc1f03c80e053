"""How often someone may do what costs the house, or another player's patience.

A limit counts what one person or one seat does itself, never what is done to them: no one can use up
another's. Counts stand in the cache, in windows of fixed length that begin for everyone at the same moment,
so that the end of the wait can be named. A cache that does not answer limits nothing: orders that cannot be
saved before its deadline would be worse than a flood.
"""

from __future__ import annotations

import logging
import math
import time
from contextvars import Context
from dataclasses import dataclass
from datetime import timedelta

from django.core.cache import cache
from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from games.common.errors import GameError

logger = logging.getLogger(__name__)

TOO_MANY_REQUESTS = 429


@dataclass(frozen=True, slots=True)
class Limit:
    """`times` in `seconds`; `name` keeps its counts apart from other limits'."""

    name: str
    times: int
    seconds: int


SAVES = Limit("saves", 120, 60)
"""Saves of one seat's orders, checks included: a fast typist's autosave makes some fifty a minute."""
READY = Limit("ready", 60, 60)
"""Said and taken back by one seat; each tells every open page of the game to look again."""
VOTES = Limit("votes", 30, 600)
"""Cast and taken back by one seat, about an end or the clock; as above."""
SEATINGS = Limit("seatings", 30, 3600)
"""Seats taken by one person in games that wait; each leaves a row for good."""
OFFERS = Limit("offers", 30, 3600)
"""Of one person: to take a seat over, or their own seat to others; taken back as often."""
LETTERS = Limit("letters", 20, 600)
"""Sent from one seat."""
DRAFTS = Limit("drafts", 120, 60)
"""Saves of one seat's drafts of messages."""
PINS = Limit("pins", 120, 600)
"""What one seat does with its notebook."""
PROPOSALS = Limit("proposals", 1, 43_200)
"""Mailed about one ending of one game, that someone wants it."""
CLOCK_PROPOSALS = Limit("clock-proposals", 2, 86_400)
"""Proposals about the clock by one player in one game; each is mailed to the others."""
ACTS = Limit("acts", 60, 3600)
"""Acts of one game master."""
ANNOUNCEMENTS = Limit("announcements", 6, 3600)
"""Of one game master; each is mailed to all players of a game."""
HOLIDAYS = Limit("holidays", 20, 3600)
"""Announced or taken back by one person."""
GAMES = Limit("games", 20, 3600)
"""Opened by one person."""
INVITATIONS = Limit("invitations", 40, 3600)
"""People invited to games by one person."""
INVITED = Limit("invited", 5, 86_400)
"""Mailed by one person's invitations to another; the page tells of all of them."""


class TooOften(GameError):
    """Something was done more often than its limit allows. `seconds`: how long to wait, at least 1."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__()

    def __str__(self) -> str:
        return gettext("Too many attempts. Nothing is lost: try again %(when)s.") % {
            "when": in_words(self.seconds)
        }


def count(limit: Limit, who: object) -> None:
    """Count one more by `who` (a row's key, as a rule); TooOften when the limit is reached."""
    now = time.time()
    window = int(now // limit.seconds)
    key = f"limit:{limit.name}:{who}:{window}"
    try:
        cache.add(key, 0, limit.seconds)
        so_many = cache.incr(key)
    except ValueError:
        return  # the window ended between the two
    except Exception as error:
        # Without the request and the game that lines name otherwise: they would tell where someone saves.
        Context().run(logger.warning, "The cache does not count: %s", type(error).__name__)
        return
    if so_many > limit.times:
        raise TooOften(max(1, math.ceil((window + 1) * limit.seconds - now)))


def in_words(seconds: int) -> str:
    """A wait in the reader's language, up to two hours with the moment it ends: in 3 minutes, at 14:05."""
    if seconds < 60:
        return ngettext("in %(count)d second", "in %(count)d seconds", seconds) % {"count": seconds}
    minutes = math.ceil(seconds / 60)
    if minutes > 120:
        hours = math.ceil(minutes / 60)
        return ngettext("in %(count)d hour", "in %(count)d hours", hours) % {"count": hours}
    until = timezone.localtime(timezone.now() + timedelta(seconds=minutes * 60))
    return ngettext("in %(count)d minute, at %(time)s", "in %(count)d minutes, at %(time)s", minutes) % {
        "count": minutes,
        "time": formats.date_format(until, "H:i"),
    }
