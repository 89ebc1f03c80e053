"""What was mailed to whom, and who has been asked to remember which deadline."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Mailing(models.Model):
    """One mail to one person: what became of it, never what it said.

    A reminder tells that something was owed and nothing saved: who runs the site sees it only when that is no
    secret any more (`games.admin`). Keys do not follow each other, so that no gap tells of it before.
    """

    class Kind(models.TextChoices):
        REMINDER = "reminder", _("reminder")
        WAITING = "waiting", _("your turn")
        STARTED = "started", _("game started")
        FINISHED = "finished", _("game over")
        SET_ASIDE = "set_aside", _("game paused by an error")
        LETTERS = "letters", _("new messages")
        MISSED = "missed", _("phase missed")
        EXTENDED = "extended", _("phase extended")
        RULES = "rules", _("missed-phase rules begin")
        PROPOSAL = "proposal", _("end proposed")
        SEATED = "seated", _("seat taken over")
        REPLACED = "replaced", _("seat given away")
        OPENED = "opened", _("seat open to others")
        GIVEN_UP = "given_up", _("seat lost")
        TAKEN = "taken", _("open seat taken")
        ANNOUNCEMENT = "announcement", _("announcement")
        CLOCK = "clock", _("deadlines changed")
        CLOCK_VOTE = "clock_vote", _("vote on a pause or more time")
        NOMINATION = "nomination", _("game master nominated")
        TAKEN_BACK = "taken_back", _("game rewound")
        INVITED = "invited", _("invitation to a game")
        ACCOUNT = "account", _("account")
        LEAGUE = "league", _("league")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    phases = models.ManyToManyField("games.Phase", related_name="+", blank=True)
    row = models.BigIntegerField(
        null=True, unique=True, help_text="the first outbox row it was sent for: tried again, it is one mail"
    )
    made_at = models.DateTimeField()
    handed_at = models.DateTimeField(null=True, blank=True, help_text="when the mail server took it")
    attempts = models.PositiveSmallIntegerField(default=1)
    last_error = models.CharField(max_length=200, blank=True, default="", help_text="its kind alone")

    class Meta:
        verbose_name = _("e-mail")
        verbose_name_plural = _("e-mails")
        ordering = ["-made_at", "pk"]
        indexes = [
            models.Index(fields=["-made_at", "id"], name="mails_by_age"),
            models.Index(fields=["kind", "-made_at"], name="mails_by_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Asked(models.Model):
    """That a seat's turn for a reminder has come; whether one was mailed hangs on what it had saved by then.

    A row for every seat that owes, so it tells nothing of any answer; it keeps a seat from being reminded
    twice of one deadline, and of a deadline that was moved on soon after.
    """

    phase = models.ForeignKey("games.Phase", models.CASCADE, related_name="+")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="+")
    deadline = models.DateTimeField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("turn for a reminder")
        verbose_name_plural = _("turns for a reminder")
        constraints = [
            models.UniqueConstraint(
                fields=["phase", "seat", "deadline"], name="one_reminder_a_seat_and_deadline"
            ),
        ]
        indexes = [models.Index(fields=["at"], name="turns_for_a_reminder_by_age")]

    def __str__(self) -> str:
        return f"turn {self.pk}"


class AskedAgain(models.Model):
    """That an organiser had a seat reminded of an open phase, besides its usual reminders: once.

    As with `Asked`, whether anything was mailed hangs on what it had saved by then, and is not told here. It
    names no person, so that nothing of it goes with an account.
    """

    phase = models.ForeignKey("games.Phase", models.CASCADE, related_name="+")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("reminder by an organiser")
        verbose_name_plural = _("reminders by organisers")
        constraints = [
            models.UniqueConstraint(fields=["phase", "seat"], name="organisers_remind_a_seat_once_a_phase"),
        ]
        indexes = [models.Index(fields=["at"], name="reminders_of_organisers_by_age")]

    def __str__(self) -> str:
        return f"reminder {self.pk}"
