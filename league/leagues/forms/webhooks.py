"""The address to which a league's news are posted."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.common.guards.outgoing import LONGEST, AddressRefused, target_of


class WebhookForm(forms.Form):
    """An address elsewhere, by its form alone: where it leads is looked at when something is sent."""

    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        help_text=_("In Discord: Edit channel, Integrations, Webhooks, Copy webhook URL."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    language = forms.ChoiceField(label=_("Language of the messages"), choices=settings.LANGUAGES)

    def clean_address(self) -> str:
        address = str(self.cleaned_data["address"])
        try:
            target_of(address)
        except AddressRefused as error:
            raise forms.ValidationError(str(error)) from None
        return address
