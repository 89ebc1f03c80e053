"""The cast: ada and ben play, carl organises Calais, dora belongs to Douvres, a visitor has no account."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.common import clock
from tests import migrated, outcomes, tiers
from tests.alike.plain import plain

PASSWORD = "correct horse battery staple"


def pytest_addoption(parser: pytest.Parser) -> None:
    tiers.add_options(parser)
    outcomes.add_option(parser)


def pytest_configure(config: pytest.Config) -> None:
    tiers.configure(config)
    outcomes.configure(config)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep those of the part and the tier, and begin with long ones.

    Else one process would be left alone with one of them when the others have finished.
    """
    tiers.select(config, items)
    items.sort(key=lambda item: not item.get_closest_marker("long"))


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output.update(tiers.told(session.config))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    tiers.heard(node.config, getattr(node, "workeroutput", {}))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for line in tiers.summary(config.stash[tiers.LEFT_OUT]):
        terminalreporter.write_line(line)


def pytest_sessionstart(session: pytest.Session) -> None:
    """French is tested too: its catalogue is compiled before the first page is rendered."""
    from league.server.catalogue import compile_all

    compile_all()


@pytest.fixture(scope="module", autouse=True)
def pages_are_read_as_browsers_read_them() -> Iterator[None]:
    """Tests look for pieces of pages: where a template breaks its lines is nothing to them.

    What compares bytes overrides this fixture by one that does nothing.
    """
    request = Client.request

    def read(client: Client, **given: Any) -> Any:
        response = request(client, **given)
        is_page = response.headers.get("Content-Type", "") == "text/html; charset=utf-8"
        if is_page and not response.streaming and "Content-Encoding" not in response.headers:
            response.content = plain(response.content.decode(), is_html=True, keeps_comments=True)
        return response

    Client.request = read  # type: ignore[method-assign]
    yield
    Client.request = request  # type: ignore[method-assign]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """Begin with a copy of the migrated file that the run has made, if it has; nothing of it is left."""
    if connection.vendor != "sqlite" or migrated.FILE not in os.environ:
        yield
        return
    copy = Path(connection.settings_dict["TEST"]["NAME"])
    migrated.copy_to(copy)
    yield
    for each in copy.parent.glob(f"{copy.name}*"):
        each.unlink()


@pytest.fixture(scope="session", autouse=True)
def rows_are_deleted_after_tests_that_commit() -> Iterator[None]:
    """On PostgreSQL by DELETE, as truncating takes a second for tables that hold a few rows or none. On both
    without the guards of the ledger, which let nothing be deleted, where it has rows.
    """
    usual = connection.ops.sql_flush

    def delete(
        style: Any, tables: Collection[str], *, reset_sequences: bool = False, allow_cascade: bool = False
    ) -> list[str]:
        if reset_sequences or connection.vendor != "postgresql":
            found = usual(style, tables, reset_sequences=reset_sequences, allow_cascade=allow_cascade)
        else:
            # Keys are checked when the transaction ends, so the tables may come in any order.
            found = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in sorted(tables)]  # noqa: S608
        return unguarded(list(found))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection.ops, "sql_flush", delete)
        yield


def unguarded(statements: list[str]) -> list[str]:
    """The statements, with the guards of the ledger lifted around them where it has rows."""
    from league.prizes.book import guards
    from league.prizes.models import Book

    if not Book.objects.exists():
        return statements
    return [*guards.lifting(connection), *statements, *guards.setting(connection)]


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """Rate limits are counted in the cache, and one test's logins are not the next one's."""
    yield
    cache.clear()


def make_user(name: str, **values: Any) -> Any:
    """An account with a confirmed address, able to log in with PASSWORD."""
    from league.users.models import User

    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD, **values)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def house_was_up() -> None:
    """Let the drain have ended just now by the clock that the test has set: its jump there was no outage."""
    from games.adjudication.outage import DRAIN
    from games.common import clock
    from games.models import Heartbeat

    Heartbeat.objects.update_or_create(name=DRAIN, defaults={"beat_at": clock.now()})


@pytest.fixture
def ada(db: None) -> Any:
    """Plays; lives in London and reads English."""
    return make_user("ada", time_zone="Europe/London")


@pytest.fixture
def ben(db: None) -> Any:
    """Plays; lives in Paris and reads French."""
    return make_user("ben", time_zone="Europe/Paris", language="fr")


@pytest.fixture
def carl(db: None) -> Any:
    """Organises Calais, and plays in no game."""
    return make_user("carl", time_zone="Europe/Paris")


@pytest.fixture
def dora(db: None) -> Any:
    """Belongs to Douvres, and to no other league."""
    return make_user("dora")


@pytest.fixture
def eve(db: None) -> Any:
    """A member of Calais who plays in no game."""
    return make_user("eve")


@pytest.fixture
def calais(ada: Any, ben: Any, carl: Any) -> Any:
    """A public league: carl organises it, ada and ben are members."""
    from league.leagues import services

    league = services.create_league(
        user=carl, name="Calais", slug="calais", description="Across the Channel", visibility="public"
    )
    for user in (ada, ben):
        services.join(league=league, user=user)
    return league


@pytest.fixture
def douvres(dora: Any) -> Any:
    """A league by invitation, which only dora sees."""
    from league.leagues import services

    return services.create_league(
        user=dora, name="Douvres", slug="douvres", description="White cliffs", visibility="invitation"
    )


@pytest.fixture
def client_of() -> Callable[[Any], Client]:
    """A browser in which someone is signed in (None: no one). Each call opens a new one."""

    def open_browser(user: Any = None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
        return client

    return open_browser


@pytest.fixture
def visitor() -> Client:
    """Someone without an account, reading English."""
    return Client(HTTP_ACCEPT_LANGUAGE="en")


def count_queries(client: Client, url: str) -> int:
    """How many queries one GET of `url` makes; it has to answer 200."""
    # The log holds 9,000 and is emptied by requests that no one counts: after many that were, none is added.
    connection.queries_log.clear()
    clock.shown()  # a process asks what time it is once a minute, whichever page is the first after it
    with CaptureQueriesContext(connection) as queries:
        response = client.get(url)
    assert response.status_code == 200, f"{url} answered {response.status_code}"
    return len(queries)


@pytest.fixture
def assert_queries_do_not_grow() -> Callable[[Client, str, Callable[[], Any]], None]:
    """Check that `url` makes no more queries after `make_more` has added rows to what it shows."""

    def check(client: Client, url: str, make_more: Callable[[], Any]) -> None:
        client.get(url)  # whatever the first page of a session costs
        before = count_queries(client, url)
        make_more()
        client.get(url)  # making many may take a minute, after which one is seen again
        after = count_queries(client, url)
        assert after <= before, f"{url} made {before} queries, and {after} with more rows"

    return check
