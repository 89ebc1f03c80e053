"""Every page's headers, every form's token, and what comes in that no page of ours sends."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve, reverse

from tests.conftest import PASSWORD, make_user
from tests.house.process import production_environment
from tests.test_urls_walk import OF_ADMIN, OURS, make_world, people  # noqa: F401  fixtures

pytestmark = pytest.mark.django_db

WANTED = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
CROSSES_SITES: set[str] = {"prizes:webhook", "users:stop-mails"}
"""Addresses that take a POST without a token: payment providers send it, signed; mail programs do (RFC 8058),
with a signed address.
"""


@pytest.fixture
def world(make_world):  # noqa: F811
    return make_world()


@pytest.mark.slow
def test_every_page_tells_the_browser_what_it_may_not_do(world):
    for who in ("stranger", "player"):
        client = world.client_of(world.people[who])
        for found in OURS:
            answer = client.get(world.url(found))
            for name, value in WANTED.items():
                assert answer.headers.get(name) == value, (found.name, name)
            policy = answer.headers["Content-Security-Policy"]
            assert "unsafe" not in policy
            for part in ("default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'"):
                assert part in policy, (found.name, part)
            assert "frame-ancestors 'none'" in policy
            assert "form-action 'self'" in policy
            permissions = answer.headers["Permissions-Policy"]
            assert "camera=()" in permissions
            assert "publickey-credentials-get=(self)" in permissions


def test_the_admin_has_the_same_headers(client_of):
    client = client_of(make_user("root_", is_staff=True, is_superuser=True))
    answer = client.get("/admin/")
    assert answer.status_code == 200
    assert {name: answer.headers.get(name) for name in WANTED} == WANTED
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


def test_static_files_are_nobody_elses_either(visitor):
    answer = visitor.get("/static/icon.svg")
    assert answer.status_code == 200
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.slow
def test_no_post_is_taken_without_a_token(world):
    """403 with a page in the look, no matter who asks, or 404 where the address does not exist for them."""
    for who in ("stranger", "player"):
        client = world.client_of(world.people[who])
        client.handler.enforce_csrf_checks = True
        for found in OURS:
            if found.name in CROSSES_SITES:
                continue
            answer = client.post(world.url(found), {"body": "Dear Ben"})
            assert answer.status_code in (403, 404), (who, found.name, answer.status_code)
            if answer.status_code == 403:
                page = answer.content.decode()
                assert "This page has expired" in page or "Page expirée" in page
                assert "Dear Ben</textarea>" in page


@pytest.mark.slow
def test_no_other_view_does_without_a_token(world):
    views = {found.name: resolve(world.url(found)).func for found in OURS}
    assert {name for name, view in views.items() if getattr(view, "csrf_exempt", False)} == CROSSES_SITES


@pytest.mark.slow
def test_no_post_of_the_admin_is_taken_without_a_token(client_of):
    client = client_of(make_user("root_", is_staff=True, is_superuser=True))
    client.handler.enforce_csrf_checks = True
    for found in OF_ADMIN:
        if "(?P<" in found.route or "<" in found.route:
            continue
        assert client.post(reverse(found.name)).status_code == 403, found.name


@pytest.mark.parametrize(
    ("language", "words"), [("en", "This page has expired"), ("fr", "Rien n’a été enregistré")]
)
def test_the_refusal_speaks_the_readers_language(language, words):
    client = Client(enforce_csrf_checks=True, HTTP_ACCEPT_LANGUAGE=language)
    answer = client.post(reverse("account_login"), {"login": "ada", "password": "hush"})
    assert answer.status_code == 403
    assert words in answer.content.decode()
    assert "ada</textarea>" in answer.content.decode()
    assert "hush" not in answer.content.decode()


@pytest.mark.parametrize("path", ["/accounts/login/", "/leagues/new/", "/l/calais/games/new/"])
def test_files_are_taken_nowhere(client_of, ada, calais, path):
    client = client_of(ada) if "login" not in path else Client(HTTP_ACCEPT_LANGUAGE="en")
    answer = client.post(path, {"name": "x", "file": SimpleUploadedFile("x.txt", b"x")})
    assert answer.status_code == 400
    assert "takes no files" in answer.content.decode()


def test_forms_are_no_longer_than_ours(client_of, ada):
    client = client_of(ada)
    long = client.post("/leagues/new/", {"description": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)})
    many = client.post("/leagues/new/", {f"f{number}": "x" for number in range(600)})
    assert (long.status_code, many.status_code) == (400, 400)
    for answer in (long, many):
        assert not answer.wsgi_request.environ["wsgi.input"].read(), "or the server hangs up on the proxy"


def test_the_longest_letter_and_sheet_of_ours_fit(client_of, ada):
    """Four thousand characters, of four bytes each, escaped for the way."""
    answer = client_of(ada).post("/leagues/new/", {"name": "x", "description": "𝕏" * 4_000})
    assert answer.status_code == 200


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(visitor, ada):
    visitor.get(reverse("account_login"))
    visitor.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    visitor.post(reverse("users:language"), {"language": "fr", "next": "/"})
    names = {
        settings.SESSION_COOKIE_NAME,
        settings.CSRF_COOKIE_NAME,
        settings.LANGUAGE_COOKIE_NAME,
        settings.DEVICE_COOKIE_NAME,
    }
    assert names <= set(visitor.cookies)
    for name in names:
        cookie = visitor.cookies[name]
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
        assert cookie["path"] == "/", name
        assert not cookie["domain"], name


ASKED = """
import django
django.setup()
from django.conf import settings as s
from django.test import Client
names = [s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.LANGUAGE_COOKIE_NAME, s.DEVICE_COOKIE_NAME]
assert all(name.startswith("__Host-") for name in names), names
from league.server.messages_cookie import NamedCookieStorage, Storage
assert Storage.storage_classes[0] is NamedCookieStorage
assert NamedCookieStorage(None).cookie_name == "__Host-messages"
assert s.MESSAGE_STORAGE == "league.server.messages_cookie.Storage"
assert s.SESSION_COOKIE_SECURE and s.CSRF_COOKIE_SECURE
assert s.SECURE_SSL_REDIRECT and s.SECURE_HSTS_SECONDS >= 31536000 and s.SECURE_HSTS_PRELOAD
answer = Client().get("/security/", HTTP_HOST="post.example")
assert (answer.status_code, answer.url) == (301, "https://post.example/security/")
answer = Client().get("/.well-known/security.txt", HTTP_HOST="post.example", secure=True)
assert answer.status_code == 200
assert "max-age=31536000; includeSubDomains; preload" == answer.headers["Strict-Transport-Security"]
assert b"Contact: mailto:security@post.example" in answer.content
assert b"Canonical: https://post.example/.well-known/security.txt" in answer.content
"""


@pytest.mark.slow
def test_production_asks_for_https_and_keeps_its_cookies_to_one_host(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=settings.ROOT,
        env=production_environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_whoever_finds_a_hole_learns_where_to_write(visitor):
    text = visitor.get("/.well-known/security.txt")
    assert text.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in text.content.decode().splitlines())
    assert fields["Contact"] == settings.SECURITY_CONTACT
    expires = datetime.strptime(fields["Expires"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=366)
    assert fields["Preferred-Languages"] == "en, fr"
    page = visitor.get("/security/").content.decode()
    assert f'href="{settings.SECURITY_CONTACT}"' in page
    assert 'href="/security/"' in visitor.get("/").content.decode()


def test_the_icon_is_found_by_its_old_name(visitor):
    answer = visitor.get("/favicon.ico")
    assert answer.status_code == 301
    assert visitor.get(answer.url).status_code == 200
