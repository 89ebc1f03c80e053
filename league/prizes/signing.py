"""Signatures by which a check of a book is known to be the site's own, no matter who can write to its table.

The keys come from `SECRET_KEY` and `SECRET_KEY_FALLBACKS`, which are not in the database: the first signs,
each opens. A check names the one that was believed before it by its hash, so one that is signed vouches for
all before it, also for those whose key is gone; one that no one vouches for is not believed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from league.competitions.rules.canonical import canonical, sha256_of, written
from league.prizes.models import LedgerCheck


@dataclass(frozen=True, slots=True)
class Kept:
    """A book's checks: those that are believed, the last first, how many are not, and whether one is gone
    that a later one names.
    """

    believed: tuple[LedgerCheck, ...] = ()
    disbelieved: int = 0
    has_gap: bool = False

    @property
    def last(self) -> LedgerCheck | None:
        return self.believed[0] if self.believed else None

    @property
    def is_by_todays_key(self) -> bool:
        """Whether the last one stays believed when all keys but the first are gone."""
        return self.last is not None and constant_time_compare(
            self.last.signature, _hmac(self.last, settings.SECRET_KEY)
        )


NOTHING: Final = Kept()
"""Of a book that was never checked."""


def sign(check: LedgerCheck) -> None:
    """Sign a check that is complete but for its signature."""
    check.signature = _hmac(check, settings.SECRET_KEY)


def sort(checks: Iterable[LedgerCheck]) -> Kept:
    """Tell a book's checks that are to be believed, given the last first, from those that are not."""
    believed, disbelieved, has_gap, named = [], 0, False, ""
    for check in checks:
        if named and hash_of(check) == named:
            believed.append(check)
        elif is_signed(check):
            has_gap = has_gap or bool(named)
            believed.append(check)
        else:
            disbelieved += 1
            continue
        named = check.previous
    return Kept(tuple(believed), disbelieved, has_gap or bool(named))


def is_signed(check: LedgerCheck) -> bool:
    """Whether a check bears a signature by one of the site's keys."""
    keys: list[str] = [settings.SECRET_KEY, *map(str, settings.SECRET_KEY_FALLBACKS)]
    return any(constant_time_compare(check.signature, _hmac(check, key)) for key in keys)


def hash_of(check: LedgerCheck) -> str:
    """By what a later check names this one."""
    return sha256_of(_content(check) | {"signature": check.signature})


def _content(check: LedgerCheck) -> dict[str, Any]:
    return {
        "at": written(check.at),
        "book": check.book_id,
        "bookings": check.bookings,
        "charter": check.charter,
        "disbelieved": check.disbelieved,
        "is_right": check.is_right,
        "number": check.number,
        "previous": check.previous,
        "sha256": check.sha256,
    }


def _hmac(check: LedgerCheck, key: str) -> str:
    digest = salted_hmac("league.prizes.signing", canonical(_content(check)), secret=key, algorithm="sha256")
    return digest.hexdigest()
