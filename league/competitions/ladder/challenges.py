"""Who may challenge whom on a ladder, and why not: one function for the page and for the server.

Nothing here knows rows or words: a `LadderState` is the ladder at one moment, a `Refusal` a reason with
numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Final

from league.competitions.ladder import rank_won
from league.competitions.ladder.rules.challenge_rules import FREE, ChallengeRules, Reach

UNDO: Final = timedelta(minutes=2)
"""The time for which a challenge can be undone; its mail leaves after that."""
ONE_UNDO_IN: Final = timedelta(days=1)
"""In this time the same person can undo one challenge of the same other person."""


class Why(StrEnum):
    """Why a challenge may not be made, in the order in which reasons are looked for."""

    SELF = "self"
    ABSENT = "absent"
    BEFORE = "before"
    AFTER = "after"
    BELOW = "below"
    FAR = "far"
    PLAYING = "playing"
    ASKED = "asked"
    MET = "met"
    DECLINED = "declined"
    AWAY = "away"
    THEY_ARE_AWAY = "they-are-away"
    BARRED = "barred"
    THEY_ARE_BARRED = "they-are-barred"
    OUTGOING = "outgoing"
    INCOMING = "incoming"
    OWING = "owing"
    THEY_ARE_OWING = "they-are-owing"
    GAMES = "games"
    THEIR_GAMES = "their-games"


ENDING: Final = frozenset(
    {
        *(Why.BEFORE, Why.MET, Why.DECLINED, Why.AWAY, Why.THEY_ARE_AWAY),
        *(Why.OUTGOING, Why.INCOMING, Why.GAMES, Why.THEIR_GAMES),
    }
)
"""Reasons that time or an answer ends: who is refused for one can ask to be told."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not, with what a reader can check it by: a number and its limit, a moment, a challenge's number."""

    why: Why
    number: int = 0
    limit: int = 0
    until: datetime | None = None
    challenge: int = 0


@dataclass(frozen=True, slots=True)
class Open:
    """A challenge that is not over: it waits for its answer, or its game is being played.

    `by_rank` and `of_rank` are the ranks of the two when it was made.
    """

    number: int
    by: int
    of: int
    is_playing: bool
    by_rank: int = 0
    of_rank: int = 0


def _pair(one: int, other: int) -> frozenset[int]:
    return frozenset((one, other))


@dataclass(frozen=True)
class LadderState:
    """A ladder at one moment: entries from the top, their ratings, what is open, who met when, who is away.

    `met` is until when two entries do not meet again after a game, `declined` until when the first of two
    does not challenge the second again after a decline; `away` until when an entry is on holiday; those who
    are `barred` take no part for now (a suspension), and those who are `owing` their fee begin no game.
    Challenges are made from `begins` until `ends`, the last moment at which every game can still end in time.
    """

    table: Sequence[int]
    begins: datetime
    ends: datetime
    open: Sequence[Open] = ()
    ratings: Mapping[int, float] = field(default_factory=dict)
    met: Mapping[frozenset[int], datetime] = field(default_factory=dict)
    declined: Mapping[tuple[int, int], datetime] = field(default_factory=dict)
    away: Mapping[int, datetime] = field(default_factory=dict)
    barred: frozenset[int] = frozenset()
    owing: frozenset[int] = frozenset()

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        return {entry: rank for rank, entry in enumerate(self.table, start=1)}

    @cached_property
    def between(self) -> Mapping[frozenset[int], Open]:
        """The open challenge, or game, between two entries."""
        return {_pair(each.by, each.of): each for each in self.open}

    @cached_property
    def counts(self) -> Mapping[tuple[str, int], int]:
        """How many challenges an entry has out and in, and how many games it plays. A game whose opponent is
        on holiday does not count: it waits, and no one is kept from another meanwhile.
        """
        found: dict[tuple[str, int], int] = {}
        for each in self.open:
            keys = [("out", each.by), ("in", each.of)]
            if each.is_playing:
                both = ((each.by, each.of), (each.of, each.by))
                keys = [("games", own) for own, other in both if other not in self.away]
            for key in keys:
                found[key] = found.get(key, 0) + 1
        return found

    def count(self, what: str, entry: int) -> int:
        return self.counts.get((what, entry), 0)


def why_not(rules: ChallengeRules, scene: LadderState, by: int, of: int, now: datetime) -> Refusal | None:
    """Why `by` may not challenge `of` at the moment `now`; None where they may."""
    return (
        _not_on_the_ladder(scene, by, of, now)
        or _out_of_reach(rules, scene, by, of)
        or _together(rules, scene, by, of, now)
        or _elsewhere(rules, scene, by, of, now)
    )


def why_not_anew(
    rules: ChallengeRules, scene: LadderState, by: int, of: int, now: datetime
) -> Refusal | None:
    """The same, as if no challenge of `by` waited for its answer: it takes no place of anyone's cap."""
    rules = replace(rules, outgoing=FREE)
    refusal = why_not(rules, scene, by, of, now)
    if refusal is None or refusal.why is not Why.ASKED or scene.between[_pair(by, of)].by != by:
        return refusal
    incoming = rules.incoming if rules.incoming == FREE else rules.incoming + 1
    return _elsewhere(replace(rules, incoming=incoming), scene, by, of, now)


def _not_on_the_ladder(scene: LadderState, by: int, of: int, now: datetime) -> Refusal | None:
    if by == of:
        return Refusal(Why.SELF)
    if by not in scene.ranks or of not in scene.ranks:
        return Refusal(Why.ABSENT)
    if now < scene.begins:
        return Refusal(Why.BEFORE, until=scene.begins)
    if now >= scene.ends:
        return Refusal(Why.AFTER, until=scene.ends)
    return None


def _out_of_reach(rules: ChallengeRules, scene: LadderState, by: int, of: int) -> Refusal | None:
    own, theirs = scene.ranks[by], scene.ranks[of]
    if theirs > own:
        return Refusal(Why.BELOW)
    if rules.reach is Reach.RATING:
        higher = math.ceil(scene.ratings.get(of, 0) - scene.ratings.get(by, 0))
        return Refusal(Why.FAR, higher, rules.reach_of) if higher > rules.reach_of else None
    limit = reach_in_ranks(rules, own)
    return Refusal(Why.FAR, own - theirs, limit) if own - theirs > limit else None


def reach_in_ranks(rules: ChallengeRules, rank: int) -> int:
    """How many ranks up someone on `rank` may challenge, where that goes by ranks or by a share."""
    if rules.reach is Reach.SHARE:
        return -(-(rank - 1) * rules.reach_of // 100)
    return rules.reach_of


def _together(rules: ChallengeRules, scene: LadderState, by: int, of: int, now: datetime) -> Refusal | None:
    if found := scene.between.get(_pair(by, of)):
        return Refusal(Why.PLAYING if found.is_playing else Why.ASKED, challenge=found.number)
    if (until := scene.met.get(_pair(by, of))) and now < until:
        return Refusal(Why.MET, limit=rules.pause_days, until=until)
    if (until := scene.declined.get((by, of))) and now < until:
        return Refusal(Why.DECLINED, until=until)
    return None


def pause_after_decline(
    rules: ChallengeRules, scene: LadderState, by: int, of: int, at: datetime
) -> timedelta:
    """How long `by` waits before challenging `of` again, whom they challenged and who declined at the moment
    `at`; after an undo the same. No one else waits. A day at most where `of` alone is within reach.
    """
    quarter = max(timedelta(), (scene.ends - at) / 4)
    pause = min(timedelta(days=rules.decline_pause_days), quarter)
    others = (each for each in scene.table if each not in (by, of))
    if by in scene.ranks and any(_out_of_reach(rules, scene, by, each) is None for each in others):
        return pause
    return min(pause, timedelta(days=1))


def _elsewhere(rules: ChallengeRules, scene: LadderState, by: int, of: int, now: datetime) -> Refusal | None:
    for why, entry in ((Why.AWAY, by), (Why.THEY_ARE_AWAY, of)):
        if (until := scene.away.get(entry)) and now < until:
            return Refusal(why, until=until)
    return (
        _barred(scene, by, of)
        or _at_cap(scene, Why.OUTGOING, "out", by, rules.outgoing)
        or _at_cap(scene, Why.INCOMING, "in", of, rules.incoming)
        or no_game(rules, scene, by, of)
    )


def _barred(scene: LadderState, own: int, other: int) -> Refusal | None:
    for why, entry in ((Why.BARRED, own), (Why.THEY_ARE_BARRED, other)):
        if entry in scene.barred:
            return Refusal(why)
    return None


def no_game(rules: ChallengeRules, scene: LadderState, own: int, other: int) -> Refusal | None:
    """Why `own` may begin no game with `other` now, as either is suspended, owes the fee or plays as many as
    they may; None where they may. Asked before a challenge, and of its receiver again before it is accepted.
    """
    if refusal := _barred(scene, own, other):
        return refusal
    for why, entry in ((Why.OWING, own), (Why.THEY_ARE_OWING, other)):
        if entry in scene.owing:
            return Refusal(why)
    return _at_cap(scene, Why.GAMES, "games", own, rules.games) or _at_cap(
        scene, Why.THEIR_GAMES, "games", other, rules.games
    )


def _at_cap(scene: LadderState, why: Why, what: str, entry: int, cap: int) -> Refusal | None:
    count = scene.count(what, entry)
    return Refusal(why, count, cap) if cap != FREE and count >= cap else None


def may_challenge(rules: ChallengeRules, scene: LadderState, by: int, now: datetime) -> list[int]:
    """Everyone whom `by` may challenge now, from the top."""
    return [of for of in scene.table if why_not(rules, scene, by, of, now) is None]


def rank_to_win(scene: LadderState, own: int, other: int) -> int:
    """The rank that `own` would take now by beating `other`, in what is open between them or in a challenge
    made now; 0: none.
    """
    found = scene.between.get(_pair(own, other))
    made = 0
    if found is not None:
        made = found.of_rank if found.of == other else found.by_rank
    return rank_won(scene.ranks.get(own, 0), scene.ranks.get(other, 0), made)
