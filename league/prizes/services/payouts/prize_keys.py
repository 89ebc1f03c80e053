"""The keys under which a prize is booked: season, entry, prize line and holder, never its place."""

from __future__ import annotations

from league.prizes.models import Booking, Payout


def key_of(book: int, entry: int | None, line: str, holder: int) -> str:
    """The key of a prize line, of rows' keys; `entry` None: no one won it. The letters keep one such key from
    being the beginning of another, or of an earlier release's.
    """
    return f"s{book}:e{entry or 0}:{line}:h{holder}"


def prize_key(payout: Payout) -> str:
    """The key under which it is owed now: a ruling may have taken it back before, then it is another."""
    back = _count(f"prize_back:{payout.key}:")
    return f"prize:{payout.key}:{back}" if back else f"prize:{payout.key}"


def prize_back_key(payout: Payout) -> str:
    """The key under which a ruling takes it back that was not paid out."""
    return f"prize_back:{payout.key}:{_count(f'prize_back:{payout.key}:')}"


def payout_key(payout: Payout) -> str:
    """The key of paying it out: it counts the payments that did not arrive."""
    return f"payout:{payout.key}:{_count(f'payout_back:{payout.key}:')}"


def _count(beginning: str) -> int:
    return Booking.objects.filter(key__startswith=beginning).count()
