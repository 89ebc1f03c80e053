"""What waits for the reader in a season, and what they could do: answer, play, challenge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.common.database.compiled import Among, Param, PreparedModels
from games.common.words import local
from games.common.words.people import at_start, called
from games.lists.waiting import owed_by
from league.competitions.ladder import wording as ladder_wording
from league.competitions.ladder.challenges import LadderState, no_game, rank_to_win
from league.competitions.ladder.rules.challenge_rules import FREE
from league.competitions.ladder.rules.ladder_rules import of_ladder
from league.competitions.ladder.selectors.ladder import open_to
from league.competitions.ladder.state.declining import free_declines_left
from league.competitions.ladder.state.last_moment import last_moment
from league.competitions.ladder.state.undoing import undo_until
from league.competitions.models import Challenge, Entry, Standing
from league.competitions.selectors.log import Names
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader

OFFERED: Final = 3
"""Challenges that the page proposes, the highest ranks first."""


@dataclass(frozen=True, slots=True)
class Button:
    """What one press does: where it is posted, with which field; `who` completes its label for the ear."""

    label: str
    who: str
    action: str
    name: str
    value: str
    is_main: bool = False
    cost: int | None = None
    """The ranks that the page says the press costs, which go with it; None: it says nothing."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do or that could be done. `kind` is `is-waiting`, `is-open` or empty."""

    kind: str
    title: str
    more: str
    address: str = ""
    due: datetime | None = None
    buttons: Sequence[Button] = ()
    back: str = ""


@dataclass(frozen=True, slots=True)
class Next:
    """What the reader's part of the page says: where they stand, and their steps."""

    rank: int
    people: int
    games: int
    counted: int
    needed: int
    steps: Sequence[Step]

    @property
    def to_do(self) -> int:
        return sum(step.kind == "is-waiting" for step in self.steps)

    @property
    def could_do(self) -> int:
        return sum(step.kind == "is-open" for step in self.steps)

    @property
    def heading(self) -> str:
        return _heading(self.to_do, self.could_do)


def _heading(to_do: int, could_do: int) -> str:
    """2 things to do, 1 challenge you can make."""
    to = ngettext("%(count)d thing to do", "%(count)d things to do", to_do)
    could = ngettext("%(count)d challenge you can make", "%(count)d challenges you can make", could_do)
    said = [words % {"count": n} for words, n in ((to, to_do), (could, could_do)) if n]
    return ", ".join(said) or _("Nothing to do right now")


def heading_of(entry: Entry, scene: LadderState, now: datetime) -> str:
    """What stands above the steps of `next_of`, for a page that does not show them: of an entry that is on
    the ladder. Three queries at most.
    """
    open_ = (
        Challenge.objects.filter(state__in=Challenge.OPEN).order_by().values_list("state", "pairing__game")
    )
    sent, received = list(open_.filter(by=entry)), list(open_.filter(of=entry))
    to_answer = sum(state == Challenge.State.WAITING for state, _game in received)
    games = [game for state, game in sent + received if state == Challenge.State.PLAYING]
    could = open_to(of_ladder(entry.competition.terms).challenges, scene, entry.number, now)[:OFFERED]
    return _heading(to_answer + len(_owed(entry.user_id, games)), len(could))


def _owed(person: int, games: Sequence[int]) -> dict[int, datetime | None]:
    """Those of `games` that wait for `person`, and until when. One query, where there are any."""
    owed: Any = _OWED.rows(games, person=person)
    return dict(owed)


_OWED = Among(
    lambda games: (
        owed_by(Param("person"))
        .filter(game__pk__in=games, set_aside_at=None)
        .values_list("game_id", "deadline")
    )
)


def _open_of(side: str) -> PreparedModels[Challenge]:
    """The open challenges of an `entry` (key) that is `by` or `of`."""
    open_ = Challenge.objects.filter(state__in=Challenge.OPEN).order_by()
    return PreparedModels(
        Challenge,
        lambda: open_.filter(**{f"{side}_id": Param("entry")}),
        *("by", "by__user", "of", "of__user", "pairing", "pairing__game"),
    )


_MADE, _RECEIVED = _open_of("by"), _open_of("of")
"""Asked for apart: each has an index of its own."""


def offered_to(reader: Reader, scene: LadderState) -> list[int]:
    """The entries whose challenge is proposed to the reader."""
    return open_to(of_ladder(reader.rules).challenges, scene, reader.number, reader.now)[:OFFERED]


def next_of(
    reader: Reader, scene: LadderState, people: int, offered: Sequence[int], names: Names
) -> Next | None:
    """What stands before the reader; None for people who are not on the ladder. `names`: of those
    `offered` to them. Four queries at most.
    """
    standing: Standing | None = getattr(reader.entry, "standing", None)
    if reader.entry is None or standing is None or not standing.rank:
        return None
    rows = [*_MADE.all(entry=reader.entry.pk), *_RECEIVED.all(entry=reader.entry.pk)]
    rows.sort(key=lambda row: (row.answer_by, row.pk))
    waiting = [row for row in rows if row.state == Challenge.State.WAITING]
    steps = [
        *_to_answer(reader, scene, [row for row in waiting if row.of_id == reader.entry.pk], standing.rank),
        *_games(reader, scene, [row for row in rows if row.state == Challenge.State.PLAYING]),
        *_sent(reader, [row for row in waiting if row.by_id == reader.entry.pk]),
        *(_challenge(reader, scene, number, names.of(number), waiting) for number in offered),
    ]
    order = {"is-waiting": 0, "": 1, "is-open": 2}
    return Next(
        rank=standing.rank,
        people=people,
        games=standing.games,
        counted=standing.counted,
        needed=of_ladder(reader.rules).least_games,
        steps=sorted(steps, key=lambda step: order[step.kind]),
    )


def step_of(reader: Reader, scene: LadderState, row: Any) -> Step:
    """The step that an open challenge of the reader, or to them, comes to. A fixed number of queries."""
    if row.state == Challenge.State.PLAYING:
        return _games(reader, scene, [row])[0]
    if row.by.user_id == reader.person:
        return _sent(reader, [row])[0]
    return _to_answer(reader, scene, [row], reader.rank)[0]


def _to_answer(reader: Reader, scene: LadderState, rows: Sequence[Any], rank: int) -> list[Step]:
    if not rows or reader.entry is None:
        return []
    cost, is_free = says_cost(reader.entry)
    return [_answer(reader, scene, row, rank, cost, is_free=is_free) for row in rows]


def _answer(
    reader: Reader, scene: LadderState, row: Challenge, rank: int, cost: str, *, is_free: bool
) -> Step:
    """A challenge to answer; while no game of the two may begin, it can be declined alone. Where that costs
    nothing, one press does it; else the next page asks first.
    """
    name, theirs = called(row.by.user.get_username()), scene.ranks.get(row.by.number, 0)
    refusal = no_game(of_ladder(reader.rules).challenges, scene, row.of.number, row.by.number)
    more = f"{if_lost(rank, theirs, row.of_rank)} {cost}"
    if refusal is not None:
        more = ladder_wording.says_why(refusal, of_ladder(reader.rules).challenges) + " "
        more += _("Until then you cannot accept, and declining costs nothing.")
    said = {"name": name, "rank": theirs}
    action = address(reader.slug, "answer", reader.season.code, row.number)
    who = _("the challenge from %(name)s") % said
    accept = Button(_("Accept"), who, action, "answer", "accept", is_main=True)
    decline = decline_button(reader, row, 0 if refusal is not None or is_free else None)
    return Step(
        kind="is-waiting",
        title=at_start(_("%(name)s, rank %(rank)d, challenges you") % said),
        more=more,
        due=row.answer_by,
        buttons=(accept, decline) if refusal is None else (decline,),
    )


def if_lost(own: int, theirs: int, made: int) -> str:
    """What a loss means for someone on rank `own` now, and on `made` when the challenge was made, against
    someone on rank `theirs`.
    """
    if not theirs or theirs < own or max(own, made) >= theirs:
        return _("Your rank stays as it is, win or lose.")
    if made > own:
        said = {"rank": made}
        return _("If you lose, you keep your rank, and they take rank %(rank)d.") % said
    return _("If you lose, you go to rank %(rank)d.") % {"rank": own + 1}


def decline_button(reader: Reader, row: Challenge, cost: int | None) -> Button:
    """Declines a challenge that costs what the page says, `cost`; None: the next page says it."""
    return Button(
        pgettext("a challenge", "Decline"),
        _("the challenge from %(name)s") % {"name": called(row.by.user.get_username())},
        address(reader.slug, "answer", reader.season.code, row.number),
        "answer",
        "decline",
        cost=cost,
    )


def says_cost(entry: Entry) -> tuple[str, bool]:
    """What it costs the person of `entry` to decline a challenge now, and whether that is nothing. One
    query.
    """
    ranks = entry.competition.rules["cost"]
    if not ranks:
        return _("Declining costs nothing."), True
    free = free_declines_left(entry)
    if free:
        said = ngettext(
            "You can still decline %(count)d challenge without losing ranks.",
            "You can still decline %(count)d challenges without losing ranks.",
            free,
        )
        return said % {"count": free}, True
    return _("Declining costs %(ranks)s.") % {"ranks": ladder_wording.ranks(ranks)}, False


def _games(reader: Reader, scene: LadderState, rows: Sequence[Any]) -> list[Step]:
    if not rows or reader.person is None:
        return []
    owed = _owed(reader.person, [row.pairing.game_id for row in rows])
    return [
        _game(reader, scene, row, row.pairing.game_id in owed, owed.get(row.pairing.game_id)) for row in rows
    ]


def _game(reader: Reader, scene: LadderState, row: Any, is_owed: bool, due: datetime | None) -> Step:
    is_challenger = row.by_id == (reader.entry.pk if reader.entry else 0)
    other = row.of if is_challenger else row.by
    own, theirs = reader.rank, scene.ranks.get(other.number, 0)
    mine_made = row.by_rank if is_challenger else row.of_rank
    if target := rank_to_win(scene, reader.number, other.number):
        more = _("Win and you take rank %(rank)d.") % {"rank": target}
    else:
        more = if_lost(own, theirs, mine_made)
    return Step(
        kind="is-waiting" if is_owed else "",
        title=_("Your game against %(name)s") % {"name": called(other.user.get_username())},
        more=more,
        address=reader.game_address(row.game.code),
        due=due,
    )


def _sent(reader: Reader, rows: Sequence[Any]) -> list[Step]:
    """Challenges of the reader that wait, with a button as long as they can be undone. One query at most."""
    found, until = [], undo_until(reader.season, rows, reader.now)
    for row in rows:
        undo = until[row.pk]
        said = {
            "name": called(row.of.user.get_username()),
            "rank": row.of_rank,
            "when": local.moment(row.answer_by),
        }
        action = address(reader.slug, "take-back", reader.season.code, row.number)
        label = _("Withdraw") if reader.season.has_old_rules else _("Undo")
        button = Button(label, _("the challenge of %(name)s") % said, action, "take-back", "yes")
        more = _("They have until %(when)s to answer.") % said
        if undo is not None and not reader.season.has_old_rules:
            more += " " + _("You can undo it until %(when)s.") % {"when": local.moment(undo)}
        found.append(
            Step(
                kind="",
                title=_("You have challenged %(name)s, rank %(rank)d") % said,
                more=more,
                buttons=(button,) if undo is not None else (),
            )
        )
    return found


def _challenge(reader: Reader, scene: LadderState, number: int, name: str, waiting: Sequence[Any]) -> Step:
    rank = scene.ranks[number]
    said: dict[str, Any] = {
        "name": name,
        "rank": rank,
        "when": local.moment(last_moment(reader.season)),
    }
    more = [_("Challenge by %(when)s. Win and you take rank %(rank)d.") % said]
    games, on = of_ladder(reader.rules).challenges.games, scene.count("games", reader.number)
    if games != FREE and waiting and on + 1 >= games:
        more.append(
            ngettext(
                "You can play %(count)d game at a time, so this would be your last one for now.",
                "You can play %(count)d games at a time, so this would be your last one for now.",
                games,
            )
            % {"count": games}
        )
    action = address(reader.slug, "challenge", reader.season.code)
    button = Button(
        pgettext("verb", "Challenge"), _("%(name)s, rank %(rank)d") % said, action, "of", str(number)
    )
    return Step(
        kind="is-open",
        title=_("You can challenge %(name)s, rank %(rank)d") % said,
        more=" ".join(more),
        buttons=(button,),
    )
