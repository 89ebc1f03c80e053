"""The form in which organisers lay down a season's money: fee, prizes, who may enter, who holds what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from babel import Locale
from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.words.local import language
from games.common.words.people import at_start, called
from league.competitions.errors import BadRules
from league.competitions.models import Competition
from league.competitions.rules import countries
from league.competitions.rules.common_rules import CommonRules
from league.competitions.rules.prize_rules import (
    BOUNDS,
    CHARGES,
    IN_PLAY_MONEY,
    MOST_RANKS,
    PLACES,
    ROUNDS,
    Extra,
    PrizeRules,
    just_above,
)
from league.money import CURRENCIES, PLAY, plain
from league.prizes.forms.sums import SumField

RANKS: Final = 8
"""Ranks whose prizes the form asks for."""
EXTRAS: Final = 3
"""Sponsors' own prizes that it asks for, at least."""

SUMS: Final = ("fee", "guaranteed", "second_above")
NUMBERS: Final = ("pay_days", "league_percent", "prize_games", "least_age", "hold_days", "confirmations")
FIRST: Final[Mapping[str, str]] = {
    "shares": "share_1",
    "fixed": "fixed_1",
    "rounds": "round_1",
    "extras": "extra_sponsor_1",
}
"""The field beside which it is said what is wrong with a rule that has several."""


class MoneyForm(forms.Form):
    """`PrizeRules` of a draft. Once valid, `money()` gives the rules.

    What prizes go `by` is asked where the season has rounds, with a field for the share of each.
    """

    currency = forms.ChoiceField(label=gettext_lazy("Currency"))
    fee = SumField(label=gettext_lazy("Entry fee"), required=False, help_text=gettext_lazy("0: no fee."))
    pay_days = forms.IntegerField(
        label=gettext_lazy("Days to pay"),
        help_text=gettext_lazy(
            "After entering, and before entries close. After that, the place goes to the waiting list."
        ),
    )
    league_percent = forms.IntegerField(
        label=gettext_lazy("For the league’s costs, in %"),
        help_text=gettext_lazy("Of each fee. The rest goes to the prize pool."),
    )
    charges_from = forms.ChoiceField(
        label=gettext_lazy("Who bears the payment provider’s charges"),
        widget=forms.RadioSelect,
        help_text=gettext_lazy("They never come out of the prize pool."),
    )
    guaranteed = SumField(
        label=gettext_lazy("Guaranteed pool"),
        required=False,
        help_text=gettext_lazy("0: none. It counts once the guarantor has paid in what is missing."),
    )
    guarantor = forms.CharField(
        label=gettext_lazy("Guarantor"),
        required=False,
        max_length=150,
        strip=True,
        help_text=gettext_lazy(
            "A member of the league. They top up the guaranteed pool, and bear online payments that "
            "banks reverse after the prizes are confirmed."
        ),
    )
    by = forms.ChoiceField(
        label=gettext_lazy("Prizes go"),
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Only the shares for the option you choose count."),
    )
    prize_games = forms.IntegerField(
        label=gettext_lazy("Games needed to win a prize"),
        help_text=gettext_lazy("Games that count. 0: none."),
    )
    least_age = forms.IntegerField(
        label=gettext_lazy("Minimum age"),
        help_text=gettext_lazy("0: none. Players confirm it; no date of birth is kept."),
    )
    countries = forms.MultipleChoiceField(
        label=gettext_lazy("Countries"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Only people who live there can enter. None ticked: everyone can."),
    )
    hold_days = forms.IntegerField(
        label=gettext_lazy("Days to wait before prizes from online payments are sent"),
        help_text=gettext_lazy("Banks can reverse payments for some time."),
    )
    online = forms.BooleanField(label=gettext_lazy("Online, on this site"), required=False)
    cash_holder = forms.ChoiceField(
        label=gettext_lazy("Bank transfer or cash, to"),
        required=False,
        help_text=gettext_lazy("One of the season’s arbiters. They also hold sponsors’ gifts."),
    )
    second_above = SumField(
        label=gettext_lazy("Second treasurer needed above"),
        required=False,
        help_text=gettext_lazy(
            "0: one is enough (play money only). Empty in real money: just above the fee. Everything "
            "one treasurer logs for one entry or sponsor counts together."
        ),
    )
    trustees = forms.MultipleChoiceField(
        label=gettext_lazy("Treasurers"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Arbiters who log offline payments and confirm payouts. None ticked: all arbiters. Each "
            "has to agree; ask them on the next page."
        ),
    )
    confirmations = forms.IntegerField(
        label=gettext_lazy("Treasurers who confirm each payout"),
        help_text=gettext_lazy("At least 2 in real money, at least 1 in play money."),
    )

    def __init__(self, data: Any = None, *, season: Competition) -> None:
        self.season = season
        terms = season.terms
        given = terms.money or default_for(terms)
        self.ranks = min(MOST_RANKS, max(RANKS, len(given.shares), len(given.fixed)))
        self.extras = max(EXTRAS, len(given.extras) + 1)
        self.rounds = terms.rounds_with(terms.largest)
        super().__init__(data, initial=_initial(given, terms))
        for name in NUMBERS:
            least, most = BOUNDS[name]
            if name == "prize_games":
                most = terms.MOST_PRIZE_GAMES
            field: Any = self.fields[name]
            self.fields[name] = forms.IntegerField(
                label=field.label, help_text=field.help_text, min_value=least, max_value=most
            )
        self._add_rows()
        arbiters = _arbiters(season)
        choices: dict[str, Any] = {
            "currency": currencies(given.currency),
            "charges_from": [(CHARGES[0], _("The league’s share")), (CHARGES[1], _("The site"))],
            "countries": countries.choices(),
            "cash_holder": [("", _("No one: no bank transfer or cash")), *arbiters],
            "trustees": arbiters,
        }
        if self.rounds:
            choices["by"] = [(PLACES, _("By rank")), (ROUNDS, _("By round"))]
        else:
            del self.fields["by"]
        for name, offered in choices.items():
            self.fields[name].choices = offered  # type: ignore[attr-defined]
        for each in self.fields.values():
            if isinstance(each, SumField):
                each.currency = self._currency

    @property
    def rows(self) -> Iterator[tuple[int, forms.BoundField, forms.BoundField]]:
        """The ranks, each with the fields of its share and its fixed sum."""
        for rank in range(1, self.ranks + 1):
            yield rank, self[f"share_{rank}"], self[f"fixed_{rank}"]

    @property
    def round_rows(self) -> Iterator[tuple[int, forms.BoundField]]:
        """The rounds, each with the field of its share."""
        for number in range(1, self.rounds + 1):
            yield number, self[f"round_{number}"]

    @property
    def extra_rows(self) -> Iterator[Sequence[forms.BoundField]]:
        """The fields of each sponsor's own prize."""
        for number in range(1, self.extras + 1):
            yield [self[f"extra_{name}_{number}"] for name in ("sponsor", "rank", "sum")]

    @property
    def chosen(self) -> int:
        """How many countries are ticked."""
        return len(self["countries"].value() or ())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self._currency != PLAY and not self.data.get("second_above", "").strip():
            data["second_above"] = just_above(data.get("fee") or 0)
        for number in range(1, self.extras + 1):
            sponsor, rank, amount = (
                data.get(f"extra_{name}_{number}") for name in ("sponsor", "rank", "sum")
            )
            if any((sponsor, rank, amount)) and not all((sponsor, rank, amount)):
                words = _("Give the sponsor, the rank and the sum, or leave all three empty.")
                self.add_error(f"extra_sponsor_{number}", words)
        return data

    def money(self) -> PrizeRules | None:
        """The rules that were laid down; None where they cannot be: the form says why beside the field."""
        data = self.cleaned_data
        names = (*SUMS, *NUMBERS, "currency", "charges_from", "guarantor", "online", "cash_holder")
        by = data.get("by", PLACES)
        shares: dict[str, Any] = {"shares": _row(data, "share", self.ranks) or (0,)}
        if by == ROUNDS:
            shares = {"shares": (), "rounds": _row(data, "round", self.rounds) or (0,)}
        try:
            return PrizeRules(
                **{name: data[name] for name in names},
                **shares,
                by=by,
                fixed=_row(data, "fixed", self.ranks),
                extras=tuple(self._extras()),
                countries=tuple(sorted(data["countries"])),
                trustees=tuple(sorted(data["trustees"], key=str.lower)),
            )
        except BadRules as error:
            self.refuse(error)
            return None

    def refuse(self, error: BadRules) -> None:
        """Say beside its field what is wrong with the rules."""
        field = FIRST.get(error.field, error.field)
        self.add_error(field if field in self.fields else None, str(error))

    def _extras(self) -> Iterator[Extra]:
        data = self.cleaned_data
        for number in range(1, self.extras + 1):
            if sponsor := data[f"extra_sponsor_{number}"]:
                yield Extra(data[f"extra_rank_{number}"], data[f"extra_sum_{number}"], sponsor)

    def _add_rows(self) -> None:
        for rank in range(1, self.ranks + 1):
            said = {"rank": rank}
            self.fields[f"share_{rank}"] = forms.IntegerField(
                label=_("Share of rank %(rank)d, in %%") % said, required=False, min_value=0, max_value=100
            )
            self.fields[f"fixed_{rank}"] = SumField(
                label=_("Fixed sum of rank %(rank)d") % said, required=False
            )
        for number in range(1, self.rounds + 1):
            said = {"round": number}
            self.fields[f"round_{number}"] = forms.IntegerField(
                label=_("Share of round %(round)d, in %%") % said, required=False, min_value=0, max_value=100
            )
        for number in range(1, self.extras + 1):
            said = {"rank": number}
            self.fields[f"extra_sponsor_{number}"] = forms.CharField(
                label=_("Sponsor %(rank)d") % said, required=False, max_length=80, strip=True
            )
            self.fields[f"extra_rank_{number}"] = forms.IntegerField(
                label=_("Rank of sponsor’s prize %(rank)d") % said,
                required=False,
                min_value=1,
                max_value=MOST_RANKS,
            )
            self.fields[f"extra_sum_{number}"] = SumField(
                label=_("Sum of sponsor’s prize %(rank)d") % said, required=False
            )

    @property
    def _currency(self) -> str:
        """The currency chosen, as sums are typed in it."""
        asked = str(self.data.get("currency", "")) if self.is_bound else ""
        return asked if asked in CURRENCIES else str(self.initial["currency"])


def currencies(current: str) -> list[tuple[str, str]]:
    """What a season may be kept in, by name: play money, and real money where the site takes it."""
    names = Locale(language()).currencies
    is_on = settings.PRIZES_REAL_MONEY and settings.PRIZES_OPERATOR
    real = [code for code in CURRENCIES if code != PLAY and (is_on or code == current)]
    found = [(code, f"{at_start(str(names.get(code, code)).capitalize())} ({code})") for code in real]
    return [(PLAY, _("Play money (tokens)")), *sorted(found, key=lambda each: each[1])]


def default_for(terms: CommonRules) -> PrizeRules:
    """What the form begins with: a fee to be paid by hand or online, half of it for the winner."""
    return PrizeRules(shares=(50, 30, 20), confirmations=IN_PLAY_MONEY, prize_games=terms.PRIZE_GAMES)


def _initial(given: PrizeRules, terms: CommonRules) -> dict[str, Any]:
    names = (*NUMBERS, "by", "currency", "charges_from", "guarantor", "online", "cash_holder")
    found: dict[str, Any] = {name: getattr(given, name) for name in names}
    found["prize_games"] = min(given.prize_games, terms.most_prize_games)
    found |= {name: plain(getattr(given, name), given.currency) for name in SUMS}
    if not given.second_above:
        found["second_above"] = ""  # in another currency it is another limit than none
    found |= {f"share_{rank}": share or "" for rank, share in enumerate(given.shares, start=1)}
    found |= {f"round_{number}": share or "" for number, share in enumerate(given.rounds, start=1)}
    for rank, amount in enumerate(given.fixed, start=1):
        found[f"fixed_{rank}"] = plain(amount, given.currency) if amount else ""
    for number, extra in enumerate(given.extras, start=1):
        found[f"extra_sponsor_{number}"] = extra.sponsor
        found[f"extra_rank_{number}"] = extra.rank
        found[f"extra_sum_{number}"] = plain(extra.amount, given.currency)
    lists = {"countries": list(given.countries), "trustees": list(given.trustees)}
    return found | lists


def _arbiters(season: Competition) -> list[tuple[str, str]]:
    standing = season.arbiters.filter(left_at=None).order_by("pk")
    return [(name, called(name)) for name in standing.values_list("user__username", flat=True)]


def _row(data: Mapping[str, Any], name: str, ranks: int) -> tuple[int, ...]:
    """The numbers of all ranks up to the last that has one."""
    found = [data.get(f"{name}_{rank}") or 0 for rank in range(1, ranks + 1)]
    while found and not found[-1]:
        found.pop()
    return tuple(found)
