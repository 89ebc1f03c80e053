"""What the clock does to searches: pairs are found, proposals lapse, suggestions go out, searches end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.common import clock, outbox
from league.leagues.models import Membership, Pool, Proposal, Search
from league.leagues.models.opponents import LASTS
from league.leagues.opponents.apart import kept_apart, refused_lately
from league.leagues.opponents.hours import Awake
from league.leagues.opponents.matching import ANSWER, Found, Seeker, pairs
from league.leagues.opponents.services import close, leave_line, lock_pool, mails

State = Search.State

MOST: Final = 200
"""Pairs, or searches of one kind, that one turn deals with; the next one goes on."""

SUGGESTIONS: Final = (timedelta(hours=24), timedelta(hours=72))
"""So long after its beginning a search that found no one is told what else there is."""


def turn() -> int:
    """All of it, at this moment; how many pairs were found. One query where no one looks, and not more for
    many who look than for two.
    """
    if not Search.objects.filter(state__in=Search.OPEN).exists():
        return 0
    with transaction.atomic():
        pool, now = lock_pool(), clock.now()
        _lapse(now)
        _end_absent(pool, now)
        _expire(now)
        _suggest(now)
        return _match(pool, now)


def _lapse(now: datetime) -> None:
    """Close proposals to which not both said yes in time. Who did not is out, and told so."""
    overdue = Proposal.objects.filter(state=Proposal.State.OPEN, answer_by__lte=now).order_by("answer_by")
    keys = list(overdue.values_list("pk", flat=True)[:MOST])
    if not keys:
        return
    silent = dict(Search.objects.filter(proposal__in=keys, yes_at=None).values_list("pk", "user"))
    close(keys, Proposal.State.LAPSED, now, dict.fromkeys(silent, State.OUT))
    outbox.put(*mails("out", silent, now))


def _end_absent(pool: Pool, now: datetime) -> None:
    """End the searches of those who have left the pool's league, or were sent away, or have no account."""
    here = Membership.objects.filter(league=pool.league_id, user=OuterRef("user"), user__is_active=True)
    absent = Search.objects.filter(~Exists(here), state__in=Search.OPEN).order_by("pk")
    found = dict(absent.values_list("pk", "proposal")[:MOST])
    if asked := sorted({proposal for proposal in found.values() if proposal is not None}):
        gone = {key: State.STOPPED for key, proposal in found.items() if proposal is not None}
        close(asked, Proposal.State.DROPPED, now, gone)
    if waiting := [key for key, proposal in found.items() if proposal is None]:
        leave_line(waiting, State.STOPPED, now)


def _expire(now: datetime) -> None:
    """End searches that found no one in 14 days, and tell so."""
    ended = _first(Search.objects.filter(state=State.WAITING, since__lte=now - LASTS))
    if ended:
        leave_line(list(ended), State.EXPIRED, now)
        outbox.put(*mails("ended", ended, now))


def _suggest(now: datetime) -> None:
    """Tell those who have waited for a day, and for three, what else there is."""
    for number, after in enumerate(SUGGESTIONS, start=1):
        waiting = Search.objects.filter(state=State.WAITING, suggested__lt=number, since__lte=now - after)
        if found := _first(waiting):
            Search.objects.filter(pk__in=found).update(suggested=number)
            outbox.put(*mails("suggestions", found, now))


def _first(searches: QuerySet[Search]) -> dict[int, int]:
    return dict(searches.order_by("since", "pk").values_list("pk", "user")[:MOST])


def is_next(search: Search) -> bool:
    """Whether the next turn proposes someone to `search`, which waits, if no one else acts before it. Writes
    nothing. At most five queries.
    """
    pool = Pool.objects.first()
    if pool is None:
        return False
    return any(search.pk in (pair.one.key, pair.other.key) for pair in _found(pool, clock.shown()))


def _match(pool: Pool, now: datetime) -> int:
    """Propose those who fit to each other; how many pairs."""
    found = _found(pool, now)
    if found:
        _propose(found, now)
    return len(found)


def _found(pool: Pool, now: datetime) -> list[Found]:
    """Those in the line who fit each other now."""
    line = _line(pool, now)
    if len(line) < 2:
        return []
    waiting = Search.objects.filter(state=State.WAITING).order_by().values("user")
    return pairs(line, kept_apart(waiting) | refused_lately(now), now, MOST)


def _line(pool: Pool, now: datetime) -> list[Seeker]:
    """Members who can be found now, in the order in which they began to wait; suspended ones are left out.
    One query.
    """
    may_play = Q(suspended_until=None) | Q(suspended_until__lte=now)
    members = Membership.objects.filter(may_play, league=pool.league_id, user=OuterRef("user"))
    rows = Search.objects.filter(Exists(members), state=State.WAITING, user__is_active=True)
    columns = (
        *("pk", "user", "games", "paces", "languages"),
        *("user__language", "user__time_zone", "user__quiet_from", "user__quiet_to"),
    )
    return [
        Seeker(
            key=key,
            user=user,
            games=frozenset(games.split()),
            paces=frozenset(paces.split()),
            languages=frozenset(languages.split()),
            language=language,
            awake=Awake(*day),
        )
        for key, user, games, paces, languages, language, *day in rows.order_by("since", "pk").values_list(
            *columns
        )
    ]


def _propose(found: Sequence[Found], now: datetime) -> None:
    """Ask both of each pair. Four queries."""
    proposals = Proposal.objects.bulk_create(
        Proposal(
            one_id=pair.one.user,
            other_id=pair.other.user,
            game_key=pair.game,
            pace_key=pair.pace,
            language_key=pair.language,
            at=pair.at,
            evenings=[each.isoformat() for each in pair.evenings],
            made_at=now,
            answer_by=now + ANSWER,
        )
        for pair in found
    )
    searches = [
        Search(pk=seeker.key, state=State.ASKED, proposal=proposal, seat=seat)
        for proposal, pair in zip(proposals, found, strict=True)
        for seat, seeker in enumerate((pair.one, pair.other), start=1)
    ]
    Search.objects.bulk_update(searches, ["state", "proposal", "seat"])
    asked = {seeker.key: seeker.user for pair in found for seeker in (pair.one, pair.other)}
    outbox.put(*mails("found", asked, now))
