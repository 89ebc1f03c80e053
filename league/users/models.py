"""A person: an account, with the zone and the language in which the site speaks to him."""

from __future__ import annotations

import zoneinfo

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from league.users.zones import zone_names

name_rule = RegexValidator(
    r"\A[\w](?:[\w.+-]*[\w])?\Z",
    _("Letters, digits and . + - _ only, beginning and ending with a letter, a digit or _."),
)


def validate_time_zone(name: str) -> None:
    """Refuse anything but the name of a zone in the IANA data base (`Europe/Paris`)."""
    if name not in zone_names():
        raise ValidationError(
            _("“%(name)s” is no time zone: choose one such as Europe/Paris."), params={"name": name}
        )


class User(AbstractUser):
    """An account. `username` is the name others see; the e-mail address is shown to nobody."""

    class Language(models.TextChoices):
        ENGLISH = "en", "English"
        FRENCH = "fr", "Français"

    username = models.CharField(
        _("name"),
        max_length=30,
        unique=True,
        validators=[name_rule],
        error_messages={"unique": _("Somebody has this name already.")},
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
    mail_news = models.BooleanField(_("games that begin, end or stand still"), default=True)
    mail_letters = models.BooleanField(_("letters that wait for you"), default=True)
    refused_address = models.EmailField(
        blank=True, default="", help_text="the address for which the mail server refused mails"
    )
    refusals = models.PositiveSmallIntegerField(default=0, help_text="on how many days in a row it did")
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta(AbstractUser.Meta):
        verbose_name = _("user")  # type: ignore[assignment]
        verbose_name_plural = _("users")  # type: ignore[assignment]
        constraints = [
            models.UniqueConstraint(Lower("username"), name="names_differ_by_more_than_case"),
        ]

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The zone in which times are shown to this person."""
        return zoneinfo.ZoneInfo(self.time_zone)
