"""What has to leave the house: written with the change it tells of, delivered after the commit."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class OutboxRow(models.Model):
    """One thing to tell someone: at least once, after the commit. It carries ids, never facts."""

    topic = models.CharField(max_length=32, help_text="hint, mail, results, alarm, …")
    payload = models.JSONField(help_text="ids only")
    person = models.BigIntegerField(
        null=True, help_text="for whom a mail is: all that waits for him is sent together"
    )
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="not before; moved on after a failure")
    attempts = models.PositiveSmallIntegerField(default=0)
    in_hand = models.BooleanField(
        default=False, help_text="claimed, and no end of it noted: after its lease, its worker died"
    )
    ring_of = models.BigIntegerField(
        null=True, help_text="whose telling this rings (a row's key): a mail that is tried again rings once"
    )
    last_error = models.CharField(max_length=200, blank=True, default="")
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("outbox row")
        verbose_name_plural = _("outbox")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["ring_of"], condition=Q(ring_of__isnull=False), name="each_telling_rings_once"
            )
        ]
        indexes = [
            models.Index(
                fields=["due_at", "id"], condition=Q(sent_at=None, given_up_at=None), name="outbox_to_send"
            ),
            models.Index(
                fields=["due_at", "id"],
                condition=Q(person=None, sent_at=None, given_up_at=None),
                name="outbox_not_to_persons",
            ),
            models.Index(
                fields=["person", "due_at"],
                condition=Q(person__isnull=False, sent_at=None, given_up_at=None),
                name="outbox_to_persons",
            ),
            models.Index(fields=["sent_at"], condition=~Q(sent_at=None), name="outbox_sent"),
            models.Index(fields=["given_up_at"], condition=~Q(given_up_at=None), name="outbox_given_up"),
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.pk}"
