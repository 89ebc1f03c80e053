"""Forms about oneself."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.words.zones import zone_choices
from league.users.models import Reach, User
from league.users.wishes import WISHES


class _Clock(forms.TimeInput):
    """An hour of the day, as browsers ask for it."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class ProfileForm(forms.Form):
    """Zone and language."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Deadlines are shown in this time zone. Type the first letters of a city."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=User.Language.choices,
        widget=forms.RadioSelect,
        help_text=_("For the site and our e-mails."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = list(zone_choices(self.initial.get("time_zone", "")))  # type: ignore[attr-defined]


HOW_MUCH: Final = {
    Reach.EVERYTHING: _("Each e-mail as soon as something happens, for the kinds chosen below."),
    Reach.LOSING: _(
        "What can cost you something, or just has: a deadline with nothing saved, a challenge, a dispute, "
        "a lost seat."
    ),
    Reach.DAILY: _("One e-mail with everything. If a deadline comes sooner, you still hear of it at once."),
}
"""What each choice of how much reaches someone brings."""


class ReachForm(forms.Form):
    """How much of what happens reaches someone by e-mail, and when nothing should ring."""

    reach = forms.ChoiceField(
        label=_("How much"),
        choices=Reach.choices,
        widget=forms.RadioSelect,
    )
    digest_at = forms.TimeField(label=_("The daily e-mail goes out at"), widget=_Clock)
    quiet_from = forms.TimeField(label=_("Quiet from"), widget=_Clock)
    quiet_to = forms.TimeField(
        label=_("Quiet until"),
        widget=_Clock,
        help_text=_("Reminders due in these hours come in the last hour before them."),
    )


class WishesForm(forms.Form):
    """A box for each kind of mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for wish, words in WISHES.items():
            self.fields[wish] = forms.BooleanField(label=str(words), required=False)


class SubscriptionForm(forms.Form):
    """What a browser gives when it subscribes."""

    endpoint = forms.CharField(max_length=2000)
    p256dh = forms.CharField(max_length=200)
    auth = forms.CharField(max_length=100)
    device = forms.CharField(max_length=80)


class StopPushForm(forms.Form):
    """Which browser is to be told no more, by its key or its address."""

    key = forms.IntegerField(required=False, min_value=1)
    endpoint = forms.CharField(required=False, max_length=2000)
