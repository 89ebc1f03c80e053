"""The hands of a house's clocks: what a test that looks at it from outside may do to a deadline."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

MOVE = """
from datetime import timedelta
from games.common import clock
from django.db.models import F
from games.models import Phase, Tenure
from games.adjudication.deadlines import move_deadline
phase = Phase.objects.select_related("game").get(game__code="{code}", adjudicated_at=None)
to = clock.now() + timedelta(seconds={seconds})
if phase.game.is_contest:
    # Nobody moves the deadline of one game of a competition: its time goes by, for those who sit there too.
    gone = phase.deadline - to
    since = phase.opened_at - gone
    Phase.objects.filter(pk=phase.pk).update(opened_at=since, deadline=to, closes_at=to)
    Tenure.objects.filter(game=phase.game, left_at=None).update(taken_at=F("taken_at") - gone)
else:
    move_deadline(phase=phase, to=to, by=None, note="The train leaves.")
"""

PAUSE = """
from datetime import timedelta
from games.common import clock
from games.models import Phase
from games.adjudication.pausing import pause
now = clock.now()
phase = Phase.objects.select_related("game").get(game__code="{code}", adjudicated_at=None)
pause(phase.game, phase, now + timedelta(seconds={seconds}), now, by=None)
"""

PASS = """
import time
from datetime import timedelta
from django.db import transaction
from django.db.models import F
from games.common import clock
from games.models import ClockEntry, Game, Phase, Tenure, Vacancy
from games.services.players.answers import save_answer
game = Game.objects.get(code="{code}")
phase = Phase.objects.get(game=game, adjudicated_at=None)
held = Tenure.objects.filter(game=game, left_at=None, seat__key__in=phase.due)
for each in held.exclude(seat__in=phase.drafts.values("seat")).exclude(user__username__in={absent!r}):
    save_answer(game=game, user=each.user, label=phase.label, text="", version=0)
with transaction.atomic():
    passed = phase.deadline - clock.now() - timedelta(seconds={seconds})
    for rows, moments in (
        (Phase.every.filter(game=game), ("opened_at", "deadline", "closes_at", "adjudicated_at")),
        (Tenure.objects.filter(game=game), ("taken_at", "left_at")),
        (ClockEntry.objects.filter(phase__game=game), ("before", "after", "at")),
        (Vacancy.objects.filter(game=game), ("since", "opened_at")),
    ):
        rows.update(**{{moment: F(moment) - passed for moment in moments}})
closes_at = Phase.objects.get(pk=phase.pk).closes_at
until = time.monotonic() + {patience}
while Phase.objects.filter(pk=phase.pk, adjudicated_at=None, closes_at=closes_at).exists():
    assert time.monotonic() < until, "nothing came of the deadline"
    time.sleep(0.2)
"""
PATIENCE = 60


def in_the_house(folder: Path, *arguments: str) -> str:
    """What `manage.py` says in the house with its data in `folder`."""
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.ROOT,
        env=inherited | {"VAR_DIR": str(folder)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def deadline_comes(folder: Path, game: str, *, seconds: float = 3) -> None:
    """Move the deadline of the game at the address `game`, in the house with its data in `folder`.

    A phase that is long enough for any machine is so closed at its deadline all the same.
    """
    code = game.rstrip("/").rpartition("/")[2]
    in_the_house(folder, "shell", "-c", MOVE.format(code=code, seconds=seconds))


def time_goes_by(folder: Path, game: str, *absent: str, seconds: float = 1) -> None:
    """Let the open phase of the game at the address `game` come to its deadline, and something come of that:
    it is adjudicated, or extended. Players who have saved nothing save empty orders, but for the `absent`.

    All that happened in the game lies so much further back, so the phase has lasted as long as it should, and
    a player who saved nothing has missed it (HR-1).
    """
    code = game.rstrip("/").rpartition("/")[2]
    said = PASS.format(code=code, absent=absent, seconds=seconds, patience=PATIENCE)
    in_the_house(folder, "shell", "-c", said)


def pauses(folder: Path, game: str, *, seconds: float) -> None:
    """Pause the game at the address `game` for so long, in the house with its data in `folder`."""
    code = game.rstrip("/").rpartition("/")[2]
    in_the_house(folder, "shell", "-c", PAUSE.format(code=code, seconds=seconds))
