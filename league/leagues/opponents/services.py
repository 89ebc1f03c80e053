"""What someone who looks for an opponent does, one transaction each, under the pool's lock.

Locks are taken in this order: the pool, its league, a game. So no one is in two proposals, however many act
at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Value
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from games.agreed.absence import FRIENDLY
from games.common import clock, outbox
from games.common.errors import GameError
from games.common.guards.codes import code_from
from games.common.outbox.row import OutboxRow
from games.gate.suspension import suspension
from games.models import Game
from games.services.seats.pairs import check_ranking, open_for_two, ranked_first
from league.leagues.errors import AcceptsNothing, AlreadyAsked, NotAllowed, NotAsked
from league.leagues.models import League, Pool, Proposal, Search
from league.leagues.opponents.apart import kept_apart
from league.leagues.opponents.matching import together
from league.leagues.opponents.options import KINDS, in_order, terms_of
from league.leagues.services.joining import join
from league.users.models import User

State = Search.State

NAME: Final = "Open tables"
SLUG: Final = "open-tables"
KEPT: Final = timedelta(days=90)
"""So long searches that are over are kept: how long people usually wait is counted from them."""

IN_THE_LINE: Final[dict[str, Any]] = {
    "proposal": None,
    "seat": None,
    "yes_at": None,
    "ranking": [],
    "evenings": [],
}
"""What someone has who is asked about nothing."""


def lock_pool() -> Pool:
    """The pool, locked until the transaction ends; made with its league when someone looks first."""
    rows = Pool.objects.select_for_update(of=("self",)).select_related("league")
    if (found := rows.first()) is not None:
        return found
    try:
        with transaction.atomic():
            Pool.objects.create(league=_open_league())
    except IntegrityError:  # someone else made it at the same moment
        pass
    return rows.get()


def _open_league() -> League:
    """The pool's league: organised by no one, until those who run the site say otherwise."""
    taken = set(League.objects.filter(slug__startswith=SLUG).values_list("slug", flat=True))
    free = (f"{SLUG}-{number}" if number > 1 else SLUG for number in range(1, len(taken) + 2))
    return League.objects.create(
        name=NAME,
        slug=next(slug for slug in free if slug not in taken),
        description="Games for two between people who looked for an opponent. Everyone may join.",
        who_opens_games=League.Openers.ORGANISERS,
        absence={"policy": FRIENDLY},
    )


@transaction.atomic
def look(*, user: User, **accepts: Iterable[str]) -> Search:
    """Look for an opponent, or accept other things than before: the place in the line stays.

    `games`, `paces` and `languages` are keys of `options`. Makes `user` a member of the pool's league, and of
    no other. Refuses with `AcceptsNothing`, `AlreadyAsked`, `Banned`, and `NotAllowed` while suspended there.
    """
    given = {kind: in_order(kind, accepts.get(kind, ())) for kind in KINDS}
    if not all(given.values()):
        raise AcceptsNothing(_("Tick at least one game, one pace and one language."))
    pool, now = lock_pool(), clock.now()
    own = Search.objects.filter(user=user, state__in=Search.OPEN).first()
    if own is not None:
        if own.state == State.ASKED:
            raise AlreadyAsked(_("You have an opponent: say yes or no first."))
        for kind, keys in given.items():
            setattr(own, kind, keys)
        own.save(update_fields=list(given))
        return own
    join(league=pool.league, user=user)
    if (suspended := suspension(pool.league, user, now)) is not None:
        raise NotAllowed(str(suspended))
    return Search.objects.create(user=user, since=now, **given)


@transaction.atomic
def stop(*, user: User) -> None:
    """Look no more. Whom they were proposed to is back in the line. Doing it twice does no harm."""
    withdraw(user, clock.now())


def withdraw(user: User, now: datetime) -> None:
    """As `stop`, within a transaction."""
    lock_pool()
    own = Search.objects.filter(user=user, state__in=Search.OPEN).first()
    if own is None:
        return
    if own.proposal_id is not None:
        close([own.proposal_id], Proposal.State.REFUSED, now, {own.pk: State.STOPPED})
    else:
        leave_line([own.pk], State.STOPPED, now)


@transaction.atomic
def say_no(*, user: User, proposal: int) -> None:
    """Do not play this one, and leave the line; the other is back where they were. `NotAsked`."""
    lock_pool()
    own = _asked(user, proposal, clock.now())
    close([proposal], Proposal.State.REFUSED, clock.now(), {own.pk: State.OUT})


@transaction.atomic
@sensitive_variables("ranking")
def say_yes(
    *, user: User, proposal: int, ranking: Sequence[str] = (), evenings: Collection[int] = ()
) -> Game | None:
    """Play. The game, where both have said so by now; saying it again changes ranking and evenings.

    `ranking` is what the first phase of the game asks, where it asks one; `evenings` are numbers of those of
    a live game that would do. Where the two can play no more, or not at the same time, both are back in the
    line. Refuses with `NotAsked`, `AcceptsNothing`, `BadRanking`.
    """
    pool, now = lock_pool(), clock.now()
    own = _asked(user, proposal, now)
    asked = own.proposal
    if asked is None:
        raise NotAsked
    terms = terms_of(asked, pool.league)
    check_ranking(ranked_first(terms.variant, terms.settings), ranking)
    would_do = sorted(set(evenings) & set(range(len(asked.evenings))))
    if asked.evenings and not would_do:
        raise AcceptsNothing(_("Tick at least one evening."))
    own.yes_at, own.ranking, own.evenings = own.yes_at or now, list(ranking), would_do
    own.save(update_fields=["yes_at", "ranking", "evenings"])
    both = list(asked.searches.select_related("user").order_by("seat"))
    if any(each.yes_at is None for each in both):
        return None
    game = _begun(pool, asked, both)
    if game is None:
        close([asked.pk], Proposal.State.DROPPED, now, {})
        return None
    asked.state, asked.closed_at, asked.game = Proposal.State.AGREED, now, game
    asked.save(update_fields=["state", "closed_at", "game"])
    keys = [each.pk for each in both]
    over = Search.objects.filter(pk__in=keys)
    over.update(**IN_THE_LINE | {"state": State.PLAYING, "found_at": asked.made_at, "over_at": now})
    return game


@sensitive_variables("both")
def _begun(pool: Pool, asked: Proposal, both: Sequence[Search]) -> Game | None:
    """The game of two who have said yes; None if no evening suits both, or something keeps them from it."""
    common = sorted(set.intersection(*(set(each.evenings) for each in both)))
    if asked.evenings and not common:
        return None
    people = [each.user for each in both]
    if together(*(each.pk for each in people)) in kept_apart([each.pk for each in people]):
        return None
    try:
        with transaction.atomic():
            return open_for_two(
                league=pool.league,
                players=people,
                rankings=[each.ranking for each in both],
                name=f"{pool.league.name} {asked.pk}"[-80:],
                terms=terms_of(asked, pool.league),
                code=code_from(f"proposal {asked.pk}"),
                untimed_until=datetime.fromisoformat(asked.evenings[common[0]]) if common else None,
            )
    except GameError:  # suspended, or no member any more
        return None


def _asked(user: User, proposal: int, now: datetime) -> Search:
    """The search of `user` who is asked about a proposal. Call it under the pool's lock."""
    rows = Search.objects.select_related("proposal").filter(user=user, state=State.ASKED, proposal=proposal)
    own = rows.filter(proposal__answer_by__gt=now).first()
    if own is None:
        raise NotAsked(_("This game is no longer proposed. See below where your search stands."))
    return own


def close(keys: Sequence[int], how: str, now: datetime, gone: Mapping[int, str]) -> None:
    """Close open proposals (keys). Searches that are `gone` leave the line, each to its state; the others are
    back at their old places, and are told so, which takes the place of the first suggestions.

    Call it under the pool's lock; as many queries for many.
    """
    asked = Search.objects.filter(proposal__in=keys, state=State.ASKED)
    back = dict(asked.exclude(pk__in=gone).values_list("pk", "user"))
    for state in sorted(set(gone.values())):
        leave_line([key for key, each in gone.items() if each == state], state, now)
    Search.objects.filter(pk__in=back).update(
        **IN_THE_LINE | {"state": State.WAITING, "suggested": Greatest("suggested", Value(1))}
    )
    Proposal.objects.filter(pk__in=keys).update(state=how, closed_at=now)
    outbox.put(*mails("back", back, now))


def leave_line(keys: Sequence[int], state: str, now: datetime) -> None:
    """End searches (keys)."""
    Search.objects.filter(pk__in=keys).update(**IN_THE_LINE | {"state": state, "over_at": now})


def mails(occasion: str, searches: dict[int, int], now: datetime) -> list[OutboxRow]:
    """What is told to those who look: `searches` are keys with the keys of their people."""
    return [
        outbox.tell_person("opponent_mail", user, now, about="league", occasion=occasion, search=search)
        for search, user in searches.items()
    ]


def forget_old() -> int:
    """Delete searches and proposals that were over 90 days ago; how many rows."""
    before = clock.now() - KEPT
    return (
        Search.objects.filter(over_at__lt=before).delete()[0]
        + Proposal.objects.filter(closed_at__lt=before).delete()[0]
    )
