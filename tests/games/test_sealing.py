import logging
import sys

import pytest
from django.test import RequestFactory
from django.views.debug import ExceptionReporter, get_exception_reporter_filter

from games import tasks
from games.common.guards.sealing import SealedLogFilter, SealedReporter, SealedReporterFilter, place_of
from games.engine import bridge
from games.models import Answer
from games.services.players.answers import save_answer
from games.services.players.letters import send_letter
from tests.games.conftest import phase_of

SEALED = "A PAR - BUR sealed and secret"


@pytest.fixture
def failing_request():
    """A request that carried an order into code that failed while holding it."""
    return RequestFactory().post("/l/calais/g/abc/answer/", {"text": SEALED, "version": "1"})


def report_of(request, *, html):
    draft = {"text": SEALED}
    try:
        raise LookupError("no such seat" if draft else "")
    except LookupError:
        reporter = ExceptionReporter(request, *sys.exc_info())
    return reporter.get_traceback_html() if html else reporter.get_traceback_text()


@pytest.mark.parametrize("debug", [True, False])
@pytest.mark.parametrize("html", [True, False])
def test_error_reports_show_no_variable_and_no_posted_value(failing_request, settings, debug, html):
    settings.DEBUG = debug
    report = report_of(failing_request, html=html)
    assert "no such seat" in report
    assert SEALED not in report


def test_the_filter_is_the_sites(failing_request):
    assert isinstance(get_exception_reporter_filter(failing_request), SealedReporterFilter)
    assert SealedReporterFilter().get_post_parameters(None) == {}


def test_an_errors_place_is_told_without_its_words():
    try:
        raise ValueError(SEALED)
    except ValueError as error:
        assert place_of(error).startswith("ValueError at tests/games/test_sealing.py:")
    assert place_of(ValueError(SEALED)) == "ValueError"


def test_rows_do_not_show_what_they_hold(running_game, ada):
    draft = save_answer(game=running_game, user=ada, label="S1901H", text=SEALED, version=0)
    letter = send_letter(game=running_game, user=ada, to=["2"], body=SEALED, key="k")
    for row in (draft, letter, phase_of(running_game), running_game):
        assert SEALED not in f"{row} {row!r}"


def test_nothing_of_an_answer_or_a_letter_is_logged(running_game, ada, advance, caplog):
    caplog.set_level(logging.DEBUG)
    save_answer(game=running_game, user=ada, label="S1901H", text=SEALED, version=0, ready=True)
    send_letter(game=running_game, user=ada, to=["2"], body=SEALED, key="k")
    advance()
    assert SEALED not in caplog.text
    assert Answer.objects.get().text == SEALED


@pytest.fixture
def quoting_engine(monkeypatch):
    """An engine that fails on every answer and quotes it."""

    def read(*args, **kwargs):
        raise LookupError(SEALED) from KeyError(SEALED)

    monkeypatch.setattr(bridge.adjudicator, "read", read)


def save_and_fail(game, user):
    with pytest.raises(LookupError) as failed:
        save_answer(game=game, user=user, label="S1901H", text="France", version=0)
    return failed.value


def test_a_report_does_not_repeat_the_words_of_an_error_near_answers(running_game, ada, quoting_engine):
    error = save_and_fail(running_game, ada)
    reporter = SealedReporter(None, type(error), error, error.__traceback__)
    for report in (reporter.get_traceback_text(), reporter.get_traceback_html()):
        assert SEALED not in report
        assert "LookupError" in report
        assert "save_answer" in report


def test_a_log_does_not_repeat_them_either(running_game, ada, quoting_engine):
    error = save_and_fail(running_game, ada)
    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 0, "failed", (), (type(error), error, error.__traceback__)
    )
    assert SealedLogFilter().filter(record)
    line = logging.Formatter().format(record)
    assert SEALED not in line
    assert "LookupError" in line
    assert "bridge.py" in line


def test_words_of_errors_elsewhere_are_kept():
    try:
        logging.getLevelName(logging.NOTSET).index("no such thing")
    except ValueError as error:
        trace = error.__traceback__.tb_next or error.__traceback__
        record = logging.LogRecord("x", logging.ERROR, "", 0, "failed", (), (ValueError, error, trace))
        SealedLogFilter().filter(record)
        assert "substring not found" in logging.Formatter().format(record)


@pytest.mark.parametrize("place", ["django", "root"])
def test_every_handler_has_the_filter(settings, place):
    logged = settings.LOGGING
    names = (logged["loggers"] | {"root": logged["root"]})[place]["handlers"]
    assert all("sealed" in logged["handlers"][name]["filters"] for name in names)


def test_a_task_that_fails_tells_celery_the_place_alone(running_game, ada, monkeypatch):
    def fail(**_how):
        raise LookupError(SEALED)

    monkeypatch.setattr(tasks, "drain", fail)
    with pytest.raises(tasks.TaskFailed, match="LookupError at") as failed:
        tasks.drain_due()
    assert SEALED not in str(failed.value)
    assert failed.value.__suppress_context__
