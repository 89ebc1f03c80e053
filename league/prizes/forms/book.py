"""Which bookings of a book to list."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.forms.days import DayField
from league.prizes.models import Book, Booking


class BookFilter(forms.Form):
    """Kind, holder, entry and days; nothing asks for all. `asked` is what `selectors.bookings` wants."""

    kind = forms.ChoiceField(label=gettext_lazy("Kind"), required=False)
    holder = forms.TypedChoiceField(label=gettext_lazy("Held by"), required=False, coerce=int)
    entry = forms.IntegerField(label=gettext_lazy("Entry no."), required=False, min_value=1, max_value=10**6)
    since = DayField(label=gettext_lazy("From"), required=False)
    until = DayField(label=gettext_lazy("To"), required=False)

    def __init__(self, data: Any, *, book: Book) -> None:
        super().__init__(data)
        holders = [(str(holder.pk), holder.name) for holder in book.holders.all()]
        self.fields["kind"].choices = [("", _("All")), *Booking.Kind.choices]  # type: ignore[attr-defined]
        self.fields["holder"].choices = [("", _("All")), *holders]  # type: ignore[attr-defined]

    @property
    def asked(self) -> dict[str, Any]:
        """The filter that the reader asked for, nonsense left out; days are in the reader's zone."""
        self.is_valid()
        given = self.cleaned_data
        found = {name: given.get(name) for name in ("kind", "holder", "entry")}
        if since := given.get("since"):
            found["since"] = begin_of(since)
        if until := given.get("until"):
            found["until"] = begin_of(until + timedelta(days=1))
        return found


def begin_of(day: date) -> datetime:
    """When a day begins by the reader's clock, in UTC."""
    zone = zoneinfo.ZoneInfo(timezone.get_current_timezone_name())
    return datetime.combine(day, time(), zone).astimezone(UTC)
