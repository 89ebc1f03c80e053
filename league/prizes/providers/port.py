"""What every payment provider answers. Amounts are minor units; nothing here touches the ledger.

A provider is believed only when asked: a webhook says that something happened to a checkout, `status` says
what. Each method may raise `ProviderDown` (ask again later); `create` and `refund` take an idempotency key,
so that asking again after a time-out does nothing twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class ProviderDown(Exception):
    """The provider did not answer, or not in a way that says whether anything happened. Ask again."""


class NotNow(Exception):
    """The provider says no for the time being: nothing has happened. Ask again."""


class ProviderRefuses(Exception):
    """The provider says no, for good. `str()` of it says why, in English, for those who keep the book."""


class BadSignature(Exception):
    """A webhook that the provider did not send, or sent too long ago."""


@dataclass(frozen=True, slots=True)
class CheckoutRequest:
    """What is asked for: `key` is the idempotency key, `reference` our own name for it."""

    key: str
    amount: int
    currency: str
    description: str
    reference: str
    return_to: str
    language: str


@dataclass(frozen=True, slots=True)
class OpenedCheckout:
    """A hosted checkout: the provider's name for it, and the address at which one pays."""

    provider_id: str
    address: str


@dataclass(frozen=True, slots=True)
class Status:
    """How a checkout stands at the provider. `state` is `open`, `paid`, `failed` or `expired`.

    `amount` is what was paid, `charges` what the provider kept of it, `refunded` what has gone back so far by
    refunds, `charged_back` what the payer's bank took back and has not returned.
    """

    state: str
    amount: int = 0
    currency: str = ""
    charge_id: str = ""
    charges: int = 0
    refunded: int = 0
    charged_back: int = 0

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    @property
    def is_refunded(self) -> bool:
        """Whether all that was paid has gone back, by refunds or to the payer's bank."""
        return 0 < self.amount <= self.refunded + self.charged_back


@dataclass(frozen=True, slots=True)
class Refunded:
    """How a refund stands: the provider's name for it, and how much of it has gone back."""

    provider_id: str
    given: int


@dataclass(frozen=True, slots=True)
class Event:
    """What a webhook is about. `checkout_id` is empty where it concerns none of ours."""

    event_id: str
    checkout_id: str


class Provider(Protocol):
    """One way to be paid online."""

    key: str
    """The provider's name in rows: `sandbox`, `stripe`."""

    def charges_of(self, amount: int, currency: str) -> int:
        """What it keeps of a payment, about, before anyone has paid: to be foreseen, never booked."""

    def create(self, asked: CheckoutRequest) -> OpenedCheckout:
        """Open a hosted checkout; the same again for the same key. Raises ProviderDown, ProviderRefuses."""

    def status(self, provider_id: str) -> Status:
        """How a checkout stands now. Raises ProviderDown, ProviderRefuses of one it does not know."""

    def refund(self, provider_id: str, amount: int, key: str) -> Refunded:
        """Give back so much of a paid checkout, the way it came; the same again for the same key. Raises
        ProviderDown, NotNow, and ProviderRefuses where it cannot go back that way any more.
        """

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> Event:
        """What a webhook says, once its signature is checked. Raises BadSignature, ValueError of nonsense."""

    def paid_since(self, since: float) -> Mapping[str, int]:
        """By checkout: what was paid since a moment (Unix seconds), for the comparison with the ledger.
        Raises ProviderDown.
        """
