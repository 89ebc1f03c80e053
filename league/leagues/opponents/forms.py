"""What someone ticks who looks for an opponent, and what they say yes with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.ranking import RankingForm
from games.words import wording
from league.leagues.opponents.options import KINDS

NOTHING_TICKED = {
    "games": _("Tick at least one game."),
    "paces": _("Tick at least one pace."),
    "languages": _("Tick at least one language, or “No messages”."),
}


class LookForm(forms.Form):
    """Ticks; at least one of each kind."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        for kind, options in KINDS.items():
            self.fields[kind] = forms.MultipleChoiceField(
                choices=[(key, key) for key in options], error_messages={"required": NOTHING_TICKED[kind]}
            )

    @property
    def ticked(self) -> dict[str, list[str]]:
        """What is ticked, whether it will do or not."""
        data: Any = self.data
        return {kind: [key for key in data.getlist(kind) if key in KINDS[kind]] for kind in KINDS}


class YesForm(RankingForm):
    """The ranking of all `powers` that the first phase asks; none where it asks none. `openings`: what each
    begins with, in words.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        powers: Sequence[str],
        ranking: Sequence[str] = (),
        openings: Mapping[str, str] | None = None,
    ) -> None:
        seats = [(power, wording.power(power)) for power in powers]
        super().__init__(data, seats=seats, ranking=ranking, starts=openings)
        for field in self.fields.values():
            field.required = True
            field.choices = field.choices[1:]  # type: ignore[attr-defined]
            field.error_messages["required"] = _("Choose a power.")
            field.widget.attrs.pop("required", None)
