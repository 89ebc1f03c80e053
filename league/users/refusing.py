"""What other apps say before an account is deleted: why it cannot be, what ends with it, what they erase."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from league.users.models import User

Check: TypeAlias = Callable[[User], str]
"""Why the account of a person cannot be deleted now, in a sentence for them; empty: no objection."""

Ending: TypeAlias = Callable[[User], str]
"""What ends with the account of a person, in a sentence for them; empty: nothing."""

Erasure: TypeAlias = Callable[[User], None]
"""Deletes what an app keeps of a person that nobody else needs, in the transaction that ends the account."""

Locking: TypeAlias = Callable[[User], None]
"""Locks rows that have to be locked before the person's own, in the transaction that ends the account."""

Leaving: TypeAlias = Callable[[User], None]
"""Ends what a person belongs to, in the same transaction and before anything of theirs is erased."""

Heirs: TypeAlias = Callable[[User], list[tuple[str, str]]]
"""What a person looks after alone, by name, and who does then, if anybody."""

_checks: list[Check] = []
_lockings: list[Locking] = []
_leavings: list[Leaving] = []
_heirs: list[Heirs] = []
_endings: list[Ending] = []
_erasures: list[Erasure] = []


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


def goes_with_deletion(erasure: Erasure) -> Erasure:
    """Register `erasure`, once, when the apps are loaded: where somebody had money sent, say."""
    _erasures.append(erasure)
    return erasure


def erase_elsewhere(user: User) -> None:
    """Delete what other apps keep of `user`. Call it inside a transaction."""
    for erasure in _erasures:
        erasure(user)


def locks_before_deletion(locking: Locking) -> Locking:
    """Register `locking`, once, when the apps are loaded."""
    _lockings.append(locking)
    return locking


def lock_elsewhere(user: User) -> None:
    for locking in _lockings:
        locking(user)


def left_at_deletion(leaving: Leaving) -> Leaving:
    """Register `leaving`, once, when the apps are loaded."""
    _leavings.append(leaving)
    return leaving


def leave_elsewhere(user: User) -> None:
    for leaving in _leavings:
        leaving(user)


def inherited_at_deletion(heirs: Heirs) -> Heirs:
    """Register `heirs`, once, when the apps are loaded."""
    _heirs.append(heirs)
    return heirs


def heirs_elsewhere(user: User) -> list[tuple[str, str]]:
    """All that passes to others with the account of `user`."""
    return [each for heirs in _heirs for each in heirs(user)]
