"""Mails as they go to the mail server: text and HTML twins, their headers, and the line they go over."""

from __future__ import annotations

import secrets
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from email.policy import Compat32
from email.utils import parseaddr
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.text import capfirst

from games.common.outbox.subjects import one_line

LINE: Final = 78
"""Longer lines are folded (RFC 5322, 2.1.1)."""

_inliner = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def with_styles(html: str) -> str:
    """The page `html` with the rules of its style sheet written into its tags' attributes.

    That is where all mail programs look. What holds in the dark alone stays in the sheet: those that know
    the dark read it there.
    """
    return str(_inliner.inline(html))


class _Plainly(Compat32):
    """Writes a header as it stands if it needs nothing else, which the library takes its time to find out."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        if (
            isinstance(value, str)
            and len(name) + 2 + len(value) < LINE
            and value.isascii()
            and "\n" not in value
        ):
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


class _Mail(EmailMultiAlternatives):
    def message(self, *arguments: Any, **options: Any) -> Any:
        message = super().message(*arguments, **options)
        message.policy = _Plainly()
        # By itself the library compiles an expression for each mail, to look for its boundary in the parts.
        message.set_boundary(f"part-{secrets.token_hex(16)}")
        return message


def mail(
    *, to: str, subject: str, text: str, html: str, occasion: str, stop: str = ""
) -> EmailMultiAlternatives:
    """A mail to one address; `html` is the twin of `text`, `with_styles`.

    Sent again on the same `occasion` it is known for the same mail. `stop`: the address where a POST stops
    mails of its kind (RFC 8058), which mail programs offer as a button. A line break in the subject is a
    space.
    """
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": f"<{salted_hmac('mail', occasion).hexdigest()[:32]}@{_host()}>",
        "Auto-Submitted": "auto-generated",
    }
    if stop:
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    message = _Mail(one_line(subject), text, _sender(settings.DEFAULT_FROM_EMAIL), [to], headers=headers)
    message.attach_alternative(html, "text/html")
    return message


@lru_cache(maxsize=1)
def _sender(name_and_address: str) -> str:
    """The address alone, which is what the mail server is told; taken apart once."""
    return parseaddr(name_and_address)[1]


def day_words(moment: datetime) -> str:
    """The day on which a mail is written, in the reader's language and zone: Monday 2 March 2026."""
    return _day_words(timezone.localdate(moment), translation.get_language())


@lru_cache(maxsize=100)
def _day_words(day: date, _language: str) -> str:
    return f"{capfirst(date_format(day, 'l'))} {date_format(day)}"


def _host() -> str:
    return urlsplit(settings.SITE_ADDRESS).hostname or "localhost"


class MailConnection:
    """A connection to the mail server, opened for the first mail and kept for those that follow."""

    def __init__(self) -> None:
        self._backend = get_connection()
        self._fault: Exception | None = None

    def send(self, message: EmailMultiAlternatives) -> None:
        """Hand a mail over; raises what the mail server, or the way to it, has against it.

        A server that cannot be reached is not tried again for the mails that follow: each would wait as long.
        """
        if self._fault:
            raise self._fault
        try:
            self._backend.open()
        except Exception as error:
            self._fault = error
            raise
        try:
            self._backend.send_messages([message])
        except smtplib.SMTPRecipientsRefused:
            raise  # the server is well, and waits for the next
        except Exception:
            self._backend.close()
            raise

    def close(self) -> None:
        self._backend.close()


@contextmanager
def line() -> Iterator[MailConnection]:
    """A line for as long as the block lasts."""
    opened = MailConnection()
    try:
        yield opened
    finally:
        opened.close()


def is_refused_for_good(error: Exception) -> bool:
    """Whether the server will have no mail for this address: it answered 5.. to its recipient (RFC 5321)."""
    return isinstance(error, smtplib.SMTPRecipientsRefused) and all(
        500 <= code < 600 for code, _words in error.recipients.values()
    )
