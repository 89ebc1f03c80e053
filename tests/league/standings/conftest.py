"""Fixtures of games and seasons, for what is counted of them."""

from tests.league.competitions.conftest import *  # noqa: F403
