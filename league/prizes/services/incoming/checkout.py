"""Paying a fee online: from the button to the provider's page. Nothing is credited here."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from games.common import clock
from league.competitions.models import Competition, Entry
from league.competitions.services.locking import lock
from league.prizes.book.books import book_of
from league.prizes.book.closed import is_closed, stands_still
from league.prizes.errors import NoAnswer, NothingToPay, NotOnline, NotYourFee, PaymentClosed, PaymentRefused
from league.prizes.models import Book, Checkout, Payment
from league.prizes.providers import by_key, provider_for
from league.prizes.providers.port import CheckoutRequest, Provider, ProviderDown, ProviderRefuses
from league.prizes.services.incoming.provider_status import ask
from league.prizes.services.opening import approved
from league.users.models import User

logger = logging.getLogger(__name__)

State = Checkout.State

RESUMED_FOR: Final = timedelta(hours=20)
"""For so long a checkout is shown again, and one whose answer was lost is asked for by its key: providers
forget keys, and end checkouts, after a day.
"""


def begin(*, entry: Entry, user: User) -> Checkout:
    """The open checkout at which `user` pays the fee of `entry`, opened where there is none.

    Its row is written first and the provider asked afterwards, by the row's key, so that an answer that gets
    lost costs nothing: asking again finds the same checkout. Call it outside any transaction. Refuses with
    `NotYourFee`, `NothingToPay`, `NotOnline` where the season or this site takes no money online,
    `PaymentClosed` for a while, `NoAnswer` and `PaymentRefused` where the provider does not.
    """
    checkout = _opened_row(entry, user)
    if checkout.provider_id and checkout.created_at <= clock.now() - RESUMED_FOR:
        _look(checkout)  # it may have ended by itself meanwhile, or have been paid
        checkout = _opened_row(entry, user)
    return checkout if checkout.provider_id else _open(checkout, user)


def takes_online(competition: Competition) -> Provider | None:
    """Who takes the fee of a season online now; None where its rules, this site or its operator do not let
    anyone, who may have ended the league's approval since it was announced.
    """
    given = competition.terms.money
    if given is None or not given.online:
        return None
    return provider_for(given.currency) if given.is_play or approved(competition.league) else None


def close_stale() -> int:
    """Close checkouts whose address no one ever got; how many. No one can have paid at them."""
    now = clock.now()
    stale = Checkout.objects.filter(state=State.OPEN, provider_id="", created_at__lte=now - RESUMED_FOR)
    return stale.update(state=State.EXPIRED, closed_at=now)


@transaction.atomic(durable=True)
def _opened_row(entry: Entry, user: User) -> Checkout:
    """The open checkout of an entry as a row, made where there is none; the competition's lock is let go."""
    competition = lock(entry.competition)
    now = clock.now()
    found = competition.entries.get(pk=entry.pk)
    if found.user_id != user.pk:
        raise NotYourFee
    book, provider = _way_in(competition)
    if competition.is_over or not competition.fee or not _owes(found, now) or _is_paid(found):
        raise NothingToPay
    if is_closed(competition, online=True):
        raise PaymentClosed
    standing = found.checkouts.filter(state=State.OPEN).select_related("entry").first()
    if standing is not None and not _is_stale(standing, now):
        standing.book, standing.entry.competition = book, competition
        return standing
    if standing is not None:
        standing.state, standing.closed_at = State.EXPIRED, now
        standing.save(update_fields=["state", "closed_at"])
    found.competition = competition
    return Checkout.objects.create(
        book=book, entry=found, provider=provider.key, amount=competition.fee, created_at=now
    )


def _owes(entry: Entry, now: datetime) -> bool:
    """Whether the fee of an entry is to be paid now: it, or a payment of it that was taken back. While one
    way to pay is closed its time does not pass.
    """
    if entry.state not in Entry.IN or entry.pay_by is None:
        return False
    return now < entry.pay_by or stands_still(entry.competition_id)


def _way_in(competition: Competition) -> tuple[Book, Provider]:
    """The season's book, and who takes money for it. Raises `NotOnline`."""
    book, provider = book_of(competition), takes_online(competition)
    if book is None or provider is None:
        raise NotOnline
    return book, provider


def _is_paid(entry: Entry) -> bool:
    return Payment.objects.filter(entry=entry, state__in=[Payment.State.HELD, Payment.State.FEE]).exists()


def _is_stale(checkout: Checkout, now: datetime) -> bool:
    return not checkout.provider_id and checkout.created_at <= now - RESUMED_FOR


def _open(checkout: Checkout, user: User) -> Checkout:
    """Let the provider open what the row stands for, and write down where one pays."""
    provider = by_key(checkout.provider)
    if provider is None:
        raise NoAnswer
    try:
        opened = provider.create(_asked(checkout, user))
    except ProviderDown as error:
        logger.warning("A payment provider does not answer: %s", error)
        raise NoAnswer from error
    except ProviderRefuses as error:
        logger.error("A payment provider refused a checkout: %s", error)
        gone = Checkout.objects.filter(pk=checkout.pk, state=State.OPEN, provider_id="")
        gone.update(state=State.FAILED, closed_at=clock.now())
        raise PaymentRefused from error
    # Two at once are given the same checkout for the same key.
    row = Checkout.objects.filter(pk=checkout.pk, provider_id="")
    row.update(provider_id=opened.provider_id, address=opened.address)
    checkout.refresh_from_db(fields=["provider_id", "address", "state"])
    return checkout


def _asked(checkout: Checkout, user: User) -> CheckoutRequest:
    competition = checkout.entry.competition
    return CheckoutRequest(
        key=f"checkout:{checkout.pk}",
        amount=checkout.amount,
        currency=checkout.book.currency,
        description=competition.name,
        reference=str(checkout.pk),
        return_to=f"{settings.SITE_ADDRESS}{competition.get_absolute_url()}money/pay/?back=1",
        language=user.language,
    )


def _look(checkout: Checkout) -> None:
    try:
        ask(checkout)
    except ProviderDown as error:
        raise NoAnswer from error
    except ProviderRefuses as error:
        logger.error("A payment provider does not know a checkout of ours: %s", error)
        raise PaymentRefused from error
