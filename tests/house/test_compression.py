"""What is compressed is longer by a random few bytes, no matter which layer compresses it (BREACH,
docs/security.md).
"""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.test import Client, RequestFactory, override_settings

from league.server.compression import CompressionMiddleware, padding

PAGE = "<!doctype html><p>" + 200 * "Any page. "


def answered(response: Any, *, by_proxy: bool) -> Any:
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip, br"})
    with override_settings(PROXY_COMPRESSES_PAGES=by_proxy):
        return CompressionMiddleware(lambda _: response)(request)


def test_a_page_that_the_proxy_compresses_ends_with_as_many_random_digits_as_chance_has_it():
    pages = [answered(HttpResponse(PAGE), by_proxy=True) for _time in range(40)]
    assert all(re.fullmatch(re.escape(PAGE) + "<!--[0-9a-f]*-->", page.content.decode()) for page in pages)
    assert all(page["Content-Length"] == str(len(page.content)) for page in pages)
    assert not any("Content-Encoding" in page for page in pages)
    assert len({len(zlib.compress(page.content)) for page in pages}) > 10


def test_padding_stays_below_its_bound_and_is_not_taken_away_by_compressing():
    drawn = [padding(100) for _time in range(300)]
    assert max(map(len, drawn)) <= len(b"<!---->") + 2 * 99
    grown = [
        len(zlib.compress(PAGE.encode() + each, 9)) - len(zlib.compress(PAGE.encode(), 9)) for each in drawn
    ]
    assert all(more >= (len(each) - 7) / 2 - 3 for more, each in zip(grown, drawn, strict=True))


@pytest.mark.parametrize(
    "response",
    [
        HttpResponse(status=204),
        HttpResponseRedirect("/"),
        HttpResponse("<p>kept</p>", content_type="text/plain"),
    ],
)
def test_what_is_empty_or_no_page_is_not_padded(response):
    before = response.content
    assert answered(response, by_proxy=True).content == before


def test_files_are_compressed_here_as_the_proxy_leaves_them_alone():
    file = StreamingHttpResponse(iter([PAGE]), content_type="text/csv")
    packed = answered(file, by_proxy=True)
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(b"".join(packed.streaming_content)).decode() == PAGE


def test_where_there_is_no_proxy_pages_are_compressed_here():
    packed = answered(HttpResponse(PAGE), by_proxy=False)
    assert packed["Content-Encoding"] == "gzip" and gzip.decompress(packed.content).decode() == PAGE


@pytest.mark.django_db
@override_settings(PROXY_COMPRESSES_PAGES=True)
def test_pages_of_the_site_are_padded():
    ask = {"headers": {"accept-encoding": "gzip"}}
    found = [re.search(rb"<!--([0-9a-f]*)-->\Z", Client().get("/", **ask).content) for _time in range(4)]
    assert all(found) and len({each[1] for each in found}) > 1


def test_production_leaves_pages_and_nothing_else_to_the_proxy():
    production = Path(settings.ROOT, "league/settings/production.py").read_text()
    assert re.search(r"^PROXY_COMPRESSES_PAGES = True$", production, re.MULTILINE)
    proxy = Path(settings.ROOT, "deploy/Caddyfile").read_text()
    (kinds,) = re.findall(r"encode zstd gzip \{\s*match \{([^}]*)\}", proxy)
    assert kinds.split() == ["header", "Content-Type", "text/html*"]
    assert len(re.findall(r"^\s*encode\b", proxy, re.MULTILINE)) == 1
