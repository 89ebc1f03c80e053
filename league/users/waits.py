"""How long someone whom allauth has refused for asking too often has to wait: it does not say so itself."""

from __future__ import annotations

import math
import time

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import resolve

ACTIONS = {
    "account_login": ("login",),
    "account_signup": ("signup",),
    "account_reset_password": ("reset_password",),
    "account_reset_password_from_key": ("reset_password_from_key",),
    "account_change_password": ("change_password",),
    "account_email": ("manage_email", "confirm_email"),
    "account_email_verification_sent": ("confirm_email",),
    "account_reauthenticate": ("reauthenticate",),
    "mfa_reauthenticate": ("reauthenticate",),
    "mfa_reauthenticate_webauthn": ("reauthenticate",),
    "mfa_login_webauthn": ("webauthn_login",),
}
"""What is counted at each address."""
AT_LEAST = 10


def of(request: HttpRequest) -> int:
    """Seconds until the same request would be taken; the shortest wait there is when none can be found."""
    name = resolve(request.path_info).url_name or ""
    app = "allauth.mfa" if name == "mfa_login_webauthn" else "allauth.account"
    waits = [
        _wait(request, app, action, rate)
        for action in ACTIONS.get(name, ())
        for rate in ratelimit.get_rates(app=app, action=action)
    ]
    return max([AT_LEAST, *waits])


def _wait(request: HttpRequest, app: str, action: str, rate: ratelimit.Rate) -> int:
    """Until the oldest of the counted requests is no longer counted; 0 while there is room for another."""
    if rate.per == "user" and not request.user.is_authenticated:
        return 0
    key = request.POST.get("email", "").lower()
    counted = cache.get(ratelimit.get_cache_key(request, app=app, action=action, rate=rate, key=key), [])
    if len(counted) < rate.amount:
        return 0
    return math.ceil(float(counted[rate.amount - 1] + rate.duration - time.time()))
