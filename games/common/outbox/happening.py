"""What happened to someone by another's act, or by the clock: what the page of notices lists."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Happening(models.Model):
    """One thing that happened to a person, in their words: one row for each thing it can be about (a game, an
    entry, a payout), which the next that happens to it replaces.

    The words are those of the e-mail on the same occasion, said once in the reader's language and zone. They
    are said again from `topic` and `payload`, an outbox row's, where the reader has another language or zone
    by now, or `language` is empty: someone named in them has another name.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    about = models.CharField(max_length=48, help_text="what it is about: game:12, payout:3")
    topic = models.CharField(max_length=32)
    payload = models.JSONField(help_text="the outbox row's: ids only")
    row = models.BigIntegerField(help_text="the key of the outbox row: what comes twice is kept once")
    title = models.TextField()
    place = models.TextField(blank=True, help_text="which game or season, in which league")
    what = models.TextField(blank=True)
    address = models.CharField(max_length=300, help_text="a path of this site")
    language = models.CharField(max_length=5, blank=True)
    zone = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "about"], name="one_notice_a_person_and_thing"),
        ]
        indexes = [
            models.Index(fields=["user", "-at"], name="notices_of_a_person"),
            models.Index(fields=["user"], condition=models.Q(read_at=None), name="unread_notices"),
            models.Index(fields=["at"], name="old_notices"),
        ]

    def __str__(self) -> str:
        return f"{self.about} for {self.user_id}"
