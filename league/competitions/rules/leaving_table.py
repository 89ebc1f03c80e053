"""What becomes of an entry when its person goes, by the stage of the season: one table for pages and docs.

`services.places.take_out` does what it says, and of fees what `purse` holds the money does;
`tests/league/competitions/test_stages.py` compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Row:
    """One way to go: before the season, while it is played or played out, and once it is over."""

    name: str
    before: str
    during: str
    after: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """What only a kind of competition knows of it: what becomes of the open games of someone who withdraws
    (HR-4) or is sent away (HR-5), whether one may come back, and what a suspension in the league does.
    `goes_out` follows both of the first.
    `takes_late`: who has paid in time comes in although the season has begun.
    """

    concedes: Promise
    forfeits: Promise
    suspended: Promise
    you_again: Promise | str = ""
    they_again: Promise | str = ""
    goes_out: Promise | str = ""
    takes_late: bool = False


def _place() -> str:
    return _("The place goes to the first person on the waiting list.")


def _stays() -> str:
    return _("Nothing: the final ranking stays.")


def _prize() -> str:
    return _("Prizes already won stay too.")


def _fee(*, is_live: bool) -> str:
    """What becomes of the fee of a player who leaves before the end, but of those who are disqualified."""
    if not is_live:
        return _("A fee already paid is refunded in full.")
    return _("The fee is refunded in full before their first game starts; after that, nothing is.")


def removal(leaving: Leaving, *, is_live: bool, has_fee: bool = False) -> str:
    """What removing someone does, to the arbiter who would."""
    follows = f"{leaving.forfeits} {leaving.goes_out}".strip() if is_live else _place()
    if not has_fee:
        return follows
    nothing = _("A disqualified player gets no refund.")
    return f"{follows} {_fee(is_live=is_live)} {nothing}"


def table(leaving: Leaving, *, has_fee: bool = False) -> list[Row]:
    """The rows in the language that holds; of a season with an entry fee also what becomes of it."""
    place, stays = _place(), _stays()
    concedes, forfeits = (f"{way} {leaving.goes_out}".strip() for way in (leaving.concedes, leaving.forfeits))
    again = "" if has_fee else str(leaving.they_again)
    reason, barred = _("With a reason that everyone can read."), _("They can’t enter this season again.")
    goes = [
        Row(_("Withdraws"), place, f"{concedes} {again}".strip(), stays),
        Row(_("Leaves the league"), place, concedes, stays),
        Row(_("Removed from the league"), place, forfeits, stays),
        Row(_("Banned from the league"), place, forfeits, stays),
        Row(_("Deletes the account"), place, concedes, stays),
        Row(_("Removed by an arbiter"), place, f"{forfeits} {reason}", stays),
        Row(
            _("Disqualified by an arbiter"),
            f"{place} {barred}",
            f"{forfeits} {reason} {barred}",
            stays,
        ),
    ]
    suspended = Row(
        _("Suspended in the league"),
        _("They keep an entry they already have, but can’t enter while suspended."),
        str(leaving.suspended),
        stays,
    )
    if has_fee:
        goes = [_with_fee(row) for row in goes]
    rows = [*goes[:4], suspended, *goes[4:]]
    return [*rows, *_of_the_fee(leaving, place, stays)] if has_fee else rows


def differences(leaving: Leaving, *, has_fee: bool = False) -> list[Row]:
    """The same rows, but what most of them say is said by the first alone: a row has what is only its own."""
    columns = {"before": [_place()], "during": [str(leaving.goes_out)], "after": [_stays()]}
    if has_fee:
        for column, more in (
            ("before", _fee(is_live=False)),
            ("during", _fee(is_live=True)),
            ("after", _prize()),
        ):
            columns[column].append(more)
    common = Row(
        _("In every case, unless a row says otherwise"),
        **{column: " ".join(said).strip() for column, said in columns.items()},
    )
    rows = table(leaving, has_fee=has_fee)
    return [
        common,
        *(
            Row(row.name, **{each: _without(getattr(row, each), columns[each]) for each in columns})
            for row in rows
        ),
    ]


def _without(cell: str, sentences: Sequence[str]) -> str:
    for sentence in sentences:
        cell = cell.replace(sentence, "") if sentence else cell
    return " ".join(cell.split())


def _with_fee(row: Row) -> Row:
    """The row of someone who goes, with what becomes of their fee; a prize that was won stays theirs."""
    if row.name == _("Disqualified by an arbiter"):
        kept = _("The fee is not refunded.")
        before, during = f"{row.before} {kept}", f"{row.during} {kept}"
    else:
        before, during = f"{row.before} {_fee(is_live=False)}", f"{row.during} {_fee(is_live=True)}"
    if row.name == _("Deletes the account"):
        first = _("To get the fee back: withdraw first, delete the account afterwards.")
        before, during = f"{first} {before}", f"{first} {during}"
    return Row(row.name, before, during, f"{row.after} {_prize()}")


def _of_the_fee(leaving: Leaving, place: str, stays: str) -> list[Row]:
    """The ways to go that only a season with a fee has."""
    late = _(
        "If they pay later, they are in if entries are open and a place is free; if not, the "
        "payment is refunded in full."
    )
    later = _("A later payment is refunded in full.")
    in_time = _("If they paid in time, they are in once the payment is logged, if a place is free.")
    meanwhile = _("Games go on meanwhile, but no other begins.")
    loss = _("Once the prizes are confirmed, the guarantor carries the loss.")
    owes, ends = _("They have 7 days to pay the fee again."), _("If it is not paid by then, the entry ends.")
    return [
        Row(
            _("Does not pay the fee in time"),
            f"{place} {late}",
            f"{in_time} {later}" if leaving.takes_late else later,
            f"{stays} {later}",
        ),
        Row(
            _("The bank reverses the payment"),
            f"{owes} {ends} {place}",
            f"{owes} {meanwhile} {ends} {leaving.forfeits} {leaving.goes_out}",
            f"{stays} {loss}",
        ),
    ]
