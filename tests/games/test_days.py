"""Days that people type: none that a clock or a zone cannot reckon with."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.common.forms.days import DayField
from games.forms.holidays import HolidayForm
from games.forms.presiding import DeadlineForm
from games.forms.tables import fields_of
from league.leagues.forms.people import EndField


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
@pytest.mark.parametrize("day", ["0001-01-01", "1900-06-01", "9999-12-31"])
def test_a_day_beyond_ten_years_is_refused_everywhere(day, zone):
    with timezone.override(zone):
        forms = [HolidayForm({"first": day, "last": day, "back": "20:00"}), DeadlineForm({"day": day})]
        for form, field in zip(forms, ("first", "day"), strict=True):
            assert form.errors[field] == ["Choose a day within ten years from now."]
        with pytest.raises(Exception, match="ten years"):
            EndField().clean(day)


def test_a_day_near_enough_is_taken():
    day = timezone.localdate() + timedelta(days=3650)
    assert DayField().clean(day.isoformat()) == day


@pytest.mark.parametrize(("days", "is_taken"), [(730, True), (740, False), (3000, False)])
def test_fog_lasts_no_longer_than_two_years_after_a_game(days, is_taken):
    """Until then no one reads the record, and what its players missed counts for nothing."""
    field = dict(fields_of("spy"))["reveal_at"]
    day = (timezone.localdate() + timedelta(days=days)).isoformat()
    if is_taken:
        assert field.clean(day)
        return
    with pytest.raises(ValidationError, match="within two years"):
        field.clean(day)
