"""Knock-outs made by rows from ones that were played without (`cups.Played`), for tests of what is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.agreed.pace import Pace
from games.common.guards.codes import new_code
from games.models import Game
from league.competitions.knock_out.follows import REPLAY
from league.competitions.knock_out.rules import KnockOutRules
from league.competitions.knock_out.state import facts_of
from league.competitions.models import Competition
from league.competitions.rules.common_rules import MOMENTS
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.playing import pair
from league.users.models import User
from tests.league.competitions import rows
from tests.league.competitions.cups import Played
from tests.league.competitions.rows import BEGINS, DAY, NOW


def rules_of(league: Any, **given: Any) -> KnockOutRules:
    common: dict[str, Any] = {
        "name": "Autumn cup",
        "league": league.slug,
        "variant": "intimate",
        "settings": {"last_year": 1902},
        "pace": Pace(),
        "zone": "Europe/Paris",
        "enters_from": BEGINS - 20 * DAY,
        "enters_until": BEGINS - 2 * DAY,
        "starts_at": BEGINS,
        "ends_at": BEGINS + 400 * DAY,
    }
    return KnockOutRules(**{**common, **given})


def make_cup(league: Any, by: Any, people: int, *, state: str = "running", **given: Any) -> Competition:
    """A knock-out of p1, p2, … whose entries have the numbers of their names. Nothing of it has happened."""
    rules = rules_of(league, largest=max(people, 3), **given)
    season = Competition.objects.create(
        league=league,
        code=new_code(),
        name=rules.name,
        kind=rules.KIND,
        variant=rules.variant,
        state=state,
        rules=rules.to_json(),
        rules_sha256=rules.sha256,
        opened_by=by,
        opened_at=BEGINS - 30 * DAY,
        announced_at=BEGINS - 21 * DAY,
        started_at=None if state == "announced" else BEGINS,
        entries_given=people,
        **{name: getattr(rules, name) for name in MOMENTS},
    )
    names = [f"p{number}" for number in range(1, people + 1)]
    for number, name in enumerate(names, 1):
        person = User.objects.filter(username=name).first() or User.objects.create(
            username=name, email=f"{name}@example.org"
        )
        rows.enter(season, person, number)
    return season


def write(season: Competition, played: Played, *, at: Any = NOW - 10 * DAY) -> Competition:
    """Write the rows of what was played; results that nothing follows from count from the moment `at`."""
    entries = {entry.number: entry for entry in season.entries.all()}
    _event(season, EventKind.OPENS, 0, {"order": list(range(1, played.people + 1))}, BEGINS)
    for number, two in sorted(played.begun.items()):
        pairing = pair(season, number, [entries[each] for each in two])
        pairing.game = _game(season, number, is_over=number in played.results)
        pairing.save()
        if number in played.results:
            facts = {"pairing": number, "game": pairing.game.code, "loser": None} | played.results[number]
            facts["loser"] = next((each for each in two if facts["winner"] not in (None, each)), None)
            _event(season, EventKind.RESULT, number, facts, at, game=pairing.game)
    for pairing in sorted(played.replayed):
        facts = {"pairing": pairing, "entry": None, "means": REPLAY}
        _event(season, EventKind.ADVANCES, pairing, facts, at)
    for number, decision in sorted(played.decided.items()):
        last = played.cup.last_number(number)
        _event(season, EventKind.ADVANCES, last, facts_of(number, decision), at)
    for entry in sorted(played.gone):
        why = "disqualified" if entry in played.disqualified else "withdrawn"
        _event(season, EventKind.LEAVES, entry, {"entry": entry, "why": why}, at)
    return season


def seed(season: Competition, order: Sequence[int], **more: Any) -> Any:
    """Write the seeds of one that is announced."""
    before = season.events.filter(kind=EventKind.SEEDS, superseded_by=None).first()
    facts = {"order": list(order)} | more
    return _event(season, EventKind.SEEDS, 0, facts, BEGINS - DAY, supersedes=before)


def _event(season: Competition, kind: str, number: int, facts: Any, at: Any, **more: Any) -> Any:
    return season.events.create(kind=kind, number=number, facts=facts, at=at, recorded_at=at, **more)


def _game(season: Competition, number: int, *, is_over: bool) -> Game:
    return Game.objects.create(
        league_id=season.league_id,
        code=f"{season.code[:8]}{number}",
        name=f"Game {number}",
        variant=season.variant,
        settings={"last_year": 1902},
        pace=Pace().to_json(),
        opened_by=season.opened_by,
        opened_at=season.opened_at,
        lots_sha256="0" * 64,
        lots="1" * 64,
        state=Game.State.FINISHED if is_over else Game.State.RUNNING,
        started_at=season.started_at,
        finished_at=NOW if is_over else None,
        outcome={"winners": [], "how": "ID-15"} if is_over else None,
    )
