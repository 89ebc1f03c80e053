"""The demo league of the embedded house: people to log in as, and games in every state to look at."""

from league.demo.league import is_made, make
from league.demo.people import log_ins

__all__ = ["is_made", "log_ins", "make"]
