"""Asking providers: what they say is booked, and nothing is believed that was not asked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import OperationalError, connection

from games.common.guards.sealing import place_of
from league.prizes.models import Checkout
from league.prizes.providers import by_key
from league.prizes.providers.port import ProviderDown
from league.prizes.services.incoming.receiving import take_status

logger = logging.getLogger(__name__)

Row = TypeVar("Row")


def ask(checkout: Checkout) -> None:
    """Ask the provider how a checkout stands, and book it. Call it outside any transaction: an answer may
    take seconds. Raises `ProviderDown`, also of a provider without keys, and `ProviderRefuses` of a checkout
    that it does not know.
    """
    provider = by_key(checkout.provider)
    if provider is None:
        raise ProviderDown(f"no keys for {checkout.provider}")
    take_status(checkout=checkout, status=provider.status(checkout.provider_id))


def each_by_itself(
    rows: Iterable[Row], act: Callable[[Row], bool], what: str, provider_of: Callable[[Row], str]
) -> int:
    """Let `act` be done with every row; of how many it said that something was done.

    One that fails stops no other: it is logged, and tried again as its service says. Of a provider that does
    not answer the rows that follow are left for the next round, for each would wait as long. A database that
    is gone stops it all.
    """
    done, silent = 0, set()
    for row in rows:
        if provider_of(row) in silent:
            continue
        try:
            done += act(row)
        except ProviderDown as error:
            logger.warning("A payment provider does not answer: %s", error)
            silent.add(provider_of(row))
        except Exception as error:
            if isinstance(error, OperationalError) and not connection.is_usable():
                raise
            logger.error("A %s failed: %s", what, place_of(error))
    return done
