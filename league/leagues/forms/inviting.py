"""Links that let people in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

DAYS = [(1, _("one day")), (7, _("a week")), (30, _("thirty days")), (365, _("a year"))]


class MailedInvitationForm(forms.Form):
    """To whom an invitation goes, in which language, and how long it is valid."""

    address = forms.EmailField(label=_("E-mail address"), max_length=254)
    language = forms.ChoiceField(
        label=_("Language of the e-mail"), choices=settings.LANGUAGES, widget=forms.RadioSelect
    )
    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int, initial=7, choices=DAYS[:3])

    def __init__(self, data: Any = None, *, language: str) -> None:
        super().__init__(data, prefix="mail", initial={"language": language, "days": 7})


class InvitationForm(forms.Form):
    """How long a new link is valid."""

    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        initial=7,
        choices=DAYS,
    )
