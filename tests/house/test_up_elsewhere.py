"""`up` on an address that other machines reach: browsers get in by it, and the known passwords do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from league import demo
from league.demo.people import make_people
from league.management import embedded
from league.management.commands import up
from league.server import embedded_address
from league.users.models import User
from tests.house.process import free_port


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any) -> Iterator[Callable[..., str]]:
    """Runs `up` without serving anything; what it printed."""
    settings.VAR = tmp_path
    settings.ALLOWED_HOSTS = ["localhost"]
    monkeypatch.delenv("SITE_ADDRESS", raising=False)
    monkeypatch.setattr(embedded, "serve", lambda app, *, on_started, **where: on_started())
    monkeypatch.setattr(demo, "is_made", lambda: True)
    monkeypatch.setattr(embedded_address, "_own_address", lambda: "10.1.2.3")

    def start(host: str) -> str:
        said = StringIO()
        command = up.Command(stdout=said)
        command.serve(host, 18140, command.log_ins(host))
        return said.getvalue()

    yield start


def passwords_in(said: str) -> dict[str, str]:
    return dict(re.findall(r"^  (\w+) +(\S+) ", said, re.MULTILINE))


def test_known_passwords_end_where_others_reach_the_house(db: None, started: Any, settings: Any) -> None:
    make_people()
    said = started("192.168.7.7")
    drawn = passwords_in(said)
    assert len(drawn) == User.objects.count() and "this machine only" not in said
    for account in User.objects.all():
        assert not account.check_password(f"{account.username}-plays")
        assert account.check_password(drawn[account.username])
    assert "http://192.168.7.7:18140/" in said
    assert (settings.SITE_ADDRESS, settings.ALLOWED_HOSTS[1:]) == (
        "http://192.168.7.7:18140",
        ["192.168.7.7"],
    )

    again = started("192.168.7.7")
    assert passwords_in(again) == {} and "keep the passwords" in again

    said = started("127.0.0.1")
    assert passwords_in(said)["admin"] == "admin-plays" and "this machine only" in said
    assert all(account.check_password(f"{account.username}-plays") for account in User.objects.all())


def test_a_password_of_ones_own_is_left_alone(db: None, started: Any) -> None:
    make_people()
    admin = User.objects.get(username="admin")
    admin.set_password("correct horse battery staple")
    admin.save()
    assert "admin" not in passwords_in(started("0.0.0.0"))  # noqa: S104
    started("127.0.0.1")
    assert User.objects.get(username="admin").check_password("correct horse battery staple")


def test_known_passwords_of_a_restored_copy_end_too(db: None, started: Any) -> None:
    make_people()
    started("192.168.7.7")
    User.objects.all().delete()
    make_people()
    assert len(passwords_in(started("192.168.7.7"))) == User.objects.count()


def test_the_names_of_those_with_new_passwords_are_kept_but_no_password(
    db: None, started: Any, tmp_path: Path
) -> None:
    make_people()
    drawn = passwords_in(started("192.168.7.7"))
    (file,) = tmp_path.iterdir()
    assert set(file.read_text().split()) == set(drawn)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("host", "address", "names"),
    [
        ("127.0.0.1", "http://localhost:8000", set()),
        ("::1", "http://[::1]:8000", set()),
        ("localhost", "http://localhost:8000", set()),
        ("192.168.7.7", "http://192.168.7.7:8000", {"192.168.7.7"}),
        ("fd00::7", "http://[fd00::7]:8000", {"[fd00::7]"}),
        ("Board", "http://Board:8000", {"board"}),
        ("0.0.0.0", "http://10.1.2.3:8000", {"10.1.2.3", "board", "board.home"}),  # noqa: S104
        ("::", "http://10.1.2.3:8000", {"10.1.2.3", "board", "board.home"}),
    ],
)
def test_where_a_house_is_called(
    monkeypatch: pytest.MonkeyPatch, host: str, address: str, names: set[str]
) -> None:
    monkeypatch.setattr(embedded_address, "_own_address", lambda: "10.1.2.3")
    monkeypatch.setattr(embedded_address.socket, "gethostname", lambda: "board")
    monkeypatch.setattr(embedded_address.socket, "getfqdn", lambda: "board.home")
    assert embedded_address.address_of(host, 8000) == address
    assert set(embedded_address.names_of(host)) == names
    assert set(embedded_address.names_of(host, "https://post.example:444")) == names | {"post.example"}


def test_nobody_says_from_where_they_come_in_a_house_without_a_proxy() -> None:
    """With invented X-Forwarded-For the limits by network address would count strangers."""
    configuration = embedded.configuration(lambda: None, host="127.0.0.1", port=free_port())
    configuration.load()
    assert not isinstance(configuration.loaded_app, ProxyHeadersMiddleware)
