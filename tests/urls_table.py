"""What everybody finds at every address: the table behind tests/test_urls_walk.py.

A row has one status a person, in this order: a stranger (signed in nowhere), an outsider (of another
league), a member, an organiser, a player, her opponent; for a GET, and for a POST that carries nothing. The
league is public, its game public and running, its first phase played. 302 is often the way to the sign-in
page; 405 says that the method is not for this address.

`by_link`: the address carries a private game's own link. `by_invitation`: it carries an invitation.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    get: str
    post: str
    by_link: bool = False
    by_invitation: bool = False


ALL = "200 200 200 200 200 200"
NOT_SO = "405 405 405 405 405 405"
AWAY = "302 302 302 302 302 302"
NOBODY = "404 404 404 404 404 404"
WITH_ACCOUNT = "302 200 200 200 200 200"

TABLE = {
    "home": Row(ALL, NOT_SO),
    "favicon": Row("301 301 301 301 301 301", NOT_SO),
    "security": Row(ALL, NOT_SO),
    "security-txt": Row(ALL, NOT_SO),
    "account_login": Row("200 302 302 302 302 302", "200 302 302 302 302 302"),
    "account_logout": Row(WITH_ACCOUNT, AWAY),
    "account_inactive": Row(ALL, NOT_SO),
    "account_signup": Row("200 302 302 302 302 302", "200 302 302 302 302 302"),
    "account_reauthenticate": Row(WITH_ACCOUNT, WITH_ACCOUNT),
    "account_email": Row(WITH_ACCOUNT, AWAY),
    "account_email_verification_sent": Row(AWAY, AWAY),
    "account_change_password": Row(WITH_ACCOUNT, WITH_ACCOUNT),
    "account_set_password": Row(AWAY, AWAY),
    "account_reset_password": Row(ALL, ALL),
    "account_confirm_login_code": Row(AWAY, AWAY),
    "account_reset_password_from_key_done": Row(ALL, NOT_SO),
    "account_reset_password_from_key": Row(ALL, ALL),
    "account_reset_password_done": Row(ALL, NOT_SO),
    "mfa_index": Row(WITH_ACCOUNT, "302 405 405 405 405 405"),
    "mfa_authenticate": Row(AWAY, AWAY),
    "mfa_reauthenticate": Row(AWAY, AWAY),
    "mfa_activate_totp": Row(AWAY, AWAY),
    "mfa_deactivate_totp": Row("302 404 404 404 404 404", "302 404 404 404 404 404"),
    "mfa_view_recovery_codes": Row("302 404 404 404 404 404", "302 405 405 405 405 405"),
    "mfa_generate_recovery_codes": Row(AWAY, AWAY),
    "mfa_download_recovery_codes": Row("302 404 404 404 404 404", "302 404 404 404 404 404"),
    "mfa_list_webauthn": Row(WITH_ACCOUNT, "302 405 405 405 405 405"),
    "mfa_add_webauthn": Row(AWAY, AWAY),
    "mfa_reauthenticate_webauthn": Row(AWAY, AWAY),
    "mfa_remove_webauthn": Row(AWAY, AWAY),
    "mfa_edit_webauthn": Row(AWAY, AWAY),
    "mfa_login_webauthn": Row(AWAY, AWAY),
    "users:profile": Row(WITH_ACCOUNT, WITH_ACCOUNT),
    "users:sessions": Row(WITH_ACCOUNT, AWAY),
    "users:language": Row(NOT_SO, AWAY),
    "users:mails": Row(WITH_ACCOUNT, "302 302 302 302 302 302"),
    "users:stop-mails": Row(NOBODY, NOBODY),
    "leagues:list": Row(ALL, NOT_SO),
    "leagues:create": Row(WITH_ACCOUNT, WITH_ACCOUNT),
    "leagues:home": Row(ALL, NOT_SO),
    "leagues:members": Row(ALL, NOT_SO),
    "leagues:player": Row(ALL, NOT_SO),
    "leagues:role": Row(NOT_SO, "404 404 404 302 404 404"),
    "leagues:join": Row(NOT_SO, AWAY),
    "leagues:invited": Row("200 200 302 302 302 302", AWAY, by_invitation=True),
    "leagues:leave": Row("302 404 200 200 200 200", "302 404 302 302 302 302"),
    "leagues:settings": Row("404 404 404 200 404 404", "404 404 404 200 404 404"),
    "leagues:invitations": Row("404 404 404 200 404 404", "404 404 404 200 404 404"),
    "leagues:withdraw": Row(NOT_SO, "404 404 404 302 404 404"),
    "games:mine": Row(WITH_ACCOUNT, "302 405 405 405 405 405"),
    "games:list": Row(ALL, NOT_SO),
    "games:open": Row("302 404 200 200 200 200", "302 404 200 200 200 200"),
    "games:game": Row(ALL, NOT_SO),
    "games:status": Row(ALL, NOT_SO),
    "games:take-seat": Row(NOT_SO, AWAY),
    "games:rank-seats": Row(NOT_SO, NOBODY),
    "games:dealing": Row(NOBODY, NOT_SO),
    "games:leave-seat": Row(NOT_SO, "404 404 404 404 302 302"),
    "games:cancel": Row("302 405 405 405 405 405", "302 404 404 302 404 404"),
    "games:invite": Row("302 405 405 405 405 405", "302 404 404 302 404 404"),
    "games:withdraw-invitation": Row("302 405 405 405 405 405", "302 404 404 302 404 404"),
    "games:decline": Row("302 405 405 405 405 405", AWAY),
    "games:join-private": Row(AWAY, NOT_SO, by_link=True),
    "games:answer": Row(NOT_SO, "404 404 404 404 400 400"),
    "games:preview": Row(NOT_SO, "404 404 404 404 400 400"),
    "games:ready": Row(NOT_SO, "404 404 404 404 400 400"),
    "games:press": Row("404 404 404 404 302 302", "404 404 404 404 200 200"),
    "games:letter-draft": Row(NOT_SO, "404 404 404 404 200 200"),
    "games:letters-read": Row(NOT_SO, "404 404 404 404 400 400"),
    "games:rematch": Row(NOT_SO, NOBODY),
    "games:vote": Row(NOT_SO, "404 404 404 404 400 400"),
    "games:last-vote": Row("404 404 404 404 302 302", NOT_SO),
    "games:concede": Row("404 404 404 404 200 200", "404 404 404 404 302 302"),
    "games:acts": Row(NOBODY, NOT_SO),
    "games:desk": Row(NOBODY, NOBODY),
    "games:all-letters": Row(NOBODY, NOT_SO),
    "games:stand-in": Row("302 405 405 405 405 405", "302 404 404 404 404 404"),
    "games:auctions": Row(ALL, NOT_SO),
    "games:auctions-csv": Row(NOBODY, NOT_SO),
    "games:full-report": Row(NOBODY, NOT_SO),
    "games:full-report-year": Row(NOBODY, NOT_SO),
    "games:notebook": Row(NOBODY, NOBODY),
    "games:record": Row(NOBODY, NOT_SO),
    "games:reports": Row(NOBODY, NOT_SO),
    "games:results-seen": Row(NOT_SO, "404 404 404 404 400 400"),
    "games:spells": Row(NOBODY, NOT_SO),
    "games:phase": Row(ALL, NOT_SO),
    "practice:game": Row(ALL, NOT_SO),
    "practice:start": Row(NOT_SO, AWAY),
    "practice:answer": Row(NOT_SO, ALL),
    "practice:preview": Row(NOT_SO, ALL),
    "practice:on": Row(NOT_SO, ALL),
    "practice:back": Row(NOT_SO, ALL),
    "practice:hints": Row(NOT_SO, ALL),
    "rules:index": Row(ALL, NOT_SO),
    "rules:page": Row(ALL, NOT_SO),
    "watch:live": Row(ALL, NOT_SO),
    "watch:ready": Row(ALL, NOT_SO),
    "watch:work": Row(ALL, NOT_SO),
    "watch:metrics": Row(NOBODY, NOT_SO),
}

# The admin leads everybody who is not of the staff to its sign-in address: 302. That leads a stranger to the
# site's own sign-in page, and does not exist for whoever is signed in already.
ADMIN = {"admin:login": "302 404 404 404 404 404"}
