"""What other apps say before an account is deleted: why it cannot be, what ends with it, what they erase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from league.users.models import User

A = TypeVar("A")


class Asked(Generic[A]):
    """Functions that apps register by decorating them, once, when loaded; each is asked of a person."""

    def __init__(self) -> None:
        self._functions: list[Callable[[User], A]] = []

    def __call__(self, function: Callable[[User], A]) -> Callable[[User], A]:
        self._functions.append(function)
        return function

    def of(self, user: User) -> list[A]:
        """Their answers, but for empty ones."""
        return [answer for function in self._functions if (answer := function(user))]


may_refuse_deletion: Asked[str] = Asked()
"""Why the account of a person cannot be deleted now, in a sentence for them; empty: no objection."""

ends_with_deletion: Asked[str] = Asked()
"""What ends with the account of a person, in a sentence for them; empty: nothing."""

inherited_at_deletion: Asked[list[tuple[str, str]]] = Asked()
"""What a person looks after alone, by name, and who does then, if anybody."""

locks_before_deletion: Asked[None] = Asked()
"""Locks rows that have to be locked before the person's own, in the transaction that ends the account."""

left_at_deletion: Asked[None] = Asked()
"""Ends what a person belongs to, in the same transaction and before anything of theirs is erased."""

goes_with_deletion: Asked[None] = Asked()
"""Deletes what an app keeps of a person that nobody else needs, in the transaction that ends the account."""
