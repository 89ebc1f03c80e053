"""How fast a game is played: shared by the form that opens a game and a league's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.agreed.pace import LENGTHS, TWICE_A_DAY, Pace
from games.common.forms.durations import DurationField
from games.common.words.zones import zone_choices
from games.errors import BadPace

TWICE: Final = "twice"
"""`TWICE_A_DAY`, as the form calls it: no kind of a pace, but lengths that need not be typed."""


class PaceForm(forms.Form):
    """A preset, or lengths of one's own; the time of day at which phases close, if it is fixed; weekends.

    `initial` is a pace as `Pace.to_json` writes it. Once valid, `pace` is the `Pace` chosen: the lengths
    typed count for a custom pace alone, the time of day and the weekends for all but a live one.
    """

    template_name = "games/forms/pace.html"

    kind = forms.ChoiceField(
        label=_("Pace"),
        choices=[
            (
                "live",
                _(
                    "Live: 15 minutes of press before moves (30 before the first), then 5 for orders "
                    "only; 5 minutes for everything else"
                ),
            ),
            ("daily", _("Daily: one day for each phase")),
            (TWICE, _("Twice a day: 12 hours for moves and auctions, 6 for retreats and builds")),
            ("custom", _("Custom: choose each length")),
        ],
        widget=forms.RadioSelect,
    )
    first = DurationField(label=_("First movement phase"), required=False)
    movement = DurationField(label=_("Later movement phases"), required=False)
    retreats = DurationField(label=_("Retreats"), required=False)
    adjustments = DurationField(label=_("Builds and disbands"), required=False)
    auctions = DurationField(label=_("Auctions, choice of home powers, espionage"), required=False)
    writing = DurationField(
        label=_("Orders-only time at the end (no messages)"),
        required=False,
        help_text=_(
            "The last part of each movement phase: orders only, no messages. Leave empty to allow "
            "messages until the deadline."
        ),
    )
    at = forms.TimeField(
        label=_("Fixed time of day"),
        required=False,
        input_formats=["%H:%M", "%H:%M:%S"],
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_(
            "All deadlines fall at this time of day. A one-day phase then lasts 12 to 36 hours (37 when "
            "clocks go back), a shorter one at least half its length. Leave empty: each phase lasts "
            "exactly its length."
        ),
    )
    weekends_off = forms.BooleanField(
        label=_("No deadlines on Saturdays and Sundays"),
        required=False,
        help_text=_(
            "A phase due at the weekend closes on Monday at the same time instead. It can still close early."
        ),
    )
    zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("The fixed time and the weekend are in this time zone."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        pace = Pace.from_json(initial or {})
        start = pace.to_json()
        if is_twice_a_day(pace):
            start |= {"kind": TWICE} | dict.fromkeys((*LENGTHS, "writing"))
        if pace.at is None and not pace.weekends_off:
            start["zone"] = timezone.get_current_timezone_name()
        super().__init__(data, initial=start, **options)
        self.fields["zone"].choices = list(zone_choices(start["zone"]))  # type: ignore[attr-defined]
        self.pace = pace

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        chosen: dict[str, Any] = {"kind": cleaned["kind"]}
        if cleaned["kind"] == TWICE:
            chosen = {name: getattr(TWICE_A_DAY, name) for name in ("kind", *LENGTHS)}
        elif cleaned["kind"] == "custom":
            missing = [name for name in LENGTHS if not cleaned.get(name)]
            for name in missing:
                self.add_error(name, _("Say how long this lasts, such as 24 hours."))
            if missing:
                return cleaned
            chosen |= {name: cleaned[name] for name in LENGTHS}
            chosen["writing"] = cleaned.get("writing") or 0
        if cleaned["kind"] != "live":
            at = cleaned.get("at")
            chosen |= {"at": at.strftime("%H:%M") if at else None, "weekends_off": cleaned["weekends_off"]}
            if at or cleaned["weekends_off"]:
                chosen["zone"] = cleaned["zone"] or "UTC"
        try:
            self.pace = Pace.from_json(chosen)
        except BadPace as error:
            self.add_error(error.field if error.field in self.fields else None, str(error))
        return cleaned

    @property
    def lengths(self) -> list[forms.BoundField]:
        return [self[name] for name in (*LENGTHS, "writing")]

    @property
    def fixed(self) -> list[forms.BoundField]:
        """What most games leave as it is: when on which days phases close."""
        return [self[name] for name in ("at", "weekends_off", "zone")]


def is_twice_a_day(pace: Pace) -> bool:
    """Whether its lengths are those of `TWICE_A_DAY`."""
    return all(getattr(pace, name) == getattr(TWICE_A_DAY, name) for name in ("kind", "writing", *LENGTHS))
