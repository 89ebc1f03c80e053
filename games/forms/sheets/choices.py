"""What the lists of sheets offer: choices, those of one kind together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from django.utils.translation import gettext as _

from games.common.words import local
from games.forms.sheets.likely import FOR_OTHERS, Likelihood
from games.words import order_words


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a select."""

    order: str
    says: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Choices of one kind of order, under their kind's name."""

    kind: str
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class Rank:
    """One place of a list, the dearest first, and the power that stands there now; empty: none yet."""

    number: int
    power: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """What can be ranked: a power, the treasury in credits that it opens with, and where it starts."""

    key: str
    name: str
    treasury: int | None = None
    units: str = ""


def without_doubles(chosen: Sequence[str], was: Sequence[str]) -> list[str]:
    """The ranks in `chosen` without doubles: a power chosen for another place swaps with what stood there.

    `was` is what the places held before; empty: no power.
    """
    kept = list(was)
    for here, power in enumerate(chosen):
        if power == was[here]:
            continue
        if power and power in kept:
            kept[kept.index(power)] = kept[here]
        kept[here] = power
    return kept


def alphabetical(choices: Iterable[Choice]) -> list[Choice]:
    """`choices` as a reader looks them up."""
    return sorted(choices, key=lambda choice: local.alphabetical(choice.says))


def grouped(orders: Sequence[str], chosen: str, likely: Likelihood | None = None) -> list[Group]:
    """`orders` as choices, those of one kind together, in the order in which the kinds first appear.

    With `likely` the likeliest kinds come first, and the likeliest orders within each; else each kind is in
    the order of the alphabet.
    """
    ranks = {order: likely(order) if likely else (0, 0) for order in orders}
    words, for_others = order_words.in_words(orders), _("Support or convoy others")
    groups: dict[str, list[tuple[int, str, Choice]]] = {}
    for order in sorted(orders, key=lambda order: ranks[order][0]):
        kind_rank, rank = ranks[order]
        kind = for_others if kind_rank == FOR_OTHERS else words[order].kind
        choice = Choice(order, words[order].says, order == chosen)
        groups.setdefault(kind, []).append((rank, local.alphabetical(choice.says), choice))
    return [
        Group(kind, [choice for *_key, choice in sorted(group, key=itemgetter(0, 1))])
        for kind, group in groups.items()
    ]
