"""What all refusals have in common: a sentence for the person who is refused."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class GameError(Exception):
    """A request that cannot be granted. `str()` gives the sentence, in the language then active.

    It never quotes an answer or a message: these sentences may be logged.
    """

    message: str | Promise = _("That is not possible.")

    def __init__(self, message: str | Promise | None = None) -> None:
        self.message = message or self.message
        super().__init__(self.message)

    def __str__(self) -> str:
        return str(self.message)
