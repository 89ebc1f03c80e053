"""What a browser fetches for its first view of a page: hashed, kept for a year, compressed, and not much."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse

from league.server import static_files

MOST = 250_000
"""Bytes of a first view, with everything that its page names."""

HASHED = re.compile(r"/static/[\w/.-]+\.[0-9a-f]{12}\.\w+\Z")
NAMED = re.compile(r"""(?:href|src)=["'](/static/[^"'#]+)""")
IN_STYLES = re.compile(r"""url\(["']?([\w./-]+)["']?\)""")
EXTENDED = "PosteSans-ext"
"""Fetched only where someone's name needs it."""


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The static files as `up` collects them, and settings that serve those."""
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": "league.server.static_files.CollectedOrPlain"}}
    root = tmp_path_factory.mktemp("var") / "static"
    with override_settings(
        STORAGES=storages, STATIC_ROOT=root, WHITENOISE_AUTOREFRESH=False, WHITENOISE_USE_FINDERS=False
    ):
        static_files.collect()
        yield root


@pytest.fixture
def pages(collected: Path, movement_game: Any, ada: Any, client_of: Any) -> dict[str, tuple[Client, str]]:
    """The main pages, and who opens them."""
    league, anybody, player = movement_game.league.slug, Client(), client_of(ada)
    learner = Client()
    learner.post(reverse("practice:start"))
    return {
        "home": (anybody, "/"),
        "leagues": (anybody, reverse("leagues:list")),
        "league": (player, reverse("leagues:home", args=[league])),
        "games": (player, reverse("games:list", args=[league])),
        "mine": (player, reverse("games:mine")),
        "game": (player, reverse("games:game", args=[league, movement_game.code])),
        "begin": (anybody, reverse("practice:game")),
        "practice": (learner, reverse("practice:game")),
        "rules": (anybody, reverse("rules:index")),
        "rulebook": (anybody, reverse("rules:page", args=["intimate"])),
        "log in": (anybody, reverse("account_login")),
    }


def fetch(client: Client, path: str) -> Any:
    answer = client.get(path, headers={"accept-encoding": "gzip, deflate, br"})
    assert answer.status_code == 200, path
    return answer


def sent(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def fonts_of(client: Client, sheet: str) -> set[str]:
    """Addresses of the fonts that a style sheet names."""
    styles = b"".join(client.get(sheet).streaming_content).decode()
    folder = sheet.rpartition("/")[0]
    return {f"{folder}/{name}" for name in IN_STYLES.findall(styles)}


@pytest.mark.slow
@pytest.mark.django_db
def test_every_main_page_names_hashed_files_and_is_small_at_first_sight(pages):
    sizes = {}
    for name, (client, path) in pages.items():
        answer = fetch(client, path)
        assert answer.headers["Content-Encoding"] == "gzip", name
        assert "Accept-Encoding" in answer.headers["Vary"]
        html = gzip.decompress(answer.content).decode()
        found = set(NAMED.findall(html))
        sheets = {each for each in found if each.endswith(".css")}
        assert sheets
        fonts = set().union(*(fonts_of(client, sheet) for sheet in sheets))
        preloaded = set(re.findall(r'<link rel="preload" href="([^"]+)" as="font"', html))
        assert preloaded and preloaded <= fonts, "what is fetched early is what the style sheet asks for"
        size = len(answer.content)
        for each in found | fonts:
            assert HASHED.match(each), f"{name} names {each}"
            file = fetch(client, each)
            assert "immutable" in file.headers["Cache-Control"], each
            if each.endswith((".css", ".js", ".svg")):
                assert file.headers.get("Content-Encoding") in ("br", "gzip"), each
            if EXTENDED not in each:
                size += len(sent(file))
        sizes[name] = size
    assert max(sizes.values()) <= MOST, sizes


@pytest.mark.slow
@pytest.mark.django_db
def test_lists_load_nothing_that_only_a_game_needs(pages):
    for name in ("home", "league", "games", "mine", "rules"):
        client, path = pages[name]
        found = NAMED.findall(client.get(path).content.decode())
        assert not [
            each for each in found if re.search(r"/(map|sheet|verbs|live|press|auction)[.-]\w+.*\.js", each)
        ]


def test_what_changes_is_collected_again_and_nothing_else(tmp_path, monkeypatch):
    root, calls, print_of = tmp_path / "static", [], ["one"]

    def collect(*_: Any, **__: Any) -> None:
        calls.append(print_of[0])
        root.mkdir(exist_ok=True)
        (root / "staticfiles.json").touch()

    monkeypatch.setattr(static_files, "call_command", collect)
    monkeypatch.setattr(static_files, "fingerprint", lambda: print_of[0])
    with override_settings(STATIC_ROOT=root):
        static_files.collect()
        static_files.collect()
        assert calls == ["one"]
        print_of[0] = "two"
        static_files.collect()
        assert calls == ["one", "two"]
        (root / "staticfiles.json").unlink()  # as if it had been stopped half-way
        static_files.collect()
        assert calls == ["one", "two", "two"]


def test_what_nobody_has_collected_goes_by_its_plain_name(tmp_path):
    with override_settings(STATIC_ROOT=tmp_path):
        assert static_files.CollectedOrPlain().url("look.css") == "/static/look.css"


def test_every_font_file_is_used_and_has_its_licence():
    fonts = settings.ROOT / "static/fonts"
    styles = (settings.ROOT / "static/look.css").read_text()
    assert {path.name for path in fonts.glob("*.woff2")} == set(re.findall(r"fonts/([\w-]+\.woff2)", styles))
    assert "Reserved Font Name 'Source'" in (fonts / "OFL-PosteSans.txt").read_text()
    assert not list(fonts.glob("*Source*.woff2")), "the name is reserved: what is cut has another"
