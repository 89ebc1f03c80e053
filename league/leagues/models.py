"""Leagues, the tenants of the house: who belongs to one, and the policy its games open with."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.dealing import LOTS
from games.terms import DEALINGS, PRESS_PAUSES

slug_rule = RegexValidator(
    r"\A[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]\Z",
    _("Three to forty small letters, digits and hyphens, beginning and ending with a letter or a digit."),
)


def new_token() -> str:
    """A secret that fits in an address: 24 characters, 144 bits."""
    return secrets.token_urlsafe(18)


class League(models.Model):
    """A community with its own members, games and policy, under `/l/<slug>/`."""

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Public: anybody may look in and join")
        INVITATION = "invitation", _("By invitation: only members see it")

    class Openers(models.TextChoices):
        MEMBERS = "members", _("Every member")
        ORGANISERS = "organisers", _("Organisers only")

    slug = models.CharField(_("address"), max_length=40, unique=True, validators=[slug_rule])
    name = models.CharField(_("name"), max_length=80)
    description = models.TextField(_("description"), max_length=2000, blank=True)
    visibility = models.CharField(
        _("visibility"), max_length=12, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    created_at = models.DateTimeField(auto_now_add=True)

    # Policy: copied into a game when it opens, and never asked again by that game.
    who_opens_games = models.CharField(
        _("who opens games"), max_length=12, choices=Openers.choices, default=Openers.MEMBERS
    )
    rulebook = models.CharField(
        _("rulebook"),
        max_length=8,
        choices=[("classic", _("Classic (the source’s rulebook)")), ("modern", _("Modern (2023 rules)"))],
        default="classic",
    )
    pace = models.JSONField(
        _("pace"),
        default=dict,
        blank=True,
        help_text="as games.pace.Pace.to_json writes it; {} is the daily pace",
    )
    press = models.CharField(
        _("press"),
        max_length=8,
        choices=[("open", _("Open: players may write to each other")), ("none", _("Gunboat: no press"))],
        default="open",
    )
    press_pauses = models.CharField(
        _("press outside the moves"), max_length=8, choices=PRESS_PAUSES, default="rulebook"
    )
    dealing = models.CharField(_("who plays which power"), max_length=8, choices=DEALINGS, default=LOTS)
    draws_allowed = models.BooleanField(_("draws by vote allowed"), default=True)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["name", "pk"]
        indexes = [
            models.Index(fields=["name", "id"], condition=Q(visibility="public"), name="public_leagues"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:home", args=[self.slug])

    def member_named(self, name: str) -> Any:
        """The member who is called so, however it is spelt; None if there is none."""
        found = self.memberships.filter(user__username__iexact=name, user__is_active=True)
        membership = found.select_related("user").first()
        return membership.user if membership else None

    def members_named(self, names: Collection[str]) -> list[Any]:
        """The members who are called so, however they are spelt. One query, of as many parts as names."""
        if not names:
            return []
        called = reduce(or_, (Q(user__username__iexact=name) for name in names))
        found = self.memberships.filter(called, user__is_active=True).select_related("user")
        return [membership.user for membership in found]

    def member_names(self, most: int) -> list[str]:
        """The names of the first `most` members, in order of joining. One query."""
        found = self.memberships.filter(user__is_active=True).order_by("pk")
        return list(found.values_list("user__username", flat=True)[:most])

    @property
    def is_public(self) -> bool:
        return self.visibility == self.Visibility.PUBLIC


class Membership(models.Model):
    """One person in one league."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("Organiser")
        MEMBER = "member", _("Member")

    league = models.ForeignKey(League, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="one_membership_a_person_and_league"),
        ]
        indexes = [models.Index(fields=["league", "-role", "id"], name="members_of_a_league")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.league_id}"

    @property
    def is_organiser(self) -> bool:
        return self.role == self.Role.ORGANISER


class Invitation(models.Model):
    """A link that lets whoever holds it join a league until it expires or is withdrawn."""

    league = models.ForeignKey(League, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    uses = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["league"], condition=Q(withdrawn_at=None), name="live_invitations"),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.league_id}"

    @property
    def link_path(self) -> str:
        """The path that lets its holder in. Not `get_absolute_url`: Django's generic pages hand that out."""
        return reverse("leagues:invited", args=[self.league.slug, self.token])

    def is_valid(self, now: datetime) -> bool:
        return self.withdrawn_at is None and now < self.expires_at
