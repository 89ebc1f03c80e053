"""What those who answer for a season's money write, and what a winner does."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.common.forms.texts import TextField
from games.common.words.people import at_start, called
from league.competitions.models import Entry
from league.money import money
from league.prizes.agreed.periods import DETAILS_KEPT_FOR
from league.prizes.errors import NotToCarry
from league.prizes.forms.sums import SumField
from league.prizes.models import Payout
from league.prizes.models.ledger import LONGEST_REASON
from league.prizes.selectors.carrying import Choice, Choices
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.payouts.paying_out import LONGEST_DETAILS, LONGEST_REFERENCE
from league.prizes.services.payouts.rulings_after import Taking, left_of
from league.users.models import User
from league.users.password_forms import password_field

PLAY_REFERENCE: Final = "play money"


class ConfirmForm(forms.Form):
    """One's word for what was shown, by its hash."""

    sha256 = forms.CharField(max_length=64, widget=forms.HiddenInput)


class ReferenceForm(forms.Form):
    """The reference of a payment that was made."""

    reference = forms.CharField(
        label=_("Reference"),
        max_length=LONGEST_REFERENCE,
        strip=True,
        help_text=_("The bank’s number or text of the payment. Only the people who handle the money see it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Give the reference of the payment, for example the bank’s.")},
    )


class PayToForm(forms.Form):
    """Where a refund is to be sent. To send it elsewhere than was said before asks for the password: a
    session alone moves no one's money.
    """

    pay_to = TextField(
        label=_("Where to send it"),
        max_length=LONGEST_DETAILS,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=_(
            "For example the name and the IBAN of your account. Only you and the people who handle "
            "this season’s money see it. Deleted once the money is sent."
        ),
        error_messages={"required": _("Say where to send the money, for example your bank account.")},
    )

    def __init__(self, data: Any = None, *, user: User, known: str) -> None:
        super().__init__(data, initial={"pay_to": known})
        self._user, self._known = user, known
        if known:
            self.fields["password"] = password = password_field()
            password.required = False
            password.help_text = gettext("Only needed to send it somewhere else. We e-mail you if you do.")

    @property
    def tries_password(self) -> bool:
        """Whether what was typed is a guess of the password."""
        return bool(self._known and self.data.get("password"))

    def refuse(self, why: str) -> None:
        """Say why it is not asked whether what was typed is right."""
        self._errors = forms.utils.ErrorDict()
        self.cleaned_data = {}
        self.add_error(None, why)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        moves = self._known and given.get("pay_to", "").split() != self._known.split()
        if moves and not given.get("password"):
            self.add_error("password", _("Give your password to send it somewhere else."))
        elif moves and not self._user.check_password(given["password"]):
            self.add_error("password", _("This is not your password."))
        return given


class ClaimForm(PayToForm):
    """Where a prize is to be sent."""

    def __init__(self, data: Any = None, **given: Any) -> None:
        super().__init__(data, **given)
        self.fields["pay_to"].help_text = gettext(
            "For example the name and the IBAN of your account. Only you and the people who handle "
            "this season’s money see it. Deleted %(count)d days after the prize is sent."
        ) % {"count": DETAILS_KEPT_FOR.days}


class CarryingForm(forms.Form):
    """Which season gets what no one has, as it was seen: a season that has changed since is not chosen."""

    season = forms.CharField(error_messages={"required": _("Choose a season.")})

    def __init__(self, data: Any = None, *, page: Choices) -> None:
        super().__init__(data)
        self._page = page

    def clean_season(self) -> Choice:
        for choice in self._page.seasons:
            if choice.value == self.cleaned_data["season"]:
                return choice
        raise forms.ValidationError(NotToCarry.message)


class RulingForm(forms.Form):
    """How much of which prize goes to whom instead, and why: for each prize a sum and a name."""

    reason = TextField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Public: everyone who sees the season can read it."),
        error_messages={"required": _("Give a reason. Everyone who sees the season can read it.")},
    )

    def __init__(self, data: Any = None, *, found: MoneyReader) -> None:
        super().__init__(data)
        self.found = found
        left = left_of(found.book)
        rows = Payout.objects.filter(pk__in=[key for key, amount in left.items() if amount > 0])
        self.payouts = list(rows.select_related("entry__user", "holder").order_by("rank", "pk"))
        for payout in self.payouts:
            name = self._title(payout)
            amount = SumField(
                label=gettext("How much of it"),
                required=False,
                help_text=gettext("%(sum)s at most; empty: nothing")
                % {"sum": money(left[payout.pk], found.book.currency)},
            )
            amount.currency = found.book.currency
            amount.widget.attrs["aria-label"] = f"{name}: {amount.label}"
            to = forms.CharField(label=gettext("To whom"), max_length=150, strip=True, required=False)
            to.widget.attrs |= {"aria-label": f"{name}: {to.label}", "autocomplete": "off"}
            self.fields[f"amount-{payout.pk}"] = amount
            self.fields[f"to-{payout.pk}"] = to
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def rows(self) -> list[tuple[str, str, Any, Any]]:
        """For each prize its title, whether it is paid in words, and its two fields."""
        return [
            (
                self._title(payout),
                gettext("already paid out: it has to be paid back first")
                if payout.state == Payout.State.PAID
                else gettext("not paid out yet"),
                self[f"amount-{payout.pk}"],
                self[f"to-{payout.pk}"],
            )
            for payout in self.payouts
        ]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        self.takings: list[Taking] = []
        for payout in self.payouts:
            amount, name = given.get(f"amount-{payout.pk}"), given.get(f"to-{payout.pk}")
            if not amount and not name:
                continue
            if not amount:
                self.add_error(f"amount-{payout.pk}", _("Give a sum above 0."))
                continue
            entry = self._entry(name or "")
            if entry is None:
                self.add_error(f"to-{payout.pk}", _("No one with this name is in the season."))
            else:
                self.takings.append(Taking(payout, amount, entry))
        return given

    def _entry(self, name: str) -> Entry | None:
        """The entry of someone of this name: the one that plays, or the last."""
        entries = self.found.reader.season.entries.exclude(state=Entry.State.REFUSED)
        own = entries.filter(user__username__iexact=name).select_related("user")
        rows = sorted(own, key=lambda each: (each.state == Entry.State.PLAYING, each.number))
        return rows[-1] if rows else None

    def _title(self, payout: Payout) -> str:
        name = at_start(called(payout.entry.user.get_username())) if payout.entry else ""
        said = {
            "rank": payout.rank,
            "name": name,
            "sum": money(payout.amount, self.found.book.currency),
        }
        return gettext("%(name)s, rank %(rank)d: %(sum)s") % said
