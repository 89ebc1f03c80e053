"""Which mails someone wants: their names, and the links in mails that stop one kind without signing in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.core import signing
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WISHES: Final[Mapping[str, Promise]] = {
    "reminders": _("Reminders: a deadline is near and you have saved nothing"),
    "turns": _("Your turn: a game has moved on and needs you"),
    "letters": _("Messages: someone wrote to you while you were away"),
    "news": _(
        "News: your games start, end or are paused by an error; proposed draws; your missed phases; "
        "open seats and replacements; game masters’ announcements"
    ),
    "invitations": _("Invitations: someone invites you to a game or a rematch"),
    "leagues": _("Leagues: an organiser announces something in one of your leagues"),
    "competitions": _(
        "Competitions: challenges, results and ranks; a season that invites you, starts, changes or ends"
    ),
    "openings": _("Openings: a season in one of your leagues opens for entries"),
    "weeks": _("Weekly report: every Monday, what happened in the leagues you organise, and what they need"),
}
"""Kinds of mail that one may do without. Mails about the account itself, about money, and those that ask
someone to rule or to run a season are not among them."""

DIGEST: Final = "digest"
"""Not a kind: what the link in the mail of the day stops."""

_signer = signing.Signer(salt="mails that are not wanted")


def token(user: int, wish: str) -> str:
    """What the link in a mail carries: it stops mails of the kind `wish` to `user`, and does nothing else.

    It never runs out: someone may find the mail years later, and still not want the next one.
    """
    return _signer.sign(f"{user}.{wish}")


def stop_path(user: int, wish: str) -> str:
    """The path at which a POST stops mails of the kind `wish` to `user` (by id)."""
    return _path_of_token().replace("TOKEN", token(user, wish))


@cache
def _path_of_token() -> str:
    """Asked for once: thousands of mails carry it."""
    return reverse("users:stop-mails", args=["TOKEN"])


def read(text: str) -> tuple[int, str] | None:
    """Whose mails of which kind `text` stops; None if it is no token of ours."""
    try:
        user, _dot, wish = _signer.unsign(text).partition(".")
    except signing.BadSignature:
        return None
    return (int(user), wish) if wish in WISHES or wish == DIGEST else None
