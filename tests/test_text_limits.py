"""Limits of texts count what a browser counts: a line break is one character, though it is sent as two."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.test import RequestFactory

import games
import league


def modules() -> Iterator[str]:
    """Every module of the two upper floors that may hold a form."""
    for floor in (games, league):
        for module in pkgutil.walk_packages(floor.__path__, f"{floor.__name__}."):
            if not {"migrations", "settings", "management"} & set(module.name.split(".")):
                yield module.name


def forms_below(form: type) -> Iterator[type[forms.BaseForm]]:
    for child in form.__subclasses__():
        yield child
        yield from forms_below(child)


def is_limited_text(field: forms.Field) -> bool:
    return isinstance(field.widget, forms.Textarea) and getattr(field, "max_length", None) is not None


def limited_texts() -> dict[str, Any]:
    """Every field of every form of ours that is a text of several lines with a limit, by its full name."""
    for name in modules():
        importlib.import_module(name)
    return {
        f"{form.__module__}.{form.__qualname__}.{name}": field
        for form in forms_below(forms.BaseForm)
        if form.__module__.split(".")[0] in ("games", "league")
        for name, field in getattr(form, "base_fields", {}).items()
        if is_limited_text(field)
    }


TEXTS = limited_texts()


def of_length(length: int) -> tuple[str, str]:
    """A text of `length` characters with many line breaks: as it is counted, and as a browser sends it."""
    text = ("a line\n" * length)[: length - 1] + "."
    return text, text.replace("\n", "\r\n")


def test_the_walk_finds_the_texts_of_every_part_of_the_site():
    parts = {name.rsplit(".", 1)[0].partition(".forms")[0] for name in TEXTS}
    assert parts >= {"games", "league.leagues", "league.competitions", "league.prizes"}
    assert len(TEXTS) >= 18


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_text_as_long_as_the_limit_is_taken_and_one_longer_refused(name):
    field = TEXTS[name]
    text, sent = of_length(field.max_length)
    assert len(sent) > field.max_length
    assert field.clean(sent) == text
    with pytest.raises(ValidationError):
        field.clean(of_length(field.max_length + 1)[1])


def test_the_admin_edits_no_text_that_counts_otherwise(django_user_model):
    request = RequestFactory().get("/")
    request.user = django_user_model(is_superuser=True, is_staff=True)
    for model, page in admin.site._registry.items():
        if model.__module__.split(".")[0] in ("games", "league"):
            fields = page.get_form(request, change=True).base_fields
            for name, field in fields.items():
                if is_limited_text(field):
                    text, sent = of_length(field.max_length)
                    assert field.clean(sent) == text, f"{model.__name__}.{name}"
