"""The small forms of a game: taking a seat, sending an answer, being ready, writing a message, voting."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.forms.texts import UncutTextField
from games.models import Vote
from games.words.threads import NEW


class SeatForm(forms.Form):
    """Taking a seat, with a part in the lots if the player wants to choose it themselves."""

    nonce = forms.CharField(
        label=_("Your word for the draw (optional)"),
        required=False,
        max_length=64,
        help_text=_("Any text up to 64 characters; leave empty and we make one up."),
    )
    seat = forms.CharField(required=False, max_length=12, widget=forms.HiddenInput)


class GuestForm(forms.Form):
    """The name of someone who was invited."""

    guest = forms.CharField(max_length=150)


class AnswerForm(forms.Form):
    """What goes with a sheet: the phase it was written for, and the version that it was written over.

    The last three come from scripts that save while one writes: that they do, whether the page says that they
    are ready, and a sign of the orders that its map shows.
    """

    label = forms.RegexField(r"\A[A-Z]\d{4}[A-Z]\Z")
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    text = forms.CharField(required=False, strip=False)
    ready = forms.ChoiceField(required=False, choices=[("", ""), ("yes", "yes"), ("no", "no")])
    writing = forms.BooleanField(required=False)
    was_ready = forms.BooleanField(required=False)
    drawn = forms.CharField(required=False)


class ReadyForm(forms.Form):
    label = forms.RegexField(r"\A[A-Z]\d{4}[A-Z]\Z")
    ready = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class SeenForm(forms.Form):
    """The phase whose result was seen."""

    label = forms.RegexField(r"\A[A-Z]\d{4}[A-Z]\Z")


class LetterForm(forms.Form):
    """A message, or the draft of one.

    `key` is made with the form: the same form sent twice arrives once. `thread` is where it was written,
    `version` that of the draft it began with, `seen` the last message that stood above it.
    """

    to = forms.MultipleChoiceField(
        label=_("To"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one player to write to.")},
    )
    body = UncutTextField(
        label=_("Message"),
        max_length=4000,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 5}),
        error_messages={"required": _("Write something first: an empty message isn’t sent.")},
    )
    key = forms.UUIDField(widget=forms.HiddenInput)
    thread = forms.RegexField(
        rf"\A({NEW}|\d{{1,2}}(-\d{{1,2}}){{1,29}})\Z", required=False, widget=forms.HiddenInput
    )
    version = forms.IntegerField(
        required=False, min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput, initial=0
    )
    seen = forms.IntegerField(required=False, min_value=0, max_value=2**62, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        seats: list[tuple[str, str]],
        thread: str = "",
        to: Sequence[str] = (),
        is_draft: bool = False,
        **values: Any,
    ) -> None:
        initial = {"key": uuid.uuid4(), "thread": thread, "to": list(to)} | values
        super().__init__(data, initial=initial)
        self.fields["to"].choices = seats  # type: ignore[attr-defined]
        self.is_addressed = (self.data.get("thread") if self.is_bound else thread) != NEW
        if self.is_addressed:
            self.fields["to"].widget = forms.MultipleHiddenInput()
        if is_draft:
            self.fields["to"].required = self.fields["body"].required = False


class MarkForm(forms.Form):
    """How far a thread has been read: up to the message `upto`, or to the one before `back`."""

    thread = forms.RegexField(r"\A\d{1,2}(-\d{1,2}){1,29}\Z")
    upto = forms.IntegerField(required=False, min_value=0, max_value=2**62)
    back = forms.IntegerField(required=False, min_value=1, max_value=2**62)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("upto") is None and given.get("back") is None:
            raise forms.ValidationError("one of the two")
        return given


class VoteForm(forms.Form):
    kind = forms.ChoiceField(choices=Vote.Kind.choices)
    cast = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
    may_end = forms.BooleanField(required=False)
