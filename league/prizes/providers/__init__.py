"""Ways to be paid online, one interface for all. `provider_for` and `by_key` are the doors."""

from __future__ import annotations

from django.conf import settings

from league.money import PLAY
from league.prizes.providers.port import Provider
from league.prizes.providers.sandbox import Sandbox
from league.prizes.providers.stripe import StripeProvider

__all__ = ["by_key", "provider_for"]


def provider_for(currency: str) -> Provider | None:
    """Who takes new payments in `currency`: the sandbox play money; real money Stripe, once the operator has
    turned it on and given their name and its keys. None: no one, so paying online is not offered.
    """
    if currency == PLAY:
        return Sandbox()
    is_on = settings.PRIZES_REAL_MONEY and settings.PRIZES_OPERATOR
    return by_key(StripeProvider.key) if is_on else None


def by_key(key: str) -> Provider | None:
    """The provider that a row names, whatever is turned on: what was paid before is still refunded and
    compared. None of one that does not exist or has no keys.
    """
    if key == Sandbox.key:
        return Sandbox()
    if key == StripeProvider.key and settings.STRIPE_SECRET_KEY and settings.STRIPE_WEBHOOK_SECRET:
        return StripeProvider(settings.STRIPE_SECRET_KEY, settings.STRIPE_WEBHOOK_SECRET)
    return None
