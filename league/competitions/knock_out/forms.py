"""What is typed about a knock-out: its seeds by hand, and who goes on from a voided game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.competitions.forms.acts import ReasonForm, RuledForm

REPLAY: Final = "replay"


class Row(NamedTuple):
    """One entry in the order of the seeds, with its field; `is_gone`: they left, and no one came."""

    seed: int
    field: forms.BoundField
    name: str
    is_gone: bool


def placed(order: Sequence[int], wanted: Mapping[int, int]) -> list[int]:
    """The order with some of its entries at the seeds `wanted` (all different); the others close up."""
    at = {seed: entry for entry, seed in wanted.items()}
    others = (entry for entry in order if entry not in wanted)
    return [at[seed] if seed in at else next(others) for seed in range(1, len(order) + 1)]


class SeedsForm(ReasonForm):
    """A number for each entry, in the `order` of the seeds (numbers of entries); `kept` says of which seeds:
    others may have changed them meanwhile.
    """

    kept = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, order: Sequence[int], names: Mapping[int, str], kept: int
    ) -> None:
        self.before, self.names, self.kept_now = list(order), names, kept
        seeds = {_field_of(entry): seed for seed, entry in enumerate(order, 1)}
        super().__init__(data, initial=seeds | {"kept": kept})
        wrong = _("Choose a number from 1 to %(most)d.") % {"most": len(order)}
        for entry in order:
            self.fields[_field_of(entry)] = forms.IntegerField(
                label=names[entry],
                min_value=1,
                max_value=len(order),
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
            )

    def rows(self, gone: Any) -> list[Row]:
        return [
            Row(seed, self[_field_of(entry)], self.names[entry], entry in gone)
            for seed, entry in enumerate(self.before, 1)
        ]

    @property
    def order(self) -> list[int]:
        """The new order, of a valid form."""
        return placed(self.before, self._moved())

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        if "kept" in found and found["kept"] != self.kept_now:
            # What is shown again is of the seeds that count now.
            typed: Any = self.data
            typed = typed.copy()
            typed["kept"] = str(self.kept_now)
            self.data = typed
            self.add_error(None, gettext("The seeds have changed meanwhile. Look at them again, then save."))
        moved = list(self._moved().items())
        for entry, seed in moved:
            if sum(other == seed for _entry, other in moved) > 1:
                self.add_error(_field_of(entry), gettext("Two players have this number."))
        return found

    def _moved(self) -> dict[int, int]:
        """The entries with another number than before, as far as what was typed will do."""
        return {
            entry: given
            for seed, entry in enumerate(self.before, 1)
            if (given := self.cleaned_data.get(_field_of(entry))) is not None and given != seed
        }


def _field_of(entry: int) -> str:
    return f"seed-{entry}"


class GoesOnForm(RuledForm):
    """Who goes on, or that the game is played once more, and why."""

    on = forms.ChoiceField(
        label=_("Who goes on"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who goes on.")},
    )
    field_order = ("on", "reason")

    def __init__(self, data: Any = None, *, people: Sequence[tuple[int, str]], may_replay: bool) -> None:
        """`people` are those who can be named: the numbers of their entries, and what they are called."""
        super().__init__(data)
        replay = [(REPLAY, gettext("They play it once more"))] if may_replay else []
        choices = [(str(number), name) for number, name in people] + replay
        self.fields["on"].choices = choices  # type: ignore[attr-defined]

    @property
    def entry(self) -> int | None:
        """Whom a valid form names; None: a replay."""
        return None if self.cleaned_data["on"] == REPLAY else int(self.cleaned_data["on"])
