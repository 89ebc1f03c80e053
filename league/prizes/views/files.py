"""A season's book as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.http import Http404, StreamingHttpResponse

from league.prizes import exporting
from league.prizes.models import Book

FORMS: Final[Mapping[str, tuple[Callable[..., Iterator[str] | Iterator[bytes]], str]]] = {
    "csv": (exporting.csv_lines, "text/csv; charset=utf-8"),
    "json": (exporting.json_bytes, "application/json"),
    "beancount": (exporting.beancount, "text/plain; charset=utf-8"),
}
"""By the end of their names: how files are made, and what they are."""


def book_as(
    form: str, book: Book, code: str, *, for_keepers: bool = False, **asked: Any
) -> StreamingHttpResponse:
    """The file, made while it is sent; `asked` is for its maker. 404 of a form that nobody knows."""
    if form not in FORMS:
        raise Http404
    make, kind = FORMS[form]
    response = StreamingHttpResponse(make(book, for_keepers=for_keepers, **asked), content_type=kind)
    name = f"{code}-book.{form}" if for_keepers else f"{code}-money.{form}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
