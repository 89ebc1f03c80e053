"""Mails as they go to the mail server: text and HTML twins, their headers, and the line they go over."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils.crypto import salted_hmac

_inliner = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def with_styles(html: str) -> str:
    """The page `html` with the rules of its style sheet written into its tags' attributes.

    That is where all mail programs look. What holds in the dark alone stays in the sheet: those that know
    the dark read it there.
    """
    return str(_inliner.inline(html))


def mail(
    *, to: str, subject: str, text: str, html: str, occasion: str, stop: str = ""
) -> EmailMultiAlternatives:
    """A mail to one address; `html` is the twin of `text`, with its styles in a sheet of its own.

    Sent again on the same `occasion` it is known for the same mail. `stop`: the address where a POST stops
    mails of its kind (RFC 8058), which mail programs offer as a button. A line break in the subject is a
    space.
    """
    headers = {
        "Message-ID": f"<{salted_hmac('mail', occasion).hexdigest()[:32]}@{_host()}>",
        "Auto-Submitted": "auto-generated",
    }
    if stop:
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    message = EmailMultiAlternatives(" ".join(subject.split()), text, to=[to], headers=headers)
    message.attach_alternative(with_styles(html), "text/html")
    return message


def _host() -> str:
    return urlsplit(settings.SITE_ADDRESS).hostname or "localhost"


class Line:
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
def line() -> Iterator[Line]:
    """A line for as long as the block lasts."""
    opened = Line()
    try:
        yield opened
    finally:
        opened.close()


def is_refused_for_good(error: Exception) -> bool:
    """Whether the server will have no mail for this address: it answered 5.. to its recipient (RFC 5321)."""
    return isinstance(error, smtplib.SMTPRecipientsRefused) and all(
        500 <= code < 600 for code, _words in error.recipients.values()
    )
