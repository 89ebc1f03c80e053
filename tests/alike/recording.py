"""Recording what a tree shows: the demo's people follow links and send empty forms (`tests.alike`)."""

from __future__ import annotations

import contextlib
import logging
import re
import secrets
import uuid
from collections import Counter, deque
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import django

django.setup()
logging.disable()

from allauth.usersessions.models import UserSession  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core import mail  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.urls import Resolver404, resolve, reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.common import clock  # noqa: E402
from league.server import compression  # noqa: E402
from league.users.models import User  # noqa: E402
from tests.alike.kept import Kept  # noqa: E402
from tests.alike.plain import plain  # noqa: E402

READERS = ("", "ada", "ben", "carl", "eve", "kim", "gus", "admin")
"""A visitor; players; an organiser, who is arbiter, treasurer and cash holder; a treasurer; a guarantor; a
member.
"""
LANGUAGES = ("en", "fr")
OF_A_KIND = 5
"""Addresses of one name that are read, of each reader and language."""
OF_GAMES = 12
MANY = {"games:game": OF_GAMES, "games:phase": OF_GAMES, "rules:page": 60, "practice:game": OF_GAMES}
BEGIN = (
    "/",
    "/games/",
    "/leagues/",
    "/rules/",
    "/account/profile/",
    "/robots.txt",
    "/admin/",
    "/no-such-page/",
)
LEADS = re.compile(r"""(?:href|src|action|hx-get|hx-post|data-url)="(/[^"#]*)""")
FORM = re.compile(r"""<form\b[^>]*method="post"[^>]*action="(/[^"#]*)|hx-post="(/[^"#]*)""")
SKIPPED = ("/static/", "/ws/", "/favicon")


def make() -> None:
    """The demo's database in `VAR_DIR`, with the moment at which it was made."""
    call_command("migrate", verbosity=0)
    call_command("messages", compile_only=True, verbosity=0)
    from league.management.commands.up import collect

    collect()
    call_command("demo", verbosity=0)
    at = clock.now() + timedelta(minutes=5)
    Path(settings.VAR / "made-at").write_text(at.isoformat())


def record(path: Path, *, now: str) -> int:
    """Everything that the readers are shown, into the file at `path`. Exit status."""
    at = datetime.fromisoformat(now).astimezone(UTC)
    call_command("messages", compile_only=True, verbosity=0)
    call_command("migrate", verbosity=0)
    kept, names = Kept(path, is_new=True), Counter[str]()
    with (
        override_settings(
            ALLOWED_HOSTS=["*"], PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]
        ),
        _standing_still(at),
    ):
        for name in READERS:
            for language in LANGUAGES:
                with transaction.atomic():
                    Walk(kept, name, language, names).go()
                    transaction.set_rollback(True)
                print(f"{name or 'a visitor'}, {language}: {len(kept.keys())} recorded", flush=True)
        _mails(kept)
    kept.close()
    print(f"{len(names)} kinds of addresses")
    return 0


@contextlib.contextmanager
def _standing_still(at: datetime) -> Iterator[None]:
    """Clock and chance are the same for each request; pages are not made longer."""
    real_now, real_padding = timezone.now, compression.padding
    timezone.now, compression.padding = (lambda: at), lambda most: b""
    try:
        with clock.reading(lambda: at):
            yield
    finally:
        timezone.now, compression.padding = real_now, real_padding


@contextlib.contextmanager
def _same_chance(seed: str) -> Iterator[None]:
    chance = Random(seed)
    now = {
        "choice": chance.choice,
        "randbelow": chance.randrange,
        "token_bytes": lambda count=32: chance.randbytes(count),
        "token_hex": lambda count=32: chance.randbytes(count).hex(),
        "token_urlsafe": lambda count=32: chance.randbytes(count).hex(),
    }
    was = {name: getattr(secrets, name) for name in now}
    real = uuid.uuid4
    for name, function in now.items():
        setattr(secrets, name, function)
    uuid.uuid4 = lambda: uuid.UUID(bytes=chance.randbytes(16))
    try:
        yield
    finally:
        for name, function in was.items():
            setattr(secrets, name, function)
        uuid.uuid4 = real


class Walk:
    """One reader's way through the site in one language, from link to link."""

    def __init__(self, kept: Kept, name: str, language: str, names: Counter[str]) -> None:
        self.kept, self.who, self.names = kept, f"{name or 'visitor'} {language}", names
        self.client = Client(raise_request_exception=False, HTTP_ACCEPT_LANGUAGE=language)
        if name:
            user = User.objects.get(username=name)
            User.objects.filter(pk=user.pk).update(language=language)
            with _same_chance(self.who):
                self.client.force_login(User.objects.get(pk=user.pk))
        self.client.cookies["django_language"] = language
        self.seen: set[str] = set()
        self.met = Counter[str]()
        self.forms: dict[str, str] = {}
        self.ahead: deque[str] = deque()

    def go(self) -> None:
        for address in (*BEGIN, *_without_arguments()):
            self._note(address)
        while self.ahead:
            self._read(self.ahead.popleft())
        for address in sorted(self.forms.values()):
            with transaction.atomic():
                self._ask("POST", address)
                transaction.set_rollback(True)

    def _note(self, address: str) -> None:
        address = unescape(address)
        if address in self.seen or address.startswith(SKIPPED) or "logout" in address:
            return
        self.seen.add(address)
        name = _name_of(address)
        if self.met[name] < MANY.get(name, OF_A_KIND):
            self.met[name] += 1
            self.names[name] += 1
            self.ahead.append(address)

    def _read(self, address: str) -> None:
        text = self._ask("GET", address)
        for found in LEADS.findall(text):
            self._note(found)
        for one, other in FORM.findall(text):
            form = unescape(one or other)
            self.forms.setdefault(f"{_name_of(form)} {self.met[_name_of(form)] % 2}", form)

    def _ask(self, method: str, address: str) -> str:
        if "sessions" in address:
            UserSession.objects.update(created_at=clock.now(), last_seen_at=clock.now())
        with _same_chance(f"{self.who} {method} {address}"):
            answer: Any = getattr(self.client, method.lower())(address)
        body = answer.getvalue() if answer.streaming else answer.content
        kind = answer.headers.get("Content-Type", "")
        text = body.decode("utf-8", "backslashreplace")
        told = plain(text, is_html=kind.startswith("text/html"))
        where = answer.headers.get("Location", "")
        self.kept.put(f"{self.who} {method} {address}", f"{answer.status_code} {kind} {where}\n{told}")
        return text if kind.startswith("text/html") else ""


def _name_of(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return address


def _without_arguments() -> Iterator[str]:
    """Addresses that nothing has to be known for, whether a page leads there or not."""
    from tests.secrecy.found import addresses

    for name, parts in addresses():
        if not parts and "logout" not in name:
            with contextlib.suppress(Exception):
                yield reverse(name)


def _mails(kept: Kept) -> None:
    """E-mails that wait in the demo's outbox."""
    from games.common.outbox.delivery import deliver
    from games.models import OutboxRow

    with override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend"):
        mail.outbox = []
        mails = OutboxRow.objects.filter(topic__endswith="mail")
        mails.update(sent_at=None, given_up_at=None, attempts=0, in_hand=False, due_at=clock.now())
        with transaction.atomic(), _same_chance("mails"):
            for _round in range(20):
                if not deliver():
                    break
            transaction.set_rollback(True)
        for number, each in enumerate(mail.outbox):
            said = "\n\n".join(
                [
                    each.subject,
                    each.body,
                    *(plain(str(text), is_html=True) for text, _kind in getattr(each, "alternatives", [])),
                ]
            )
            kept.put(f"mail {number:05}", f"{each.to}\n{said}")
    print(f"{len(mail.outbox)} e-mails")
