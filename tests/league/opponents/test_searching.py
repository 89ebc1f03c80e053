"""One pool for the site: people look, are found, say yes within 24 hours or are out, and a game begins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.common import clock
from games.common.outbox.row import OutboxRow
from games.errors import BadRanking
from games.models import Answer, Block, Game, Tenure
from games.services.players.blocking import block
from league.leagues.errors import AcceptsNothing, AlreadyAsked, Banned, NotAllowed, NotAsked
from league.leagues.models import League, Membership, Pool, Proposal, Sanction, Search
from league.leagues.opponents import services
from league.leagues.opponents.apart import AGAIN
from league.leagues.opponents.options import terms_of
from league.leagues.opponents.turning import turn
from league.leagues.services import keep_all_organised, leave
from league.users.deletion import delete_account
from tests.conftest import make_user
from tests.games.conftest import NOON, Clock
from tests.league.opponents.conftest import OTHER_RANKING, RANKING

pytestmark = pytest.mark.django_db

State = Search.State
Look = Callable[..., Search]


def state_of(user: Any) -> str:
    return str(Search.objects.filter(user=user).latest("pk").state)


def told(user: Any) -> list[str]:
    """The occasions of which `user` is told, in order."""
    rows = OutboxRow.objects.filter(topic="opponent_mail", person=user.pk).order_by("pk")
    return [row.payload["occasion"] for row in rows]


@pytest.fixture
def found(ada: Any, ben: Any, look: Look, set_clock: Clock) -> Proposal:
    """ada has looked for an hour when ben comes: they are proposed to each other."""
    look(ada)
    set_clock.pass_(hours=1)
    look(ben)
    assert turn() == 1
    return Proposal.objects.get()


def test_looking_makes_one_a_member_of_the_sites_own_league_and_of_no_other(ada: Any, look: Look) -> None:
    search = look(ada)
    assert search.state == State.WAITING
    league = League.objects.get(memberships__user=ada)
    assert (league.slug, league.pool.pk) == ("open-tables", Pool.objects.get().pk)
    assert league.absence == {"policy": "friendly"}
    assert not Membership.objects.filter(role=Membership.Role.ORGANISER).exists()
    keep_all_organised()
    assert not Membership.objects.filter(role=Membership.Role.ORGANISER).exists()


def test_a_league_that_has_the_address_already_stays_what_it_is(calais: Any, eve: Any, look: Look) -> None:
    League.objects.filter(pk=calais.pk).update(slug="open-tables")
    look(eve)
    assert Pool.objects.get().league.slug == "open-tables-2"
    assert not calais.memberships.filter(user=eve).exists()


def test_two_who_accept_the_same_are_asked_within_a_turn(found: Proposal, ada: Any, ben: Any) -> None:
    assert (found.one, found.other) == (ada, ben)
    assert (found.game_key, found.pace_key, found.language_key) == ("intimate", "day", "en")
    assert found.answer_by - found.made_at == timedelta(hours=24)
    assert (state_of(ada), state_of(ben)) == (State.ASKED, State.ASKED)
    assert (told(ada), told(ben)) == (["found"], ["found"])
    assert turn() == 0


def test_when_both_say_yes_the_game_begins_with_their_rankings(found: Proposal, ada: Any, ben: Any) -> None:
    assert services.say_yes(user=ben, proposal=found.pk, ranking=OTHER_RANKING) is None
    assert not Game.objects.exists()
    game = services.say_yes(user=ada, proposal=found.pk, ranking=RANKING)
    assert game is not None and game.state == Game.State.RUNNING and game.league == Pool.objects.get().league
    assert {each.user for each in Tenure.objects.filter(game=game)} == {ada, ben}
    answers = {each.seat.tenures.get().user: each for each in Answer.objects.select_related("seat")}
    assert answers[ada].answer["preferences"] == RANKING
    assert answers[ben].answer["preferences"] == OTHER_RANKING
    assert all(each.ready_at for each in answers.values())
    found.refresh_from_db()
    assert (found.state, found.game) == (Proposal.State.AGREED, game)
    assert [each.ranking for each in Search.objects.all()] == [[], []]
    assert {each.found_at for each in Search.objects.all()} == {found.made_at}


def test_a_ranking_has_every_power_once_and_can_be_changed_while_the_other_thinks(
    found: Proposal, ada: Any
) -> None:
    for ranking in ([], RANKING[:6], [*RANKING[:6], "FRANCE"]):
        with pytest.raises(BadRanking):
            services.say_yes(user=ada, proposal=found.pk, ranking=ranking)
    services.say_yes(user=ada, proposal=found.pk, ranking=RANKING)
    services.say_yes(user=ada, proposal=found.pk, ranking=OTHER_RANKING)
    assert Search.objects.get(user=ada).ranking == OTHER_RANKING


def test_who_says_no_is_out_and_the_other_keeps_the_head_of_the_line(
    found: Proposal, ada: Any, ben: Any, eve: Any, look: Look
) -> None:
    since = Search.objects.get(user=ada).since
    services.say_no(user=ben, proposal=found.pk)
    assert (state_of(ada), state_of(ben)) == (State.WAITING, State.OUT)
    assert Search.objects.get(user=ada).since == since
    assert told(ada) == ["found", "back"] and told(ben) == ["found"]
    look(eve)
    assert turn() == 1 and Proposal.objects.latest("pk").one == ada


def test_who_does_not_answer_in_24_hours_is_out_and_who_did_is_back(
    found: Proposal, ada: Any, ben: Any, set_clock: Clock
) -> None:
    services.say_yes(user=ada, proposal=found.pk, ranking=RANKING)
    set_clock.pass_(hours=24, seconds=-1)
    turn()
    assert state_of(ben) == State.ASKED
    set_clock.pass_(seconds=1)
    with pytest.raises(NotAsked):
        services.say_yes(user=ben, proposal=found.pk, ranking=RANKING)
    turn()
    assert (state_of(ada), state_of(ben)) == (State.WAITING, State.OUT)
    assert told(ada) == ["found", "back"] and told(ben) == ["found", "out"]
    search = Search.objects.get(user=ada)
    assert (search.ranking, search.yes_at, search.proposal) == ([], None, None)


def test_the_same_two_are_not_proposed_again_for_a_week_after_a_no(
    found: Proposal, ada: Any, ben: Any, look: Look, set_clock: Clock
) -> None:
    services.say_no(user=ben, proposal=found.pk)
    look(ben)
    assert turn() == 0
    set_clock(found.made_at + AGAIN - timedelta(seconds=1))
    assert turn() == 0
    set_clock.pass_(seconds=1)
    assert turn() == 1


def test_nobody_is_proposed_whom_one_has_blocked_or_who_has_blocked_one(
    ada: Any, ben: Any, look: Look
) -> None:
    block(user=ben, person=ada)
    look(ada), look(ben)
    assert turn() == 0
    Block.objects.all().delete()
    block(user=ada, person=ben)
    assert turn() == 0


def test_nobody_is_proposed_whom_one_plays_already(ada: Any, ben: Any, look: Look, found: Proposal) -> None:
    services.say_yes(user=ada, proposal=found.pk, ranking=RANKING)
    services.say_yes(user=ben, proposal=found.pk, ranking=RANKING)
    look(ada), look(ben)
    assert turn() == 0
    Game.objects.update(state=Game.State.CANCELLED)
    assert turn() == 1


def test_two_of_whom_one_blocks_the_other_meanwhile_do_not_play(found: Proposal, ada: Any, ben: Any) -> None:
    services.say_yes(user=ada, proposal=found.pk, ranking=RANKING)
    block(user=ben, person=ada)
    assert services.say_yes(user=ben, proposal=found.pk, ranking=RANKING) is None
    found.refresh_from_db()
    assert found.state == Proposal.State.DROPPED and not Game.objects.exists()
    assert (state_of(ada), state_of(ben)) == (State.WAITING, State.WAITING)


def test_who_is_suspended_in_the_league_is_passed_over_until_it_ends(
    ada: Any, ben: Any, look: Look, set_clock: Clock
) -> None:
    look(ada), look(ben)
    until = clock.now() + timedelta(days=1)
    Membership.objects.filter(user=ada).update(suspended_until=until)
    assert turn() == 0
    with pytest.raises(NotAllowed):
        services.stop(user=ada)
        look(ada)
    set_clock(until)
    look(ada)
    assert turn() == 1


def test_who_is_banned_from_the_league_cannot_look(ada: Any, ben: Any, look: Look) -> None:
    look(ben)
    league = Pool.objects.get().league
    Sanction.objects.create(league=league, person=ada, kind="ban", reason="x", at=clock.now())
    with pytest.raises(Banned):
        look(ada)


@pytest.mark.parametrize("is_asked", [False, True])
def test_who_leaves_the_league_or_has_no_account_looks_no_more(
    ada: Any, ben: Any, look: Look, is_asked: bool
) -> None:
    look(ada)
    if is_asked:
        look(ben)
        assert turn() == 1
    leave(league=Pool.objects.get().league, user=ada)
    turn()
    assert state_of(ada) == State.STOPPED
    assert not is_asked or (state_of(ben), told(ben)) == (State.WAITING, ["found", "back"])


def test_a_deleted_account_leaves_nothing_and_the_other_is_back_in_the_line(
    found: Proposal, ada: Any, ben: Any
) -> None:
    delete_account(user=ada)
    assert not Search.objects.filter(user=ada).exists() and not Proposal.objects.exists()
    assert state_of(ben) == State.WAITING
    assert turn() == 0


def test_stopping_at_any_time_leaves_the_line(found: Proposal, ada: Any, ben: Any) -> None:
    services.stop(user=ada)
    services.stop(user=ada)
    assert (state_of(ada), state_of(ben)) == (State.STOPPED, State.WAITING)


def test_what_one_accepts_can_be_changed_and_the_place_stays(ada: Any, look: Look, set_clock: Clock) -> None:
    first = look(ada)
    set_clock.pass_(hours=5)
    again = look(ada, games="great-war intimate", paces="two-days day")
    assert (again.pk, again.since) == (first.pk, first.since)
    assert (again.games, again.paces) == ("intimate great-war", "day two-days")


def test_nothing_can_be_changed_while_one_is_asked(found: Proposal, ada: Any, look: Look) -> None:
    with pytest.raises(AlreadyAsked):
        look(ada, paces="two-days")


def test_a_search_accepts_at_least_one_of_each(ada: Any, look: Look) -> None:
    for given in ({"games": ""}, {"paces": "weekly"}, {"languages": ""}):
        with pytest.raises(AcceptsNothing):
            look(ada, **given)
    assert not Search.objects.exists()


def test_suggestions_go_out_after_one_day_and_three_and_the_search_ends_after_14(
    ada: Any, look: Look, set_clock: Clock
) -> None:
    look(ada)
    occasions = []
    for hours in (23, 24, 25, 71, 72, 73, 335, 336, 337):
        set_clock(NOON + timedelta(hours=hours))
        turn()
        occasions.append(len(told(ada)))
    assert told(ada) == ["suggestions", "suggestions", "ended"]
    assert occasions == [0, 1, 1, 1, 2, 2, 2, 3, 3]
    assert state_of(ada) == State.EXPIRED


def test_only_who_is_proposed_to_one_can_be_answered(found: Proposal, eve: Any, look: Look) -> None:
    look(eve)
    for answer in (services.say_yes, services.say_no):
        with pytest.raises(NotAsked):
            answer(user=eve, proposal=found.pk)


def test_a_live_game_waits_for_the_first_evening_that_suits_both(
    ada: Any, ben: Any, look: Look, set_clock: Clock
) -> None:
    look(ada, paces="live"), look(ben, paces="live")
    turn()
    proposal = Proposal.objects.get()
    assert len(proposal.evenings) == 2 and proposal.at is None
    with pytest.raises(AcceptsNothing):
        services.say_yes(user=ada, proposal=proposal.pk, ranking=RANKING, evenings=[7])
    services.say_yes(user=ada, proposal=proposal.pk, ranking=RANKING, evenings=[0, 1])
    game = services.say_yes(user=ben, proposal=proposal.pk, ranking=RANKING, evenings=[1])
    assert game is not None and game.untimed_until is not None
    assert game.untimed_until.isoformat() == proposal.evenings[1] and game.pace["kind"] == "live"


def test_where_no_evening_suits_both_they_are_back_and_not_paired_again(
    ada: Any, ben: Any, look: Look
) -> None:
    look(ada, paces="live"), look(ben, paces="live")
    turn()
    proposal = Proposal.objects.get()
    services.say_yes(user=ada, proposal=proposal.pk, ranking=RANKING, evenings=[0])
    assert services.say_yes(user=ben, proposal=proposal.pk, ranking=RANKING, evenings=[1]) is None
    assert (state_of(ada), state_of(ben)) == (State.WAITING, State.WAITING)
    assert turn() == 0


def test_a_turn_makes_no_more_queries_for_many_than_for_few(look: Look, set_clock: Clock) -> None:
    counts = []
    for number in (2, 12):
        people = [make_user(f"p{number}x{each}") for each in range(number)]
        for person in people:
            look(person)
        with CaptureQueriesContext(connection) as queries:
            assert turn() == number // 2
        set_clock.pass_(hours=25)
        with CaptureQueriesContext(connection) as lapsing:
            turn()
        counts.append((len(queries), len(lapsing)))
        assert {state_of(person) for person in people} == {State.OUT}
    assert counts[0] == counts[1]


@pytest.mark.parametrize("game", ["intimate", "intimate-ii", "great-war"])
@pytest.mark.parametrize("pace", ["day", "two-days"])
def test_every_game_and_pace_begins(ada: Any, ben: Any, look: Look, game: str, pace: str) -> None:
    look(ada, games=game, paces=pace, languages="none"), look(ben, games=game, paces=pace, languages="none")
    turn()
    proposal = Proposal.objects.get()
    terms = terms_of(proposal, Pool.objects.get().league)
    ranking = RANKING if game.startswith("intimate") else []
    services.say_yes(user=ada, proposal=proposal.pk, ranking=ranking)
    begun = services.say_yes(user=ben, proposal=proposal.pk, ranking=ranking)
    assert begun is not None and begun.state == Game.State.RUNNING
    assert (begun.variant, begun.press, begun.absence["policy"]) == (terms.variant, "none", "friendly")


def test_the_database_holds_one_search_a_person_and_two_people_a_proposal(
    found: Proposal, ada: Any, eve: Any
) -> None:
    now = timezone.now()
    accepts = {"games": "intimate", "paces": "day", "languages": "en", "since": now}
    bad = (
        {"user": ada},
        {"user": eve, "state": "asked", "proposal": found, "seat": 1},
        {"user": eve, "state": "asked", "proposal": found, "seat": 3},
        {"user": eve, "state": "asked"},
        {"user": eve, "proposal": found, "seat": 2},
        {"user": eve, "state": "playing", "over_at": now},
        {"user": eve, "state": "stopped"},
        {"user": eve, "games": ""},
    )
    for values in bad:
        with pytest.raises(IntegrityError), transaction.atomic():
            Search.objects.create(**accepts | values)
    with pytest.raises(IntegrityError), transaction.atomic():
        Pool.objects.create(league=League.objects.create(slug="another-one", name="x"))
