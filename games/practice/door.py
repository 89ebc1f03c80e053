"""Whose practice game it is: it opens to everyone who brings its key in a signed cookie. There is no other
way to one.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from games.models import Practice
from games.practice.services import KEPT

COOKIE = "practice"
SALT = "games.practice"


def practice_of(request: HttpRequest) -> Practice | None:
    """The reader's practice game; None if the visitor has none, or has not touched it for too long."""
    key = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=KEPT)
    return Practice.objects.filter(key=key).first() if key else None


def give_key(request: HttpRequest, response: HttpResponse, practice: Practice) -> None:
    """Let the browser keep the key for as long as the game is kept."""
    response.set_signed_cookie(
        COOKIE,
        practice.key,
        salt=SALT,
        max_age=KEPT,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
