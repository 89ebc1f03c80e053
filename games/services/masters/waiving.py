"""A master, or an arbiter, lets a missed phase not count."""

from __future__ import annotations

from django.db import transaction

from games.adjudication.acts import enter_act
from games.adjudication.waived_misses import RULING, misses_shown
from games.common.words.people import Person
from games.errors import NotMissed
from games.models import Game, MasterAct, Turn
from games.services.masters.rulings import lock_to_rule


@transaction.atomic
def take_miss_back(
    *, game: Game, user: Person, seat: str, label: str, reason: str, has_power: bool = False
) -> MasterAct:
    """Let the phase called `label` of a running game not count for `seat`, which missed it, for the reason
    that all who see the game read. What has followed from the miss, a seat given up say, stays.

    `NotMissed` if it did not, or where no one may know who missed anything (HR-3); as all rulings
    `NotMaster`, `NotArbiter`, `HasPlayed`, `NoReason`, `NotRunning`, `GameIsOver`.
    """
    game = lock_to_rule(game, user, reason, has_power)
    turn = Turn.objects.filter(phase__game=game, phase__label=label).select_related("phase").first()
    if turn is None or seat not in misses_shown(game, turn.phase, turn.missed):
        raise NotMissed
    for kept in (turn.asked, turn.missed):
        del kept[seat]
    turn.excused[seat] = RULING
    turn.save(update_fields=["asked", "missed", "excused"])
    return enter_act(game, user, MasterAct.Kind.EXCUSED, reason, {"seat": seat, "label": label})
