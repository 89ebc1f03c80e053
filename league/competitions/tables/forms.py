"""What is typed about rounds: that one plays, with which powers, and what organisers do to a drawing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.common.forms.texts import TextField
from league.competitions.forms.acts import ReasonForm
from league.competitions.models.competition import LONGEST_REASON
from league.competitions.tables import words
from league.competitions.tables.ended import CENTRES
from league.competitions.tables.seating import POWERS, Pair
from league.competitions.tables.state import Table

LONGEST_PAIRS: Final = 4000


class CheckInForm(forms.Form):
    """That one plays the round. `asks_ranking`: at the top board the powers go by the players' rankings."""

    twice = forms.BooleanField(
        label=_("I would play at two tables if that makes one more"),
        required=False,
        help_text=_("The second seat scores for the other six alone."),
    )

    def __init__(
        self, data: Any = None, *, asks_ranking: bool, takes_two: bool, ranking: Sequence[str] = ()
    ) -> None:
        super().__init__(data)
        if not takes_two:
            del self.fields["twice"]
        powers = [("", gettext("No wish")), *((each, words.power(each)) for each in POWERS)]
        for place in range(len(POWERS) if asks_ranking else 0):
            self.fields[f"power-{place}"] = forms.ChoiceField(
                label=gettext("Wish %(place)d") % {"place": place + 1},
                choices=powers,
                required=False,
                initial=ranking[place] if place < len(ranking) else "",
            )

    @property
    def ranking(self) -> list[str]:
        """The powers that a valid form wants, the dearest first."""
        wishes = (self.cleaned_data.get(f"power-{place}", "") for place in range(len(POWERS)))
        return [each for each in wishes if each]

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        seen: set[str] = set()
        for place in range(len(POWERS)):
            wish = found.get(f"power-{place}", "")
            if wish and wish in seen:
                self.add_error(f"power-{place}", gettext("This power is named above."))
            seen.add(wish)
        return found


class RollForm(forms.Form):
    """Who is there, of those who have entered: a tick each."""

    def __init__(self, data: Any = None, *, names: Mapping[int, str], here: Collection[int]) -> None:
        super().__init__(data)
        for number, name in names.items():
            self.fields[f"here-{number}"] = forms.BooleanField(
                label=name, required=False, initial=number in here
            )

    @property
    def present(self) -> list[int]:
        """The entries (numbers) that a valid form ticks."""
        return [int(name.partition("-")[2]) for name, is_here in self.cleaned_data.items() if is_here]


class ByHandForm(forms.Form):
    """What organisers enter of a game played elsewhere, and why, where that corrects something."""

    reason = TextField(
        label=_("Reason, where you correct something"),
        max_length=LONGEST_REASON,
        strip=True,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Public: everyone who sees the season can read it."),
    )


class YearForm(ByHandForm):
    """The centres of one game year at a table."""

    year = forms.TypedChoiceField(label=_("Game year"), coerce=int)

    field_order = ("year", "reason")

    def __init__(
        self, data: Any = None, *, years: Sequence[int], year: int, centres: Mapping[str, int]
    ) -> None:
        super().__init__(data, initial={"year": year, **centres})
        self.fields["year"].choices = [(each, each) for each in years]  # type: ignore[attr-defined]
        for power in POWERS:
            self.fields[power] = forms.IntegerField(
                label=words.power(power),
                min_value=0,
                max_value=CENTRES,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    @property
    def powers(self) -> list[forms.BoundField]:
        return [self[power] for power in POWERS]

    @property
    def centres(self) -> dict[str, int]:
        return {power: self.cleaned_data[power] for power in POWERS}

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        if not self.errors and not 0 < sum(found[power] for power in POWERS) <= CENTRES:
            self.add_error(None, gettext("Between them the powers own 1 to 34 centres."))
        return found


class OverForm(ByHandForm):
    """That a game is over, and who shares a draw that was voted."""

    voted = forms.MultipleChoiceField(
        label=_("Who shares a draw by vote"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None: the game ended without a vote."),
    )
    field_order = ("voted", "reason")

    def __init__(self, data: Any = None, *, alive: Sequence[str], **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["voted"].choices = [(each, words.power(each)) for each in alive]  # type: ignore[attr-defined]


class SwapForm(ReasonForm):
    """Two seats of a drawing, who sits at which, and why they are swapped."""

    one = forms.ChoiceField(label=_("Swap"), error_messages={"required": _("Choose a player.")})
    other = forms.ChoiceField(label=_("with"), error_messages={"required": _("Choose a player.")})

    field_order = ("one", "other", "reason")

    def __init__(
        self, data: Any = None, *, tables: Sequence[Table], names: Mapping[int, str], **more: Any
    ) -> None:
        super().__init__(data, **more)
        said = gettext("Table %(table)d, %(power)s: %(name)s")
        offered = [
            (
                f"{table.number} {power}",
                said % {"table": table.number, "power": words.power(power), "name": names[entry]},
            )
            for table in tables
            for power, entry in zip(POWERS, table.seats, strict=True)
        ]
        for name in ("one", "other"):
            self.fields[name].choices = [("", gettext("Choose a player")), *offered]  # type: ignore[attr-defined]

    @property
    def seats(self) -> tuple[tuple[int, str], tuple[int, str]]:
        one, other = (self.cleaned_data[name].split() for name in ("one", "other"))
        return (int(one[0]), one[1]), (int(other[0]), other[1])


class ApartForm(ReasonForm):
    """Pairs that the drawing keeps apart: two names a line."""

    pairs = TextField(
        label=_("Pairs that are kept apart"),
        max_length=LONGEST_PAIRS,
        required=False,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Two names in each line, with a comma between them. Everyone can read the list."),
    )

    field_order = ("pairs", "reason")

    def __init__(
        self, data: Any = None, *, names: Mapping[int, str], pairs: Sequence[Pair] = (), **more: Any
    ) -> None:
        self.numbers = {name.casefold(): number for number, name in names.items()}
        lines = "\n".join(f"{names[one]}, {names[other]}" for one, other in pairs)
        super().__init__(data, initial={"pairs": lines}, **more)

    def clean_pairs(self) -> list[Pair]:
        found = []
        for line in self.cleaned_data["pairs"].splitlines():
            names = [name.strip() for name in line.split(",") if name.strip()]
            if not names:
                continue
            if len(names) != 2:
                raise forms.ValidationError(
                    gettext("Write two names with a comma between them: %(line)s") % {"line": line.strip()}
                )
            for name in names:
                if name.casefold() not in self.numbers:
                    raise forms.ValidationError(
                        gettext("No one who has entered is called %(name)s.") % {"name": name}
                    )
            one, other = (self.numbers[name.casefold()] for name in names)
            found.append((min(one, other), max(one, other)))
        return found
