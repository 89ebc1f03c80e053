"""How a knock-out goes on: what follows is written and begun. All of it is called under the season's lock."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.agreed.replays import replay_settings
from games.common import outbox
from games.facts import contests, finished_years
from league.competitions import kinds
from league.competitions.errors import BadRules, NothingToRule, NotInState
from league.competitions.knock_out.bracket import By, Decision
from league.competitions.knock_out.follows import REPLAY, Cup, Fixture, concerned, follows, goes_instead
from league.competitions.knock_out.measures import Measured, decided
from league.competitions.knock_out.state import Read, facts_of, read
from league.competitions.models import Competition, Entry
from league.competitions.models.pairing import with_sides
from league.competitions.outbox import mail
from league.competitions.rules.calendar import FIRST_YEAR
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.drawing import draw_now
from league.competitions.services.playing import begin_game, pair
from league.competitions.state.finality import finality_of, known_at
from league.competitions.state.played import Noted
from league.leagues.models import Membership
from league.users.models import User

PLAYS, STANDS = "bracket_game", "bracket"
"""The occasions on which people are told: a game of theirs begins; something else became of them."""


def advance(
    season: Competition, now: datetime, also: Mapping[int, Decision] | None = None, *, tells: bool = True
) -> int:
    """Write all that follows, begin the games whose players are both known, and tell everyone whom it
    concerns, once (`also` is what an act has just decided); how much there was.

    Doing it again does nothing. A player who has just left the league, and is taken out in a moment, begins
    no game.
    """
    found = read(season)
    if not found.played.began:
        return 0
    finality = finality_of(season, now)
    cup, results = found.cup, found.played.results

    def late(number: int) -> bool:
        return now >= rule_by(results[number], season.terms.ruling_days)

    next_ = follows(
        cup,
        lambda number: results[number].firm(finality).is_final,
        late,
        lambda *asked: _measured(season, found, now, *asked),
    )
    for pairing in next_.replays:
        _write(season, pairing, {"pairing": pairing, "entry": None, "means": REPLAY}, now)
    for pairing, decision in next_.decided.items():
        _write(season, cup.last_number(pairing), facts_of(pairing, decision), now)
    begun = _begin(season, cup, next_.begins)
    if tells:
        _tell(season, concerned(next_.bracket, {**(also or {}), **next_.decided}), begun, now)
    return len(next_.replays) + len(next_.decided) + len(begun)


def _tell(season: Competition, others: Collection[int], begun: Sequence[Fixture], now: datetime) -> None:
    """Tell those whose game has begun, and `others` (numbers), how the bracket stands to them now."""
    play = {entry for each in begun for entry in (each.a, each.b)}
    told = season.entries.filter(number__in=play.union(others), state=Entry.State.PLAYING).order_by("number")
    rows = told.values_list("number", "pk", "user")
    outbox.put(
        *(mail(user, now, about=PLAYS if number in play else STANDS, entry=key) for number, key, user in rows)
    )


def rule_by(result: Noted, ruling_days: int) -> datetime:
    """Until when an arbiter says who goes on from a game that was voided; then HR-13 does."""
    return known_at(result.at, result.recorded_at) + timedelta(days=ruling_days)


def _write(season: Competition, number: int, facts: Mapping[str, Any], now: datetime, **more: Any) -> None:
    row = {"kind": EventKind.ADVANCES, "number": number, "facts": dict(facts)}
    season.events.create(at=now, recorded_at=now, **row, **more)


def _begin(season: Competition, cup: Cup, fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Begin these games; those that were."""
    wanted = {entry for each in fixtures for entry in (each.a, each.b)}
    if not wanted:
        return []
    entries = {e.number: e for e in season.entries.filter(number__in=wanted).select_related("user")}
    users = [entry.user_id for entry in entries.values()]
    here = set(
        Membership.objects.filter(league=season.league_id, user__in=users).values_list("user", flat=True)
    )
    begun = []
    for each in fixtures:
        two = [entries[each.a], entries[each.b]]
        if all(entry.user_id in here for entry in two):
            settings = _settings_of_replay(season, each) if each.number != each.pairing else None
            begin_game(season, pair(season, each.number, two), settings)
            begun.append(each)
    return begun


def _settings_of_replay(season: Competition, fixture: Fixture) -> dict[str, Any]:
    """Homes swapped and a shorter game after an undecided one; as it was, after one that was voided."""
    (end,) = contests.ends_of(
        season.pairings.filter(number=fixture.pairing, game__isnull=False).values_list("game", flat=True)
    ).values()
    was_void = end.clause == "HR-6"
    settings = season.rules["settings"]
    return replay_settings(settings, end.homes, first_year_of(season), swap=not was_void)


def first_year_of(season: Competition) -> int:
    """The game year with which its games begin."""
    return int(season.rules["settings"].get("first_year", FIRST_YEAR))


def _measured(
    season: Competition, found: Read, now: datetime, pairing: int, numbers: Sequence[int]
) -> tuple[int, By, str]:
    """Who goes on of an undecided pairing, by HR-13: the place of the two, what decided, and its letter."""
    games = measures_of(season, numbers)
    if (by := decided([games[number] for number in numbers])) is not None:
        return by[0], By.MEASURE, by[1]
    two = found.played.pairs[pairing]
    first = draw_now(season, f"advance {pairing}", two, now)[0]
    return two.index(first), By.DRAW, "f"


def measures_of(season: Competition, numbers: Iterable[int] | None = None) -> dict[int, Measured]:
    """What HR-13 measures of these games that are over (None: all), by number, in the order of the sides."""
    rows = season.pairings.filter(game__isnull=False)
    if numbers is not None:
        rows = rows.filter(number__in=list(numbers))
    games = {each.game_id: each for each in with_sides(rows) if each.game_id is not None}
    told, found = finished_years.finished_years_of(games), {}
    for game, each in games.items():
        years = told.get(game)
        one, two = (side.seat for side in each.sides.all())
        if years is None:
            found[each.number] = Measured([], (0, 0), (0, 0), (0, 0))
            continue

        def of(by_seat: Mapping[str, int], one: str = one, two: str = two) -> tuple[int, int]:
            return by_seat.get(one, 0), by_seat.get(two, 0)

        found[each.number] = Measured(
            home=[of(year) for year in years.home.values()],
            treasury=of(years.treasury),
            commanded=of(years.commanded),
            missed=of(years.missed),
        )
    return found


def disqualified(season: Competition, entry: Entry, now: datetime) -> Mapping[int, Decision]:
    """Let the beaten player go on in the place of one who has won, and is sent away before the next game;
    what that decides again.
    """
    found = read(season)
    anew = goes_instead(found.cup, entry.number)
    for pairing, decision in anew.items():
        number = found.cup.last_number(pairing)
        before = found.decisions[number]
        _write(season, number, facts_of(pairing, decision), now, supersedes_id=before.pk)
    return anew


def asks(cup: Cup, number: int) -> bool:
    """Whether who goes on from this game is left to an arbiter: it was voided, and nothing is decided yet."""
    pairing = cup.pairing_of(number)
    is_open = pairing not in cup.bracket.decided and cup.last_number(pairing) == number
    return is_open and cup.is_void(number)


def name(season: Competition, number: int, on: int | None, *, by: User, reason: str, now: datetime) -> None:
    """Let an arbiter say who goes on (the number of an entry) from a game that was voided, or (None) that it
    is played once more. `NothingToRule` where the game asks for no such word, `NotInState` where it was
    played again already, and before the result of the game is final; `BadRules` of someone who does not play
    in it or has gone.
    """
    found = read(season)
    cup = found.cup
    if not asks(cup, number):
        raise NothingToRule(_("No one has to say who goes on from this game."))
    pairing = cup.pairing_of(number)
    if not found.played.results[number].firm(finality_of(season, now)).is_final:
        raise NotInState(_("The result of this game is not final yet. Say who goes on once it is."))
    said, named = {"reason": reason}, {}
    if on is None:
        if number != pairing:
            raise NotInState
        facts = {"pairing": pairing, "entry": None, "means": REPLAY}
        _write(season, number, facts | said, now, by=by)
    else:
        if on not in cup.bracket.sides(pairing) or on in cup.gone:
            raise BadRules("on", _("Choose one of the two who is still in."))
        named[pairing] = Decision(on, By.RULING)
        _write(season, number, facts_of(pairing, named[pairing]) | said, now, by=by)
    advance(season, now, named)
    kinds.of(season).refold(season)
