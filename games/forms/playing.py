"""The small forms of a game: taking a seat, sending an answer, being ready, writing a letter, voting."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Vote


class SeatForm(forms.Form):
    """Taking a seat, with a part in the lots if the player wants to choose it himself."""

    nonce = forms.CharField(
        label=_("Your part of the lots"),
        required=False,
        max_length=64,
        help_text=_("Anything up to 64 characters. Left empty, it is made for you."),
    )
    seat = forms.CharField(required=False, max_length=12, widget=forms.HiddenInput)


class AnswerForm(forms.Form):
    """What goes with a sheet: the phase it was written for, and the version that it was written over."""

    label = forms.RegexField(r"\A[A-Z]\d{4}[A-Z]\Z")
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    text = forms.CharField(required=False, strip=False)
    ready = forms.ChoiceField(required=False, choices=[("", ""), ("yes", "yes"), ("no", "no")])


class ReadyForm(forms.Form):
    label = forms.RegexField(r"\A[A-Z]\d{4}[A-Z]\Z")
    ready = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class LetterForm(forms.Form):
    """A letter. `key` is made with the form: the same form sent twice arrives once."""

    to = forms.MultipleChoiceField(label=_("To"), widget=forms.CheckboxSelectMultiple)
    body = forms.CharField(
        label=_("Letter"), max_length=4000, strip=True, widget=forms.Textarea(attrs={"rows": 4})
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, seats: list[tuple[str, str]]) -> None:
        super().__init__(data, initial={"key": uuid.uuid4(), "to": [key for key, _name in seats]})
        self.fields["to"].choices = seats  # type: ignore[attr-defined]
        self.is_between_two = len(seats) == 1
        if self.is_between_two:
            self.fields["to"].widget = forms.MultipleHiddenInput()


class VoteForm(forms.Form):
    kind = forms.ChoiceField(choices=Vote.Kind.choices)
    cast = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
