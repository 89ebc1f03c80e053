"""Sums of money: whole minor units of one currency, written as the reader's language writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Final

from babel import Locale
from babel.numbers import NumberFormatError, format_currency, format_decimal, parse_decimal
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

PLAY: Final = "XTS"
"""ISO 4217's code for tests: play money, which no one can pay with or cash in."""

MINUS: Final = "\N{MINUS SIGN}"

EXPONENT: Final[Mapping[str, int]] = {
    "EUR": 2,
    "CHF": 2,
    "GBP": 2,
    "USD": 2,
    "CAD": 2,
    "AUD": 2,
    "SEK": 2,
    "NOK": 2,
    "DKK": 2,
    "PLN": 2,
    "CZK": 2,
    "JPY": 0,
    PLAY: 2,
}
"""By currency: how many digits stand after the point (ISO 4217)."""

CURRENCIES: Final = tuple(EXPONENT)

MOST: Final = 10**11
"""No sum is larger than this many minor units: more is a slip of the pen."""


class BadAmount(ValueError):
    """What was typed is no sum of the currency; `str()` of it is a translated sentence that says why."""


def money(amount: int, currency: str) -> str:
    """A sum in the reader's language: `€12.00`, `12,00 €`, `12.00 tokens`. Raises KeyError of a currency not
    in `EXPONENT`.
    """
    digits = EXPONENT[currency]
    value = Decimal(amount).scaleb(-digits)
    if currency == PLAY:
        # French has the singular below 2, whatever the cents; English never has it before cents.
        many = 2 if abs(value) >= 2 else 0
        words = ngettext("%(sum)s token", "%(sum)s tokens", many)
        return words % {"sum": _plain(value, digits).replace("-", MINUS)}
    written = format_currency(value, currency, locale=_locale(get_language() or "en")).replace("-", MINUS)
    return re.sub(r"([A-Za-z])([0-9])", "\\1\u00a0\\2", written)  # CLDR's own spacing, which Babel leaves out


def plain(amount: int, currency: str) -> str:
    """The sum without its currency, in the reader's language, as forms show it for typing."""
    digits = EXPONENT[currency]
    return _plain(Decimal(amount).scaleb(-digits), digits)


def exact(amount: int, currency: str) -> str:
    """The sum for files, in no language: `12.00`, with its sign."""
    digits = EXPONENT[currency]
    return f"{Decimal(amount).scaleb(-digits):.{digits}f}"


def parse(text: str, currency: str) -> int:
    """The minor units that someone typed: `12`, `12.00`, `12,00`, or grouped as the reader's language does.

    Raises `BadAmount` of what is no number, has fractions of the smallest unit, is negative, or is larger
    than `MOST`.
    """
    digits = EXPONENT[currency]
    value = _number(text.strip())
    if value < 0:
        raise BadAmount(_("Enter 0 or more."))
    units = value.scaleb(digits) if value < MOST else Decimal(MOST + 1)
    if units > MOST:
        raise BadAmount(_("This sum is too large."))
    if units != units.to_integral_value():
        raise BadAmount(_("Enter at most %(digits)d digits after the point.") % {"digits": digits})
    return int(units)


def _number(text: str) -> Decimal:
    """What `text` says. A single comma or point with one or two digits behind it divides off the cents,
    whatever the language.
    """
    text = "".join(text.split())  # languages group by spaces of several kinds
    plain_text = text.replace(",", ".")
    try:
        if not re.fullmatch(r"-?[0-9][0-9.,]*", text):
            raise ValueError(text)
        if plain_text.count(".") <= 1 and len(plain_text.partition(".")[2]) != 3:
            value = Decimal(plain_text)
        else:
            value = parse_decimal(text, locale=_locale(get_language() or "en"), strict=True)
    except (InvalidOperation, NumberFormatError, ValueError) as error:
        raise BadAmount(_("Enter a sum such as %(sum)s.") % {"sum": _plain(Decimal(12), 2)}) from error
    if not value.is_finite():
        raise BadAmount(_("Enter a sum such as %(sum)s.") % {"sum": _plain(Decimal(12), 2)})
    return value


def _plain(value: Decimal, digits: int) -> str:
    pattern = "#,##0." + "0" * digits if digits else "#,##0"
    return format_decimal(value, format=pattern, locale=_locale(get_language() or "en"))


@lru_cache(maxsize=8)
def _locale(language: str) -> Locale:
    return Locale.parse(language.replace("-", "_"))
