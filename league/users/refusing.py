"""What other apps say before an account is deleted: why it cannot be, and what ends with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from league.users.models import User

Check: TypeAlias = Callable[[User], str]
"""Why the account of a person cannot be deleted now, in a sentence for them; empty: no objection."""

Ending: TypeAlias = Callable[[User], str]
"""What ends with the account of a person, in a sentence for them; empty: nothing."""

_checks: list[Check] = []
_endings: list[Ending] = []


def may_refuse_deletion(check: Check) -> Check:
    """Register `check`, once, when the apps are loaded: a dispute that is open, a prize not paid out."""
    _checks.append(check)
    return check


def refusals_of(user: User) -> list[str]:
    """Every reason for which the account of `user` cannot be deleted now."""
    return [reason for check in _checks if (reason := check(user))]


def ends_with_deletion(ending: Ending) -> Ending:
    """Register `ending`, once, when the apps are loaded: entries of a season, say."""
    _endings.append(ending)
    return ending


def endings_of(user: User) -> list[str]:
    """Everything else that ends with the account of `user`."""
    return [says for ending in _endings if (says := ending(user))]
