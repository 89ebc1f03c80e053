"""Sums as people read and type them."""

from __future__ import annotations

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from league import money


@pytest.mark.parametrize(
    ("language", "amount", "currency", "says"),
    [
        ("en", 1200, "EUR", "€12.00"),
        ("fr", 1200, "EUR", "12,00\xa0€"),
        ("en", -123456, "EUR", "−€1,234.56"),
        ("fr", 123456, "EUR", "1\u202f234,56\xa0€"),
        ("en", 500, "JPY", "¥500"),
        ("en", 1200, "XTS", "12.00 tokens"),
        ("en", 50, "XTS", "0.50 tokens"),
        ("fr", 50, "XTS", "0,50 jeton"),
        ("fr", 199, "XTS", "1,99 jeton"),
        ("fr", 200, "XTS", "2,00 jetons"),
        ("fr", -1200, "XTS", "−12,00 jetons"),
        ("en", 5, "CHF", "CHF\xa00.05"),
    ],
)
def test_money_is_written_as_the_language_writes_it(language, amount, currency, says):
    with translation.override(language):
        assert money.money(amount, currency) == says


@pytest.mark.parametrize(
    ("language", "text", "amount"),
    [
        ("en", "12", 1200),
        ("en", " 12.5 ", 1250),
        ("fr", "12,50", 1250),
        ("en", "12,50", 1250),
        ("fr", "12.50", 1250),
        ("en", "1,234.50", 123450),
        ("en", "1,234", 123400),
        ("fr", "1\u202f234,50", 123450),
        ("en", "0", 0),
    ],
)
def test_what_is_typed_is_understood_in_either_notation(language, text, amount):
    with translation.override(language):
        assert money.parse(text, "EUR") == amount


@pytest.mark.parametrize(
    "text",
    [
        "",
        "abc",
        "-1",
        "-0.01",
        "1.2345",
        "1e30",
        "NaN",
        "Infinity",
        "12 €",
        "1_000",
        "1e3",
        "1.2.3.4",
        "9" * 40,
        "0x10",
        "1,2,3",
    ],
)
def test_what_is_no_sum_is_refused_in_a_sentence(text):
    with pytest.raises(money.BadAmount) as refusal:
        money.parse(text, "EUR")
    assert str(refusal.value).endswith(".")


@given(
    amount=st.integers(0, money.MOST),
    language=st.sampled_from(["en", "fr"]),
    currency=st.sampled_from(money.CURRENCIES),
)
def test_what_a_form_shows_is_read_back(amount, language, currency):
    with translation.override(language):
        assert money.parse(money.plain(amount, currency), currency) == amount
