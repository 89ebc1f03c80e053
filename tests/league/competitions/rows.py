"""Seasons made by rows, for tests of what is read: no game of them was played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from games.agreed.pace import Pace
from games.common.guards.codes import new_code
from games.models import Game
from league.competitions.ladder import log
from league.competitions.ladder.rules.ladder_rules import LadderRules
from league.competitions.ladder.services import table
from league.competitions.models import (
    Arbiter,
    Challenge,
    Competition,
    Draw,
    Entry,
    EntryStep,
    Event,
)
from league.competitions.rules.common_rules import MOMENTS
from league.competitions.rules.draws import commitment_to
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.playing import pair

NOW = datetime(2026, 11, 22, 15, 42, tzinfo=UTC)
BEGINS = datetime(2026, 9, 1, tzinfo=UTC)
DAY = timedelta(days=1)
SECRET = "0f" * 32


def rules_of(league: Any, **given: Any) -> LadderRules:
    """Rules of a season that runs from 1 September to 27 December 2026."""
    common: dict[str, Any] = {
        "name": "The ladder, season 3",
        "league": league.slug,
        "variant": "intimate",
        "settings": {"last_year": 1904},
        "pace": Pace(),
        "zone": "Europe/Paris",
        "enters_from": BEGINS - 20 * DAY,
        "enters_until": BEGINS - 2 * DAY,
        "starts_at": BEGINS,
        "challenges_until": datetime(2026, 11, 24, 23, tzinfo=UTC),
        "ends_at": datetime(2026, 12, 26, 23, tzinfo=UTC),
    }
    return LadderRules(**{**common, **given})


def make_season(
    league: Any,
    by: Any,
    people: Sequence[Any] = (),
    *,
    state: str = "running",
    arbiters: Sequence[Any] = (),
    begins: datetime = BEGINS,
    now: datetime = NOW,
    code: str = "",
    **given: Any,
) -> Competition:
    """A season of `league` in `state`, in which `people` stand in this order from the top, since `begins`."""
    rules = rules_of(league, **given)
    is_open = state not in ("draft", "announced")
    is_over = state in ("finished", "cancelled")
    season = Competition.objects.create(
        league=league,
        code=code or new_code(),
        name=rules.name,
        variant=rules.variant,
        state=state,
        rules=rules.to_json(),
        rules_sha256="" if state == "draft" else rules.sha256,
        opened_by=by,
        opened_at=begins - 30 * DAY,
        announced_at=None if state == "draft" else begins - 21 * DAY,
        started_at=begins if is_open else None,
        over_at=now if is_over else None,
        cancelled_by=by if state == "cancelled" else None,
        cancel_reason="Nobody has time." if state == "cancelled" else "",
        entries_given=len(people),
        **{name: getattr(rules, name) for name in MOMENTS},
    )
    for arbiter in arbiters:
        Arbiter.objects.create(competition=season, user=arbiter, named_at=begins)
    entries = [enter(season, person, number) for number, person in enumerate(people, start=1)]
    if state != "draft":
        draw = Draw(competition=season, label="initial", secret=SECRET, committed_at=begins - 21 * DAY)
        draw.commitment = commitment_to(SECRET)
        if is_open:
            draw.over = draw.order = [entry.number for entry in entries]
            draw.words = [entry.word for entry in entries]
            draw.drawn_at = begins
        draw.save()
    if is_open:
        table.record(season, log.opens(season, [entry.number for entry in entries], begins, begins))
    return season


def open_at(at: datetime) -> dict[str, datetime]:
    """The moments of a dispute that was raised at `at`."""
    return {"at": at, "rule_by": at + 14 * DAY, "stands_at": at + 28 * DAY}


def enter(season: Competition, person: Any, number: int, state: str = "") -> Entry:
    """An entry of `person`, with its first step."""
    running = season.state not in ("draft", "announced")
    state = state or (Entry.State.PLAYING if running else Entry.State.ACCEPTED)
    entry = Entry.objects.create(
        competition=season,
        number=number,
        user=person,
        state=state,
        word=f"word {number}",
        entered_at=season.opened_at + 20 * DAY,
    )
    EntryStep.objects.create(
        entry=entry, state=state, why=EntryStep.Why.ASKED, by=person, at=entry.entered_at
    )
    return entry


def challenge(
    season: Competition, by: int, of: int, *, state: str = "waiting", at: datetime = NOW - 2 * DAY
) -> Challenge:
    """A challenge between two entries (numbers); with a game where it is played or over."""
    season.challenges_given += 1
    season.save(update_fields=["challenges_given"])
    one, other = (season.entries.get(number=number) for number in (by, of))
    number = season.challenges_given
    pairing = pair(season, number, (one, other)) if state in ("playing", "over") else None
    if pairing is not None:
        pairing.game = _game(season, number, state)
        pairing.save()
    made = Challenge.objects.create(
        competition=season,
        number=number,
        by=one,
        of=other,
        state=state,
        by_rank=one.standing.rank,
        of_rank=other.standing.rank,
        made_at=at,
        answer_by=at + 3 * DAY,
        over_at=at + DAY if state not in ("waiting", "playing") else None,
        pairing=pairing,
    )
    table.record(season, log.challenged(made, (None, None)))
    return made


def result(challenge: Challenge, *, winner: int | None, loser: int | None, how: str, at: datetime) -> Event:
    """What a ladder's log says of the end of a challenge's game."""
    assert challenge.game is not None
    facts = {
        "challenge": challenge.number,
        "game": challenge.game.code,
        "winner": winner,
        "loser": loser,
        "how": how,
        "early": False,
    }
    return Event(
        competition_id=challenge.competition_id,
        at=at,
        kind=EventKind.RESULT,
        number=challenge.number,
        facts=facts,
        game=challenge.game,
        recorded_at=at,
    )


def play(
    season: Competition, by: int, of: int, winner: int | None, *, how: str = "ID-15", at: datetime = NOW - DAY
) -> Challenge:
    """A challenge that was played to this end at the moment `at`; `winner` None: no one."""
    made = challenge(season, by, of, state="over", at=at - DAY)
    loser = None if winner is None else of if winner == by else by
    event = result(made, winner=winner, loser=loser, how=how, at=at)
    table.record(season, event)
    return made


def _game(season: Competition, number: int, state: str) -> Game:
    is_over = state == "over"
    return Game.objects.create(
        league_id=season.league_id,
        code=f"{season.code[:8]}{number}",
        name=f"Game {number}",
        variant=season.variant,
        settings={"last_year": 1904},
        pace=Pace().to_json(),
        opened_by=season.opened_by,
        opened_at=season.opened_at,
        lots_sha256="0" * 64,
        lots="1" * 64,
        state=Game.State.FINISHED if is_over else Game.State.RUNNING,
        started_at=season.started_at,
        finished_at=season.ends_at if is_over else None,
        outcome={"winners": [], "how": "ID-15"} if is_over else None,
    )


def streamed(response: Any) -> bytes:
    """The bytes of a file that is sent as it is made."""
    assert response.status_code == 200, response.status_code
    return b"".join(response.streaming_content)
