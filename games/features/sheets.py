"""The sheets that features bring, registered by the kind of what is owed."""

from __future__ import annotations

from games.features.auction.bids import BidsSheet
from games.features.auction.home_ranking import RankingSheet
from games.features.fog.agents import AgentsSheet
from games.features.spells.sheet import SpellSheet
from games.forms.sheets import SHEETS


def register() -> None:
    """Add them to the register, once, when the apps are loaded."""
    SHEETS.update({"homes": RankingSheet, "bids": BidsSheet, "spell": SpellSheet, "espionage": AgentsSheet})
