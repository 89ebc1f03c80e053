"""What people do to leagues, one transaction each. The modules are its rooms; this is its door."""

from league.leagues.services.announcing import announce, withdraw_announcement
from league.leagues.services.exporting import note_export
from league.leagues.services.extending import extend_all
from league.leagues.services.founding import SETTINGS, create_league, update_settings
from league.leagues.services.inviting import invite, invite_by_mail, withdraw
from league.leagues.services.joining import check_leave, join, join_by_invitation, leave
from league.leagues.services.notes import note
from league.leagues.services.presets import delete_preset, save_preset
from league.leagues.services.reminding import remind_players
from league.leagues.services.roles import change_role
from league.leagues.services.sanctions import ban, ban_of, lift, remove, say_read, suspend, warn
from league.leagues.services.succession import heir_after, heir_of, keep_all_organised

__all__ = [
    "SETTINGS",
    "announce",
    "ban",
    "ban_of",
    "change_role",
    "check_leave",
    "create_league",
    "delete_preset",
    "extend_all",
    "heir_after",
    "heir_of",
    "invite",
    "invite_by_mail",
    "join",
    "join_by_invitation",
    "keep_all_organised",
    "leave",
    "lift",
    "note",
    "note_export",
    "remind_players",
    "remove",
    "save_preset",
    "say_read",
    "suspend",
    "update_settings",
    "warn",
    "withdraw",
    "withdraw_announcement",
]
