"""Ranking the seats that one would like to be dealt (RB-25)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class RankingForm(forms.Form):
    """A choice a rank, each of which may be left open. `seats` are keys and names."""

    def __init__(
        self, data: Any = None, *, seats: Sequence[tuple[str, str]], ranking: Sequence[str] = ()
    ) -> None:
        initial = {f"rank-{number}": seat for number, seat in enumerate(ranking, start=1)}
        super().__init__(data, initial=initial)
        choices = [("", _("no wish")), *seats]
        for number in range(1, len(seats) + 1):
            self.fields[f"rank-{number}"] = forms.ChoiceField(
                label=_("Choice %(number)s") % {"number": number}, choices=choices, required=False
            )

    @property
    def ranks(self) -> Iterator[forms.BoundField]:
        return iter(self)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        chosen: set[str] = set()
        for name in self.fields:
            seat = given.get(name)
            if seat in chosen:
                self.add_error(name, _("You have chosen this one before: choose each at most once."))
            if seat:
                chosen.add(seat)
        return given

    @property
    def ranking(self) -> list[str]:
        """The seats chosen, the dearest first."""
        return [seat for name in self.fields if (seat := self.cleaned_data[name])]
