"""How answers get smaller on their way, and how their length stays no measure of what they say (BREACH)."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressionMiddleware(GZipMiddleware):
    """Pages are made longer by a random few bytes and left for the proxy to compress, where it does so
    (`PROXY_COMPRESSES_PAGES`). All else, and pages where there is no proxy, are compressed here, which adds
    as many bytes.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> Any:
        if settings.PROXY_COMPRESSES_PAGES and _is_page(response):
            response.content += padding(self.max_random_bytes)  # type: ignore[attr-defined]
            response.headers["Content-Length"] = str(len(response.content))  # type: ignore[attr-defined]
            return response
        return super().process_response(request, response)


def _is_page(response: HttpResponseBase) -> bool:
    """What the Caddyfile calls a page: it compresses nothing else. An answer without content stays so."""
    kind = response.headers.get("Content-Type", "")
    return kind.startswith("text/html") and not response.streaming and bool(response.content)  # type: ignore[attr-defined]


def padding(most: int) -> bytes:
    """A comment of up to `most` random bytes in hexadecimal, which no compressing takes away: two digits are
    a byte again, or a little more, as they share a table with the text.
    """
    return b"<!--%s-->" % secrets.token_hex(secrets.randbelow(most)).encode()
