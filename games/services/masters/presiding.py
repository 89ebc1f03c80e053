"""What a game master does to the game they preside over: each act with its reason, shown to all (RB-24).

In a competition's game its arbiters do it, as far as HR-10 lets them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games import notices
from games.adjudication import deadlines
from games.adjudication.acts import enter_act
from games.adjudication.locking import (
    lock_game,
    lock_membership,
    lock_running_game,
    open_phase_of,
    players_of,
)
from games.adjudication.succession import concerned, give_seat
from games.common import clock, outbox
from games.common.words.people import Person
from games.engine import hosting_rules, sight
from games.engine.commands import powers_of
from games.engine.elimination import is_out
from games.engine.hidden_players import masked_seats
from games.errors import (
    AlreadyPresides,
    AlreadySeated,
    CannotReplace,
    HasPresided,
    MasterSits,
    NoReason,
    NotAllowed,
    NotArbiter,
    NotMaster,
    NotSeated,
    OfCompetition,
    PhaseMovedOn,
    Suspended,
)
from games.gate.contests import arbitrates
from games.gate.open_seats import by_master, has_presided, is_open, open_seats
from games.models import ClockEntry, Game, MasterAct, Phase, StandIn, Tenure, Vote
from games.services.players.votes import end_by, ending_of

Facts = Mapping[str, Any]


@transaction.atomic
def move_deadline(*, game: Game, user: Person, to: datetime, reason: str) -> MasterAct:
    """Move the open phase's deadline to the moment `to`, on or back, as long as it is still to come.

    Refuses with `CannotMove`, and as all acts do with `NotMaster`, `NoReason`, `NotRunning`, `GameIsOver`.
    A competition's deadlines move alike or not at all (HR-10).
    """
    game = lock_presided(game, user, reason, in_contests=False)
    entry = deadlines.move_deadline(
        phase=open_phase_of(game), to=to, by=user, note=reason, reason=ClockEntry.Reason.MASTER
    )
    return enter_act(game, user, MasterAct.Kind.DEADLINE, reason, moved_by(entry))


@transaction.atomic
def close_phase(*, game: Game, user: Person, label: str, reason: str) -> MasterAct:
    """Close the open phase, which is the one called `label`, at this moment: what is saved counts (HR-1).

    Refuses with `PhaseMovedOn` if another phase is open by now, and with `CannotMove` as
    `deadlines.close_now`. Nothing it does or says hangs on what anyone has saved. Never a competition's
    (HR-10).
    """
    game = lock_presided(game, user, reason, in_contests=False)
    phase = open_phase_of(game)
    if phase.label != label:
        raise PhaseMovedOn
    entry = deadlines.close_now(phase=phase, by=user, note=reason, reason=ClockEntry.Reason.MASTER)
    return enter_act(game, user, MasterAct.Kind.CLOSING, reason, moved_by(entry))


def moved_by(entry: ClockEntry) -> Facts:
    """What an act keeps of a change of the clock."""
    return {"before": entry.before.isoformat(), "after": entry.after.isoformat()}


@transaction.atomic
def replace_player(*, game: Game, user: Person, seat: str, stand_in: int, reason: str) -> MasterAct:
    """Give the seat `seat`, held or open, to the member with the key `stand_in`, who has offered to take one
    over (`succession.give_seat`).

    A player who is out of the game leaves the old seat for it (RB-14), but none whose holder no one
    may know: the seat that they left would tell (DG-1). `CannotReplace` then, or if `user` has made no offer
    or has left the league; `AlreadySeated`, `NotSeated`, `HasPresided`.
    """
    game = lock_presided(game, user, reason, in_contests=False)
    offer = StandIn.objects.select_related("user").filter(game=game, user=stand_in).first()
    tenure = _last_in(game, seat)
    was_held = tenure.left_at is None
    if offer is None or not _is_member(game, stand_in):
        raise CannotReplace
    phase = open_phase_of(game)
    held = _held_by(game, phase, offer.user)
    if has_presided(game, offer.user):
        raise HasPresided
    if held is not None and seat in masked_seats(game.variant):
        raise CannotReplace(
            _("Everyone would see who left another seat for this one. Choose someone else (DG-1).")
        )
    now = clock.now()
    if held is not None:  # a lost seat stays empty
        Vote.objects.filter(seat=held.seat).delete()
        Tenure.objects.filter(pk=held.pk).update(left_at=now, left_how=Tenure.Leaving.MOVED)
    give_seat(game=game, phase=phase, before=tenure, to=offer.user, now=now)
    offer.delete()
    if hosting_rules.is_called(game.variant, phase.due, seat):
        outbox.put(*notices.mails("waiting", [stand_in], game=game, phase=phase, now=now))
    facts = _handed_over(game, phase, tenure, offer.user)
    act = enter_act(game, user, MasterAct.Kind.REPLACEMENT, reason, facts)
    lost = [tenure.user_id] if was_held else []
    others = [each for each in concerned(game, besides=offer.user) if each != user.pk]
    outbox.put(
        *notices.mails("replaced", lost, game=game, phase=phase, act=act.pk, now=now),
        *notices.mails("seated", [stand_in], game=game, phase=phase, act=act.pk, now=now),
        *notices.mails("taken", others, game=game, phase=phase, seat=tenure.seat_id, now=now),
    )
    return act


def _is_member(game: Game, user: Person | int) -> bool:
    """As `lock_membership`; nor may anyone be given a part who is suspended, which no master is told."""
    try:
        return lock_membership(game, user)
    except Suspended:
        return False


def _last_in(game: Game, seat: str) -> Tenure:
    """The tenure of the player who holds `seat`, or left it open to others; `NotSeated` where no one is to be
    replaced.
    """
    tenures = Tenure.objects.select_related("seat", "user").filter(game=game, seat__key=seat)
    held = tenures.filter(left_at=None).first()
    left = tenures.filter(is_open("seat__vacancy__"), seat__vacancy__tenure=F("pk")).first()
    tenure = held or left
    if tenure is None:
        raise NotSeated
    return tenure


def _handed_over(game: Game, phase: Phase, tenure: Tenure, to: Person) -> Facts:
    """Which seat went from whom to whom, with the powers that it commands, if it does."""
    seat = tenure.seat.key
    powers = list(powers_of(sight.position_of(game, phase.position, seat), seat))
    facts: Facts = {"seat": seat, "before": tenure.user.get_username(), "after": to.get_username()}
    return {**facts, "powers": powers} if powers else facts


def _held_by(game: Game, phase: Phase, user: Person) -> Tenure | None:
    """The lost seat that `user` still holds, if they do; `AlreadySeated` if they are in the game (RB-14)."""
    held = Tenure.objects.select_related("seat").filter(game=game, user=user, left_at=None).first()
    if held is not None and not is_out(game, phase.position, held.seat.key):
        raise AlreadySeated
    return held


@transaction.atomic
def rule(*, game: Game, user: Person, reason: str) -> MasterAct:
    """Settle a contested case in words, which all who see the game read."""
    game = lock_presided(game, user, reason)
    return enter_act(game, user, MasterAct.Kind.RULING, reason, {})


@transaction.atomic
def announce(*, game: Game, user: Person, text: str) -> MasterAct:
    """Tell everyone who sees the game something that is no ruling; who plays in it also gets an e-mail.

    Refuses as all acts do, with `NoReason` where there is no text.
    """
    game = lock_presided(game, user, text)
    act = enter_act(game, user, MasterAct.Kind.ANNOUNCEMENT, text, {})
    outbox.put(*notices.mails("announcement", players_of(game), game=game, act=act.pk, now=act.at))
    return act


@transaction.atomic
def declare_end(*, game: Game, user: Person, kind: str, reason: str) -> MasterAct:
    """End the game by the game master's word, where a clause gives them a say (ID-18).

    With them those agree whose votes for it stand. `NotAllowed`, with the rules' reason, where it may not be.
    """
    game = lock_presided(game, user, reason, in_contests=False)
    phase = open_phase_of(game)
    ending = ending_of(game, phase, kind, by_master(game, kind), open_seats(game))
    act = enter_act(game, user, MasterAct.Kind.ENDING, reason, {"how": kind})
    end_by(game, phase, ending)
    return act


@transaction.atomic
def hand_over(*, game: Game, user: Person, to: Person, reason: str) -> MasterAct:
    """Make the member `to` the game master in one's own place. `MasterSits` if they have a seat in the game,
    `AlreadyPresides` if they are the same person.

    Where it is secret who sits in some seat (DG-1) that would tell: there it is handed to someone who has
    offered to take a seat over, and so has none; `CannotReplace` to everyone else.
    """
    game = lock_presided(game, user, reason, in_contests=False)
    if to == user:
        raise AlreadyPresides
    if not _is_member(game, to):
        raise NotAllowed
    if masked_seats(game.variant) and not StandIn.objects.filter(game=game, user=to).exists():
        raise CannotReplace
    if Tenure.objects.filter(game=game, user=to, left_at=None).exists():
        raise MasterSits
    StandIn.objects.filter(game=game, user=to).delete()
    Game.objects.filter(pk=game.pk).update(master=to)
    outbox.put(notices.left_hint(game, user.pk, clock.now()))
    facts = {"before": user.get_username(), "after": to.get_username()}
    return enter_act(game, user, MasterAct.Kind.CHAIR, reason, facts)


@transaction.atomic
def offer_to_stand_in(*, game: Game, user: Person) -> StandIn:
    """Say that one would take a seat over, should one be abandoned. Saying it again changes nothing. A player
    of the game may once they are out of it (RB-14).

    Refuses with `AlreadySeated`, `MasterSits`, `HasPresided`, `GameIsOver`; `CannotReplace` where no one
    presides.
    """
    game = lock_running_game(game)
    if game.master_id is None:
        raise CannotReplace
    if game.master_id == user.pk:
        raise MasterSits
    _held_by(game, open_phase_of(game), user)
    if has_presided(game, user):
        raise HasPresided
    offer, _is_new = StandIn.objects.get_or_create(game=game, user=user, defaults={"offered_at": clock.now()})
    return offer


@transaction.atomic
def take_offer_back(*, game: Game, user: Person) -> None:
    """Take back what one has offered; no harm if there is nothing."""
    StandIn.objects.filter(game=lock_game(game), user=user).delete()


def lock_presided(game: Game, user: Person, reason: str, *, in_contests: bool = True) -> Game:
    """The running game, locked, for its own game master who has a reason; a competition's for an arbiter of
    it (`NotArbiter`), unless the act is none of theirs (not `in_contests`: `OfCompetition`).
    """
    game = lock_running_game(game)
    if game.is_contest:
        refuse_others(game, user)
        if not in_contests:
            raise OfCompetition
    elif game.master_id != user.pk or Tenure.objects.filter(game=game, user=user, left_at=None).exists():
        raise NotMaster
    if not reason.strip():
        raise NoReason
    return game


def refuse_others(game: Game, user: Person) -> None:
    """`NotArbiter` unless `user` is an arbiter of the competition's game, and does not play in it (HR-10)."""
    if not arbitrates(game, user):
        raise NotArbiter
