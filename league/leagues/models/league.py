"""Leagues, the tenants of the house, and the policy their games open with."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from difflib import get_close_matches
from functools import reduce
from operator import or_
from typing import Any, Final

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.agreed.terms import PRESS_PAUSES
from games.models.terms import TermsFields

ALIKE: Final = 0.7
"""How alike names are of which one may be a slip of the other, as difflib counts: 1 is equal."""
LOOKED_AT: Final = 2000
"""Names that one slip is compared with at most."""

slug_rule = RegexValidator(
    r"\A[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]\Z",
    _("Use 3 to 40 of a–z, 0–9 and hyphens. Begin and end with a–z or 0–9."),
)


class League(TermsFields):
    """A community with its own members, games and policy, under `/l/<slug>/`."""

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Public: anyone can see it and join")
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

    # Policy, as are the columns of `TermsFields`: copied into a game when it opens, and never asked again by
    # that game.
    who_opens_games = models.CharField(
        _("who opens games"), max_length=12, choices=Openers.choices, default=Openers.MEMBERS
    )
    rulebook = models.CharField(
        _("rulebook"),
        max_length=8,
        choices=[("classic", _("Classic (original rulebook)")), ("modern", _("Modern (2023 rules)"))],
        default="classic",
    )
    press_pauses = models.CharField(
        _("press outside the moves"), max_length=8, choices=PRESS_PAUSES, default="rulebook"
    )
    draws_allowed = models.BooleanField(_("draws by vote allowed"), default=True)

    rates_overall = models.BooleanField(
        _("games count for the overall ratings"), default=True, help_text="those over all leagues that agree"
    )

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

    def suspended_until(self, user: Any) -> datetime | None:
        """Until when `user` may take no seat here and create no game; None where nothing keeps them."""
        until: datetime | None = (
            self.memberships.filter(user=user).values_list("suspended_until", flat=True).first()
        )
        return until

    def banned(self, user: Any) -> tuple[datetime | None, str] | None:
        """Until when the organisers keep `user` out, None for good, and why; it may be past.
        None where nothing does. One query.
        """
        bans = self.sanctions.filter(person=user, kind="ban", lifted_at=None)
        found: tuple[datetime | None, str] | None = bans.values_list("until", "reason").first()
        return found

    def member_named(self, name: str) -> Any:
        """The member who is called so, however it is spelt; None if there is none."""
        found = self.members_named([name])
        return found[0] if found else None

    def members_named(self, names: Collection[str]) -> list[Any]:
        """The members who are called so, however they are spelt. One query, of as many parts as names."""
        if not names:
            return []
        # As the index of names has them: spelt otherwise, the people of the whole house are read.
        called = reduce(or_, (Q(called=Lower(Value(name))) for name in names))
        members = self.memberships.alias(called=Lower("user__username"))
        found = members.filter(called, user__is_active=True).select_related("user")
        return [membership.user for membership in found]

    def names_like(self, name: str) -> list[str]:
        """Members whose names `name` may be a slip of, the nearest first, three at most. One query."""
        members = self.memberships.filter(user__is_active=True)
        near = Q(user__username__istartswith=name[:1]) | Q(user__username__iendswith=name[-2:])
        names = members.filter(near).order_by("pk").values_list("user__username", flat=True)[:LOOKED_AT]
        spelt = {each.lower(): each for each in names}
        return [spelt[each] for each in get_close_matches(name.lower(), spelt, cutoff=ALIKE)]

    def member_names(self, most: int) -> list[str]:
        """The names of the first `most` members, in order of joining. One query."""
        found = self.memberships.filter(user__is_active=True).order_by("pk")
        return list(found.values_list("user__username", flat=True)[:most])

    def preset_names(self) -> list[tuple[int, str]]:
        """The keys and names of the league's presets. One query."""
        return list(self.presets.order_by("name", "pk").values_list("pk", "name"))

    def preset(self, number: int) -> Mapping[str, Any] | None:
        """What a new game begins with by the preset with that key: `values`, `pace` and `absence`."""
        return self.presets.filter(pk=number).values("values", "pace", "absence").first()

    @property
    def is_public(self) -> bool:
        return self.visibility == self.Visibility.PUBLIC
