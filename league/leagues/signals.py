"""What is done however a membership begins or ends, by whichever service or in the admin."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from league.leagues.models import Membership
from league.leagues.selectors.leagues import forget_count_of_members


@receiver([post_save, post_delete], sender=Membership)
def count_members_anew(instance: Membership, **_rest: Any) -> None:
    forget_count_of_members(instance.league_id)
