"""What organisers tell or give all members at once."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.forms.texts import TextField
from league.leagues.models.extension import MOST_HOURS


class AnnouncementForm(forms.Form):
    """Title and text, where they are shown, and whether they are mailed."""

    title = forms.CharField(label=_("Title"), max_length=120)
    text = TextField(label=_("Text"), max_length=4000, widget=forms.Textarea(attrs={"rows": 6}))
    is_pinned = forms.BooleanField(label=_("Pin to the league’s page"), required=False, initial=True)
    is_mailed = forms.BooleanField(label=_("E-mail it to all members who want such e-mails"), required=False)
    replaces = forms.IntegerField(required=False, widget=forms.HiddenInput)


class ExtensionForm(forms.Form):
    """Hours and a reason; and a box to tick, since nothing takes it back."""

    hours = forms.IntegerField(
        label=_("Hours"),
        min_value=1,
        max_value=MOST_HOURS,
        initial=24,
        help_text=_("From 1 to 336, which is two weeks."),
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), _("Choose a number of hours from 1 to 336.")
        ),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("Players see it beside each moved deadline."),
        error_messages={"required": _("Say why: the players see it.")},
    )
    sure = forms.BooleanField(
        label=_("Extend every running game of this league"),
        error_messages={"required": _("Tick this box to go on: this can’t be undone.")},
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"key": uuid.uuid4()})
