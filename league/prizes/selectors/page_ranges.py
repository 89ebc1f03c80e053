"""Pages of long lists of bookings, found by number: the thousandth page costs what the first does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some rows of a list. `previous` and `next` are numbers for `?before=` and `?after=`; 0: no more rows on
    that side.
    """

    rows: Sequence[Any]
    previous: int = 0
    next: int = 0


def stretch(
    rows: Any,
    *,
    size: int,
    before: int = 0,
    after: int = 0,
    newest_first: bool = False,
    field: str = "number",
) -> Stretch:
    """At most `size` of `rows` in the order of `field`, a number of each: those just behind `after`, those
    just ahead of `before`, or the first ones. One query.
    """
    is_back = bool(before) and not after
    bound, is_rising = (before if is_back else after), is_back == newest_first
    if bound:
        rows = rows.filter(**{f"{field}__{'gt' if is_rising else 'lt'}": bound})
    found = list(rows.order_by(field if is_rising else f"-{field}")[: size + 1])
    has_more = len(found) > size
    shown = found[:size][::-1] if is_back else found[:size]
    if not shown:
        return Stretch(())
    ahead, behind = (has_more, True) if is_back else (bool(bound), has_more)
    first, last = getattr(shown[0], field), getattr(shown[-1], field)
    return Stretch(shown, first if ahead else 0, last if behind else 0)
