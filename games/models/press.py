"""Messages between the players of a game, and what each of them has read and is still writing."""

from __future__ import annotations

from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.models.seat import Seat

LONGEST_THREAD = 80
"""Characters that name a circle: room for thirty seats."""


class Circle(models.Model):
    """Seats that write to each other. Made by their first message, and never changed."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="circles")
    key = models.CharField(
        max_length=LONGEST_THREAD, help_text="the places of its seats, from 0, in their order: 0-1-4"
    )
    seats = models.ManyToManyField("games.Seat", related_name="circles")

    class Meta:
        verbose_name = _("circle of correspondents")
        verbose_name_plural = _("circles of correspondents")
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="circles_do_not_repeat")]

    def __str__(self) -> str:
        return f"circle {self.key} of {self.game_id}"


class Message(models.Model):
    """A message from one seat to the others of its circle. Read by those seats alone."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="messages")
    phase = models.ForeignKey("games.Phase", models.CASCADE, related_name="messages")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="letters")
    sender = models.ForeignKey("games.Seat", models.CASCADE, related_name="sent")
    body = models.TextField(max_length=4000)
    sent_at = models.DateTimeField()
    key = models.CharField(max_length=36, help_text="made with the form: a letter sent twice arrives once")

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sender", "key"], name="letters_are_sent_once"),
        ]
        indexes = [
            models.Index(fields=["game", "-id"], name="letters_of_a_game"),
            models.Index(fields=["circle", "-id"], name="letters_of_a_circle"),
        ]

    def __str__(self) -> str:
        return f"letter {self.pk}"

    @property
    def recipients(self) -> QuerySet[Seat]:
        return Seat.objects.filter(circles=self.circle_id).exclude(pk=self.sender_id).order_by("order")


class ReadMark(models.Model):
    """How far one person has read one circle's messages. No one else learns of it, staff included.

    Made by the first message that comes for them; who has none has nothing new there.
    """

    tenure = models.ForeignKey("games.Tenure", models.CASCADE, related_name="read_marks")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="read_marks")
    upto = models.BigIntegerField(default=0, help_text="the key of the last letter he has read, or 0")
    unread = models.PositiveIntegerField(default=0, help_text="how many letters have come after that one")

    class Meta:
        verbose_name = _("read mark")
        verbose_name_plural = _("read marks")
        constraints = [
            models.UniqueConstraint(fields=["tenure", "circle"], name="one_mark_a_reader_and_circle")
        ]
        indexes = [models.Index(fields=["tenure"], condition=Q(unread__gt=0), name="marks_with_news")]

    def __str__(self) -> str:
        return f"read mark {self.pk}"


class LetterDraft(models.Model):
    """What someone has begun to write in one thread and not sent. As sealed as an answer, and theirs alone.

    It belongs to a tenure: who takes a seat over reads its messages, not what was never sent.
    """

    tenure = models.ForeignKey("games.Tenure", models.CASCADE, related_name="letter_drafts")
    thread = models.CharField(max_length=LONGEST_THREAD, help_text="the key of a circle, or `new`")
    to = models.CharField(
        max_length=LONGEST_THREAD, blank=True, default="", help_text="the circle that was ticked, if new"
    )
    body = models.TextField(max_length=4000)
    version = models.PositiveIntegerField(
        default=1, help_text="two tabs cannot overwrite each other silently"
    )
    saved_at = models.DateTimeField()

    class Meta:
        verbose_name = _("draft of a message")
        verbose_name_plural = _("drafts of messages")
        constraints = [
            models.UniqueConstraint(fields=["tenure", "thread"], name="one_draft_a_writer_and_thread")
        ]

    def __str__(self) -> str:
        return f"draft of a letter {self.pk}"
