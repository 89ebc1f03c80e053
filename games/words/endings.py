"""What the endings that players agree on are called."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

NAMES = {
    "draw": gettext_lazy("Draw"),
    "stalemate": gettext_lazy("Stalemate"),
    "concession": gettext_lazy("Concession"),
}
