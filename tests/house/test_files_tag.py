"""`{% static %}` gives the address of a file in the storage that holds, and asks each for it once."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.template import Context, Template
from django.test import override_settings

ASKED: list[str] = []


class Counting(StaticFilesStorage):
    def url(self, name: str) -> str:
        ASKED.append(name)
        return f"/counted/{name}?a&b"


@pytest.fixture(autouse=True)
def nothing_asked() -> None:
    ASKED.clear()


def shown(text: str) -> str:
    return Template("{% load files %}" + text).render(Context({"which": "site.css"}))


def test_a_storage_is_asked_once_for_each_file_and_another_storage_anew():
    usual = shown("{% static 'look.css' %}")
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": f"{__name__}.Counting"}}
    for time in (1, 2):
        with override_settings(STORAGES=storages):
            for _again in range(3):
                assert shown("{% static 'look.css' %}") == "/counted/look.css?a&amp;b"
        assert ["look.css"] * time == ASKED
    assert shown("{% static 'look.css' %}") == usual


def test_a_file_can_be_named_by_a_variable_and_its_address_kept_in_one():
    assert shown("{% static which as there %}-{{ there }}-") == f"-{shown('{% static which %}')}-"
