"""Log lines as JSON, each with the request, the game and the task it belongs to.

What a record may quote is settled before by `SealedLogFilter`; nothing here looks behind it.
"""

from __future__ import annotations

import logging
from collections.abc import MutableMapping
from typing import Any

import structlog
from celery.signals import task_postrun, task_prerun
from structlog.contextvars import bind_contextvars, clear_contextvars, merge_contextvars


def sealed_traceback(_logger: Any, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Put the traceback that the filter left legible in place of the error itself."""
    record: logging.LogRecord = event["_record"]
    if event.pop("exc_info", None):
        event["traceback"] = record.exc_text or logging.Formatter().formatException(record.exc_info)  # type: ignore[arg-type]
    return event


def json_lines() -> logging.Formatter:
    """A formatter that writes one JSON object a line: at, level, logger, event, and what is bound."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(allow=["game"]),
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            sealed_traceback,
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )


@task_prerun.connect  # type: ignore[untyped-decorator]
def begin_task(task_id: str, task: Any, **_: Any) -> None:
    clear_contextvars()
    bind_contextvars(task=task.name, task_id=task_id)


@task_postrun.connect  # type: ignore[untyped-decorator]
def end_task(**_: Any) -> None:
    clear_contextvars()
