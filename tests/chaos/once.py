"""What has to happen once beside the games, while everything is killed: people are found an opponent, answer
or do not, or wait in vain; they are reminded, nudged and told of each occasion; they try orders; the courses
of games that end are made; a cup and an event at tables are played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction

from adjudicator.board import standard
from games.common import clock
from games.common.errors import GameError
from games.common.outbox.row import OutboxRow
from games.engine import bridge, sight
from games.engine.turning import course_of
from games.models import Asked, Block, Course, Game, Phase, Sandbox
from games.sandbox import services as trying
from games.sandbox import table
from games.sandbox.door import at_the_opening, in_a_sandbox
from league.competitions.models import Competition, Nudge
from league.competitions.services.nudging import nudge
from league.leagues.errors import LeagueError
from league.leagues.models import League, Proposal, Search
from league.leagues.models.opponents import LASTS
from league.leagues.opponents import services as searching
from league.leagues.opponents.turning import SUGGESTIONS
from league.users.models import User
from tests.benchmarks import push_sink
from tests.chaos import again, cup, scene, tables
from tests.chaos.counted import Counted
from tests.chaos.ladder import Season
from tests.chaos.running import by_turns

LOOKING: Final = 24
"""People who look for an opponent whom they find."""
IN_VAIN: Final = 6
"""Who have looked for so long that their search ends, and as many who are told for the first time what else
there is.
"""
NUDGED: Final = range(5, 11)
"""The entrants (numbers) whom the organiser nudges, each twice."""
REMINDED: Final = 6
"""Games of two people who are reminded."""
TRIED: Final = ("A PAR - BUR", "A MUN - BUR", "A VEN - TYR", "F LON - NTH")
"""Orders that someone tries in one sandbox, each twice."""

SILENCE: Final = timedelta(days=12)
TINKERER: Final = "tinkerer"
SEEKER, LATE, LONELY, REMINDEE = "seeker", "late", "lonely", "remindee"
"""What begins the names of who find someone, who ran out of time, who wait alone, who are reminded."""


@transaction.atomic
def lay_out() -> list[Callable[[], None]]:
    """Store what has begun; what people will do, in their order."""
    league, _is_new = League.objects.get_or_create(slug="chaos", defaults={"name": "Chaos"})
    acts = [*_search(), *_nudges(league), *_sandbox(), *_reminders(league)]
    return by_turns(acts, cup.lay_out(league), tables.lay_out(league))


def _people(name: str, number: int) -> list[User]:
    made = (
        User.objects.get_or_create(username=f"{name} {each}", email=f"{name}{each}@once")
        for each in range(number)
    )
    return [user for user, _is_new in made]


# Opponents.


def _search() -> list[Callable[[], None]]:
    """All look; those who are found say yes or no, or nothing until the time is over."""
    now = clock.now()
    ticks = {"games": ["intimate-ii"], "paces": ["two-days"], "languages": ["fr"]}
    for name, since in ((LATE, now - LASTS), (LONELY, now - SUGGESTIONS[0])):
        for user in _people(name, IN_VAIN):
            search = searching.look(user=user, **ticks)
            Search.objects.filter(pk=search.pk).update(since=since)
    _keep_apart()
    people = _people(SEEKER, LOOKING)
    answers = [partial(_answer, user, number) for number, user in enumerate(people)]
    return [*[partial(_look, user) for user in people], *answers, _let_lapse, *answers]


def _keep_apart() -> None:
    """Let none of those who wait in vain fit another: each has blocked all the others."""
    lonely = list(User.objects.filter(searches__languages="fr"))
    Block.objects.bulk_create(
        [
            Block(blocker=one, blocked=other, since=clock.now())
            for one in lonely
            for other in lonely
            if one != other
        ],
        ignore_conflicts=True,
    )


def _look(user: User) -> None:
    with suppress(LeagueError):  # asked already, and no one saw the answer
        searching.look(user=user, games=["intimate"], paces=["day"], languages=["en"])


def _answer(user: User, number: int) -> None:
    """Say yes; of eight one says no, and one nothing."""
    asked = Search.objects.filter(user=user, state=Search.State.ASKED).first()
    if asked is None or asked.proposal_id is None or number % 8 == 3:
        return
    given: dict[str, Any] = {"user": user, "proposal": asked.proposal_id}
    with suppress(LeagueError, GameError):
        if number % 8 == 5:
            searching.say_no(**given)
        else:
            searching.say_yes(**given, ranking=sorted(standard().powers))


def _let_lapse() -> None:
    """The time is over for all who have not answered."""
    Proposal.objects.filter(state=Proposal.State.OPEN).update(answer_by=clock.now())


def _found_once() -> Counted:
    """Proposals that are right: an open one asks its two alone, one that was agreed on has its game."""
    right = 0
    asked: dict[int, list[int]] = {key: [] for key in Proposal.objects.values_list("pk", flat=True)}
    for proposal, user in Search.objects.filter(state=Search.State.ASKED).values_list("proposal", "user"):
        asked[proposal].append(user)
    proposals = Proposal.objects.select_related("game")
    games = Counter(each.game for each in proposals)
    for each in proposals:
        pair = sorted([each.one_id, each.other_id])
        if each.state == Proposal.State.OPEN:
            right += sorted(asked[each.pk]) == pair
        elif each.state == Proposal.State.AGREED:
            sitting = list(each.game.tenures.values_list("user", flat=True)) if each.game else []
            right += sorted(sitting) == pair and games[each.game] == 1 and not asked[each.pk]
        else:
            right += each.game is None and not asked[each.pk]
    return Counted(right, len(asked))


def _in_one_proposal() -> Counted:
    """People who look: in one proposal that is open at most."""
    rows = Proposal.objects.filter(state=Proposal.State.OPEN).values_list("one", "other")
    times = Counter(person for pair in rows for person in pair)
    return Counted(sum(count == 1 for count in times.values()), len(times))


def _games_of_pairs() -> Counted:
    """Games in the pool's league, of which each is one proposal's."""
    games = Game.objects.filter(league__pool__isnull=False)
    return Counted(games.filter(proposal__state=Proposal.State.AGREED).count(), games.count())


def _told_of_search() -> Counted:
    """Each occasion is told once to each: both of a proposal that they were found, and what became of it; who
    waited in vain that it is over, or what else there is.
    """
    told: Counter[tuple[str, int]] = Counter()
    for payload in OutboxRow.objects.filter(topic="opponent_mail").values_list("payload", flat=True):
        told[payload["occasion"], payload["user"]] += 1
    has: Counter[tuple[str, int]] = Counter()
    for each in Proposal.objects.all():
        has["found", each.one_id] += 1
        has["found", each.other_id] += 1
    for user in Search.objects.filter(state=Search.State.EXPIRED).values_list("user", flat=True):
        has["ended", user] += 1
    for user in User.objects.filter(username__startswith=LONELY).values_list("pk", flat=True):
        has["suggestions", user] += 1
    once = sum(told[key] == times for key, times in has.items())
    ways = Counter(Proposal.objects.values_list("state", flat=True))
    states = Proposal.State
    ends = 2 * (ways[states.LAPSED] + ways[states.DROPPED]) + ways[states.REFUSED]
    heard = sum(times for (occasion, _user), times in told.items() if occasion in ("back", "out"))
    return Counted(once + ends - abs(ends - heard), len(has) + ends)


# Nudges, reminders.


def _nudges(league: League) -> list[Callable[[], None]]:
    season = Season(league, SILENCE).competition
    by = User.objects.get(username="organiser")
    entered = season.entries.filter(number__in=NUDGED).select_related("user")
    push_sink.lay_out([entry.user for entry in entered])
    return [partial(_nudge, season, by, number) for number in NUDGED for _time in range(2)]


def _nudge(season: Competition, by: User, number: int) -> None:
    nudge(competition=season, by=by, number=number)


def _nudged() -> Counted:
    """Entrants of whom nothing was heard: nudged once, and told so once."""
    told = Counter(
        payload["nudge"]
        for payload in OutboxRow.objects.filter(topic="season_mail").values_list("payload", flat=True)
        if payload["occasion"] == "nudged"
    )
    times = Counter(Nudge.objects.values_list("entry", flat=True))
    rows = list(Nudge.objects.values_list("pk", "entry"))
    return Counted(sum(told[key] == 1 and times[entry] == 1 for key, entry in rows), len(NUDGED))


def _reminders(league: League) -> list[Callable[[], None]]:
    """Games whose reminders fall due, one after the other."""
    made = (scene.plot(seed, phases=2 + seed % 12) for seed in range(24))
    plots = [plot for plot in made if scene.is_asked(plot, scene.BOTH)]
    people = _people(REMINDEE, 2 * REMINDED)
    phases = []
    for number in range(REMINDED):
        pair, closes = people[2 * number : 2 * number + 2], clock.now() + timedelta(days=1)
        phase, _turn = scene.store(plots[number % len(plots)], number, league, pair, closes)
        phase.drafts.all().delete()
        Game.objects.filter(pk=phase.game_id).update(name=f"{REMINDEE} {number}")
        phases.append(phase.pk)
    organiser = User.objects.get(username="organiser")
    return [*[partial(_let_remind, key) for key in phases], *again.lay_out(league, plots, organiser)]


def _let_remind(key: int) -> None:
    """Its moment has come; again, should no one have seen that."""
    asked = Asked.objects.filter(phase=key).exists()
    if not asked:
        Phase.objects.filter(pk=key).update(remind_at=clock.now())


def _reminded() -> Counted:
    """Seats in those games: each asked once, by one row."""
    seats = Asked.objects.filter(phase__game__name__startswith=REMINDEE)
    people = set(User.objects.filter(username__startswith=REMINDEE).values_list("pk", flat=True))
    told = Counter(
        payload["user"]
        for payload in OutboxRow.objects.filter(topic="mail").values_list("payload", flat=True)
        if payload["user"] in people and payload["about"] == "reminder"
    )
    once = min(seats.count(), sum(times == 1 for times in told.values()))
    return Counted(once, 2 * REMINDED)


# Sandboxes, courses.


def _sandbox() -> list[Callable[[], None]]:
    [tinkerer] = _people(TINKERER, 1)
    trying.resolve(person=tinkerer, stand=at_the_opening(), orders=[])
    code = Sandbox.objects.get(owner=tinkerer).code
    return [partial(_try, tinkerer, code, [order]) for order in TRIED for _time in range(2)]


def _try(tinkerer: User, code: str, orders: list[str]) -> None:
    trying.resolve(person=tinkerer, stand=in_a_sandbox(tinkerer, code, 0), orders=orders)


def _tried() -> Counted:
    """Steps of the sandbox: one for each idea, numbered without a gap, each what its orders come to."""
    sandbox = Sandbox.objects.get(owner__username__startswith=TINKERER)
    steps = list(sandbox.steps.select_related("parent").order_by("number"))
    right = sum(
        each.number == number
        and each.parent is not None
        and each.position == table.resolve(each.parent.position, sandbox.rules, each.orders)["position"]
        for number, each in enumerate(steps[1:], start=1)
    )
    ideas = {tuple(each.orders) for each in steps[1:]}
    return Counted(right if len(ideas) == len(steps) - 1 else 0, len(TRIED) + 1)


def _courses() -> Counted:
    """Games that are over: each has its course, of its last phase."""
    over = list(Game.objects.filter(state=Game.State.FINISHED))
    return Counted(sum(_has_course(game) for game in over), len(over))


def _has_course(game: Game) -> bool:
    kept = Course.objects.filter(game=game).first()
    last = Phase.objects.filter(game=game).latest("ordinal").pk
    record = sight.record_of(game, bridge.record_of(game), None)
    facts = course_of(bridge.seats(game.variant, game.settings), record)
    return kept is not None and (kept.last, kept.facts) == (last, facts)


def counting() -> dict[str, Counted]:
    """By what had to happen: how often it did, once. The pool is held meanwhile, so that no one is found."""
    with transaction.atomic():
        searching.lock_pool()
        return {
            "proposals with their two and their game": _found_once(),
            "people in one open proposal": _in_one_proposal(),
            "games of pairs that agreed": _games_of_pairs(),
            "occasions of a search told once": _told_of_search(),
            "entrants nudged once": _nudged(),
            "players reminded once": _reminded(),
            "players reminded again once": again.reminded_again(),
            "nudges that rang once": again.rung("nudged", len(NUDGED)),
            "people whose pushes came": again.rang(),
            "orders tried that led to one step": _tried(),
            "courses of games made": _courses(),
            **cup.counting(),
            **tables.counting(),
        }
