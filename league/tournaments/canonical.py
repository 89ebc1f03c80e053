"""The one way in which competitions write JSON, so that anybody comes to the same hash."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def canonical(value: Any) -> str:
    """`value` as JSON with sorted keys and no spaces, letters as they are (SEASON)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256_of(value: Any) -> str:
    """The SHA-256 of `canonical(value)` in UTF-8, in hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()
