"""The catalogue's own machinery: collecting, merging, compiling, and finding what is wrong."""

from __future__ import annotations

import os
from pathlib import Path

import polib
import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from league.server import catalogue

needs_xgettext = pytest.mark.skipif(not catalogue.can_collect(), reason="xgettext is not installed (gettext)")


@pytest.fixture
def locale(tmp_path: Path, settings) -> Path:
    """A small house with one template and one module, and no catalogue yet."""
    settings.ROOT = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    (tmp_path / "templates").mkdir()
    (tmp_path / "games").mkdir()
    (tmp_path / "league").mkdir()
    (tmp_path / "templates" / "a.html").write_text(
        '{% load i18n %}{% translate "Hold" %}{% translate "All" context "games" %}'
        "{% blocktranslate trimmed count counter=n %}{{ counter }} unit{% plural %}"
        "{{ counter }} units{% endblocktranslate %}"
    )
    (tmp_path / "games" / "a.py").write_text(
        'from django.utils.translation import gettext_lazy as _\nx = _("%(name)s attacks")\n'
    )
    return tmp_path / "locale"


def fill(locale: Path, **texts: str) -> None:
    path = locale / "fr" / "LC_MESSAGES" / "django.po"
    entries = polib.pofile(str(path))
    for entry in entries:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: "%(counter)s unité", 1: "%(counter)s unités"}
        else:
            entry.msgstr = texts.get(entry.msgid, f"« {entry.msgid} »")
    entries.save(str(path))


@needs_xgettext
def test_texts_of_code_and_templates_are_collected_with_their_contexts(locale):
    assert set(catalogue.collect()) == {
        ("", "Hold"),
        ("games", "All"),
        ("", "%(counter)s unit"),
        ("", "%(name)s attacks"),
    }


@needs_xgettext
def test_a_template_that_cannot_be_read_is_named(locale):
    (locale.parent / "templates" / "b.html").write_text(
        "{% blocktranslate %}{% if a %}{% endblocktranslate %}"
    )
    with pytest.raises(RuntimeError, match=r"templates/b\.html"):
        catalogue.collect()
    assert sorted(path.name for path in (locale.parent / "templates").iterdir()) == ["a.html", "b.html"]


@needs_xgettext
def test_merging_keeps_what_is_translated_and_drops_what_is_gone(locale):
    assert len(catalogue.merge("fr")) == 4
    fill(locale, Hold="Tenir")
    (locale.parent / "templates" / "a.html").write_text('{% load i18n %}{% translate "Hold" %}')
    assert catalogue.merge("fr") == []
    entries = {entry.msgid: entry.msgstr for entry in polib.pofile(str(catalogue.catalogue_path("fr")))}
    assert entries == {"Hold": "Tenir", "%(name)s attacks": "« %(name)s attacks »"}


@needs_xgettext
def test_each_fault_is_found(locale):
    catalogue.merge("fr")
    fill(locale, **{"%(name)s attacks": "%(nom)s attaque"})
    path = catalogue.catalogue_path("fr")
    entries = polib.pofile(str(path))
    entries.find("Hold").flags.append("fuzzy")
    entries.append(polib.POEntry(msgid="Gone", msgstr="Parti"))
    entries.remove(entries.find("%(counter)s unit"))
    next(entry for entry in entries if entry.msgctxt).msgstr = ""
    entries.save(str(path))
    said = "\n".join(catalogue.faults("fr"))
    for words in (
        "fuzzy: ('', 'Hold')",
        "in no source any more: ('', 'Gone')",
        "not in the catalogue (run manage.py messages): ('', '%(counter)s unit')",
        "not translated: ('games', 'All')",
        "placeholders ['%(nom)s'] for ['%(name)s']",
    ):
        assert words in said
    with pytest.raises(CommandError, match="fuzzy"):
        call_command("messages", "--check")


@needs_xgettext
def test_a_complete_catalogue_has_no_fault(locale):
    catalogue.merge("fr")
    fill(locale)
    assert catalogue.faults("fr") == []
    call_command("messages", "--check")


@needs_xgettext
def test_compiling_needs_only_python_and_happens_when_needed(locale, monkeypatch):
    catalogue.merge("fr")
    fill(locale, Hold="Tenir")
    monkeypatch.setattr(catalogue.shutil, "which", lambda name: None)
    [written] = catalogue.compile_all()
    assert written.suffix == ".mo"
    assert {entry.msgid: entry.msgstr for entry in polib.mofile(str(written))}["Hold"] == "Tenir"
    assert catalogue.compile_all() == []
    source = catalogue.catalogue_path("fr")
    os.utime(source, (written.stat().st_mtime + 5,) * 2)
    assert catalogue.compile_all() == [written]


def test_without_xgettext_the_command_says_so_and_compiles(locale, monkeypatch, capsys):
    monkeypatch.setattr(catalogue, "can_collect", lambda: False)
    call_command("messages")
    call_command("messages", "--check")
    assert "xgettext is not installed" in capsys.readouterr().err


def test_the_site_speaks_french():
    with translation.override("fr"):
        assert translation.gettext("Leagues") == "Ligues"
        assert translation.ngettext("%(counter)s member", "%(counter)s members", 0) == "%(counter)s membre"
