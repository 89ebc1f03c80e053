"""Games that wait or run get the friendly rules of absence; their misses count from now on."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.utils import timezone

AT_ONCE = 2000
FRIENDLY = {"policy": "friendly", "extensions": 2, "in_a_row": 3, "in_all": 0, "holidays": 21}


def be_friendly(apps: Any, schema_editor: Any) -> None:
    absence = FRIENDLY | {"since": timezone.now().isoformat()}
    going_on = _going_on(apps).filter(absence={})
    last = 0
    while keys := list(going_on.filter(pk__gt=last).values_list("pk", flat=True)[:AT_ONCE]):
        last = keys[-1]
        going_on.filter(pk__in=keys).update(absence=absence)


def have_none(apps: Any, schema_editor: Any) -> None:
    """Take them from the games that got them here, which alone say since when misses count."""
    given = _going_on(apps).filter(absence__has_key="since")
    last = 0
    while keys := list(given.filter(pk__gt=last).values_list("pk", flat=True)[:AT_ONCE]):
        last = keys[-1]
        given.filter(pk__in=keys).update(absence={})


def _going_on(apps: Any) -> Any:
    return apps.get_model("games", "Game").objects.filter(state__in=["waiting", "running"]).order_by("pk")


class Migration(migrations.Migration):
    dependencies = [("games", "0029_pauses_votes_and_nominations")]

    operations = [migrations.RunPython(be_friendly, have_none)]
