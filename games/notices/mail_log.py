"""The log of mails: to whom, of which kind, when, and what kind of error; nothing of what they said."""

from __future__ import annotations

import smtplib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from games.common import clock
from games.common.outbox.notices import logs_mails
from games.common.outbox.row import OutboxRow
from games.common.words.people import Person
from games.engine.hidden_players import masking_variants
from games.models import Asked, AskedAgain, Game, Mailing, Phase

PURGED_AT_ONCE = 1000


@logs_mails
@dataclass(slots=True)
class MailLog:
    """What became of mails, kept until `write` puts it into the database, in few statements."""

    entries: list[Mailing] = field(default_factory=list)
    phases: dict[uuid.UUID, list[int]] = field(default_factory=dict)
    games: dict[uuid.UUID, list[int]] = field(default_factory=dict)

    def note(self, person: Person | None, rows: Sequence[OutboxRow], error: Exception | None) -> None:
        """A mail to `person` for outbox `rows` of one kind was handed over, or `error` came of it.

        None: an address that is no account's, as far as we ask.
        """
        first = rows[0]
        self.entries.append(
            Mailing(
                id=_key_for(first),
                user=person,
                kind=first.payload["about"],
                row=first.pk,
                made_at=first.created_at,
                attempts=first.attempts,
                last_error=kind_of(error) if error else "",
            )
        )
        if first.payload["about"] == Mailing.Kind.REMINDER:
            self.phases[_key_for(first)] = [row.payload["phase"] for row in rows]
        elif first.payload["about"] not in (Mailing.Kind.LETTERS, Mailing.Kind.LEAGUE):
            self.games[_key_for(first)] = [row.payload["game"] for row in rows]

    @transaction.atomic
    def write(self) -> None:
        """Put down what was noted. A mail that is tried again keeps its row.

        When they were handed over is told to within the moments since the last time. A reminder comes with
        its phases at once, and what tells who plays where that is secret with the game's open phase: without
        them they would be shown before their time.
        """
        now = clock.now()
        masked = self._masked_phases()
        for mail, games in self.games.items():
            if told := [masked[game] for game in games if game in masked]:
                self.phases[mail] = told
        for entry in self.entries:
            entry.handed_at = None if entry.last_error else now
        Mailing.objects.bulk_create(
            self.entries,
            update_conflicts=True,
            unique_fields=["row"],
            update_fields=["handed_at", "attempts", "last_error"],
        )
        through = Mailing.phases.through
        through.objects.bulk_create(
            (
                through(mailing_id=key, phase_id=phase)
                for key, phases in self.phases.items()
                for phase in phases
            ),
            ignore_conflicts=True,
        )
        self.entries, self.phases, self.games = [], {}, {}

    def _masked_phases(self) -> dict[int, int]:
        """The open phases of the running games that hide who plays in them (DG-1), by game."""
        games = {game for games in self.games.values() for game in games}
        if not games:
            return {}
        phases = Phase.objects.filter(
            game__in=games,
            game__variant__in=masking_variants(),
            game__state=Game.State.RUNNING,
            adjudicated_at=None,
        )
        return dict(phases.values_list("game", "pk"))


def _key_for(row: OutboxRow) -> uuid.UUID:
    """The key of the mail sent for `row`: always the same, and told by nothing that anyone sees."""
    return uuid.UUID(bytes=salted_hmac("key of a mail", str(row.pk)).digest()[:16])


def note_account_mail(person: Person | None, error: Exception | None) -> None:
    """A mail of the account pages (codes, addresses, passwords) was handed over, or `error` came of it."""
    now = clock.now()
    Mailing.objects.create(
        user=person,
        kind=Mailing.Kind.ACCOUNT,
        made_at=now,
        handed_at=None if error else now,
        last_error=kind_of(error) if error else "",
    )


def kind_of(error: Exception) -> str:
    """The kind of an error, with the server's code if it gave one; its words may quote an address."""
    code = ""
    if isinstance(error, smtplib.SMTPResponseException):
        code = str(error.smtp_code)
    elif isinstance(error, smtplib.SMTPRecipientsRefused):
        code = " ".join(sorted({str(code) for code, _words in error.recipients.values()}))
    return f"{type(error).__name__} {code}".strip()[:200]


def prune() -> int:
    """Forget mails of `GAMES_MAIL_LOG_DAYS` ago, and whose turns came so long ago; how many rows."""
    old = clock.now() - timedelta(days=settings.GAMES_MAIL_LOG_DAYS)
    mails = Mailing.objects.filter(made_at__lt=old)
    asked = (model.objects.filter(at__lt=old) for model in (Asked, AskedAgain))
    return _delete(mails) + sum(_delete(rows) for rows in asked)


def _delete(rows: QuerySet[Any]) -> int:
    """Delete some rows at a time: no one waits long for their locks, and few are in memory."""
    deleted = 0
    while keys := list(rows.order_by().values_list("pk", flat=True)[:PURGED_AT_ONCE]):
        rows.model._default_manager.filter(pk__in=keys).delete()
        deleted += len(keys)
    return deleted
