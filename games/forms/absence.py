"""What follows from missed phases: shared by the form that opens a game and a league's settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy as _

from games.agreed.absence import (
    BOUNDS,
    NAMES,
    POLICIES,
    Absence,
    BadAbsence,
    given_up_in_words,
    no_more_lenient,
)
from games.common.forms.described import Described


class AbsenceForm(forms.Form):
    """A policy, and numbers of one's own in place of its (HR-2); those left empty are the policy's.

    `initial` are the rules it begins with, and `at_least` those of the league, which a game narrows and never
    softens: numbers left empty are the stricter ones of the policy's and the league's. Once valid, `absence`
    are the rules chosen.
    """

    policy = forms.ChoiceField(
        label=_("When players miss phases"),
        widget=forms.RadioSelect,
        required=False,
        help_text=_(
            "A phase is missed if it asked for a decision and nothing was saved at the deadline (HR-1)."
        ),
    )
    extensions = forms.IntegerField(
        label=_("Extensions per seat"),
        required=False,
        help_text=_("When something is missing at the deadline: half the phase more, at most 12 hours."),
    )
    in_a_row = forms.IntegerField(label=_("Missed phases in a row that lose the seat"), required=False)
    in_all = forms.IntegerField(
        label=_("Missed phases in all that lose the seat"), required=False, help_text=_("0: no limit.")
    )
    holidays = forms.IntegerField(
        label=_("Days of holiday a year that move deadlines"),
        required=False,
        help_text=_("Per player, counted across the league."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Absence,
        at_least: Absence | None = None,
        **options: Any,
    ) -> None:
        own = {name: getattr(initial, name) for name in BOUNDS}
        preset = POLICIES[initial.policy]
        changed = {name: number for name, number in own.items() if number != getattr(preset, name)}
        super().__init__(data, initial={"policy": initial.policy, **changed}, **options)
        self._at_least = at_least
        offered = no_more_lenient(at_least.policy) if at_least else list(NAMES)
        self.fields["policy"].choices = [(key, _described(POLICIES[key])) for key in offered]  # type: ignore[attr-defined]
        for name, (least, most) in BOUNDS.items():
            self.fields[name].widget.attrs |= {"min": least, "max": most}
        self._default = initial.policy if initial.policy in offered else offered[0]
        self.initial["policy"] = self._default
        self.is_own = bool(changed)
        self.absence = initial

    @classmethod
    def of_league(cls, data: Mapping[str, Any] | None, stored: Mapping[str, Any], *, narrows: bool) -> Self:
        """Beginning with the rules that a league has `stored`; `narrows`: for a game, which softens none."""
        rules = Absence.of_league(stored)
        return cls(data, initial=rules, at_least=rules if narrows else None, prefix="absence")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        preset = POLICIES[cleaned.get("policy") or self._default]
        if self._at_least:
            preset = preset.narrowed(self._at_least)
        numbers = {name: cleaned[name] for name in BOUNDS if cleaned.get(name) is not None}
        try:
            self.absence = replace(preset, **numbers)
        except BadAbsence as error:
            self.add_error(error.field if error.field in self.fields else None, str(error))
        else:
            if self._at_least:
                self._refuse_softer(numbers, self._at_least)
        return cleaned

    def _refuse_softer(self, numbers: Mapping[str, int], league: Absence) -> None:
        """A game gives its players no more room than the league does (HR-2)."""
        for name in numbers:
            if self.absence.is_softer(name, league):
                limit = getattr(league, name)
                self.add_error(
                    name,
                    _("At most %(limit)d in this league. Leave empty to use the number of the rules above.")
                    % {"limit": limit},
                )

    @property
    def numbers(self) -> list[forms.BoundField]:
        return [self[name] for name in BOUNDS]

    @property
    def is_open(self) -> bool:
        """Whether the numbers are shown unfolded: some are not the policy's, or were refused."""
        return self.is_own or any(self[name].errors or self[name].value() for name in BOUNDS)


def _described(absence: Absence) -> Described:
    """A policy's name, and on the next line what it means: for a table of two, where that differs."""
    says = given_up_in_words(absence, seats=2 if absence.forfeits(2) else 7)
    if absence.forfeits(2):
        says = _("%(two)s With more than two players the seat is offered to others.") % {"two": says}
    numbers = _("Extensions: %(extensions)d. Days of holiday: %(holidays)d.") % {
        "extensions": absence.extensions,
        "holidays": absence.holidays,
    }
    return Described(absence.name, f"{says} {numbers}")
