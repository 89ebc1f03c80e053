"""Dates that arbiters move for everyone."""

from __future__ import annotations

import uuid
import zoneinfo
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.common.words.zones import place_of
from league.competitions.errors import BadRules
from league.competitions.forms.acts import ReasonForm
from league.competitions.forms.seasons import MomentField
from league.competitions.models import Competition
from league.competitions.models.competition import MOVABLE
from league.competitions.rules.common_rules import MOMENTS


class MoveForm(ReasonForm):
    """The moments that may be moved now, by the season's own clock, and why they are. A field that is left as
    it was moves nothing.
    """

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, season: Competition) -> None:
        self.season, self.zone = season, zoneinfo.ZoneInfo(season.rules["zone"])
        self.names = MOVABLE.get(season.state, ())
        shown = {
            name: getattr(season, name).astimezone(self.zone).replace(tzinfo=None, second=0, microsecond=0)
            for name in self.names
        }
        super().__init__(data, initial=shown | {"key": uuid.uuid4()})
        here = {"zone": place_of(season.rules["zone"])}
        for name in self.names:
            self.fields[name] = MomentField(label=str(MOMENTS[name]), help_text=_("Time in %(zone)s.") % here)
        self.order_fields([*self.names, "reason", "key"])

    @property
    def moments(self) -> dict[str, datetime]:
        """What was changed, as moments; once the form is valid."""
        return {
            name: self.cleaned_data[name].replace(tzinfo=self.zone).astimezone(UTC)
            for name in self.names
            if self.cleaned_data[name] != self.initial[name]
        }

    def refuse(self, error: BadRules) -> None:
        """Say beside its field what is wrong with a moment."""
        field = "ends_at" if error.field == "challenges_until" else error.field
        self.add_error(field if field in self.fields else None, str(error))
