"""Two worlds grown side by side: whatever the others do differently stays as long as the viewer sees no
difference.

In each phase the other seats answer in the one world as a bot does there, and in the other as it does here or
there; of several ways the first is taken that the engine's `view` shows neither to the viewer nor to the
public. When none is left, or the length that was drawn is reached, the last phase stays open, with what is
sealed in it different in every seat but the viewer's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import strategies as st

import adjudicator
from games.bots import Bot, look
from tests.secrecy.worlds.core import owed_as
from tests.secrecy.worlds.drawn.typing import typed
from tests.secrecy.worlds.world import (
    MEMBER,
    STAFF,
    VISITOR,
    Act,
    Json,
    Pair,
    Round,
    World,
    begin_letter,
    save,
    write,
)

NAMES = ("ada", "ben", "col", "dee", "eli", "fay", "gus", "hal", "ida", "joe", "kim")
"""Who may sit in a seat, in their order."""

TRIES = 6
"""How many ways for the others to differ are tried in each phase."""

PRESS_PAUSES = "RA"
"""Kinds of phases in which no messages are carried."""

Openings = Callable[[Random, Json, Json, "str | None"], tuple[Json, Json]]
"""From chance, the game (`variant`, `settings`), its first position and the viewer to where both begin."""


def _the_same(random: Random, game: Json, start: Json, viewer: str | None) -> tuple[Json, Json]:
    return start, start


def _everybody(random: Random, players: Mapping[str, str], viewer: str | None) -> Mapping[str, str]:
    return players


@dataclass(frozen=True)
class Kind:
    """How the worlds of one variant are drawn."""

    variant: str
    bots: Sequence[Bot]
    settings: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """What each setting may be; one of them is drawn for each pair."""
    longest: int = 6
    """Phases at most."""
    openings: Openings = _the_same
    seated: Callable[[Random, Mapping[str, str], str | None], Mapping[str, str]] = _everybody
    """Who sits where in the other world, where that is hidden."""
    between: Callable[[str, str], str] | None = None
    """Of what a seat sends in the one world and might in the other: what shows less of a difference."""
    hides: bool = True
    """Whether anything of what is over stays hidden; else worlds differ in what is sealed, and in no more."""

    def seats(self, settings: Mapping[str, Any]) -> list[str]:
        return list(adjudicator.about(self.variant, settings)["seats"])


@dataclass
class Course:
    """One world as it grows."""

    game: Json
    lots: str
    opening: Json
    rounds: list[Round] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.position = self.opening

    @property
    def due(self) -> Mapping[str, Any]:
        return adjudicator.due(**self.game, position=self.position)["due"]

    def text_of(self, seat: str, bot: Bot, random: Random) -> str:
        return typed(bot(look(**self.game, position=self.position, seat=seat, random=random)))

    def turn(self, texts: Mapping[str, str]) -> Json:
        """What the phase comes to with these texts."""
        answers = {
            seat: adjudicator.read(**self.game, position=self.position, seat=seat, text=text)["answer"]
            for seat, text in texts.items()
        }
        turn = adjudicator.resolve(**self.game, position=self.position, answers=answers, lots=self.lots)
        return {"answers": answers, **turn}

    def seen(self, turn: Json, viewer: str | None) -> list[Any]:
        """What `viewer` and the public are shown of a turn, and what they know to be owed after it."""
        views = [adjudicator.view(**self.game, turn=turn, seat=seat) for seat in (viewer, None)]
        return [views, owed_as(self.game, turn["position"], viewer)]


@st.composite
def pairs(draw: st.DrawFn, kind: Kind, shortest: int = 0) -> Pair:
    """Pairs of worlds of one variant that one seat cannot tell apart, nor the public; or only the public."""
    settings = {name: draw(st.sampled_from(values)) for name, values in sorted(kind.settings.items())}
    seats = kind.seats(settings)
    viewer = draw(st.sampled_from([*seats, *seats, None]))
    phases = draw(st.integers(shortest, kind.longest))
    with_letters = draw(st.booleans())
    random = Random(draw(st.integers(0, 2**32)))
    bots = {seat: random.choice(kind.bots) for seat in seats}
    game: Json = {"variant": kind.variant, "settings": settings}
    lots = random.randbytes(32).hex()
    start = adjudicator.start(**game, lots=lots)["position"]
    one, other = (Course(game, lots, opening) for opening in kind.openings(random, game, start, viewer))
    others = [seat for seat in seats if seat != viewer]
    free = random.sample(others, random.randint(1, len(others)))
    for _phase in range(phases):
        if not _grow(one, other, kind, free, viewer, bots, random):
            break
    probes = probes_of(one, other, viewer)
    for course in (one, other):
        course.rounds.append(_open_round(course, viewer, bots, random, with_letters=with_letters))
    if viewer in one.due:
        mine = save(viewer, one.text_of(viewer, bots[viewer], random))
        for course in (one, other):
            course.rounds[-1] = (mine, *course.rounds[-1])
    players = dict(zip(seats, NAMES, strict=False))
    onlooker = draw(st.sampled_from([VISITOR, MEMBER, STAFF])) if not with_letters else VISITOR
    viewers = [players[viewer], onlooker] if viewer else [onlooker]
    return Pair(
        World(kind.variant, players, tuple(one.rounds), settings, one.opening, lots),
        World(
            kind.variant,
            kind.seated(random, players, viewer),
            tuple(other.rounds),
            settings,
            other.opening,
            lots,
        ),
        tuple(viewers),
        texts=("", probes),
    )


def _grow(
    one: Course,
    other: Course,
    kind: Kind,
    free: Sequence[str],
    viewer: str | None,
    bots: Mapping[str, Bot],
    random: Random,
) -> bool:
    """Adjudicate one phase in both worlds, in which the seats `free` may do different things.

    False if every way that was tried shows, or the game would end.
    """
    here = {seat: one.text_of(seat, bots[seat], random) for seat in one.due}
    turn = one.turn(here)
    if turn["outcome"] is not None:
        return False
    seen = one.seen(turn, viewer)
    for texts in _ways(here, other, kind, free, bots, random):
        found = other.turn(texts)
        if found["outcome"] is None and other.seen(found, viewer) == seen:
            for course, sent, result in ((one, here, turn), (other, texts, found)):
                course.rounds.append(tuple(save(seat, text) for seat, text in sorted(sent.items())))
                course.position = result["position"]
            return True
    return False


def _ways(
    here: Mapping[str, str],
    other: Course,
    kind: Kind,
    free: Sequence[str],
    bots: Mapping[str, Bot],
    random: Random,
) -> Iterator[dict[str, str]]:
    """Texts for the other world, ever more like those of the one, and in the end the same.

    What lies between the two is drawn again each time: of a seat's own secrets not all may look alike.
    """
    there: dict[str, str] = {}
    for attempt in range(TRIES):
        if attempt == 0 or kind.between is not None:
            there = {
                seat: other.text_of(seat, bots[seat], random) if seat in free else "" for seat in other.due
            }
        changed = random.sample(free, len(free) * (TRIES - 1 - attempt) // (TRIES - 1))
        if kind.between is not None:
            yield {
                seat: kind.between(here.get(seat, ""), there[seat]) if seat in free else here.get(seat, "")
                for seat in there
            }
        yield {seat: there[seat] if seat in changed else here.get(seat, "") for seat in there}


def _open_round(
    course: Course, viewer: str | None, bots: Mapping[str, Bot], random: Random, *, with_letters: bool
) -> Round:
    """What the others do in the phase that stays open: none of it is the viewer's business."""
    facts = adjudicator.about(**course.game)
    acts: list[Act] = []
    for seat in course.due:
        if seat == viewer or random.random() < 0.2:
            continue
        hurried = None if facts["shows_readiness"] else random.choice((True, False, None))
        acts.append(save(seat, course.text_of(seat, bots[seat], random), ready=hurried))
    free = [seat for seat in facts["seats"] if seat not in (viewer, *facts["masked_seats"])]
    if with_letters and len(free) > 1 and course.position["phase"][-1] not in PRESS_PAUSES:
        for _letter in range(random.randint(0, 3)):
            writer, reader = random.sample(free, 2)
            acts.append(write(writer, reader, body=random.choice(("Shall we?", "No! " * 40))))
        if random.random() < 0.5:
            acts.append(begin_letter(*random.sample(free, 2), body="Dear …"))
    return tuple(acts)


def probes_of(one: Course, other: Course, viewer: str | None, most: int = 24) -> str:
    """Lines by which a player would feel for what they cannot see: help for units of either world."""
    units = [course.position.get("units", {}) for course in (one, other)]
    own = units[0].get(viewer, []) if viewer else []
    unseen = sorted({unit for each in units for power in each if power != viewer for unit in each[power]})
    lines = [f"{mine} S {unit} H" for mine in own for unit in unseen]
    lines += [f"{mine} C {unit} - STP" for mine in own if mine[0] == "F" for unit in unseen if unit[0] == "A"]
    step = max(1, len(lines) // most)
    return "\n".join(["nonsense", *lines[::step][:most], *unseen[:3]])
