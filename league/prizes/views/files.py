"""A season's book as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.http import Http404, HttpRequest, StreamingHttpResponse

from games.common.files.cached_files import cached_file
from games.common.files.downloads import CSV, FORMATS, download
from league.prizes.book import cursor, exporting
from league.prizes.models import Book

FORMS: Final[Mapping[str, tuple[Callable[..., Iterator[str] | Iterator[bytes]], str]]] = {
    "csv": (exporting.csv_lines, CSV),
    "json": (exporting.json_bytes, FORMATS["json"]),
    "beancount": (exporting.beancount, "text/plain; charset=utf-8"),
}
"""By the end of their names: how files are made, and what they are."""


def book_as(
    request: HttpRequest,
    form: str,
    book: Book,
    code: str,
    *,
    for_keepers: bool = False,
    is_kept: bool = False,
    **asked: Any,
) -> StreamingHttpResponse:
    """The file, made while it is sent; `asked` is for its maker. One that `is_kept` is made once a minute, or
    when something was booked. 404 of a form that no one knows.
    """
    if form not in FORMS:
        raise Http404
    make, kind = FORMS[form]

    def pieces() -> Iterator[bytes]:
        for piece in make(book, for_keepers=for_keepers, **asked):
            yield piece if isinstance(piece, bytes) else piece.encode()

    key = f"book-file-{book.pk}-{cursor.last_number(book)}-{form}" if is_kept else ""
    name = f"{code}-book.{form}" if for_keepers else f"{code}-money.{form}"
    return download(request, cached_file(key, pieces) if is_kept else pieces(), kind, name)
