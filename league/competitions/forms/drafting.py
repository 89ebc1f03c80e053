"""The forms in which organisers lay down a season, as one: filled from a card, and what their dates allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from games.agreed.absence import Absence
from games.agreed.pace import Pace
from games.common.errors import GameError
from games.common.forms.folded import is_touched
from games.common.words import local
from games.common.words.zones import place_of
from games.forms.absence import AbsenceForm
from games.forms.pace import PaceForm
from league.competitions.errors import BadRules
from league.competitions.forms.seasons import WRITTEN, SeasonForm, defaults, laid_down, today
from league.competitions.kinds import Kind
from league.competitions.models import Competition
from league.competitions.rules.cards import Card
from league.competitions.rules.common_rules import STRICTEST, CommonRules
from league.competitions.rules.spans import Span, ways_out
from league.competitions.words import spans
from league.leagues.models import League

ASIDE: Final = ("name", "arbiters")
"""Fields that have no part in what the dates allow."""
WAYS: Final = ("last_year", "ends_at")
"""Fields that the ways out change, as the values of their buttons name them: `last_year=1903`."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A card, with what its dates allow; None where no game could end in time."""

    card: Card
    span: Span | None
    is_chosen: bool

    @property
    def says(self) -> str:
        return self.card.says(self.card)

    @property
    def allows(self) -> str:
        return spans.says(self.span) if self.span is not None else gettext("Too short for this game.")


@dataclass(frozen=True, slots=True)
class Three:
    """The form of a season's rules, and those of pace and of missed phases that belong to it."""

    form: SeasonForm
    pace: PaceForm
    absence: AbsenceForm

    @property
    def is_valid(self) -> bool:
        """All are asked, so that one round shows all that is wrong."""
        return all([self.form.is_valid(), self.pace.is_valid(), self.absence.is_valid()])

    @property
    def is_readable(self) -> bool:
        """Whether all can be read that the dates depend on."""
        rest = [self.pace.is_valid(), self.absence.is_valid()]
        return all(rest) and not set(self.form.errors) - set(ASIDE)

    @property
    def wrong(self) -> str:
        """The first of what cannot be read."""
        for form in (self.form, self.pace, self.absence):
            for name, errors in form.errors.items():
                if name not in ASIDE:
                    label = form[name].label if name in form.fields else ""
                    return f"{label}: {errors[0]}" if label else str(errors[0])
        return ""

    def sent(self) -> dict[str, Any]:
        """What a browser would send of them as they are shown."""
        return {
            name: value
            for form in (self.form, self.pace, self.absence)
            for field in form
            for name, value in _sent(field)
        }


class DraftForms:
    """What was typed (`data`) into these forms. A card chosen in place of the one they were filled with fills
    them again, and so does a way out; what else was typed stays, and nothing is refused yet.

    `shown` are the forms of the page, `read` the same with what they say read.
    """

    def __init__(
        self, data: QueryDict | None, *, league: League, user: Any, season: Competition | None, kind: Kind
    ) -> None:
        self.league, self.user, self.season, self.kind = league, user, season, kind
        filled = self._card(kind.card if data is None else data.get("filled", ""))
        self.card = (data is not None and self._card(data.get("start", ""))) or filled
        first = self._filled_by(filled or self._card(kind.card), data)
        self.shown, self.is_open = first, is_touched(_folded(first)) if data is not None else False
        self.is_filled = False
        if data is not None:
            self._fill_anew(data, is_other=self.card != filled)
        elif season is None and timezone.get_current_timezone_name() == "UTC":
            first.form.fields["zone"].widget.attrs["data-zone-of-browser"] = ""
        self.read = self.shown if self.shown.form.is_bound else self._reading(self.shown)
        self.rules, self.refusal = self._rules()

    def _reading(self, shown: Three) -> Three:
        """The same forms as if they had been sent as they are shown."""
        read = self._filled_by(None, shown.sent())
        for name in ASIDE:
            del read.form.fields[name]
        return read

    def _fill_anew(self, data: QueryDict, *, is_other: bool) -> None:
        """Show what the card that was chosen, or the way out that was pressed, makes of what was typed."""
        bound, (name, _is, value) = self.shown, data.get("way", "").partition("=")
        typed = {
            each: field.widget.value_from_datadict(data, {}, each)
            for each, field in bound.form.fields.items()
        }
        if is_other:
            self.shown, self.is_filled = self._filled_by(self.card, None, typed), True
        elif name in WAYS and value and bound.is_readable:
            form = self._form(None, {**typed, name: value})
            self.shown, self.is_filled = self._three(form, None, bound.pace.pace, bound.absence.absence), True

    def _card(self, key: str) -> Card | None:
        return self.kind.card_named(key) if self.season is None else None

    def _filled_by(
        self, card: Card | None, data: Mapping[str, Any] | None, typed: Mapping[str, Any] | None = None
    ) -> Three:
        before = self.season.terms if self.season is not None else None
        form = self._form(data, {**(typed or {}), **(card.fills(today()) if card else {})})
        if card is not None:
            return self._three(form, data, card.pace, card.absence)
        pace = before.pace if before else Pace.from_json(self.league.pace)
        return self._three(form, data, pace, before.absence if before else self.kind.rules.ABSENCE)

    def _form(self, data: Mapping[str, Any] | None, start: Mapping[str, Any]) -> SeasonForm:
        of = {"league": self.league, "user": self.user, "season": self.season, "kind": self.kind}
        return SeasonForm(data, **of, start=start)

    @staticmethod
    def _three(form: SeasonForm, data: Mapping[str, Any] | None, pace: Pace, absence: Absence) -> Three:
        return Three(
            form,
            PaceForm(data, initial=pace.to_json(), prefix="pace"),
            AbsenceForm(data, initial=absence, at_least=STRICTEST, prefix="absence"),
        )

    @property
    def first(self) -> Iterator[forms.BoundField]:
        """The fields that are not folded away: what game, how fast, when."""
        for field in self.shown.form.first:
            yield field
            if field.name == "last_year":
                yield self.shown.pace["kind"]

    @property
    def zone(self) -> str:
        """The place by whose clocks the dates are meant."""
        return place_of(str(self.shown.form["zone"].value()))

    # What the dates allow

    @property
    def offers(self) -> list[Offer]:
        """The cards to start from, each as it would be for the chosen game; none for a draft."""
        cards = self.kind.cards if self.season is None else ()
        return [Offer(card, self._span_of(card), card == self.card) for card in cards]

    def _span_of(self, card: Card) -> Span | None:
        self.read.form.is_valid()  # reads it
        known = self.read.form.cleaned_data
        chosen: dict[str, Any] = {name: known[name] for name in ("variant", "zone") if name in known}
        values = {**defaults(self.kind.rules, self.user), **chosen, **card.fills(today())}
        try:
            return self.kind.span(self._laid_down(values, card.pace, card.absence))
        except (BadRules, GameError):
            return None

    def _rules(self) -> tuple[CommonRules | None, str]:
        """The rules that the forms say, whether or not they have a name yet; None, and why, where they say
        none.
        """
        read = self.read
        if not read.is_readable:
            return None, read.wrong
        try:
            return self._laid_down(read.form.cleaned_data, read.pace.pace, read.absence.absence), ""
        except (BadRules, GameError) as error:
            return None, str(error)

    @property
    def span(self) -> Span | None:
        """What the dates allow; None where the forms say no rules."""
        return self.kind.span(self.rules) if self.rules is not None else None

    def _laid_down(self, values: Mapping[str, Any], pace: Pace, absence: Absence) -> CommonRules:
        money = self.season.terms.money if self.season is not None else None
        named = {**values, "name": values.get("name") or "…"}
        return laid_down(self.kind, named, pace, absence, self.league, money)

    @property
    def ways_out(self) -> list[tuple[str, str]]:
        """What would give the season enough time for its games: what a button sends, and says."""
        if self.rules is None:
            return []
        ways, zone = ways_out(self.rules, self.kind.span), ZoneInfo(self.rules.zone)
        found = []
        if ways.last_year is not None:
            words = gettext("End games in %(year)d") % {"year": ways.last_year}
            found.append((f"last_year={ways.last_year}", words))
        if ways.ends_at is not None:
            with timezone.override(zone):
                words = gettext("End the season on %(day)s") % {"day": local.day(ways.ends_at)}
            found.append((f"ends_at={ways.ends_at.astimezone(zone).strftime(WRITTEN)}", words))
        return found


def _folded(three: Three) -> Iterator[forms.BoundField]:
    """The fields under *More*."""
    for _title, fields in three.form.sections:
        yield from fields
    yield from three.pace.fixed
    yield from three.absence


def _sent(field: forms.BoundField) -> Iterator[tuple[str, Any]]:
    widget, value = field.field.widget, field.value()
    if isinstance(widget, forms.MultiWidget):
        parts: list[Any] = value if isinstance(value, list) else widget.decompress(value) or []
        for suffix, part in zip(widget.widgets_names, parts, strict=True):  # type: ignore[attr-defined]
            yield field.html_name + suffix, part
    elif isinstance(widget, forms.widgets.ChoiceWidget):
        yield field.html_name, "" if value is None else value
    elif not isinstance(widget, forms.CheckboxInput):
        yield field.html_name, widget.format_value(value) or ""
    elif value:
        yield field.html_name, "on"
