"""E-mail addresses: whose one is, and how long the code that confirms it is valid."""

from __future__ import annotations

import math
import time
from typing import Any

from allauth.account.models import EmailAddress

from league.users.models import User


def belongs_to_another(email: str, user: User | None) -> bool:
    """Whether an account besides `user`'s has confirmed that `email` is its own. Claiming one is nothing."""
    others = EmailAddress.objects.exclude(user=user) if user else EmailAddress.objects
    return bool(others.filter(email=email.lower(), verified=True).exists())


def minutes_left(process: Any) -> int:
    """For how many minutes the code of `process` (allauth's) is valid, rounded up; at least 1."""
    ends_at: float = process.state["at"] + process.timeout
    return max(1, math.ceil((ends_at - time.time()) / 60))
