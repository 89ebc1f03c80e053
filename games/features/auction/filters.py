"""What a reader of the auctions' history wants to see of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.words import wording

NOBODY = "nobody"
"""The choice that stands for powers which no one took."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Years both included; an empty `power` or `taker` asks for all. `taker` is a seat, or `NOBODY`."""

    first: int
    last: int
    power: str = ""
    taker: str = ""


class HistoryForm(forms.Form):
    """Filters, all of them optional. What cannot be is said beside its field, and then nothing is left out.

    `years` are those of the auctions so far, oldest first, at least one; `players` are names by seat.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        years: Sequence[int],
        powers: Sequence[str],
        players: Mapping[str, str],
    ) -> None:
        given = {name: data[name] for name in ("from", "to", "power", "taker") if data.get(name)}
        super().__init__({"from": years[0], "to": years[-1]} | given)
        self.years = years
        each = [(str(year), str(year)) for year in years]
        mercenaries = [(power, wording.power(power)) for power in powers]
        takers = [*players.items(), (NOBODY, _("no one (anarchy)"))]
        self.fields |= {
            "from": forms.ChoiceField(label=pgettext_lazy("the first year", "From"), choices=each),
            "to": forms.ChoiceField(label=pgettext_lazy("the last year", "To"), choices=each),
            "power": forms.ChoiceField(
                label=_("Power"), required=False, choices=[("", pgettext_lazy("powers", "all")), *mercenaries]
            ),
            "taker": forms.ChoiceField(
                label=_("Taken by"),
                required=False,
                choices=[("", pgettext_lazy("takers", "anyone")), *takers],
            ),
        }

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        first, last = given.get("from"), given.get("to")
        if first and last and int(first) > int(last):
            self.add_error(
                "to", _("The last year can’t come before the first one, %(first)s.") % {"first": first}
            )
        return given

    @property
    def wanted(self) -> Wanted:
        """The filter that the reader asked for; everything where a part of it is nonsense."""
        if not self.is_valid():
            return Wanted(self.years[0], self.years[-1])
        given = self.cleaned_data
        return Wanted(
            int(given["from"]),
            int(given["to"]),
            given["power"],
            given["taker"],
        )
