"""How long the steps of prize money take, the same in all seasons."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

ANSWER_DAYS: Final = 14
"""Within which each treasurer confirms a proposal, or refuses with a reason."""
DETAILS_KEPT_FOR: Final = timedelta(days=90)
"""How long after a payout the details given for it are kept."""
CARRIED_AFTER: Final = timedelta(days=180)
"""How long a prize waits for its winner before it may go to another season."""
