"""What a page says once after a form was sent: kept in a signed cookie, in the session where that is full."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class NamedCookieStorage(CookieStorage):
    """The cookie goes by a name of ours: Django has no setting for it."""

    @property
    def cookie_name(self) -> str:  # type: ignore[override]
        return str(settings.MESSAGE_COOKIE_NAME)


class Storage(FallbackStorage):
    storage_classes = (NamedCookieStorage, SessionStorage)
