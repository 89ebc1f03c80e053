"""What a game master fills in on their desk. Every form asks for the reason, which the players read."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.common.forms.days import DayField, MomentForm
from games.common.forms.texts import TextField
from games.errors import PhaseMovedOn
from games.models.master import LONGEST_REASON


class ActForm(forms.Form):
    """Any act. `act` says which; fields have a prefix of their own, since one page holds all forms.

    The same form sent twice is one act; with other words (a page that a browser kept) it is another.
    """

    reason = TextField(
        label=_("Reason, shown to the players"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": _("Say why: the players see it.")},
    )
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, initial={"key": uuid.uuid4()}, **options)

    @property
    def own_key(self) -> str:
        """What tells this act from others, of a form that is valid: its key and all that was filled in.
        Empty where it came without one.
        """
        if not self.cleaned_data["key"]:
            return ""
        filled = [f"{name}={value}" for name, value in sorted(self.cleaned_data.items())]
        return hashlib.sha256("\n".join([self.prefix or "", *filled]).encode()).hexdigest()


class RulingForm(ActForm):
    """A ruling, which is its own reason."""

    reason = TextField(
        label=_("Your ruling, shown to the players"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Say how you settle the case: players read it.")},
    )


class AnnouncementForm(ActForm):
    """Words to everyone who sees the game, which are their own reason."""

    reason = TextField(
        label=_("Your announcement, shown to everyone who sees the game"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write something first: an empty announcement isn’t published.")},
    )


class UntilForm(MomentForm, ActForm):
    """Until when, and why."""

    field_order = ["day", "time", "reason"]


class DeadlineForm(UntilForm):
    """A new deadline, and why."""

    day = DayField(label=_("New deadline: day"))


class ClosingForm(ActForm):
    """A box to tick, whose value is the phase that was seen: no other one is closed by mistake."""

    confirm = forms.MultipleChoiceField(
        label=_("Confirm"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick the box to confirm that the phase closes now."),
            "invalid_choice": PhaseMovedOn.message,
        },
    )

    def __init__(self, data: Any = None, *, label: str, phase: str, **options: Any) -> None:
        super().__init__(data, **options)
        words = gettext("Yes, close this phase now: %(phase)s") % {"phase": phase}
        self.fields["confirm"].choices = [(label, words)]  # type: ignore[attr-defined]


class TakingBackForm(ActForm):
    """An earlier phase, and a box to tick whose value is the phase that was seen open: the master who ticks
    it knows how many turns are taken back.
    """

    to = forms.ChoiceField(
        label=_("Back to"),
        error_messages={
            "required": _("Choose the phase to go back to."),
            "invalid_choice": _("You can’t rewind to this phase. Choose one from the list."),
        },
    )
    confirm = forms.MultipleChoiceField(
        label=_("Confirm"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick the box to confirm that what was played since then no longer counts."),
            "invalid_choice": PhaseMovedOn.message,
        },
    )
    field_order = ["to", "reason", "confirm"]

    def __init__(
        self, data: Any = None, *, label: str, phase: str, back_to: Sequence[tuple[str, str]], **options: Any
    ) -> None:
        super().__init__(data, **options)
        self.fields["to"].choices = [("", "—"), *back_to]  # type: ignore[attr-defined]
        words = gettext("Yes, rewind the game from %(phase)s: what was played since no longer counts")
        self.fields["confirm"].choices = [(label, words % {"phase": phase})]  # type: ignore[attr-defined]


class FaultForm(TakingBackForm):
    """The same in a competition, where only a fault of the site is a reason (HR-8)."""

    fault = forms.BooleanField(
        label=_("Yes, there was an error of the site"),
        error_messages={"required": _("In a competition, only an error of the site is a reason (HR-8).")},
    )
    field_order = ["to", "reason", "fault", "confirm"]


class VoidForm(ActForm):
    """A box to tick: the game ends, and no one has won."""

    confirm = forms.BooleanField(
        label=_("Yes, end this game now: no one wins, and it is not rated"),
        error_messages={"required": _("Tick the box to confirm that the game ends now.")},
    )
    field_order = ["reason", "confirm"]


class ForfeitForm(ActForm):
    """Who loses, and a box to tick."""

    seat = forms.ChoiceField(label=_("Who loses"), widget=forms.RadioSelect)
    confirm = forms.BooleanField(
        label=_("Yes, end this game now: this player loses, and the other wins"),
        error_messages={"required": _("Tick the box to confirm that the game ends now.")},
    )
    field_order = ["seat", "reason", "confirm"]

    def __init__(self, data: Any = None, *, seats: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["seat"].choices = seats  # type: ignore[attr-defined]
        self.fields["seat"].error_messages["required"] = gettext("Choose who loses.")


class ExcuseForm(ActForm):
    """A miss, as phase and seat, that is to count no longer."""

    miss = forms.ChoiceField(
        label=_("Missed phase"), error_messages={"required": _("Choose the missed phase to excuse.")}
    )
    field_order = ["miss", "reason"]

    def __init__(self, data: Any = None, *, misses: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["miss"].choices = [("", "—"), *misses]  # type: ignore[attr-defined]

    @property
    def chosen(self) -> dict[str, str]:
        """The phase's label and the seat's key."""
        label, _space, seat = self.cleaned_data["miss"].partition(" ")
        return {"label": label, "seat": seat}


CHECK_NAMES = _("Check both names, then tick the box.")


class ReplacementForm(ActForm):
    """A seat, who takes it over, and a box to tick once both have been read by name.

    Nothing is preset. The box stands on the page that answers the first sending, and its value is the pair
    that was named: another choice asks again.
    """

    seat = forms.ChoiceField(label=_("Seat"), error_messages={"required": _("Choose the seat.")})
    stand_in = forms.TypedChoiceField(
        label=_("New player"),
        coerce=int,
        error_messages={"required": _("Choose someone who has offered to replace a player.")},
    )
    confirm = forms.MultipleChoiceField(
        label=_("Confirm"),
        widget=forms.CheckboxSelectMultiple,
        error_messages=dict.fromkeys(("required", "invalid_choice"), CHECK_NAMES),
    )
    field_order = ["seat", "stand_in", "reason", "confirm"]

    def __init__(
        self,
        data: Any = None,
        *,
        seats: Sequence[tuple[str, str]],
        stand_ins: Sequence[tuple[int, str]],
        **options: Any,
    ) -> None:
        super().__init__(data, **options)
        self.fields["seat"].choices = [("", "—"), *seats]  # type: ignore[attr-defined]
        self.fields["stand_in"].choices = [("", "—"), *stand_ins]  # type: ignore[attr-defined]
        chosen = [self.data.get(self.add_prefix(name), "") for name in ("seat", "stand_in")]
        names = dict(seats), {str(key): says for key, says in stand_ins}
        if chosen[0] in names[0] and chosen[1] in names[1]:
            told = {"seat": names[0][chosen[0]], "player": names[1][chosen[1]]}
            words = gettext("Yes, give the seat of %(seat)s to %(player)s now") % told
            self.fields["confirm"].choices = [(" ".join(chosen), words)]  # type: ignore[attr-defined]
        else:
            del self.fields["confirm"]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        given.pop("confirm", None)
        return given


class EndingForm(ActForm):
    """An ending that a clause lets them declare."""

    kind = forms.ChoiceField(label=_("Ending"))
    field_order = ["kind", "reason"]

    def __init__(self, data: Any = None, *, kinds: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]


class ChairForm(ActForm):
    """Who presides from now on."""

    to = forms.CharField(label=_("New game master: a member’s name"), max_length=150, strip=True)
    field_order = ["to", "reason"]
