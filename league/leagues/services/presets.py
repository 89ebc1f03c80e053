"""Presets: named settings with which members begin to create a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from league.leagues.errors import LeagueError
from league.leagues.models import League, OrganiserAct, Preset
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users.models import User

MOST = 30
"""Presets of one league."""


@transaction.atomic
def save_preset(
    *,
    league: League,
    by: User,
    name: str,
    values: Mapping[str, Any],
    pace: Mapping[str, Any],
    absence: Mapping[str, Any],
) -> Preset:
    """Keep settings under `name`, in place of what it had. Games that exist keep theirs.

    Raises NotAllowed unless `by` organises this league, LeagueError when there are too many.
    """
    league = lock(league)
    check_organiser(league, by)
    now = clock.now()
    is_new = not league.presets.filter(name=name).exists()
    if is_new and league.presets.count() >= MOST:
        raise LeagueError(_("A league has up to 30 presets. Delete one first."))
    given = {"values": dict(values), "pace": dict(pace), "absence": dict(absence), "by": by, "at": now}
    preset, _is_new = Preset.objects.update_or_create(league=league, name=name, defaults=given)
    enter(league, OrganiserAct.Kind.PRESET, by=by, now=now, name=name)
    return preset


@transaction.atomic
def delete_preset(*, league: League, by: User, preset: int) -> None:
    """Offer a preset (a key) no more. Doing it again changes nothing."""
    league = lock(league)
    check_organiser(league, by)
    found = league.presets.filter(pk=preset).first()
    if found is None:
        return
    enter(league, OrganiserAct.Kind.PRESET_GONE, by=by, now=clock.now(), name=found.name)
    found.delete()
