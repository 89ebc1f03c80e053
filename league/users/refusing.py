"""What other apps say before an account is deleted: why it cannot be, what ends with it, what they erase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from league.users.models import User

A = TypeVar("A")


class DeletionRegister(Generic[A]):
    """Functions that apps register by decorating them, once, when loaded; each is asked of a person."""

    def __init__(self) -> None:
        self._functions: list[Callable[[User], A]] = []

    def __call__(self, function: Callable[[User], A]) -> Callable[[User], A]:
        self._functions.append(function)
        return function

    def of(self, user: User) -> list[A]:
        """Their answers, but for empty ones."""
        return [answer for function in self._functions if (answer := function(user))]


may_refuse_deletion: DeletionRegister[str] = DeletionRegister()
"""Why the account of a person cannot be deleted now, in a sentence for them; empty: no objection."""

ends_with_deletion: DeletionRegister[str] = DeletionRegister()
"""What ends with the account of a person, in a sentence for them; empty: nothing."""

inherited_at_deletion: DeletionRegister[list[tuple[str, str]]] = DeletionRegister()
"""What a person looks after alone, by name, and who does then, if anyone."""

locks_before_deletion: DeletionRegister[None] = DeletionRegister()
"""Locks rows that have to be locked before the person's own, in the transaction that ends the account."""

left_at_deletion: DeletionRegister[None] = DeletionRegister()
"""Ends what a person belongs to, in the same transaction and before anything of theirs is erased."""

goes_with_deletion: DeletionRegister[None] = DeletionRegister()
"""Deletes what an app keeps of a person that no one else needs, in the transaction that ends the account."""
