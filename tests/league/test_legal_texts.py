"""Legal notice, privacy and terms: the operator's words from files, and what the site says of privacy."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse

from games.common.guards import limits
from games.common.outbox import bell
from games.practice import services as practice
from games.sandbox import services as sandboxes
from league.prizes.agreed.periods import DETAILS_KEPT_FOR
from league.prizes.services.incoming import webhook_queue
from league.server import legal_texts
from league.server.legal_texts import LegalText
from league.users import address_changes, devices, pushes, unconfirmed

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings, tmp_path) -> Path:
    """A folder with no text yet. Each test has its own: what was read once is kept."""
    settings.LEGAL_TEXTS = str(tmp_path)
    return tmp_path


def page(text: str, language: str = "en") -> str:
    response = Client(headers={"accept-language": language}).get(reverse("legal", args=[text]))
    return response.content.decode() if response.status_code == 200 else ""


def linked(language: str = "en") -> list[str]:
    footer = Client(headers={"accept-language": language}).get("/leagues/").content.decode()
    return re.findall(r'href="/legal/(\w+)/"', footer.partition('<footer class="footer">')[2])


def test_the_operators_words_stand_on_the_page_in_the_readers_language():
    english, french = page("notice"), page("notice", "fr")
    assert "<h1>Legal notice</h1>" in english and "<h1>Mentions légales</h1>" in french
    assert ">Publisher</h2>" in english and ">Adresse</h2>" in french
    assert "Les Postes, association" in english


def test_their_addresses_become_links_and_their_tags_stay_text():
    shown = page("notice")
    assert '<a href="https://postes.example/contact" rel="nofollow">' in shown
    assert '<a href="mailto:post@postes.example">' in shown
    assert "&lt;b&gt;Ada Martin&lt;/b&gt;" in shown and "<b>Ada" not in shown


def test_a_text_in_one_language_is_shown_to_readers_of_the_other_and_says_so():
    """Programs that read it aloud, or look for English words on French pages, are told its language."""
    shown = page("terms")
    assert "This text exists in French only." in shown
    assert '<div class="lines" lang="fr">' in shown and "Toute personne de bonne foi." in shown
    assert "exists in" not in page("notice")


def test_the_footer_leads_to_what_there_is_and_to_nothing_else(folder, settings):
    assert linked() == linked("fr") == ["privacy"]
    assert page("notice") == page("terms") == page("imprint") == ""
    settings.LEGAL_TEXTS = site.ROOT / "tests/data/legal"
    assert linked() == linked("fr") == ["notice", "privacy", "terms"]
    settings.LEGAL_TEXTS = ""
    assert linked() == ["privacy"]


@pytest.mark.parametrize("content", [b"", b" \n\n", b"# Terms\n", b"\xff\xfe\x00", None])
def test_a_file_that_says_nothing_is_as_if_it_were_not_there(folder, content):
    """Pages go on where a file is no UTF-8, or cannot be read."""
    path = folder / "terms.en.txt"
    path.mkdir() if content is None else path.write_bytes(content)
    assert LegalText.TERMS in legal_texts.missing()
    assert page("terms") == ""


def test_a_file_as_windows_saves_it_is_read(folder):
    (folder / "terms.en.txt").write_bytes("\ufeff# Who may play\r\n\r\nEveryone.\r\n".encode())
    assert legal_texts.wording(LegalText.TERMS, "en").sections == (("Who may play", "Everyone."),)


def test_privacy_begins_with_what_the_site_knows_and_goes_on_with_the_operators_words():
    shown = page("privacy")
    assert shown.index("What is kept, and who sees it") < shown.index("Les Postes, 12 rue des Lettres")
    assert shown.index("Les Postes, 12 rue des Lettres") > shown.index("What stays")
    assert "has not written here" not in shown


def test_privacy_says_so_while_the_operator_has_said_nothing(folder):
    shown = page("privacy")
    assert "What is kept, and who sees it" in shown
    assert "The operator of this site has not written here who they are" in shown


def test_privacy_says_of_deleting_an_account_what_the_page_that_does_it_says(client_of, ada):
    deleting = client_of(ada).get(reverse("users:delete")).content.decode()
    said = [part for part in re.findall(r"<p>([^<]+)</p>", deleting) if part in page("privacy")]
    assert [part.split()[1] for part in said] == ["name,", "seats", "same"]
    assert f'href="{reverse("users:delete")}"' in page("privacy")


def days(length: timedelta | int) -> int:
    return (length if isinstance(length, timedelta) else timedelta(seconds=length)).days


@pytest.mark.parametrize(
    ("sentence", "kept_for"),
    [
        ("whose address was never confirmed is deleted after {} days", unconfirmed.KEPT),
        ("An address you replaced is deleted after {} days", address_changes.KEPT),
        ("until you sign out or {} days after that visit", site.SESSION_COOKIE_AGE),
        ("Only you see your notices, for {} days. For just as long, the site’s team", bell.KEPT_FOR),
        (
            "your notices, for {} days. For just as long, the site’s team",
            timedelta(days=site.GAMES_MAIL_LOG_DAYS),
        ),
        ("deleted after {} days in which nothing was heard from that browser", pushes.SILENT),
        ("A practice game is deleted {} days after", practice.KEPT),
        ("your practice game ({} days)", practice.KEPT),
        ("or after {} days in which no one reads it", sandboxes.KEPT),
        ("and {} days after the prize is paid", DETAILS_KEPT_FOR),
        ("What the provider reports is deleted after {} days", webhook_queue.KEPT_FOR),
        (
            "for {} day at most",
            max(each.seconds for each in vars(limits).values() if isinstance(each, limits.Limit)),
        ),
    ],
)
def test_privacy_names_the_times_that_the_code_keeps(sentence, kept_for):
    assert sentence.format(days(kept_for)) in page("privacy")


def test_a_known_browser_is_remembered_for_a_year():
    assert days(devices.AGE) == 365
    assert "with this browser before (1 year)" in page("privacy")
