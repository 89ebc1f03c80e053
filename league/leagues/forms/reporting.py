"""Reporting someone to a league's organisers, and deciding about it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.forms.texts import TextField
from league.leagues.models import Report
from league.leagues.models.report import LONGEST


class ReportForm(forms.Form):
    """What is wrong and, in a game, the messages that show it: `quotable` are the keys to choose from."""

    reason = TextField(
        label=_("What is wrong?"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The organisers read this. 1,000 characters at most."),
    )

    def __init__(self, data: Any = None, *, quotable: Collection[int] = ()) -> None:
        super().__init__(data)
        if quotable:
            self.fields["quotes"] = forms.TypedMultipleChoiceField(
                label=_("Messages to show"),
                coerce=int,
                choices=[(key, key) for key in quotable],
                error_messages={"required": _("Tick at least one message that someone else wrote.")},
            )

    @property
    def ticked(self) -> set[str]:
        data: Any = self.data
        return set(data.getlist("quotes")) if self.is_bound else set()


class DecisionForm(forms.Form):
    """What became of a report, and a note for its author."""

    state = forms.ChoiceField(
        label=_("Decision"),
        choices=[
            (Report.State.HANDLED, _("Handled: I took care of it")),
            (Report.State.DISMISSED, _("Dismissed: nothing to do")),
        ],
        widget=forms.RadioSelect,
    )
    note = TextField(
        label=_("Note to the person who reported it"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
