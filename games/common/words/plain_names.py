"""Names of games, leagues and competitions go into other people's e-mails: they hold no web addresses, which
mail programs make into links, and nothing that no one sees or that turns the text around.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

DOTS: Final = ".\u3002\uff0e\uff61"
"""The full stop, and those that browsers read as one (UTS #46)."""
ADDRESS: Final = re.compile(rf"://|[^\W_][{DOTS}][^\W\d_]{{2}}")
TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks of direction (UAX #9)."""
UNSEEN: Final = ("Cc", "Co", "Cs", "Zl", "Zp")


def check_plain(name: str) -> None:
    """Refuse with ValidationError a name with a web address, control characters or marks of direction."""
    if ADDRESS.search(name):
        raise ValidationError(
            _("A name contains no web address. Leave it out, or put a space after the full stop."),
            code="web_address",
        )
    if any(letter in TURNING or unicodedata.category(letter) in UNSEEN for letter in name):
        raise ValidationError(
            _("This name contains invisible characters. Type it again without them."), code="unseen"
        )
