"""Rows of leagues. `new_token` is here for the migrations that name it."""

from league.leagues.models.act import OrganiserAct
from league.leagues.models.announcement import Announcement
from league.leagues.models.extension import LeagueExtension
from league.leagues.models.invitation import Invitation, new_token
from league.leagues.models.league import League, slug_rule
from league.leagues.models.membership import Membership
from league.leagues.models.opponents import Pool, Proposal, Search
from league.leagues.models.preset import Preset
from league.leagues.models.put_off import PutOff
from league.leagues.models.report import Report
from league.leagues.models.sanction import PrivateNote, Sanction
from league.leagues.models.webhook import Webhook

__all__ = [
    "Announcement",
    "Invitation",
    "League",
    "LeagueExtension",
    "Membership",
    "OrganiserAct",
    "Pool",
    "Preset",
    "PrivateNote",
    "Proposal",
    "PutOff",
    "Report",
    "Sanction",
    "Search",
    "Webhook",
    "new_token",
    "slug_rule",
]
