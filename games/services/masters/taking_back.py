"""Taking a running game back to an earlier phase (HR-8): later turns stay in the record and do not count.

Nothing is deleted but what is saved for the open phase, and votes. The phases from the one that is played
again on become a branch; messages, clock rows and acts that point to them stay.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models.functions import Least
from django.utils.translation import gettext as _

from games import notices
from games.adjudication.acts import enter_act
from games.adjudication.locking import open_phase_of, players_of
from games.adjudication.starting import new_phases
from games.common import outbox
from games.common.words.people import Person
from games.engine import bridge
from games.errors import CannotTakeBack, PhaseMovedOn
from games.gate.taking_back import is_never_taken_back, phases_to_take_back_to
from games.models import Answer, Branch, ClockEntry, ClockProposal, Game, MasterAct, Phase, Tenure, Vote
from games.services.masters.presiding import lock_presided


@transaction.atomic
def take_back(
    *, game: Game, user: Person, label: str, to: str, reason: str, is_fault: bool = False
) -> MasterAct:
    """Open the phase called `to` again, whose turn and all later ones do not count any more; the open phase
    is the one called `label`.

    What is saved for the open phase is deleted, votes are withdrawn, and the players have a full phase from
    now on. Misses and extensions are counted from phases that count, so they are set back.
    Everyone keeps their seat. A competition's game goes back only after a fault of the site (`is_fault`), and
    by its last resolved phase alone. `PhaseMovedOn` if another phase is open by now, `CannotTakeBack` if `to`
    is not among `phases_to_take_back_to`, and as all acts `NotMaster`, `NoReason`, `NotRunning`,
    `GameIsOver`.
    """
    game = lock_presided(game, user, reason)
    before = open_phase_of(game)
    if before.label != label:
        raise PhaseMovedOn
    if is_never_taken_back(game.variant):
        raise CannotTakeBack
    if game.is_contest and not is_fault:
        raise CannotTakeBack(
            _("In a competition, a game is rewound only after an error of the site. Confirm that first.")
        )
    if to not in phases_to_take_back_to(game):
        raise CannotTakeBack
    again = Phase.objects.get(game=game, label=to)
    facts: dict[str, object] = {"from": label, "to": to}
    if game.is_contest:
        facts["fault"] = True
    act = enter_act(game, user, MasterAct.Kind.TAKEN_BACK, reason, facts)
    _cut_off(game, again, before, act)
    phase = _open_again(game, again, act)
    outbox.put(*notices.mails("taken_back", players_of(game), game=game, phase=phase, act=act.pk, now=act.at))
    return act


def _cut_off(game: Game, again: Phase, before: Phase, act: MasterAct) -> None:
    """Make a branch of the phases from `again` to `before`, which is open; nothing goes on in them."""
    branch = Branch.objects.create(
        game=game,
        number=Branch.objects.filter(game=game).count() + 1,
        at=again.ordinal,
        until=before.ordinal,
        version=game.version,
        act=act,
    )
    Answer.objects.filter(phase=before).delete()
    Vote.objects.filter(game=game).delete()
    ClockProposal.objects.filter(phase=before, closed_at=None).update(closed_at=act.at)
    cut = Phase.objects.filter(game=game, ordinal__gte=again.ordinal)
    cut.update(branch=branch, remind_at=None, next_attempt_at=None, set_aside_at=None, last_error="")
    Tenure.objects.filter(game=game).update(results_seen=Least("results_seen", again.ordinal))


def _open_again(game: Game, again: Phase, act: MasterAct) -> Phase:
    """Open the phase `again` once more: a row of its own, with a full phase from now on and a row of the
    clock.
    """
    Game.objects.filter(pk=game.pk).update(phase_number=again.ordinal)
    game.phase_number = again.ordinal
    now: datetime = act.at
    why = {
        "reason": ClockEntry.Reason.TAKEN_BACK,
        "before": again.deadline,
        "note": act.reason[:200],
        "by_id": act.by_id,
    }
    openings = [(game, bridge.Opening(again.position, again.due), again.ordinal)]
    (phase,) = new_phases(openings, now, why)
    return phase
