"""How many mails a stranger can have the site write to one address, no matter who asks and from where.

What is over the bound is not sent, and nothing says so: pages, status and limits stay as they are, for known
addresses and unknown ones alike. Mails that tell an owner what was done to their account are never held back.
"""

from __future__ import annotations

import hashlib
from typing import Final

from django.http import HttpRequest

from games.common.guards.limits import Limit, TooOften, count
from league.users import devices

CODE, RESET = "code", "reset"

KINDS: Final = {
    "account/email/email_confirmation": CODE,
    "account/email/email_confirmation_signup": CODE,
    "account/email/account_already_exists": CODE,
    "account/email/password_reset_key": RESET,
    "account/email/unknown_account": RESET,
}
"""What anyone can have written to an address that is not theirs. The two kinds are counted apart: who floods
an address with codes keeps no one from a new password.
"""

BOUNDS: Final = (Limit("mails-to-one-hour", 5, 3600), Limit("mails-to-one-day", 10, 24 * 3600))


def may_be_sent(template: str, email: str, request: HttpRequest) -> bool:
    """Whether one more mail of `template` may go to `email`, and count it.

    A browser that has been in the account of that address counts apart from all strange ones, once for an
    account: so its owner has room left, however many ask.
    """
    kind = KINDS.get(template)
    if kind is None:
        return True
    owner = devices.known(request, {"email": email}).partition(":")[0]
    who = hashlib.sha256(f"{kind} {_mailbox(email)} {owner}".encode()).hexdigest()[:32]
    try:
        for bound in BOUNDS:
            count(bound, who)
    except TooOften:
        return False
    return True


def _mailbox(email: str) -> str:
    """One name for all addresses that end in the same mailbox, as far as their letters say so: `a+b@c` is
    `a@c`.
    """
    local, _at, domain = email.strip().lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"
