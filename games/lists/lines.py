"""Games as lines of a list: what is read of each, in how few queries, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import FilteredRelation, Q, QuerySet

import adjudicator
from adjudicator.errors import AdjudicatorError
from games.agreed.dealing import RANKING
from games.common import clock
from games.common.database.compiled import Among, PreparedQuery
from games.common.words.people import called
from games.engine import hosting_rules
from games.engine.answered import sent_by
from games.engine.hidden_players import is_hidden
from games.engine.winners import NOBODY, Winners, winners_of
from games.models import Game, Phase, Seat
from games.words import wording
from games.words.addresses import game_address


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game in a list, ready to be printed.

    `league` is the league's name. `players` are those who may be named, of the holders of the `taken` seats;
    `phase` is its open phase in words; `due` the kind of answer that the reader owes
    now, if any; `ready` whether they said that they are, `saved` whether they have sent anything: all there
    is to do in a game that `closes_early` never; `new_letters` how many they have not read; `has_new_result`
    whether they have not seen that of the phase that closed last. `phase_number`, `version` are the game's
    own.
    """

    pk: int
    code: str
    name: str
    variant: str
    state: str
    league: str
    league_slug: str
    is_private: bool
    phase_number: int
    version: int
    players: list[str]
    taken: int
    seats: int
    phase: str = ""
    deadline: datetime | None = None
    is_set_aside: bool = False
    paused_until: datetime | None = None
    """Until when it is paused, if it is."""
    is_untimed: bool = False
    """Whether it runs without a clock: it has no deadline then."""
    finished_at: datetime | None = None
    winners: Winners = NOBODY
    all_lose: bool = False
    due: str = ""
    ready: bool = False
    saved: bool = False
    new_letters: int = 0
    has_new_result: bool = False
    pace: Mapping[str, Any] = field(default_factory=dict)
    """The pace in the form of `Pace.to_json`."""
    absence: Mapping[str, Any] = field(default_factory=dict)
    """The missed-phase rules in the form of `Absence.to_json`."""
    press: str = ""
    own_seat: str = ""
    """The seat that the reader, where the list is made for one, has in it."""
    ranks_seats: bool = False
    """Whether a seat is taken with a list of wishes (RB-25)."""
    reliability: int = 0
    """Per cent of phases answered that the game asks of players who join."""
    variant_key: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    closes_early: bool = True
    is_kept: bool = False
    """Whether its free seats are kept for its guests, for now."""
    stake: str = ""
    """The game's stakes for the reader, where a competition knows them."""

    @property
    def address(self) -> str:
        return game_address(self.league_slug, self.code)

    @property
    def is_waiting(self) -> bool:
        return self.state == Game.State.WAITING

    @property
    def is_running(self) -> bool:
        return self.state == Game.State.RUNNING

    @property
    def has_fog(self) -> bool:
        """Whether players see but a part of its board while it goes on. Of a game whose settings are damaged
        nothing is known, so nothing of its board is shown.
        """
        try:
            return adjudicator.is_in_fog(self.variant_key, self.settings)
        except AdjudicatorError:
            return True

    @property
    def seats_free(self) -> int:
        return self.seats - self.taken

    @property
    def is_own(self) -> bool:
        """Whether the reader has a seat in it."""
        return bool(self.own_seat)

    @property
    def own_role(self) -> str:
        """What the reader's seat is called, for the reader alone. Empty until the seats are dealt, where one
        is a mere number, and in a game whose settings are damaged.
        """
        if not self.own_seat or self.is_waiting:
            return ""
        try:
            return wording.named_seat(self.variant_key, self.settings, self.own_seat)
        except AdjudicatorError:
            return ""

    @property
    def waits_for_reader(self) -> bool:
        return bool(self.due) and not self.ready and (self.closes_early or not self.saved)

    @property
    def due_in_words(self) -> str:
        return str(wording.DUE.get(self.due, ""))


class GameRow(NamedTuple):
    """What a list prints of a game's row, its league's and its open phase's: `COLUMNS`, in their order."""

    pk: int
    code: str
    name: str
    variant: str
    settings: dict[str, Any]
    state: str
    visibility: str
    phase_number: int
    version: int
    finished_at: datetime | None
    outcome: dict[str, Any] | None
    league: str
    league_slug: str
    phase: int | None
    label: str | None
    deadline: datetime | None
    set_aside_at: datetime | None
    owed: dict[str, Any] | None
    pace: dict[str, Any]
    absence: dict[str, Any]
    press: str
    dealing: str
    reliability: int
    paused_until: datetime | None
    untimed_until: datetime | None
    seats_kept_until: datetime | None
    is_contest: bool


COLUMNS = (
    *("pk", "code", "name", "variant", "settings", "state", "visibility", "phase_number", "version"),
    *("finished_at", "outcome", "league__name", "league__slug"),
    *("open__pk", "open__label", "open__deadline", "open__set_aside_at", "open__due"),
    *("pace", "absence", "press", "dealing", "reliability", "open__paused_until", "untimed_until"),
    *("seats_kept_until", "is_contest"),
)


def columns_of(games: QuerySet[Game], count: int, *order: Any) -> QuerySet[Game, Any]:
    """The columns of the first `count` of `games`, in this order or in their own."""
    is_open = Q(phases__adjudicated_at=None, phases__branch=None)
    with_phase = games.annotate(open=FilteredRelation("phases", condition=is_open))
    if order:
        with_phase = with_phase.order_by(*order)
    return with_phase.values_list(*COLUMNS)[:count]


def rows_of(games: QuerySet[Game], count: int) -> list[GameRow]:
    """The first `count` of `games`, in their order. One query."""
    return [GameRow(*row) for row in columns_of(games, count)]


def read(question: PreparedQuery, **given: Any) -> list[GameRow]:
    """The rows that `question`, made of `columns_of`, gives. One query."""
    return [GameRow(*row) for row in question.rows(**given)]


def lines_of_each(kinds: Sequence[Sequence[GameRow]], reader: Any = None) -> list[list[GameLine]]:
    """The lines of each of `kinds` by itself, with whether `reader` sits in them. One query for who plays in
    all of them.
    """
    lines = iter(lines_of([row for rows in kinds for row in rows], reader, asks_due=False))
    return [list(islice(lines, len(rows))) for rows in kinds]


def lines_of(
    rows: Sequence[GameRow],
    user: Any = None,
    news: Mapping[int, int] | None = None,
    *,
    stakes: Mapping[int, str] | None = None,
    asks_due: bool = True,
) -> list[GameLine]:
    """The games as lines, in the same order; with what `user` owes in them, when they are asked for them.

    Without `asks_due` they say of them only where they have a seat.
    `news`: how many messages they have not read, `stakes`: what it is for, by the key of the game. One query
    for who plays, one more for what `user` has saved, and two where orders can be given ahead.
    """
    if not rows:
        return []
    seats: dict[int, list[tuple[str, str | None]]] = {}
    own: dict[int, str] = {}
    results_seen: dict[int, int] = {}
    for game, key, holder, name, so_many in _SEATS.rows([row.pk for row in rows]):
        seats.setdefault(game, []).append((key, name))
        if user is not None and holder == user.pk:
            own[game], results_seen[game] = key, so_many
    sent: Mapping[int, datetime | None] = {}
    if own and asks_due:
        sent = sent_by(
            user.pk,
            [
                (_open_phase(row), own[row.pk])
                for row in rows
                if row.pk in own and row.phase and row.set_aside_at is None
            ],
        )
    return [
        _line(
            row,
            seats.get(row.pk, []),
            own.get(row.pk, ""),
            sent,
            (news or {}).get(row.pk, 0),
            results_seen.get(row.pk) if asks_due else None,
            asks_due,
            (stakes or {}).get(row.pk, ""),
        )
        for row in rows
    ]


def _open_phase(row: GameRow) -> Phase:
    """The open phase of a game in a list, as far as it has been read."""
    game = Game(pk=row.pk, variant=row.variant)
    return Phase(pk=row.phase, game=game, ordinal=row.phase_number, label=row.label or "")


_SEATS = Among(
    lambda games: (
        Seat.objects.filter(game__pk__in=games)
        .annotate(sitting=FilteredRelation("tenures", condition=Q(tenures__left_at=None)))
        .order_by("order")
        .values_list("game_id", "key", "sitting__user", "sitting__user__username", "sitting__results_seen")
    )
)
"""All seats of some games (keys) in their order: the game, the seat's key, who sits there, by key and name,
and how many results they have seen.
"""


def _due_in(row: GameRow) -> dict[str, Any]:
    """What seats owe; what is damaged in one game says nothing, and spoils no list."""
    due: Any = row.owed
    if isinstance(due, dict) and all(isinstance(owed, dict) and "kind" in owed for owed in due.values()):
        return due
    return {}


def _is_kept(row: GameRow) -> bool:
    until = row.seats_kept_until if row.state == Game.State.WAITING else None
    return until is not None and clock.shown() < until


def _line(
    row: GameRow,
    seats: Sequence[tuple[str, str | None]],
    own_seat: str,
    sent: Mapping[int, datetime | None],
    new_letters: int,
    results_seen: int | None,
    asks_due: bool,
    stake: str,
) -> GameLine:
    is_open = row.label is not None and row.state == Game.State.RUNNING
    players = {key: name for key, name in seats if name is not None}
    due = _due_in(row)
    owed = due.get(own_seat) if is_open and asks_due else None
    stopped = (row.paused_until, row.untimed_until) if is_open else (None, None)
    now = clock.shown() if any(stopped) else None
    paused_until, untimed_until = (each if each and now and now < each else None for each in stopped)
    return GameLine(
        pk=row.pk,
        code=row.code,
        name=row.name,
        variant=wording.game(row.variant, row.settings),
        variant_key=row.variant,
        settings=row.settings,
        pace=row.pace,
        absence=row.absence,
        press=row.press,
        own_seat=own_seat,
        stake=stake,
        ranks_seats=row.dealing == RANKING,
        reliability=row.reliability,
        state=row.state,
        league=row.league,
        league_slug=row.league_slug,
        is_private=row.visibility == Game.Visibility.PRIVATE,
        phase_number=row.phase_number,
        version=row.version,
        players=[called(name) for key, name in players.items() if not is_hidden(row.variant, row.state, key)],
        taken=len(players),
        seats=len(seats),
        phase=wording.phase(row.label) if is_open and row.label else "",
        deadline=row.deadline if is_open and not untimed_until else None,
        paused_until=paused_until,
        is_untimed=untimed_until is not None,
        is_set_aside=is_open and row.set_aside_at is not None,
        finished_at=row.finished_at,
        winners=winners_of(row.variant, row.outcome, players),
        all_lose=hosting_rules.all_lose(row.variant, row.outcome),
        due=owed["kind"] if owed and hosting_rules.is_asked(due, own_seat) else "",
        closes_early=hosting_rules.closes_early(row.variant, due),
        saved=is_open and row.phase in sent,
        ready=is_open and bool(sent.get(row.phase or 0)),
        new_letters=new_letters,
        is_kept=_is_kept(row),
        has_new_result=results_seen is not None and results_seen < row.phase_number,
    )
