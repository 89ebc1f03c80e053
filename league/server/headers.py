"""Headers that tell the browser what no page of ours ever needs, so that nothing slipped into one can use it.

The content security policy comes from django-csp, HSTS, nosniff, the referrer and opener policies from Django
(`league/settings`); these are the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

NEVER_USED = (
    "accelerometer",
    "autoplay",
    "browsing-topics",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "identity-credentials-get",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "screen-wake-lock",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
OURS_ALONE = ("clipboard-write", "fullscreen", "publickey-credentials-create", "publickey-credentials-get")

PERMISSIONS = ", ".join([*(f"{name}=()" for name in NEVER_USED), *(f"{name}=(self)" for name in OURS_ALONE)])


class HeadersMiddleware:
    """Put them on every answer, static files among them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response
