"""Plays a pair of worlds and compares what those who cannot tell them apart were able to hear."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

import adjudicator
from league.channels import ChannelKind
from tests.secrecy.ears import REVEALING, WATCHED
from tests.secrecy.found import addresses
from tests.secrecy.house import Chance, empty_house
from tests.secrecy.transcript import Heard, differences
from tests.secrecy.worlds.stage import Stage
from tests.secrecy.worlds.world import STAFF, NotAlike, Pair, Secret, Secrets, World, first_difference

OPEN_TO_ALL = frozenset((ChannelKind.LOG, ChannelKind.TASK, ChannelKind.COMMAND))
"""What the site's team hears of everyone's doings: it may tell no one of anything sealed."""

TO_STAFF = frozenset((ChannelKind.ADMIN, ChannelKind.OUTBOX, *OPEN_TO_ALL))

MESSAGE_ID = re.compile(rb"<[0-9a-f]{32}@")
"""Keyed digests of the keys of rows: no one without the key can tell one from another."""

POSTED = ("games:preview", "games:answer")
"""Forms that are posted with texts as well as empty."""

BESIDE = ("leagues:opponent", "sandbox:index", "sandbox:step")
"""Pages of what people do beside a game."""


@dataclass(frozen=True, slots=True)
class Play:
    """What one world let anyone hear, and what the engine shows each viewer of it."""

    heard: Sequence[Heard]
    views: Mapping[str, Any]
    people: Mapping[str, int]

    def by(self, viewer: str) -> Iterator[Heard]:
        """What `viewer` could hear of all that."""
        heard = (each for each in self.heard if _is_audible(each, viewer, self.people.get(viewer)))
        return (replace(each, bytes=MESSAGE_ID.sub(b"<a digest@", each.bytes)) for each in heard)


@dataclass(frozen=True, slots=True)
class _Audience:
    """Before whom worlds are played: who has an account, who looks, what is typed, who is asked about."""

    cast: frozenset[str]
    viewers: tuple[str, ...]
    texts: tuple[str, ...]
    asked_about: tuple[str, ...]

    def __repr__(self) -> str:  # the same in every process
        return f"{sorted(self.cast)} {self.viewers} {self.texts} {self.asked_about}"


def told_apart(monkeypatch: pytest.MonkeyPatch, *pairs: Pair) -> list[str]:
    """Where the viewers of each pair can tell its worlds apart: nowhere, if all is well.

    A world that stands in several of the pairs is played once, before all their viewers. `NotAlike` where a
    viewer's `view` differs. Nothing remains in the database.
    """
    return _Theatre(monkeypatch, pairs).leaks(*pairs)


def told_of(monkeypatch: pytest.MonkeyPatch, secrets: Secrets) -> list[str]:
    """Which of the secrets someone can find out, each with where: none, if all is well."""
    theatre = _Theatre(monkeypatch, [secrets.pair(secrets.kept)])
    return guilty(secrets.kept, lambda kept: theatre.leaks(secrets.pair(kept)))


def guilty(kept: Sequence[Secret], leaks_of: Callable[[Sequence[Secret]], list[str]]) -> list[str]:
    """Leaks of as few of the secrets as show any: halves are tried apart for as long as one of them does."""
    if not (leaks := leaks_of(kept)) or len(kept) == 1:
        return leaks
    middle = len(kept) // 2
    return [leak for half in (kept[:middle], kept[middle:]) for leak in guilty(half, leaks_of)] or leaks


class _Theatre:
    """Plays the worlds of some pairs, each once, before the viewers of all of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, pairs: Sequence[Pair]) -> None:
        self.monkeypatch = monkeypatch
        self.plays: dict[str, Play] = {}
        self.audience = _Audience(
            cast=frozenset(
                name
                for pair in pairs
                for name in (
                    *pair.one.players.values(),
                    *pair.other.players.values(),
                    *pair.viewers,
                    *pair.cast,
                )
            ),
            viewers=tuple(dict.fromkeys(viewer for pair in pairs for viewer in pair.viewers)),
            texts=tuple(dict.fromkeys(text for pair in pairs for text in pair.texts)),
            asked_about=tuple(sorted({name for pair in pairs for name in _asked_about(pair)})),
        )

    def leaks(self, *pairs: Pair) -> list[str]:
        return [leak for pair in pairs for leak in self._leaks_of(pair)]

    def _leaks_of(self, pair: Pair) -> list[str]:
        one, other = self._play(pair.one), self._play(pair.other)
        for viewer in pair.viewers:
            if viewer != STAFF and (where := first_difference(one.views[viewer], other.views[viewer])):
                raise NotAlike(f"{viewer} is shown a difference by the engine: {where}")
        return [
            f"as {viewer}: {each}{f' ({pair.why})' if pair.why else ''}"
            for viewer in pair.viewers
            for each in _differences(list(one.by(viewer)), list(other.by(viewer)))
        ]

    def _play(self, world: World) -> Play:
        said = repr(world)
        if said not in self.plays:
            self.plays[said] = _play(world, self.audience, self.monkeypatch)
        return self.plays[said]


def _differences(one: list[Heard], other: list[Heard]) -> list[str]:
    found = differences(one, other)
    if not found and [each.title for each in one] != [each.title for each in other]:
        found = ["the same was heard, in another order"]
    return found


def _is_audible(heard: Heard, viewer: str, person: int | None) -> bool:
    if heard.kind is ChannelKind.PUSH:  # `7 None` is told to all, `7 12` to the person of that key
        return heard.bytes.split()[1] in (b"None", str(person).encode())
    if heard.kind in TO_STAFF:
        return viewer == STAFF or heard.kind in OPEN_TO_ALL
    return heard.reader == viewer


def _play(world: World, audience: _Audience, monkeypatch: pytest.MonkeyPatch) -> Play:
    with monkeypatch.context() as patch, empty_house(patch, Chance(patch)) as house:
        stage = Stage(house, world, audience.cast, audience.viewers, patch)
        stage.ears.usernames = list(audience.asked_about)
        loggers = [logging.getLogger(name) for name in ("", "django")]
        for logger in loggers:
            logger.addHandler(stage.ears.log)
        try:
            _perform(stage, audience)
            _refuse_failures(stage.ears.transcript.heard)
        finally:
            for logger in loggers:
                logger.removeHandler(stage.ears.log)
        return Play(
            stage.ears.transcript.heard,
            {viewer: stage.seen_by(viewer) for viewer in audience.viewers},
            {viewer: person.pk for viewer in audience.viewers if (person := stage.people.get(viewer))},
        )


def _asked_about(pair: Pair) -> list[str]:
    """Whose own pages are asked for, and whom lists are searched for: two players, those whom the worlds seat
    differently or one of them knows besides, and those in seats of which no one is told who holds them.
    """
    masked = adjudicator.about(pair.one.variant, dict(pair.one.settings))["masked_seats"]
    names = {name for world in (pair.one, pair.other) for name in sorted(world.players.values())[:2]}
    names |= {pair.one.players[seat] for seat in masked} | {pair.other.players[seat] for seat in masked}
    names |= {name for _seat, name in pair.one.players.items() ^ pair.other.players.items()} | {*pair.cast}
    return sorted(names)


def _perform(stage: Stage, audience: _Audience) -> None:
    rounds = stage.world.rounds
    for number, acts in enumerate(rounds):
        _at(stage, f"phase {number}")
        for act in acts:
            stage.do(act)
        stage.work()
        _look(stage)
        if number + 1 < len(rounds):
            _at(stage, f"deadline {number}")
            stage.to_the_deadline()
    _at(stage, "near the deadline")
    stage.to_the_reminder()
    _look_everywhere(stage, audience)


def _refuse_failures(heard: Sequence[Heard]) -> None:
    """A page that fails is alike in every world, and hides what it would have shown."""
    failed = [
        each
        for each in heard
        if each.kind in (ChannelKind.PAGE, ChannelKind.ADMIN) and each.bytes.startswith(b"500")
    ]
    assert not failed, f"failed: {failed[0].title}"


def _at(stage: Stage, moment: str) -> None:
    stage.moment = stage.ears.transcript.moment = moment


def _look(stage: Stage) -> None:
    """What changes while a phase is open, as far as each viewer sees it."""
    ears = stage.ears
    ears.look_at(WATCHED, ears.readers)
    ears.feeds()
    ears.sockets()
    ears.rows()
    ears.deliveries()


def _look_everywhere(stage: Stage, audience: _Audience) -> None:
    """Every address of games and leagues, asked for and posted to; where staff looks, the admin too.

    Of those without a seat one asks for everything, and the others for what shows the game.
    """
    ears = stage.ears
    _look(stage)
    names = [name for name, _parts in addresses()]
    near = [name for name in names if name.startswith(("games:", "sandbox:"))]
    around = [name for name in names if name.startswith("leagues:") or name in ("home", "users:profile")]
    world = stage.world
    seated = [name for name in ears.readers if name == world.master or stage.seat_of(name)]
    outside = [name for name in ears.readers if name not in seated]
    thorough = [*seated, *_one_of(outside, audience)]
    ears.look_at([*near, *around], thorough)
    if world.beside:
        ears.look_at([name for name, parts in addresses() if "season" in parts], ears.readers)
    ears.look_at([*REVEALING, *BESIDE, "games:list"], [name for name in outside if name not in thorough])
    for label in stage.labels[:-2]:  # the last two have been looked at
        ears.look_at(["games:phase"], ears.readers, label=label)
    ears.post_to(near, seated)
    label = stage.phase.label
    for text in audience.texts:
        fields = {"label": label, "version": _version(stage), "text": text}
        for name in seated:
            fields["version"] = _version(stage, name)
            ears.post_to(POSTED, [name], fields)
    if STAFF in ears.readers:
        ears.figures()
        for name, path in ears.admin_pages():
            ears.in_admin(ears.readers[STAFF], name, path)
        if world.lots is None and world.opening is None:
            ears.commands()  # which say of places and seats what their lots do not explain
    ears.deliveries()


def _one_of(names: Sequence[str], audience: _Audience) -> Sequence[str]:
    """Whose turn it is: not the same person's for each audience."""
    return [names[len(repr(audience)) % len(names)]] if names else []


def _version(stage: Stage, person: str = "") -> str:
    """Of the answer that someone has saved in the open phase: what their own page says."""
    drafts = stage.phase.drafts.filter(seat__tenures__user__username=person)
    return str(drafts.values_list("version", flat=True).first() or 0)
