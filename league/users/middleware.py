"""What an account means for a request: who reads, their language and zone, and pages kept by no one else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, tzinfo
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import middleware
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.functional import SimpleLazyObject

from games.common.guards import limits
from league.users import sessions, ways_on


class AuthenticationMiddleware(middleware.AuthenticationMiddleware):
    """Django's own middleware, which takes the reader that the session has brought with it."""

    def process_request(self, request: Any) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: self._reader(request))

    @staticmethod
    def _reader(request: Any) -> Any:
        if not hasattr(request, "_cached_user") and (user := sessions.reader_of(request.session)):
            request._cached_user = user
        return middleware.get_user(request)


class PrivacyMiddleware:
    """Forbid everyone on the way, and the browser of a shared machine, to keep what was made for one reader.

    Made for one reader is whatever someone gets who is signed in, or whom a session knows (by the link of a
    private game). Other pages may be kept, but are asked for again each time.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", self._who_may_keep(request, response))
        return response

    @staticmethod
    def _who_may_keep(request: HttpRequest, response: HttpResponse) -> str:
        # After a failure no one is asked who this is: the database may be what failed.
        is_failure = response.status_code >= 500
        if is_failure or request.user.is_authenticated or not request.session.is_empty():
            return "private, no-store"
        return "no-cache"


class SeenMiddleware:
    """Note when each session was last in use, for the list that its owner can look through."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # After a failure the database is left alone: it may be what failed.
        if response.status_code < 500 and request.user.is_authenticated:
            sessions.note_seen(request)
        return response


class TooOftenMiddleware:
    """Answer 429 where a form of the account pages was refused for too many tries: allauth says it with the
    status of any other mistake.
    """

    CODES = ("too_many_login_attempts", "rate_limited")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_template_response(self, _request: HttpRequest, response: Any) -> Any:
        form = (response.context_data or {}).get("form")
        said = form.errors.as_data() if isinstance(form, BaseForm) and form.is_bound else {}
        if any(error.code in self.CODES for errors in said.values() for error in errors):
            response.status_code = limits.TOO_MANY_REQUESTS
        return response


class WayOnMiddleware:
    """Let the pages of the entrance pass on to each other where their reader wants to go in the end."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.FOUND:
            response.headers["Location"] = ways_on.leading_on(request, response.headers["Location"])
        return response


class LocaleMiddleware:
    """Speak the reader's language and show times in their zone.

    The language is their profile's when they are signed in, else the language cookie's (set by the switch in
    the footer), else the browser's wish, else English. The zone is their profile's, else UTC.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        zone: tzinfo = UTC
        if user.is_authenticated:
            language, zone = user.language, user.zone
        else:
            language = self.language_of_visitor(request)
        request.LANGUAGE_CODE = language
        with translation.override(language), timezone.override(zone):
            response = self.get_response(request)
            # Lazy texts are rendered here, while the language still stands.
            if hasattr(response, "render") and callable(response.render):
                response = response.render()
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ["Accept-Language"])
        return response

    @staticmethod
    def language_of_visitor(request: HttpRequest) -> str:
        known = dict(settings.LANGUAGES)
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        if chosen in known:
            return chosen
        asked = translation.get_language_from_request(request)[:2]
        return asked if asked in known else settings.LANGUAGE_CODE
