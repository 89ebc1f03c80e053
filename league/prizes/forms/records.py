"""What those who answer for a season's money write down: what came or went by hand, and why it was wrong."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.forms.days import DayField
from games.common.words.local import moment
from games.common.words.people import at_start, called
from league.competitions.models import Entry
from league.money import money, plain
from league.prizes.forms.sums import SumField
from league.prizes.models import HandRecord, Holder
from league.prizes.selectors.paying import reference_of
from league.prizes.selectors.records import to_pay
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.incoming.manual_entries import SPENT, left_of, promised
from league.prizes.services.payouts.rulings_after import owed_by

Kind = HandRecord.Kind

LONGEST_REFERENCE: Final = 200
UNKNOWN: Final = "unknown"
"""The choice of no one, where it is not known whose fee a payment is."""


class RecordForm(forms.Form):
    """A record of one `kind`. Once valid, `given` is what `incoming.manual_entries.record` wants to know.

    `entry` is a number that is chosen beforehand. `is_possible` says whether there is anything to record.
    """

    received_on = DayField(label=gettext_lazy("Day"))
    reference = forms.CharField(
        label=gettext_lazy("Reference"),
        max_length=LONGEST_REFERENCE,
        strip=True,
        help_text=gettext_lazy(
            "The one in your account statement. Only people who can read the ledger see it."
        ),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, kind: str, found: MoneyReader, entry: int = 0) -> None:
        self.today = timezone.localdate(found.reader.now)
        super().__init__(data, initial={"key": uuid.uuid4(), "received_on": self.today})
        self.kind, self.found = kind, found
        self.choices: Mapping[str, Any] = {}
        OWN[kind](self, entry)
        self.order_fields(["entry", "payer", "what", "name", "amount", "received_on", "reference", "key"])
        day = self.fields["received_on"]
        day.label = _("Paid on") if kind in SPENT else _("Received on")
        day.widget.attrs["max"] = self.today.isoformat()

    @property
    def is_possible(self) -> bool:
        field = self.fields.get("entry") or self.fields.get("what")
        return field is None or bool(self.choices)

    def clean_received_on(self) -> Any:
        day = self.cleaned_data["received_on"]
        if day > self.today:
            raise forms.ValidationError(_("This day is in the future. Give the day the money came or went."))
        return day

    @property
    def given(self) -> dict[str, Any]:
        """What to record."""
        data = self.cleaned_data
        found = {name: data[name] for name in ("received_on", "reference", "key")}
        found |= {"kind": self.kind, "amount": data.get("amount", 0), "name": data.get("name", "")}
        found |= {"payer": data.get("payer", "")}
        chosen: dict[str, Any] = self.choices.get(data.get("entry") or data.get("what") or "", {})
        return {**found, **chosen}

    def _with_sum(self, initial: int = 0, help_text: str = "") -> None:
        currency = self.found.money.currency
        field = SumField(label=_("Sum"), least=1, help_text=help_text)
        field.currency = currency
        field.initial = plain(initial, currency) if initial else ""
        self.fields["amount"] = field

    def _of_payment(self, entry: int) -> None:
        rows = {str(row.number): row for row in to_pay(self.found)}
        self.choices = {UNKNOWN: {}, **{number: {"entry": row} for number, row in rows.items()}}
        self.fields["entry"] = forms.ChoiceField(
            label=_("Whose fee"),
            choices=[("", _("Choose")), *entrants(self.found, rows), (UNKNOWN, _("Not known yet"))],
            initial=str(entry) if str(entry) in rows else "",
            help_text=_("Unknown payments are held until you match them or send them back."),
        )
        self.fields["payer"] = forms.CharField(
            label=_("Paid by"),
            max_length=80,
            strip=True,
            required=False,
            help_text=_("Empty: the player. Only people who can read the ledger see it."),
        )
        fee = money(self.found.money.fee, self.found.money.currency)
        words = _(
            "The fee is %(fee)s. A part payment is held until the rest comes. Anything above the fee "
            "is refunded."
        )
        self._with_sum(self.found.money.fee, words % {"fee": fee})

    def _of_gift(self, _entry: int) -> None:
        self.fields["name"] = forms.CharField(
            label=_("From"), max_length=80, strip=True, help_text=_("Public: everyone can read who gave it.")
        )
        self._with_sum()

    def _of_extra(self, _entry: int) -> None:
        given = self.found.money
        places = promised(self.found.book, given)
        extras = {str(place): given.extras[place] for place in places}
        self.choices = {
            place: {"name": extra.sponsor, "amount": extra.amount, "promise": int(place)}
            for place, extra in extras.items()
        }
        said = {
            place: _("%(sum)s from %(sponsor)s for rank %(rank)d")
            % {"sum": money(extra.amount, given.currency), "sponsor": extra.sponsor, "rank": extra.rank}
            for place, extra in extras.items()
        }
        self._with_choice(_("Which prize"), said)

    def _of_guarantee(self, _entry: int) -> None:
        self._with_sum()

    def _of_spent(self, _entry: int) -> None:
        left = left_of(self.found.book, self.kind)
        holders = {str(holder.pk): holder for holder in Holder.objects.filter(pk__in=left).order_by("pk")}
        self.choices = {key: {"holder": holder} for key, holder in holders.items()}
        said = {
            key: _("%(name)s, up to %(sum)s")
            % {"name": holder.name, "sum": money(left[holder.pk], self.found.money.currency)}
            for key, holder in holders.items()
        }
        self._with_choice(_("Paid by"), said)
        self._with_sum()

    def _of_paid_back(self, _entry: int) -> None:
        debts = {str(owed.pk): owed for owed in owed_by(self.found.book)}
        self.choices = {key: {"entry": owed.entry, "holder": owed.holder} for key, owed in debts.items()}
        said = {
            key: _("%(name)s to %(holder)s, up to %(sum)s")
            % {
                "name": at_start(called(owed.entry.user.get_username())),
                "holder": owed.holder.name,
                "sum": money(owed.amount - owed.paid_back, self.found.money.currency),
            }
            for key, owed in debts.items()
        }
        self._with_choice(_("Who pays back"), said)
        self._with_sum()

    def _with_choice(self, label: str, said: Mapping[str, str]) -> None:
        only = next(iter(said)) if len(said) == 1 else ""
        choices = list(said.items()) if only else [("", _("Choose")), *said.items()]
        self.fields["what"] = forms.ChoiceField(label=label, choices=choices, initial=only)


def entrants(found: MoneyReader, rows: Mapping[str, Entry]) -> list[tuple[str, str]]:
    """Entries (by number) to choose from, with what tells them apart."""
    return [(number, _entrant(found, row)) for number, row in rows.items()]


def _entrant(found: MoneyReader, row: Entry) -> str:
    row.competition = found.reader.season
    said = {
        "name": at_start(called(row.user.get_username())),
        "reference": reference_of(row),
        "until": moment(row.pay_by) if row.pay_by else "",
    }
    if row.pay_by:
        return _("%(name)s, %(reference)s, to be paid until %(until)s") % said
    if row.state == Entry.State.WAITING:
        return _("%(name)s, %(reference)s, on the waiting list: the fee will be refunded") % said
    return _("%(name)s, %(reference)s, lost the place") % said


class MatchForm(forms.Form):
    """Whose fee a payment is that was not known. Once valid, `chosen` is the entry."""

    entry = forms.ChoiceField(label=gettext_lazy("Whose fee"))

    def __init__(self, data: Any = None, *, found: MoneyReader) -> None:
        super().__init__(data)
        self.rows: Mapping[str, Entry] = {str(row.number): row for row in to_pay(found)}
        choices = [("", _("Choose")), *entrants(found, self.rows)]
        self.fields["entry"].choices = choices  # type: ignore[attr-defined]

    @property
    def chosen(self) -> Entry:
        return self.rows[self.cleaned_data["entry"]]


OWN: Final[Mapping[str, Callable[[RecordForm, int], None]]] = {
    Kind.PAYMENT: RecordForm._of_payment,
    Kind.GIFT: RecordForm._of_gift,
    Kind.EXTRA: RecordForm._of_extra,
    Kind.GUARANTEE: RecordForm._of_guarantee,
    Kind.COSTS: RecordForm._of_spent,
    Kind.SITE_SHARE: RecordForm._of_spent,
    Kind.PAID_BACK: RecordForm._of_paid_back,
}
"""What a record of each kind asks for besides its day and its reference."""


class RecordsFilter(forms.Form):
    """Which records to list."""

    kind = forms.ChoiceField(label=gettext_lazy("What"), required=False)
    state = forms.ChoiceField(label=gettext_lazy("State"), required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        every = [("", _("All"))]
        self.fields["kind"].choices = every + Kind.choices  # type: ignore[attr-defined]
        self.fields["state"].choices = every + HandRecord.State.choices  # type: ignore[attr-defined]

    @property
    def asked(self) -> dict[str, str]:
        """The filter that the reader asked for, nonsense left out."""
        self.is_valid()
        return {name: self.cleaned_data.get(name, "") for name in ("kind", "state")}
