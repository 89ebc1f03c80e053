"""Answers that are kept as files, sent while they are made."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.http import content_disposition_header

from games.common.files.spreadsheets import MARK

CSV: Final = "text/csv; charset=utf-8"
FORMATS: Final = {"csv": CSV, "json": "application/json"}
"""What tables are offered as, by the end of the file's name."""


def download(
    request: HttpRequest, pieces: Iterable[str] | Iterable[bytes], kind: str, name: str
) -> StreamingHttpResponse:
    """`pieces` as a file of this name. CSV begins with the mark of spreadsheets, which `?plain=1` leaves out
    for programs.
    """
    has_mark = kind == CSV and request.GET.get("plain") != "1"
    response = StreamingHttpResponse(chain([MARK] if has_mark else [], pieces), content_type=kind)
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response
