"""How an event at tables goes on: a round is called, drawn and begun. All of it is called under the season's
lock, and doing it again does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.common import outbox
from league.competitions.errors import CompetitionError
from league.competitions.models import CheckIn, Competition, Entry, Side
from league.competitions.outbox import mail
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.playing import begin_game, pair
from league.competitions.state.finality import finality_of
from league.competitions.tables.ended import SEATS
from league.competitions.tables.rounds import Checked, drawn_round
from league.competitions.tables.rules import CHECK_IN
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import Read, Round, Table, read
from league.leagues.models import Membership

CALLED, BEGUN = "round_called", "round_begun"
"""The occasions on which people are told: check-in is open; their game has begun."""


def advance(season: Competition, now: datetime) -> int:
    """Call, draw or begin what is due; how much there was."""
    done = 0
    while _next(season, read(season), now):
        done += 1
    return done


def _next(season: Competition, found: Read, now: datetime) -> bool:
    last = found.last
    if last is None or last.begun is not None:
        return _calls(season, found, now)
    if last.drawn is None:
        return now >= last.closes and draw(season, found, last, now)
    # The first round begins with the season.
    if now < last.begins or not found.began:
        return False
    if not stands(season, last):
        draw_again(season, found, last, now)
        return True
    return begin(season, last, now)


# Calling a round


def _calls(season: Competition, found: Read, now: datetime) -> bool:
    """Open check-in for the next round, once the one before is final, if there is another."""
    last = found.last
    if last is None:
        closes = found.rules.check_in_until
        if season.is_over or not found.played.order:
            return False
        call(season, 1, max(now, closes), now)
        return True
    if not season.is_live or not is_final(season, found, now) or not follows(found):
        return False
    call(season, last.number + 1, now + CHECK_IN, now)
    return True


def follows(found: Read) -> bool:
    """Whether another round is to be played after the last one that was called."""
    last = found.last
    if last is None:
        return True
    return not last.is_too_small and last.number < found.rules.rounds and len(found.in_it) >= SEATS


def is_final(season: Competition, found: Read, now: datetime) -> bool:
    """Whether the results of all tables that have begun can no more change."""
    results, finality = found.played.results, finality_of(season, now)
    return all(number in results and results[number].firm(finality).is_final for number in found.tables)


def call(season: Competition, number: int, closes: datetime, now: datetime) -> None:
    season.events.create(at=closes, kind=EventKind.CALLED, number=number, recorded_at=now)
    entries = season.entries.filter(state__in=Entry.IN).order_by("number")
    outbox.put(*(mail(user, now, about=CALLED, entry=key) for key, user in entries.values_list("pk", "user")))


# Drawing it


def draw(season: Competition, found: Read, round_: Round, now: datetime) -> bool:
    """Draw the tables of a round for which check-in has closed; with too few it is not played."""
    facts = drawn_round(season, found, checked_in(season, round_.number), round_.number, now)
    kind = EventKind.DRAWN if facts["tables"] else EventKind.ROUND
    season.events.create(at=now, kind=kind, number=round_.number, facts=facts, recorded_at=now)
    return True


def checked_in(season: Competition, number: int) -> list[Checked]:
    """Who has checked in for a round and is still in, and the substitutes who have, in list order."""
    rows = CheckIn.objects.filter(entry__competition=season, round=number).select_related("entry")
    standing = [*Entry.IN, Entry.State.WAITING]
    return [
        Checked(each.entry.number, each.entry.state == Entry.State.WAITING, each.twice, tuple(each.ranking))
        for each in rows.filter(entry__state__in=standing).order_by("entry__number")
    ]


def stands(season: Competition, round_: Round) -> bool:
    """Whether everyone who has a seat in a drawing is still there, as what they were drawn: players, or
    substitutes of whom none has come in since.
    """
    facts = round_.drawn.facts if round_.drawn is not None else {}
    there = {each.entry: each.is_substitute for each in checked_in(season, round_.number)}
    seated = {entry for table in round_.tables for entry in table.seats}
    return all(there.get(entry) == (entry in facts["standbys"]) for entry in seated)


def draw_again(
    season: Competition, found: Read, round_: Round, now: datetime, reason: str = "", **by: Any
) -> None:
    """Draw a round again that is drawn and has not begun, over those who are still there."""
    if round_.drawn is None:
        raise ValueError("a round is drawn again that was drawn")
    again = round_.drawn.facts["again"] + 1
    facts = drawn_round(season, found, checked_in(season, round_.number), round_.number, now, again)
    put_instead(season, round_, facts | ({"reason": reason} if reason else {}), now, **by)


def put_instead(season: Competition, round_: Round, facts: dict[str, Any], now: datetime, **by: Any) -> None:
    """Let another drawing count in the place of the one that does; without tables the round is not played."""
    if round_.drawn is None:
        raise CompetitionError
    row: dict[str, Any] = {"kind": EventKind.ROUND}
    if facts["tables"]:
        row = {"kind": EventKind.DRAWN, "supersedes_id": round_.drawn.pk}
    season.events.create(at=now, recorded_at=now, number=round_.number, facts=facts, **row, **by)


# Beginning it


def begin(season: Competition, round_: Round, now: datetime) -> bool:
    """Begin the games of a round as it is drawn. It waits while a player has just left the league, and is
    taken out in a moment.
    """
    if round_.drawn is None:
        raise ValueError("a round begins as it is drawn")
    wanted = {entry for table in round_.tables for entry in table.seats}
    entries = {each.number: each for each in season.entries.filter(number__in=wanted).select_related("user")}
    people = [each.user_id for each in entries.values()]
    if Membership.objects.filter(league=season.league_id, user__in=people).count() != len(people):
        return False
    for table in round_.tables:
        _begin_table(season, table, [entries[entry] for entry in table.seats])
    facts = dict(round_.drawn.facts)
    season.events.create(at=now, kind=EventKind.ROUND, number=round_.number, facts=facts, recorded_at=now)
    told = sorted(entries.values(), key=lambda each: each.number) if round_.number > 1 else ()
    outbox.put(*(mail(each.user_id, now, about=BEGUN, entry=each.pk) for each in told))
    return True


def _begin_table(season: Competition, table: Table, entries: Sequence[Entry]) -> None:
    pairing = pair(season, table.number, entries)
    if not season.rules.get("by_hand"):
        begin_game(season, pairing, is_dealt=False)
        return
    sides = list(pairing.sides.order_by("pk"))
    for side, power in zip(sides, POWERS, strict=True):
        side.seat = power
    Side.objects.bulk_update(sides, ["seat"])
