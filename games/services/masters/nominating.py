"""Naming a game master in a running game without one (HR-9): an organiser nominates, players may object.

Nothing happens by itself: once the time to object is over the nominee may take the game on, and until then
can do nothing. Games in fog and games with masked seats gain no master: they would see what no one may.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games import notices
from games.adjudication.acts import enter_act
from games.adjudication.locking import lock_membership, lock_running_game, players_of, show_change
from games.common import clock, outbox
from games.common.words.people import Person
from games.errors import CannotNominate, HasPlayed, NotMaster, NotSeated, OfCompetition, TooLate
from games.gate.nominations import may_gain_master, needed_to_reject, objections_to, open_nomination_of
from games.models import Game, MasterAct, Nomination, Objection, StandIn, Tenure
from games.models.master import LONGEST_REASON
from games.services.masters.rulings import has_played, lock_to_rule


@transaction.atomic
def nominate(*, game: Game, user: Person, nominee: Person, reason: str, has_power: bool) -> Nomination:
    """Nominate a member of the league, who does not play in the game. Its players are written to, and they.

    `CannotNominate` says what is wrong; else it refuses as rulings do (`rulings.lock_to_rule`).
    """
    game = lock_to_rule(game, user, reason, has_power)
    if game.master_id is not None:
        raise NotMaster
    if game.is_contest:
        raise OfCompetition
    if not may_gain_master(game):
        raise CannotNominate(_("A game with a hidden board or hidden players can’t get a game master later."))
    if not lock_membership(game, nominee):
        raise CannotNominate(_("No member of the league has this name."))
    if has_played(game, nominee):
        raise CannotNominate(_("This person plays or has played in the game. Choose someone else."))
    earlier = Nomination.objects.filter(game=game)
    if earlier.filter(nominee=nominee, rejected_at__isnull=False).exists():
        raise CannotNominate(_("The players have rejected this person. Choose someone else."))
    if open_nomination_of(game) is not None:
        raise CannotNominate(_("Someone is already nominated. Withdraw that nomination first."))
    now = clock.now()
    nomination = Nomination.objects.create(
        game=game, nominee=nominee, by=user, reason=reason.strip()[:LONGEST_REASON], at=now
    )
    _tell(nomination, [*players_of(game), nominee.pk], now)
    show_change(game, now)
    return nomination


@transaction.atomic
def object_to(*, game: Game, user: Person, nomination: int) -> bool:
    """Object, for a seat; whether that rejects the nominee. Again: no change.

    `CannotNominate` if the nomination with that key is not open any more, `TooLate` after the time for it.
    """
    game, found = _open(game, nomination)
    own = Tenure.objects.filter(game=game, user=user, left_at=None).first()
    if own is None:
        raise NotSeated
    now = clock.now()
    if now >= found.may_be_objected_to_until:
        raise TooLate(_("Too late: players could object for 48 hours."))
    Objection.objects.get_or_create(nomination=found, tenure=own, defaults={"at": now})
    is_rejected = objections_to(found) >= needed_to_reject(found)
    if is_rejected:
        Nomination.objects.filter(pk=found.pk).update(rejected_at=now)
        _tell(found, [found.nominee_id, found.by_id], now)
        outbox.put(notices.left_hint(game, found.nominee_id, now))
    show_change(game, now)
    return is_rejected


@transaction.atomic
def withdraw(*, game: Game, user: Person, nomination: int, has_power: bool) -> None:
    """Take a nomination back: the one who made it may, and others with the same power."""
    game, found = _open(game, nomination)
    if not has_power or has_played(game, user):
        raise NotMaster
    now = clock.now()
    Nomination.objects.filter(pk=found.pk).update(withdrawn_at=now)
    outbox.put(notices.left_hint(game, found.nominee_id, now))
    show_change(game, now)


@transaction.atomic
def accept(*, game: Game, user: Person, nomination: int) -> MasterAct:
    """Preside over the game from now on, once the time to object is over. Messages are read from now on.

    `CannotNominate` before that time, `HasPlayed` for one who has taken
    a seat meanwhile, `NotMaster` for anyone else.
    """
    game, found = _open(game, nomination)
    if found.nominee_id != user.pk or game.master_id is not None or not lock_membership(game, user):
        raise NotMaster
    if has_played(game, user):
        raise HasPlayed
    now = clock.now()
    if now < found.may_be_objected_to_until:
        raise CannotNominate(_("Players can still object. Wait until that time is over."))
    Nomination.objects.filter(pk=found.pk).update(accepted_at=now)
    Game.objects.filter(pk=game.pk).update(master=user, master_reads_since=now)
    game.master_id, game.master_reads_since = user.pk, now
    StandIn.objects.filter(game=game, user=user).delete()
    _tell(found, [*players_of(game), found.by_id], now)
    facts = {"after": user.get_username(), "by": found.by.get_username()}
    return enter_act(game, user, MasterAct.Kind.NAMED, found.reason, facts)


def _open(game: Game, nomination: int) -> tuple[Game, Nomination]:
    """The locked game and the nomination with that key, which stands."""
    game = lock_running_game(game)
    found = open_nomination_of(game)
    if found is None or found.pk != nomination:
        raise CannotNominate(_("This nomination is no longer open."))
    return game, found


def _tell(nomination: Nomination, users: list[int], now: datetime) -> None:
    """Write to `users`; what the mail says follows from how the nomination stands when it is written."""
    people = dict.fromkeys(users)
    outbox.put(*notices.mails("nomination", people, game=nomination.game, nomination=nomination.pk, now=now))
