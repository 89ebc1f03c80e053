"""Ranking the seats that one would like to be dealt (RB-25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class SeatSelect(forms.Select):
    """A list of seats. `starts`: by a seat's key, where it begins, for the script that tells it."""

    def __init__(self, starts: Mapping[str, str], attrs: dict[str, Any]) -> None:
        super().__init__(attrs)
        self.starts = starts

    def create_option(self, name: str, value: Any, *more: Any, **options: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *more, **options)
        if start := self.starts.get(str(value)):
            option["attrs"]["data-says"] = start
        return option


class RankingForm(forms.Form):
    """A choice a rank, each of which may be left open. `seats` are keys and names, `starts` what stands where
    each of them begins, in words: it is said beside the one chosen.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        seats: Sequence[tuple[str, str]],
        ranking: Sequence[str] = (),
        starts: Mapping[str, str] | None = None,
    ) -> None:
        initial = {f"rank-{number}": seat for number, seat in enumerate(ranking, start=1)}
        super().__init__(data, initial=initial)
        self.starts = starts or {}
        choices = [("", _("no preference")), *seats]
        for number in range(1, len(seats) + 1):
            name = f"rank-{number}"
            self.fields[name] = forms.ChoiceField(
                label=_("Choice %(number)s") % {"number": number},
                choices=choices,
                required=False,
                widget=SeatSelect(self.starts, {"aria-describedby": f"id_{name}_start"}),
            )

    @property
    def ranks(self) -> Iterator[tuple[forms.BoundField, str]]:
        """Each rank's field, and where the seat now chosen for it begins."""
        return ((field, self.starts.get(str(field.value()), "")) for field in self)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        chosen: set[str] = set()
        for name, field in self.fields.items():
            seat = given.get(name)
            if seat in chosen:
                self.add_error(name, _("You’ve already chosen this one: choose each at most once."))
                field.widget.attrs["aria-describedby"] += f" id_{name}_error"
            if seat:
                chosen.add(seat)
        return given

    @property
    def ranking(self) -> list[str]:
        """The seats chosen, the dearest first."""
        return [seat for name in self.fields if (seat := self.cleaned_data[name])]
