"""Keeping sealed answers and messages out of error reports and logs, with and without DEBUG.

No report shows a frame's variables, a posted value, a setting, or the keys in addresses. An error that
arose near answers, in the engine or among games, is told by its kind and place alone, because its words may
quote one. Settings name these.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import ItemsView, Iterator
from types import FrameType, SimpleNamespace, TracebackType
from typing import Any, ClassVar

from django.http import HttpRequest
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

WITHHELD = "(its words are withheld: they may quote an answer)"
MASK = "********"
TOLD = frozenset(
    ("HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_HOST", "HTTP_HX_REQUEST", "HTTP_REFERER", "HTTP_USER_AGENT")
)
"""What reports tell of a request's headers. Its length, for one, would tell how much someone had to say."""
KEYS = re.compile(r"(/(?:join|key)/|[?&]key=)[^/?&#\s\"']+")
"""What lets its holder in: the links of private games and of leagues, and those for a forgotten password."""


class SealedReporterFilter(SafeExceptionReporterFilter):
    """Django's filter, always on, that shows no variable of any frame and nothing that was posted."""

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        return {}

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        return {}.items()


def place_of(error: BaseException) -> str:
    """What went wrong and where, without the error's own words: `KeyError at adjudicator.position:81`."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    last = frames[-1]
    file = last.filename.replace("\\", "/").rsplit("/", 3)[-3:]
    return f"{type(error).__name__} at {'/'.join(file)}:{last.lineno}"[:200]


def is_near_answers(place: TracebackType | None) -> bool:
    """Whether an error with this traceback passed through code that handles answers or messages."""
    modules = (frame.f_globals.get("__name__", "") for frame, _line in traceback.walk_tb(place))
    return any(str(module).partition(".")[0] in ("adjudicator", "games") for module in modules)


def may_quote(error: BaseException | None) -> bool:
    """Whether the words of `error`, or of one that it came from, may quote an answer or a message."""
    return any(is_near_answers(each.__traceback__) for each in _with_causes(error))


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        seen.append(error)
        yield error
        error = error.__cause__ or error.__context__


def without_keys(text: str) -> str:
    """`text` with what opens doors in the addresses it names made illegible."""
    return KEYS.sub(rf"\1{MASK}", text)


class SealedReporter(ExceptionReporter):
    """Django's report, without the words of errors near answers, without settings and keys in addresses.

    Fields, files and cookies of the request are not parsed for it: what was sent may be the very thing that
    fails, and a form may hold answers.
    """

    def __init__(self, request: Any, *error: Any, **options: Any) -> None:
        unread: Any = None if request is None else _Unread(request)
        super().__init__(unread, *error, **options)

    def get_traceback_data(self) -> dict[str, Any]:
        data: dict[str, Any] = super().get_traceback_data()
        data["settings"] = {}
        if data.get("exception_value"):
            data["exception_value"] = without_keys(data["exception_value"])
        if self.request is not None:
            data |= _legible(self.request, data)
        # A record without an error gives its line in place of one.
        error = self.exc_value if isinstance(self.exc_value, BaseException) else None
        if is_near_answers(self.tb) or may_quote(error):
            data |= {
                "exception_value": WITHHELD,
                "exception_notes": "",
                "unicode_hint": "",
                "template_info": None,
            }
            for frame in data["frames"]:
                if frame.get("exc_cause") is not None:
                    frame["exc_cause"] = type(frame["exc_cause"]).__name__
        return data


class _Unread:
    """A request to those who report on it: what came with it as fields, files and cookies is left unread."""

    GET: ClassVar[dict[str, Any]] = {}
    POST: ClassVar[dict[str, Any]] = {}
    FILES: ClassVar[dict[str, Any]] = {}
    COOKIES: ClassVar[dict[str, str]] = {}

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def __getattr__(self, name: str) -> Any:
        return getattr(self._request, name)


def _legible(request: Any, data: dict[str, Any]) -> dict[str, Any]:
    """What a report may say of a request, in place of the request itself."""
    return {
        "request": SimpleNamespace(
            path_info=without_keys(request.path_info), META={"REQUEST_METHOD": request.method}
        ),
        "request_insecure_uri": without_keys(data["request_insecure_uri"]),
        "request_meta": {
            name: without_keys(value) for name, value in data["request_meta"].items() if name in TOLD
        },
    }


def tells_of_writing(record: logging.LogRecord) -> bool:
    """Whether a record tells that something which someone sent was refused, and at which address.

    In the game there, someone has saved orders too often or is keeping a draft: no one's business.
    """
    method = getattr(getattr(record, "request", None), "method", "GET")
    return method not in ("GET", "HEAD", "OPTIONS") and getattr(record, "status_code", 500) < 500


def tells_of_a_refusal(record: logging.LogRecord) -> bool:
    """Whether a record tells of a request that was answered with a 4xx: nothing of ours has failed."""
    return 400 <= getattr(record, "status_code", 500) < 500


class SealedLogFilter(logging.Filter):
    """For every handler: a record's traceback says where, and of an error near answers not what.

    Records that tell who writes are left out; those of refusals are a warning of one line, for strangers send
    as many as they like. Nothing is raised: a record that cannot be read is told as such.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        try:
            return self._seal(record)
        except Exception as error:
            record.msg, record.args = f"(a line that cannot be told: {place_of(error)})", ()
            record.exc_info = record.exc_text = None
            return True

    @staticmethod
    def _seal(record: logging.LogRecord) -> bool:
        if tells_of_writing(record):
            return False
        if tells_of_a_refusal(record):
            record.exc_info = None
            if record.levelno > logging.WARNING:
                record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        if record.exc_info and record.exc_info[0] is not None:
            kind, error, place = record.exc_info
            if is_near_answers(place) or may_quote(error):
                lines = traceback.format_list(traceback.extract_tb(place))
                record.exc_text = "".join([*lines, f"{kind.__name__}: {WITHHELD}"])
        said = record.getMessage()
        legible = without_keys(said)
        if legible != said:
            record.msg, record.args = legible, ()
        return True
