"""Mails printed where the one-process house runs: who to, and the words. Their HTML twin is left out."""

from __future__ import annotations

from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend as ConsoleBackend


class EmailBackend(ConsoleBackend):
    """What someone who is trying the site reads in their terminal: a code among markup is hard to find."""

    def write_message(self, message: EmailMessage) -> None:
        head = f"To: {', '.join(message.recipients())}\nSubject: {message.subject}"
        self.stream.write(f"{'-' * 79}\n{head}\n\n{message.body.strip()}\n{'-' * 79}\n")
