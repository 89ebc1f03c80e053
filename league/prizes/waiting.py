"""What of the money waits for people: fees, prizes and refunds of their own, and what they answer for.

Each function is one query. What any of those who confirm can do needs all of them, until one has done it; who
reads a season's book and cannot act themselves may look at it when they like. No one is told of what their
link would not show them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any, Final, NamedTuple

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Coalesce, Upper
from django.db.models.lookups import Exact
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import clock
from games.common.database.compiled import Param, PreparedQuery, moment
from games.common.waiting import MOST, NEEDS_YOU, WHEN_YOU_LIKE, Corner, Scope, Waiting, is_one, waits_for
from games.common.words import local
from games.common.words.addresses import address
from league.competitions.models import Arbiter, Competition, Entry
from league.competitions.waiting import ARBITER, ENTRANT
from league.leagues.models import Membership
from league.leagues.waiting import ORGANISER
from league.money import PLAY
from league.prizes.agreed.periods import CARRIED_AFTER
from league.prizes.agreed.roles import roles_in_words
from league.prizes.agreed.treasurers import all_fit
from league.prizes.book.books import needed_for
from league.prizes.book.settled import OVER
from league.prizes.models import (
    Agreement,
    Book,
    CancelProposal,
    Confirmation,
    HandRecord,
    Holder,
    PaymentClosing,
    Payout,
    Proposal,
    Refund,
)
from league.prizes.selectors.asked import agreements_asked

ASKED: Final = is_one(
    "asked",
    lambda: Exists(
        Agreement.objects.filter(
            user_id=Param("user"), asked_at__isnull=False, declined_at=None, frozen_at=None
        )
    ),
)
HOLDER: Final = is_one("holder", lambda: Exists(Holder.objects.filter(user_id=Param("user"))))

RECORDS, DESK, ENTRIES = "prizes:records", "prizes:desk", "tournaments:entries"

PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "waiting": (RECORDS, "#waiting"),
    "own_waiting": (RECORDS, "#waiting"),
    "unknown": (RECORDS, "#unknown"),
    "late": (ENTRIES, ""),
    "due": (ENTRIES, ""),
    "to_pay": (DESK, "#to-pay-out"),
    "to_refund": (DESK, "#refunds"),
    "held_pay": (DESK, "#to-pay-out"),
    "held_refund": (DESK, "#refunds"),
}
"""What of a season's money is counted, and where it is dealt with: the page and the place on it. The desk is
for those who answer for the money, and for who holds some of it: to them what they hold themselves counts.
"""

HELD: Final = ("held_pay", "held_refund")


def _of(season: Competition) -> dict[str, Any]:
    league = season.league
    return {"league": Corner(league.slug, league.name), "of": season.name, "contest": season.pk}


@waits_for("fee", of=[ENTRANT])
def fees_to_pay(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Fees that `user` owes for an entry; without them it loses its place."""
    rows = Entry.objects.filter(
        user=user.pk,
        state__in=Entry.IN,
        payment__in=Entry.OWING,
        pay_by__isnull=False,
        competition__book__isnull=False,
        **scope.narrows("competition__league", "competition"),
    ).exclude(competition__state__in=OVER)
    for entry in rows.select_related("competition__league").order_by("pay_by", "pk")[:MOST]:
        season = entry.competition
        is_back = entry.payment == Entry.Payment.CHARGED_BACK
        yield Waiting(
            kind="fee",
            urgency=NEEDS_YOU,
            says=_("Pay your entry fee again") if is_back else _("Pay your entry fee"),
            more=_("Without it you lose your place."),
            address=address("prizes:pay", season.league.slug, season.code),
            due=entry.pay_by,
            **_of(season),
        )


@waits_for("agreement", of=[ASKED])
def agreements_to_give(user: Any, scope: Scope) -> Iterator[Waiting]:
    """What `user` was asked to agree to in drafts: their organisers wait for it."""
    for asked in agreements_asked(user):
        season = asked.season
        if scope.league in (None, season.league_id) and scope.contest in (None, season.pk):
            yield Waiting(
                kind="agreement",
                urgency=NEEDS_YOU,
                says=_("You are asked to agree to a season’s money"),
                more=_("Read it, then agree or say no. You would be: %(roles)s.")
                % {"roles": roles_in_words(asked.roles)},
                address=address("prizes:trust", season.league.slug, season.code),
                **_of(season),
            )


@waits_for("claim", NEEDS_YOU, WHEN_YOU_LIKE, of=[ENTRANT])
def prizes_to_claim(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Prizes of `user` that are confirmed and not claimed, for 180 days; a payment that failed needs them."""
    rows = Payout.objects.filter(
        entry__user=user.pk,
        state__in=(Payout.State.CONFIRMED, Payout.State.FAILED),
        **scope.narrows("book__competition__league", "book__competition"),
    )
    for row in rows.select_related("book__competition__league").order_by("pk")[:MOST]:
        has_failed = row.state == Payout.State.FAILED
        yield Waiting(
            kind="claim",
            urgency=NEEDS_YOU if has_failed else WHEN_YOU_LIKE,
            says=_("Your prize could not be sent") if has_failed else _("Claim your prize"),
            more=_("Check where it should go.") if has_failed else "",
            address=address("prizes:own-claim", row.pk),
            due=row.confirmed_at + CARRIED_AFTER if row.confirmed_at else None,
            **_of(row.book.competition),
        )


@waits_for("refund", WHEN_YOU_LIKE, of=[ENTRANT])
def refunds_to_receive(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Refunds by hand of which `user` has not said where to send them."""
    rows = Refund.objects.filter(
        entry__user=user.pk,
        way=Refund.Way.HAND,
        pay_to="",
        payer="",
        **scope.narrows("book__competition__league", "book__competition"),
        state__in=Refund.OPEN,
    ).exclude(book__currency=PLAY)
    for row in rows.select_related("book__competition__league").order_by("pk")[:MOST]:
        yield Waiting(
            kind="refund",
            urgency=WHEN_YOU_LIKE,
            says=_("Say where to send your refund"),
            address=address("prizes:own-refund", row.pk),
            **_of(row.book.competition),
        )


@waits_for("cancelling", of=[ARBITER])
def proposals_to_cancel(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Proposals to cancel a season that `user` answers as a treasurer who did not propose it."""
    trusted = all_fit().filter(competition=OuterRef("competition"), user=user.pk).exclude(agreed_sha256="")
    rows = CancelProposal.objects.filter(
        Exists(trusted),
        state=CancelProposal.State.OPEN,
        treasurers_until__gt=clock.shown(),
        **scope.narrows("competition__league", "competition"),
    ).exclude(by=user.pk)
    for row in rows.select_related("competition__league").order_by("pk")[:MOST]:
        season = row.competition
        yield Waiting(
            kind="cancelling",
            urgency=NEEDS_YOU,
            says=_("Proposal to cancel the season"),
            more=_("Say yes or no. Payment is closed meanwhile."),
            address=address("prizes:cancelling", season.league.slug, season.code),
            due=row.treasurers_until,
            **_of(season),
        )


@waits_for("details", of=[ARBITER])
def details_to_confirm(user: Any, scope: Scope) -> Iterator[Waiting]:
    """New bank details that `user` confirms, as a treasurer who does not hold the money."""
    trusted = all_fit().filter(competition=OuterRef("competition"), user=user.pk).exclude(agreed_sha256="")
    own = Holder.objects.filter(book__competition=OuterRef("competition"), user=user.pk, is_carried=False)
    rows = PaymentClosing.objects.filter(
        Exists(trusted),
        ~Exists(own),
        why=PaymentClosing.Why.DETAILS,
        opened_at=None,
        **scope.narrows("competition__league", "competition"),
    ).exclude(competition__state__in=OVER)
    for row in rows.select_related("competition__league").order_by("pk")[:MOST]:
        season = row.competition
        yield Waiting(
            kind="details",
            urgency=NEEDS_YOU,
            says=_("Confirm the new bank details"),
            more=_("Offline payment is closed until a treasurer confirms them."),
            address=address("prizes:bank", season.league.slug, season.code),
            **_of(season),
        )


@waits_for("money", NEEDS_YOU, WHEN_YOU_LIKE, of=[ARBITER, ORGANISER, HOLDER])
def money_to_handle(user: Any, scope: Scope) -> Iterator[Waiting]:
    """What waits of the money of seasons that `user` answers for, or whose books they read."""
    narrowed = scope.narrows("competition__league", "competition")
    given = {"user": user.pk, "name": user.get_username(), "now": moment(clock.shown())}
    for row in _books(*sorted(narrowed)).rows(**given, **narrowed):
        yield from _of_book(_Book(*row))


def _of_book(book: _Book) -> Iterator[Waiting]:
    is_trustee = book.is_arbiter and book.agreed != ""
    reads = is_trustee or book.is_arbiter or book.organises
    if is_trustee and book.open_proposal and not book.has_answered:
        yield _proposal(book)
    for kind, (page, anchor) in PLACES.items():
        count = getattr(book, kind) or 0
        is_held = kind in HELD
        if not count or (is_trustee if is_held else not (is_trustee if page == DESK else reads)):
            continue
        needs = kind not in ("due", "own_waiting") and (
            is_trustee or is_held or (kind == "late" and book.is_arbiter)
        )
        says, more = _in_words(kind, count)
        yield Waiting(
            kind="money",
            urgency=NEEDS_YOU if needs else WHEN_YOU_LIKE,
            says=says % {"count": count},
            more=more or _until(book.first, book.last),
            address=f"{address(page, book.slug, book.code)}{anchor}",
            **book.where,
        )


class _Book(NamedTuple):
    """A book of which someone may be told: its season, how they stand to it, how much of what waits."""

    slug: str
    league: str
    code: str
    season: str
    contest: int
    rules: dict[str, Any]
    is_arbiter: bool
    organises: bool
    agreed: str
    open_proposal: int
    open_kind: str
    has_answered: bool
    confirmed: int
    first: datetime
    last: datetime
    waiting: int
    own_waiting: int
    unknown: int
    late: int
    due: int
    to_pay: int
    to_refund: int
    held_pay: int
    held_refund: int

    @property
    def where(self) -> dict[str, Any]:
        return {"league": Corner(self.slug, self.league), "of": self.season, "contest": self.contest}


_SEASON: Final = (
    *("competition__league__slug", "competition__league__name", "competition__code", "competition__name"),
    *("competition", "competition__rules"),
)


@cache
def _books(*narrowed: str) -> PreparedQuery:
    """The books of which a `user` may be told, their columns as `_Book` has them."""
    return PreparedQuery(lambda: _books_asked({name: Param(name) for name in narrowed}))


def _books_asked(narrowed: Mapping[str, Param]) -> QuerySet[Any, Any]:
    of_season, user = {"competition": OuterRef("competition")}, Param("user")
    member = Membership.objects.filter(league=OuterRef("competition__league"), user_id=user)
    arbiter = Arbiter.objects.filter(**of_season, user_id=user, left_at=None)
    entered = Entry.objects.filter(**of_season, user_id=user).exclude(state=Entry.State.REFUSED)
    trusted = all_fit().filter(**of_season, user_id=user)
    organiser = member.filter(role=Membership.Role.ORGANISER)
    holds = Holder.objects.filter(book=OuterRef("pk"), user_id=user)
    open_ = Proposal.objects.filter(book=OuterRef("pk"), state=Proposal.State.OPEN)
    said = Confirmation.objects.filter(proposal=OuterRef("open_proposal"))
    counted = _counted()
    due = counted["due"].order_by().values("competition")
    found = (
        Book.objects.filter(**narrowed)
        .filter(Exists(member), Exists(arbiter) | Exists(organiser) & ~Exists(entered) | Exists(holds))
        .filter(Exists(open_) | _any(counted))
        .annotate(
            is_arbiter=Exists(arbiter),
            organises=Exists(organiser) & ~Exists(entered),
            agreed=Coalesce(Subquery(trusted.values("agreed_sha256")[:1]), Value("")),
            open_proposal=Coalesce(Subquery(open_.values("pk")[:1]), 0),
            open_kind=Coalesce(Subquery(open_.values("kind")[:1]), Value("")),
            has_answered=Exists(said.filter(by_id=user)) | Exists(trusted.filter(refused_at__isnull=False)),
            confirmed=_count(said, "proposal"),
            first=Subquery(due.annotate(moment=Min("pay_by")).values("moment")),
            last=Subquery(due.annotate(moment=Max("pay_by")).values("moment")),
            **{kind: _count(rows, _by(rows)) for kind, rows in counted.items()},
        )
    )
    columns = (*_SEASON, *_Book._fields[len(_SEASON) :])
    return found.order_by("competition_id").values_list(*columns)[:MOST]


def _counted() -> Mapping[str, QuerySet[Any]]:
    """What is counted of a book, by the keys of `PLACES`. A fee that a bank took back waits like another."""
    of_book, user, now = {"book": OuterRef("pk")}, Param("user"), Param("now")
    records = HandRecord.objects.filter(**of_book)
    waiting = records.filter(state=HandRecord.State.WAITING)
    owing = Entry.objects.filter(
        competition=OuterRef("competition"), state__in=Entry.IN, pay_by__isnull=False
    ).exclude(competition__state__in=OVER)
    is_free = Q(not_before=None) | Q(not_before__lte=now)
    by_hand = Refund.objects.filter(**of_book, way=Refund.Way.HAND)
    to_pay = Payout.objects.filter(is_free, **of_book, state=Payout.State.CLAIMED)
    to_refund = by_hand.filter(state__in=Refund.OPEN)
    return {
        "waiting": waiting.exclude(by_id=user).exclude(_is_own()),
        "own_waiting": waiting.filter(by_id=user),
        "unknown": records.filter(state=HandRecord.State.UNKNOWN).exclude(_is_own()),
        "late": owing.filter(pay_by__lte=now),
        "due": owing.filter(pay_by__gt=now),
        "to_pay": to_pay,
        "to_refund": to_refund,
        "held_pay": to_pay.filter(holder__user_id=user),
        "held_refund": to_refund.filter(holder__user_id=user),
    }


def _is_own() -> Q:
    """Records of what the `user` of this `name` paid in real money: others confirm and match them
    (`recording.is_own_money`).
    """
    user, name = Param("user"), Upper(Param("name"), output_field=TextField())
    is_deposit = Q(kind=HandRecord.Kind.GUARANTEE)
    is_named = Q(Exact(Upper("payer"), name)) | Q(Exact(Upper("name"), name))
    own = ~is_deposit & (is_named | Q(entry__user_id=user))
    own |= is_deposit & Q(book__guarantor__user_id=user)
    return own & ~Q(book__currency=PLAY)


def _any(counted: Mapping[str, QuerySet[Any]]) -> Q:
    found = Q()
    for rows in counted.values():
        found |= Q(Exists(rows))
    return found


def _by(rows: QuerySet[Any]) -> str:
    return "competition" if rows.model is Entry else "book"


def _count(rows: QuerySet[Any], by: str) -> Coalesce:
    """How many rows there are, as a part of a query; they are all of one `by`."""
    return Coalesce(Subquery(rows.order_by().values(by).annotate(count=Count("pk")).values("count")), 0)


def _proposal(book: _Book) -> Waiting:
    says = {
        Proposal.Kind.RULING: _("Confirm the ruling on prizes"),
        Proposal.Kind.CARRYING: _("Decide: money for another season"),
    }.get(Proposal.Kind(book.open_kind), _("Confirm the prizes"))
    needed = needed_for(Competition(code=book.code, rules=book.rules))
    return Waiting(
        kind="money",
        urgency=NEEDS_YOU,
        says=says,
        more=_("%(count)d of %(needed)d confirmations") % {"count": book.confirmed, "needed": needed},
        address=address("prizes:proposal", book.slug, book.code, book.open_proposal),
        **book.where,
    )


def _until(first: datetime, last: datetime) -> str:
    """Until when fees that are due can be paid."""
    said = {"first": local.moment(first), "last": local.moment(last)}
    if first == last:
        return _("It can be paid until %(last)s.") % said
    return _("The first can be paid until %(first)s, the last until %(last)s.") % said


def _in_words(kind: str, count: int) -> tuple[str, str]:
    match kind:
        case "waiting":
            return (
                ngettext(
                    "%(count)d logged payment to confirm", "%(count)d logged payments to confirm", count
                ),
                _("A second treasurer has to confirm it."),
            )
        case "own_waiting":
            return (
                ngettext(
                    "%(count)d payment you logged is not confirmed",
                    "%(count)d payments you logged are not confirmed",
                    count,
                ),
                _("Another treasurer has to confirm it."),
            )
        case "unknown":
            return (
                ngettext("%(count)d payment to match", "%(count)d payments to match", count),
                _("We don’t know whose fee it is."),
            )
        case "late":
            return (
                ngettext("%(count)d fee is late", "%(count)d fees are late", count),
                _("The time to pay is over."),
            )
        case "due":
            return ngettext("%(count)d fee is due", "%(count)d fees are due", count), ""
        case "to_pay" | "held_pay":
            return (
                ngettext("%(count)d prize to pay out", "%(count)d prizes to pay out", count),
                _("Claimed, and confirmed."),
            )
    return (
        ngettext("%(count)d offline refund to make", "%(count)d offline refunds to make", count),
        _("Send the money, then log it."),
    )
