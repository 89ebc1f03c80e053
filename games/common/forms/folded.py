"""Fields that are folded away until someone wants them, and are not once there is something to see."""

from __future__ import annotations

from collections.abc import Iterable

from django.forms import BoundField


def is_touched(fields: Iterable[BoundField]) -> bool:
    """Whether one of these was refused, or sent with another value than it was shown with."""
    return any(
        field.errors or (field.form.is_bound and field.name in field.form.changed_data) for field in fields
    )
