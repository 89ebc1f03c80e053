"""The ladder's own part of its page: fifty ranks, and beside each whether the reader may challenge it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.database.compiled import Among, Param, PreparedQuery, moment
from league.competitions.ladder import wording as ladder_wording
from league.competitions.ladder.challenges import (
    ENDING,
    LadderState,
    Refusal,
    Why,
    rank_to_win,
    reach_in_ranks,
    why_not,
)
from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach
from league.competitions.ladder.rules.ladder_rules import of_ladder
from league.competitions.ladder.selectors import rank_history
from league.competitions.models import Challenge, Event, Notice, Standing, that_count
from league.competitions.rules.event_kind import EventKind
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader

RANKS_A_PAGE: Final = 50
WEEK: Final = timedelta(days=7)
SHOWS: Final = ("reach", "open", "playing")
"""What a reader may narrow the ladder to: their range, those they may challenge now, those who play."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page's address asks for: a page (0: the reader's own, or the first), one of SHOWS, a name."""

    page: int = 0
    show: str = ""
    words: str = ""

    @property
    def is_narrowed(self) -> bool:
        return bool(self.show or self.words)


@dataclass(frozen=True, slots=True)
class Playing:
    """An open game of someone on the ladder: against whom, and where."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Mark:
    """That a rank hangs on a result that may still change: until when, or which dispute is open."""

    until: datetime | None = None
    address: str = ""


@dataclass(frozen=True, slots=True)
class Rung:
    """One rank. `moved` is by how many ranks up in the last seven days; None: not in the table a week ago.

    `kind` is where it stands from the reader: `ahead`, `range`, `me` or `below`; `may`: they may challenge it
    now; else `why` says why not, with a link (`why_address`, `why_link`) where there is one. `to_win` is the
    rank that beating it brings, where they may challenge it or have something open with it; 0: none.
    `tells`: they can ask to be told when they may (`ask`), or have asked (`asked`).
    """

    rank: int
    number: int
    name: str
    address: str
    won: int
    drawn: int
    lost: int
    moved: int | None
    since: datetime
    playing: Sequence[Playing]
    marks: Sequence[Mark]
    kind: str = ""
    may: bool = False
    why: str = ""
    why_address: str = ""
    why_link: str = ""
    to_win: int = 0
    tells: str = ""

    @property
    def is_me(self) -> bool:
        return self.kind == "me"

    @property
    def is_of_mine(self) -> bool:
        """Whether the reader has something going on with it, or has asked to be told when they can."""
        return bool(self.may or self.to_win or self.why_address or self.tells == "asked")


@dataclass(frozen=True, slots=True)
class Band:
    """Ranks that stand alike from the reader, one after the other, under a title; none for a visitor.

    `is_folded`: a phone shows of them those with which the reader has something going on, and the others
    once they are asked for.
    """

    kind: str
    title: str
    rungs: Sequence[Rung]
    is_folded: bool = False


@dataclass(frozen=True, slots=True)
class LadderPage:
    """One page of the ladder. `people` are all on it, `found` those left by what was asked for."""

    bands: Sequence[Band]
    people: int
    found: int
    page: int
    pages: int
    asked: Asked
    challenges: bool
    own_page: int = 0

    @property
    def rungs(self) -> list[Rung]:
        return [rung for band in self.bands for rung in band.rungs]

    @property
    def is_mine_here(self) -> bool:
        return any(rung.is_me for rung in self.rungs)


@dataclass(frozen=True)
class _Around:
    """What is known of the entries of one page, by their keys."""

    playing: Mapping[int, Sequence[Playing]] = field(default_factory=dict)
    marks: Mapping[int, Sequence[Mark]] = field(default_factory=dict)
    moved: Mapping[int, int | None] = field(default_factory=dict)


def ladder_page(reader: Reader, asked: Asked, scene: LadderState | None, people: int) -> LadderPage:
    """The page of the ladder that was asked for. `scene`: where the reader is on it; `people`: all on it.

    A fixed number of queries, and rows of one page alone but for the moves of a week.
    """
    narrowed = _narrowed(_standings(reader.season), reader, asked, scene) if asked.is_narrowed else None
    found = people if narrowed is None else narrowed.count()
    pages = max(1, math.ceil(found / RANKS_A_PAGE))
    own_page = 0 if not reader.rank else 1 + (reader.rank - 1) // RANKS_A_PAGE
    page = min(pages, asked.page or (1 if asked.is_narrowed else own_page or 1))
    first = RANKS_A_PAGE * (page - 1)
    shown: Sequence[Sequence[Any]]
    if narrowed is None:  # by rank: nothing has to be skipped
        shown = _RANKS.rows(season=reader.season.pk, above=first, last=first + RANKS_A_PAGE)
    else:
        shown = list(narrowed[first : first + RANKS_A_PAGE].values_list(*_COLUMNS))
    around = _around(reader, {row[1]: row[0] for row in shown})
    rungs = _with_notices(reader, [_rung(reader, scene, around, row) for row in shown])
    folds = not asked.is_narrowed and any(rung.is_me for rung in rungs)
    return LadderPage(
        bands=[
            Band(kind, _title(reader, kind), list(several), folds and kind in ("ahead", "below"))
            for kind, several in groupby(rungs, key=lambda rung: rung.kind)
        ],
        people=people,
        found=found,
        page=page,
        pages=pages,
        asked=asked,
        challenges=scene is not None,
        own_page=own_page,
    )


_COLUMNS: Final = (
    *("rank", "entry_id", "entry__number", "entry__user__username", "won", "drawn", "lost", "since"),
)


def _standings(season: Any) -> Any:
    """Those on the table of a season (a row, its key, or `Param`), from the top."""
    return Standing.objects.filter(competition=season, rank__gt=0).order_by("rank")


_RANKS = PreparedQuery(
    lambda: (
        _standings(Param("season"))
        .filter(rank__gt=Param("above"), rank__lte=Param("last"))
        .values_list(*_COLUMNS)
    )
)


def _narrowed(rows: Any, reader: Reader, asked: Asked, scene: LadderState | None) -> Any:
    if asked.words:
        rows = rows.filter(entry__user__username__icontains=asked.words)
    if asked.show == "playing":
        playing = Challenge.objects.filter(competition=reader.season, state=Challenge.State.PLAYING)
        return rows.filter(
            Q(entry__in=playing.values("by")) | Q(entry__in=playing.values("of")) | Q(entry=reader.entry)
        )
    if asked.show and scene is not None:
        near = set(in_reach(of_ladder(reader.rules).challenges, scene, reader.number))
        if asked.show == "open":
            near = {of for of in near if _refusal(reader, scene, of) is None}
        return rows.filter(entry__number__in=near | {reader.number})
    return rows


def in_reach(rules: ChallengeRules, scene: LadderState, entry: int) -> list[int]:
    """The entries above `entry` and within its range, from the top."""
    own = scene.ranks.get(entry, 0)
    above = list(scene.table[: max(0, own - 1)])
    if rules.reach is Reach.RATING:
        mine = scene.ratings.get(entry, 0)
        return [of for of in above if math.ceil(scene.ratings.get(of, 0) - mine) <= rules.reach_of]
    return above[max(0, own - 1 - reach_in_ranks(rules, own)) :]


def open_to(rules: ChallengeRules, scene: LadderState, entry: int, now: datetime) -> list[int]:
    """The entries that `entry` may challenge at the moment `now`, from the top."""
    return [of for of in in_reach(rules, scene, entry) if why_not(rules, scene, entry, of, now) is None]


def _refusal(reader: Reader, scene: LadderState, of: int) -> Refusal | None:
    return why_not(of_ladder(reader.rules).challenges, scene, reader.number, of, reader.now)


def _title(reader: Reader, kind: str) -> str:
    if kind == "below":
        return _("Below you")
    if kind not in ("ahead", "range"):
        return ""
    rules = of_ladder(reader.rules).challenges
    if kind == "ahead":
        return _beyond(reader, rules)
    if rules.reach is Reach.RATING:
        said = ngettext(
            "Your range: rated up to %(count)d point above you",
            "Your range: rated up to %(count)d points above you",
            rules.reach_of,
        )
        return said % {"count": rules.reach_of}
    reach = reach_in_ranks(rules, reader.rank)
    said = ngettext(
        "Your range: up to %(count)d rank above you", "Your range: up to %(count)d ranks above you", reach
    )
    return said % {"count": reach}


def _beyond(reader: Reader, rules: ChallengeRules) -> str:
    if rules.reach is Reach.RATING:
        said = ngettext(
            "Out of your range: rated more than %(count)d point above you",
            "Out of your range: rated more than %(count)d points above you",
            rules.reach_of,
        )
        return said % {"count": rules.reach_of}
    reach = reach_in_ranks(rules, reader.rank)
    said = ngettext(
        "Out of your range: more than %(count)d rank above you",
        "Out of your range: more than %(count)d ranks above you",
        reach,
    )
    return said % {"count": reach}


def _rung(reader: Reader, scene: LadderState | None, around: _Around, row: Sequence[Any]) -> Rung:
    rank, entry, number, name, won, drawn, lost, since = row
    common: dict[str, Any] = {
        "rank": rank,
        "number": number,
        "name": name,
        "address": address(reader.slug, "entrant", reader.season.code, number),
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "moved": around.moved.get(entry),
        "since": since or reader.season.starts_at,
        "playing": around.playing.get(entry, ()),
        "marks": around.marks.get(entry, ()),
    }
    if number == reader.number:
        return Rung(**common, kind="me")
    if scene is None:
        return Rung(**common)
    refusal = _refusal(reader, scene, number)
    if refusal is None:
        return Rung(**common, kind="range", may=True, to_win=rank_to_win(scene, reader.number, number))
    if refusal.why in (Why.PLAYING, Why.ASKED):
        common["to_win"] = rank_to_win(scene, reader.number, number)
    kind = _kind(reader, scene, refusal, number)
    why, where, link = _why(reader, scene, refusal, number, common["playing"])
    tells = "ask" if refusal.why in ENDING else ""
    return Rung(**common, kind=kind, why=why, why_address=where, why_link=link, tells=tells)


def _kind(reader: Reader, scene: LadderState, refusal: Refusal, number: int) -> str:
    if refusal.why is Why.FAR:
        return "ahead"
    own, theirs = scene.ranks.get(reader.number, 0), scene.ranks.get(number, 0)
    if theirs > own or refusal.why is Why.BELOW:
        return "below"
    rules = of_ladder(reader.rules).challenges
    if rules.reach is Reach.RATING:
        higher = math.ceil(scene.ratings.get(number, 0) - scene.ratings.get(reader.number, 0))
        return "range" if higher <= rules.reach_of else "ahead"
    return "range" if own - theirs <= reach_in_ranks(rules, own) else "ahead"


def _why(
    reader: Reader, scene: LadderState, refusal: Refusal, number: int, playing: Sequence[Playing]
) -> tuple[str, str, str]:
    """What stands in the place of a button, and the link beside it where there is one. Of who is out of range
    the title above them says why.
    """
    rules = of_ladder(reader.rules).challenges
    between = scene.between.get(frozenset((reader.number, number)))
    if between is not None and between.is_playing:
        game = next((each.address for each in playing if each.name == reader.name), "")
        return _("You are playing now:"), game, _("your game")
    if between is not None:
        if between.by == number:
            return _("Has challenged you:"), "#next", _("answer")
        return _("You have challenged them:"), "#next", _("see")
    if refusal.why is Why.FAR:
        return "", "", ""
    if refusal.why is Why.BELOW and why_not(rules, scene, number, reader.number, reader.now) is None:
        return _("Can challenge you."), "", ""
    return ladder_wording.says_why(refusal, rules), "", ""


def _around(reader: Reader, ranks: Mapping[int, int]) -> _Around:
    """What there is besides of the entries (keys) that stand on `ranks`. Three queries, and one where the
    reader's disputes have not been asked for.
    """
    recent = rank_history.steps_since(reader.season, reader.now - WEEK)
    before = rank_history.ranks_before(list(ranks.values()), recent)
    return _Around(
        playing=_playing(reader, ranks),
        marks=marks_of(reader, ranks),
        moved={entry: before[rank] - rank if before[rank] else None for entry, rank in ranks.items()},
    )


def _with_notices(reader: Reader, rungs: Sequence[Rung]) -> Sequence[Rung]:
    """The same, with what the reader has asked to be told of. One query, if there is anything to ask."""
    if reader.entry is None or not any(rung.tells for rung in rungs):
        return rungs
    asked = {number for (number,) in _ASKED.rows(entry=reader.entry.pk)}
    return [replace(each, tells="asked") if each.number in asked and each.tells else each for each in rungs]


_ASKED = PreparedQuery(
    lambda: Notice.objects.filter(by_id=Param("entry"), told_at=None).order_by().values_list("of__number")
)


def _playing(reader: Reader, entries: Iterable[int]) -> dict[int, list[Playing]]:
    found: dict[int, list[Playing]] = defaultdict(list)
    for by, by_name, of, of_name, code in _PLAYING.rows(list(entries), season=reader.season.pk):
        game = reader.game_address(code)
        found[by].append(Playing(of_name, game))
        found[of].append(Playing(by_name, game))
    return found


_PLAYING = Among(
    lambda keys: (
        Challenge.objects.filter(competition_id=Param("season"), state=Challenge.State.PLAYING)
        .filter(Q(by__pk__in=keys) | Q(of__pk__in=keys))
        .order_by("number")
        .values_list("by_id", "by__user__username", "of_id", "of__user__username", "pairing__game__code")
    )
)


def marks_of(reader: Reader, entries: Iterable[int]) -> dict[int, list[Mark]]:
    """What may still change of results that the ranks of `entries` (keys) hang on. Two queries at most."""
    season, window, keys = reader.season, reader.finality.window, set(entries)
    found: dict[int, list[Mark]] = defaultdict(list)
    for number, (by, of) in reader.finality.disputed.items():
        mark = Mark(address=address(reader.slug, "dispute", season.code, number))
        for entry in {by, of} & keys:
            found[entry].append(mark)
    fresh = _FRESH.rows(keys, season=season.pk, since=moment(reader.now - window)) if window else ()
    for number, at, recorded_at, by, of in fresh:
        firm = reader.finality.of(number, at, recorded_at, supersedes=False)
        for entry in {by, of} & keys if firm.until is not None else ():
            if not any(mark.until for mark in found[entry]):
                found[entry].append(Mark(until=firm.until))
    return found


def _fresh(keys: Any) -> QuerySet[Event, Any]:
    """First results `since` a moment of those among `keys`."""
    challenge = "game__pairing__challenge"
    fresh = Event.objects.filter(
        Q(at__gt=Param("since")) | Q(recorded_at__gt=Param("since")),
        Q(**{f"{challenge}__by__pk__in": keys}) | Q(**{f"{challenge}__of__pk__in": keys}),
        that_count(),
        competition_id=Param("season"),
        kind=EventKind.RESULT,
        supersedes=None,
    )
    return fresh.order_by("-at").values_list(
        *("number", "at", "recorded_at", f"{challenge}__by_id", f"{challenge}__of_id")
    )


_FRESH = Among(_fresh)
