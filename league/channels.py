"""The registry of channels: whatever shows anything to anybody, and how near it comes to what is sealed.

Sealed is what a seat answers until its phase is adjudicated: the answer itself, how much of it there is, and
whether there is one. `tests/secrecy` finds every channel that the code has, refuses any that is not named
here, and listens to all of them while only an answer differs. A new channel begins with its line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Kind(Enum):
    """The kinds of channel, and what names one of each."""

    PAGE = "an address by its name: whatever it answers to any method, head and body"
    ADMIN = "a model of the admin, with all the pages it has there; or another page of the admin by its name"
    SOCKET = "the route of a socket"
    PUSH = "a module that sends to open sockets"
    OUTBOX = "the topic of an outbox row"
    LETTER = "the template of a letter, without its folder's `mail` or `email` and its ending"
    SENDER = "a module that gives letters to the mail server"
    TASK = "a task of the queue: arguments, result, failure"
    LOG = "a logger"
    COMMAND = "a command of manage.py"


class Shows(Enum):
    """What a channel may show, from nothing to everything."""

    NOTHING = "nothing of any game"
    PLACE = "an error's kind and place, none of its words"
    KEYS = "the keys of rows, counts and moments"
    ROWS = "rows to those who run the site, without answers, letters, lots and links"
    GAME = "of a game what everybody sees who may open it"
    SEAT = "that, and what the reader's own seat has written and been sent"
    MASTER = "of a game everything but sealed answers, to whoever presides over it"
    ALL = "everything: for those who hold the data base itself"


CHANNELS: Mapping[Kind, Mapping[str, Shows]] = {
    Kind.PAGE: {
        "home": Shows.SEAT,
        "account_change_password": Shows.NOTHING,
        "account_confirm_login_code": Shows.NOTHING,
        "account_email": Shows.NOTHING,
        "account_email_verification_sent": Shows.NOTHING,
        "account_inactive": Shows.NOTHING,
        "account_login": Shows.NOTHING,
        "account_logout": Shows.NOTHING,
        "account_reauthenticate": Shows.NOTHING,
        "account_reset_password": Shows.NOTHING,
        "account_reset_password_done": Shows.NOTHING,
        "account_reset_password_from_key": Shows.NOTHING,
        "account_reset_password_from_key_done": Shows.NOTHING,
        "account_set_password": Shows.NOTHING,
        "account_signup": Shows.NOTHING,
        "favicon": Shows.NOTHING,
        "mfa_activate_totp": Shows.NOTHING,
        "mfa_add_webauthn": Shows.NOTHING,
        "mfa_authenticate": Shows.NOTHING,
        "mfa_deactivate_totp": Shows.NOTHING,
        "mfa_download_recovery_codes": Shows.NOTHING,
        "mfa_edit_webauthn": Shows.NOTHING,
        "mfa_generate_recovery_codes": Shows.NOTHING,
        "mfa_index": Shows.NOTHING,
        "mfa_list_webauthn": Shows.NOTHING,
        "mfa_login_webauthn": Shows.NOTHING,
        "mfa_reauthenticate": Shows.NOTHING,
        "mfa_reauthenticate_webauthn": Shows.NOTHING,
        "mfa_remove_webauthn": Shows.NOTHING,
        "mfa_view_recovery_codes": Shows.NOTHING,
        "security": Shows.NOTHING,
        "security-txt": Shows.NOTHING,
        "users:language": Shows.NOTHING,
        "users:mails": Shows.NOTHING,
        "users:stop-mails": Shows.NOTHING,
        "users:profile": Shows.NOTHING,
        "users:sessions": Shows.NOTHING,
        "leagues:create": Shows.NOTHING,
        "leagues:home": Shows.SEAT,
        "leagues:invitations": Shows.NOTHING,
        "leagues:invited": Shows.NOTHING,
        "leagues:join": Shows.NOTHING,
        "leagues:leave": Shows.NOTHING,
        "leagues:list": Shows.NOTHING,
        "leagues:members": Shows.NOTHING,
        "leagues:player": Shows.GAME,
        "leagues:role": Shows.NOTHING,
        "leagues:settings": Shows.NOTHING,
        "leagues:withdraw": Shows.NOTHING,
        "games:acts": Shows.GAME,
        "games:all-letters": Shows.MASTER,
        "games:answer": Shows.SEAT,
        "games:auctions": Shows.GAME,
        "games:auctions-csv": Shows.GAME,
        "games:cancel": Shows.GAME,
        "games:concede": Shows.GAME,
        "games:dealing": Shows.GAME,
        "games:decline": Shows.GAME,
        "games:full-report": Shows.GAME,
        "games:full-report-year": Shows.GAME,
        "games:desk": Shows.MASTER,
        "games:game": Shows.SEAT,
        "games:invite": Shows.GAME,
        "games:join-private": Shows.GAME,
        "games:last-vote": Shows.GAME,
        "games:leave-seat": Shows.GAME,
        "games:letter-draft": Shows.SEAT,
        "games:letters-read": Shows.SEAT,
        "games:list": Shows.GAME,
        "games:mine": Shows.SEAT,
        "games:notebook": Shows.SEAT,
        "games:open": Shows.GAME,
        "games:phase": Shows.GAME,
        "games:press": Shows.SEAT,
        "games:preview": Shows.SEAT,
        "games:rank-seats": Shows.SEAT,
        "games:ready": Shows.SEAT,
        "games:record": Shows.GAME,
        "games:results-seen": Shows.SEAT,
        "games:spells": Shows.SEAT,
        "games:reports": Shows.SEAT,
        "games:stand-in": Shows.GAME,
        "games:status": Shows.SEAT,
        "games:take-seat": Shows.GAME,
        "games:rematch": Shows.GAME,
        "games:vote": Shows.GAME,
        "games:withdraw-invitation": Shows.GAME,
        "practice:answer": Shows.NOTHING,
        "practice:back": Shows.NOTHING,
        "practice:game": Shows.NOTHING,
        "practice:hints": Shows.NOTHING,
        "practice:on": Shows.NOTHING,
        "practice:preview": Shows.NOTHING,
        "practice:start": Shows.NOTHING,
        "rules:index": Shows.NOTHING,
        "rules:page": Shows.NOTHING,
        "watch:live": Shows.NOTHING,
        "watch:metrics": Shows.KEYS,
        "watch:ready": Shows.NOTHING,
        "watch:work": Shows.NOTHING,
        "no such address": Shows.NOTHING,
        "a form from elsewhere": Shows.NOTHING,
        "a failure of ours": Shows.NOTHING,
    },
    Kind.ADMIN: {
        "account.emailaddress": Shows.NOTHING,
        "auth.group": Shows.NOTHING,
        "users.user": Shows.NOTHING,
        "leagues.invitation": Shows.NOTHING,
        "leagues.league": Shows.NOTHING,
        "leagues.membership": Shows.NOTHING,
        "games.circle": Shows.ROWS,
        "games.clockentry": Shows.ROWS,
        "games.game": Shows.ROWS,
        "games.heartbeat": Shows.ROWS,
        "games.mailing": Shows.ROWS,
        "games.masteract": Shows.ROWS,
        "games.message": Shows.ROWS,
        "games.outboxrow": Shows.ROWS,
        "games.phase": Shows.ROWS,
        "games.seat": Shows.ROWS,
        "games.seatresult": Shows.ROWS,
        "games.standin": Shows.ROWS,
        "games.tally": Shows.ROWS,
        "games.tenure": Shows.ROWS,
        "games.tenureresult": Shows.ROWS,
        "games.turn": Shows.ROWS,
        "games.vote": Shows.ROWS,
        "games_phase_clock": Shows.ROWS,
        "app_list": Shows.ROWS,
        "autocomplete": Shows.ROWS,
        "index": Shows.ROWS,
        "jsi18n": Shows.NOTHING,
        "login": Shows.NOTHING,
        "logout": Shows.NOTHING,
        "password_change": Shows.NOTHING,
        "password_change_done": Shows.NOTHING,
        "no such page": Shows.NOTHING,
    },
    Kind.SOCKET: {"ws/g/<slug:code>/": Shows.KEYS},
    Kind.PUSH: {"games.push": Shows.KEYS},
    Kind.OUTBOX: {
        "alarm": Shows.KEYS,
        "results": Shows.KEYS,
        "game_started": Shows.KEYS,
        "hint": Shows.KEYS,
        "mail": Shows.KEYS,
    },
    Kind.LETTER: {
        "account/account_already_exists": Shows.NOTHING,
        "account/base": Shows.NOTHING,
        "account/email_changed": Shows.NOTHING,
        "account/email_confirm": Shows.NOTHING,
        "account/email_confirmation": Shows.NOTHING,
        "account/email_confirmation_signup": Shows.NOTHING,
        "account/email_deleted": Shows.NOTHING,
        "account/login_code": Shows.NOTHING,
        "account/password_changed": Shows.NOTHING,
        "account/password_reset": Shows.NOTHING,
        "account/password_reset_code": Shows.NOTHING,
        "account/password_reset_key": Shows.NOTHING,
        "account/password_set": Shows.NOTHING,
        "account/unknown_account": Shows.NOTHING,
        "mfa/recovery_codes_generated": Shows.NOTHING,
        "mfa/totp_activated": Shows.NOTHING,
        "mfa/totp_deactivated": Shows.NOTHING,
        "mfa/webauthn_added": Shows.NOTHING,
        "mfa/webauthn_removed": Shows.NOTHING,
        "games/announcement": Shows.GAME,
        "games/finished": Shows.GAME,
        "games/invited": Shows.GAME,
        "games/letters": Shows.SEAT,
        "games/missed": Shows.SEAT,
        "games/proposal": Shows.GAME,
        "games/reminder": Shows.SEAT,
        "games/replaced": Shows.SEAT,
        "games/seated": Shows.SEAT,
        "games/set_aside": Shows.GAME,
        "games/started": Shows.GAME,
        "games/waiting": Shows.GAME,
        "an error report": Shows.PLACE,
    },
    Kind.SENDER: {
        "games.outbox.alarms": Shows.PLACE,
        "games.outbox.mailer": Shows.SEAT,
        "league.users.adapter": Shows.NOTHING,
        "league.watch.admin_mail": Shows.PLACE,
    },
    Kind.TASK: {
        "games.tasks.drain_due": Shows.PLACE,
        "games.tasks.forget_practices": Shows.PLACE,
        "games.tasks.prune_outbox": Shows.PLACE,
        "games.tasks.send_hints": Shows.PLACE,
        "games.tasks.send_outbox": Shows.PLACE,
        "games.tasks.send_reminders": Shows.PLACE,
        "league.tasks.forget_sessions": Shows.NOTHING,
        "league.tasks.forget_unconfirmed": Shows.NOTHING,
    },
    Kind.LOG: {
        "games.kept": Shows.NOTHING,
        "games.limits": Shows.NOTHING,
        "games.outbox.claims": Shows.PLACE,
        "games.outbox.delivery": Shows.PLACE,
        "games.selectors.showcase": Shows.PLACE,
        "games.services.outage": Shows.KEYS,
        "games.services.processing": Shows.PLACE,
        "games.services.tallies": Shows.NOTHING,
        "games.standstill": Shows.PLACE,
        "league.caching": Shows.NOTHING,
        "league.embedded": Shows.NOTHING,
        "league.watch.admin_mail": Shows.PLACE,
        "loggers of libraries": Shows.PLACE,
    },
    Kind.COMMAND: {
        "backup": Shows.ALL,
        "demo": Shows.NOTHING,
        "forget_keys": Shows.NOTHING,
        "healthy": Shows.NOTHING,
        "messages": Shows.NOTHING,
        "replay_games": Shows.KEYS,
        "reseal": Shows.NOTHING,
        "restore": Shows.ALL,
        "resume_phase": Shows.PLACE,
        "test": Shows.NOTHING,
        "up": Shows.NOTHING,
    },
}


def shows(kind: Kind, name: str) -> Shows:
    """What the channel may show; KeyError for one that nobody has registered."""
    return CHANNELS[kind][name]
