"""What organisers do about members."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.common.forms.days import DayField
from games.common.forms.texts import TextField
from league.leagues.models import Membership
from league.leagues.models.sanction import LONGEST_REASON


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=Membership.Role.choices)


def reason_field(help_text: Any = "") -> TextField:
    return TextField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=help_text,
        error_messages={"required": _("Say why: they see it.")},
    )


class EndField(DayField):
    """A last day, in the organiser's zone; cleaned to the end of it."""

    def clean(self, value: Any) -> datetime | None:
        day = super().clean(value)
        if day is None:
            return None
        end = timezone.make_aware(datetime.combine(day, time(23, 59)))
        if end <= timezone.now():
            raise forms.ValidationError(_("Choose a later day."))
        return end


class WarnForm(forms.Form):
    """A warning in words."""

    reason = reason_field(_("They see it on the site and in an e-mail."))


class SuspendForm(forms.Form):
    """A suspension: until when, and why."""

    until = EndField(label=_("Until the end of"))
    reason = reason_field()


class LiftForm(forms.Form):
    """The end of a suspension or a ban before its time."""

    sanction = forms.IntegerField(widget=forms.HiddenInput)
    reason = reason_field()


class NoteForm(forms.Form):
    """A private note."""

    text = TextField(
        label=_("Note"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write a note first.")},
    )


class RemoveForm(forms.Form):
    """Remove a member, or ban a person until a day or for good."""

    REMOVE, UNTIL, FOR_GOOD = "remove", "until", "for_good"

    how = forms.ChoiceField(
        label=_("What to do"),
        initial=REMOVE,
        widget=forms.RadioSelect,
        choices=[
            (REMOVE, _("Remove: they can join again (with a link if the league is by invitation)")),
            (UNTIL, _("Ban until a date: they can’t join before")),
            (FOR_GOOD, _("Ban until an organiser lifts it")),
        ],
    )
    until = EndField(label=_("Last day of the ban"), required=False)
    reason = reason_field(_("They see it in an e-mail, and when they try to join."))

    def __init__(self, data: Any = None, *, is_member: bool, **given: Any) -> None:
        super().__init__(data, **given)
        if not is_member:
            how: Any = self.fields["how"]
            how.choices = how.choices[1:]
            how.initial = self.UNTIL

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("how") == self.UNTIL and not cleaned.get("until") and "until" not in self.errors:
            self.add_error("until", _("Choose a date, or a ban until an organiser lifts it."))
        return cleaned
