"""What the account's templates need to say."""

from __future__ import annotations

import json
from typing import Any

from django import template

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """A value as JSON, for an attribute that a script reads (escaped there as any text is)."""
    return json.dumps(value)


@register.filter
def in_fours(secret: str) -> str:
    """`JBSWY3DPEHPK3PXP` → JBSW Y3DP EHPK 3PXP: to be typed without losing one's place."""
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))
