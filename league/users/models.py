"""A person: an account, with the zone and the language in which the site speaks to them."""

from __future__ import annotations

import zoneinfo
from collections.abc import Collection
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.common.words.people import Quiet, Weight
from games.common.words.zones import zone_names
from league.users import names, wishes

REFUSALS: Final = 3
"""On so many days the mail server refused an address for good: then mails to it cease."""
A_DAY: Final = timedelta(hours=20)
"""Refusals closer together than this count as one: a fault of our own lasts for hours."""

name_rule = RegexValidator(
    r"\A[\w](?:[\w.+-]*[\w])?\Z",
    _("Use only letters, digits and . + - _. Begin and end with a letter, a digit or _."),
)
"""What accounts have been called. New ones go by the next."""
new_name_rule = RegexValidator(
    r"\A[\w](?:[\w+-]*[\w])?\Z",
    _("Use only letters, digits and + - _. Begin and end with a letter, a digit or _."),
)
"""Without full stops: a name stands in e-mails to strangers, where `some.example` becomes a link."""


def validate_time_zone(name: str) -> None:
    """Refuse anything but the name of a zone in the IANA database (`Europe/Paris`)."""
    if name not in zone_names():
        raise ValidationError(
            _("“%(name)s” is not a time zone: choose one such as Europe/Paris."), params={"name": name}
        )


class SkeletonField(models.CharField):  # type: ignore[type-arg]
    """What a new account's name looks like, filled in when its row is inserted, in bulk too.

    A row that exists keeps what it has: accounts older than this may look alike, and then only the first of
    them has its skeleton here. That one keeps others from all their names.
    """

    looks = staticmethod(names.skeleton)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        if add and getattr(model_instance, self.attname) is None:
            setattr(model_instance, self.attname, self.looks(model_instance.username))  # type: ignore[attr-defined]
        return super().pre_save(model_instance, add)


class CapitalsField(SkeletonField):
    """The same, of the name in capitals."""

    looks = staticmethod(names.skeleton_of_capitals)


class Reach(models.TextChoices):
    """How much reaches someone by e-mail, of what they have not said no to."""

    EVERYTHING = "all", _("Everything")
    LOSING = "losing", _("Only what could cost me something")
    DAILY = "daily", _("Once a day")


class User(AbstractUser):
    """An account. `username` is the name others see; the e-mail address is shown to no one."""

    class Language(models.TextChoices):
        ENGLISH = "en", "English"
        FRENCH = "fr", "Français"

    username = models.CharField(
        _("name"),
        max_length=30,
        unique=True,
        validators=[name_rule],
        error_messages={"unique": _("This name is taken.")},
    )
    skeleton = SkeletonField(
        max_length=names.SKELETON_LENGTH, null=True, blank=True, unique=True, editable=False
    )
    skeleton_of_capitals = CapitalsField(
        max_length=names.SKELETON_LENGTH, null=True, blank=True, unique=True, editable=False
    )
    email = models.EmailField(_("e-mail address"))
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    language = models.CharField(
        _("language"), max_length=5, choices=Language.choices, default=Language.ENGLISH
    )
    mail_reminders = models.BooleanField(_("reminders before a deadline"), default=True)
    mail_turns = models.BooleanField(_("your turn"), default=True)
    mail_news = models.BooleanField(_("games that begin, end or are paused by an error"), default=True)
    mail_letters = models.BooleanField(_("messages while you are away"), default=True)
    mail_invitations = models.BooleanField(_("invitations to games"), default=True)
    mail_leagues = models.BooleanField(_("announcements of leagues"), default=True)
    mail_competitions = models.BooleanField(_("competitions"), default=True)
    mail_openings = models.BooleanField(_("seasons that open"), default=False)
    mail_weeks = models.BooleanField(_("e-mails of the week"), default=True)
    reach = models.CharField(
        _("how much reaches you"), max_length=8, choices=Reach.choices, default=Reach.EVERYTHING
    )
    quiet_from = models.TimeField(_("quiet from"), default=time(23))
    quiet_to = models.TimeField(_("quiet until"), default=time(7))
    digest_at = models.TimeField(_("once a day at"), default=time(18))
    push_names = models.BooleanField(_("pushes say who and what"), default=False)
    digest_due = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when the next mail of the day goes out"
    )
    refused_address = models.EmailField(
        blank=True, default="", help_text="the address for which the mail server refused mails"
    )
    refusals = models.PositiveSmallIntegerField(default=0, help_text="on how many days in a row it did")
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta(AbstractUser.Meta):
        verbose_name = _("user")  # type: ignore[assignment]
        verbose_name_plural = _("users")  # type: ignore[assignment]
        indexes = [
            models.Index(
                fields=["digest_due"], condition=Q(digest_due__isnull=False), name="mails_of_the_day_due"
            ),
            models.Index(fields=["time_zone", "quiet_from"], name="people_by_their_night"),
        ]
        constraints = [
            models.UniqueConstraint(Lower("username"), name="names_differ_by_more_than_case"),
        ]

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The zone in which times are shown to this person."""
        return zoneinfo.ZoneInfo(self.time_zone)

    def wants_mail(self, wish: str, weight: Weight = Weight.NEWS) -> bool:
        """Whether to send a mail of a kind (`wishes.WISHES`) by itself: they have not said no, it reaches
        them, and it is not one for which once a day is enough, or that costs nothing.
        """
        return not self.is_out_of_reach and self.wants(wish, weight)

    def wants(self, wish: str, weight: Weight) -> bool:
        """The same, whether e-mails reach them or not."""
        if not getattr(self, f"mail_{wish}"):
            return False
        if self.reach == Reach.DAILY:
            return weight is Weight.SOON
        return self.reach == Reach.EVERYTHING or weight is not Weight.NEWS

    @property
    def is_out_of_reach(self) -> bool:
        """Whether the mail server refuses their address; another address is tried again."""
        return self.refusals >= REFUSALS and self.refused_address == self.email

    @property
    def quiet(self) -> Quiet:
        """The hours of their day in which nothing should ring."""
        return Quiet(self.quiet_from, self.quiet_to)

    def next_digest(self, after: datetime) -> datetime:
        """When the next mail of the day goes out after a moment: at their hour, by their clock."""
        local = after.astimezone(self.zone)
        at = datetime.combine(local.date(), self.digest_at, self.zone)
        if at <= local:
            at = datetime.combine(local.date() + timedelta(days=1), self.digest_at, self.zone)
        return at.astimezone(UTC)

    def stop_path(self, wish: str) -> str:
        return wishes.stop_path(self.pk, wish)

    @staticmethod
    def wishes_path() -> str:
        return reverse("users:mails")

    @classmethod
    def looks_taken(cls, name: str, *, besides: int | None = None) -> bool:
        """Whether `name` is taken for that of an account other than `besides` (an id), or for one that stays
        taken where its account is gone.
        """
        alike = Q(skeleton=names.skeleton(name)) | Q(skeleton_of_capitals=names.skeleton_of_capitals(name))
        owners = set(cls.objects.filter(alike).values_list("pk", flat=True))
        return bool(owners - {besides}) or (not owners and names.stays_taken(name))

    @staticmethod
    def seen_since(people: Collection[int], moment: datetime) -> set[int]:
        """Which of `people` (ids) were here after `moment`; noted every few minutes."""
        from allauth.usersessions.models import UserSession

        seen = UserSession.objects.filter(user__in=people, last_seen_at__gt=moment)
        return set(seen.values_list("user", flat=True))

    def note_refusal(self, now: datetime) -> None:
        """The mail server refused their address for good, at `now`."""
        if self.refused_address != self.email or self.refused_at is None:
            self.refused_address, self.refusals = self.email, 1
        elif now - self.refused_at < A_DAY:
            return
        else:
            self.refusals += 1
        self.refused_at = now
        self.save(update_fields=["refused_address", "refusals", "refused_at"])

    def note_taken(self) -> None:
        """The mail server has taken a mail to them: whatever was refused before, they are within reach."""
        if self.refusals:
            self.refused_address, self.refusals, self.refused_at = "", 0, None
            self.save(update_fields=["refused_address", "refusals", "refused_at"])


class AddressChange(models.Model):
    """That an account's address was another one until `at`: kept while it can be taken back from there."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="address_changes")
    address = models.EmailField(help_text="the old one")
    at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("change of an address")
        verbose_name_plural = _("changes of addresses")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"change {self.pk}"


class PushSubscription(models.Model):
    """Where someone's browser takes pushes, and with which keys: sealed, for who has it can send them some.

    Of the address its hash tells one from another. It goes when the push service no longer knows it, after 90
    days in which neither a push was taken nor the browser was here, and with the account.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions")
    endpoint_sha256 = models.CharField(max_length=64, unique=True)
    sealed = models.TextField(help_text="address and keys, as JSON, sealed")
    device = models.CharField(max_length=80, help_text="what its owner knows it by: Firefox, Linux")
    made_at = models.DateTimeField()
    heard_at = models.DateTimeField(help_text="when a push was taken last, or the browser was here")

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering = ["pk"]
        indexes = [models.Index(fields=["heard_at"], name="silent_push_subscriptions")]

    def __str__(self) -> str:
        return f"push {self.pk}"


class CalendarAddress(models.Model):
    """The secret address at which calendar programs fetch someone's deadlines; of the secret, its hash."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_address")
    secret_sha256 = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("address of a calendar")
        verbose_name_plural = _("addresses of calendars")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"calendar {self.pk}"
