"""Forms of a league."""

from league.leagues.forms.founding import LeagueForm, SettingsForm, slug_of
from league.leagues.forms.inviting import InvitationForm, MailedInvitationForm
from league.leagues.forms.people import RoleForm
from league.leagues.forms.searching import SearchForm

__all__ = [
    "InvitationForm",
    "LeagueForm",
    "MailedInvitationForm",
    "RoleForm",
    "SearchForm",
    "SettingsForm",
    "slug_of",
]
