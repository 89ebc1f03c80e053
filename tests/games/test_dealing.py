"""Who plays which power: lots, or the players' lists in an order that lots draw (RB-25)."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from adjudicator.lots import Lots
from games.adjudication.proof import prove
from games.agreed.dealing import Dealt, deal
from games.errors import AlreadyStarted, BadRanking, NotSeated
from games.models import Game, Tenure
from games.services.seats.seating import leave_seat, rank_seats, take_seat
from league.leagues import services
from tests.conftest import make_user
from tests.games.pages.conftest import find_form

LOTS = "5a" * 32
SEATS = ["1", "2", "3"]


def test_without_lists_the_lots_deal_the_seats_to_the_places():
    assert [each.seat for each in deal(LOTS, SEATS, None)] == Lots(LOTS).several("seats", SEATS)


def test_each_gets_the_dearest_that_is_free_in_the_order_drawn():
    order = [int(place) for place in Lots(LOTS).several("places", ["00", "01", "02"])]
    first, second, third = order
    rankings: list[list[str]] = [[], [], []]
    rankings[first], rankings[second], rankings[third] = ["2"], ["2", "3"], ["2", "3"]
    dealt = {each.place: each for each in deal(LOTS, SEATS, rankings)}
    assert dealt[first] == Dealt(first, "2", 1, 1)
    assert dealt[second] == Dealt(second, "3", 2, 2)
    assert dealt[third] == Dealt(third, "1", 3, None)


def test_who_wishes_nothing_takes_nothing_that_another_would_like():
    order = [int(place) for place in Lots(LOTS).several("places", ["00", "01", "02"])]
    for wanted in SEATS:
        rankings: list[list[str]] = [[], [], []]
        rankings[order[-1]] = [wanted]
        dealt = {each.place: each for each in deal(LOTS, SEATS, rankings)}
        assert dealt[order[-1]] == Dealt(order[-1], wanted, 3, 1)


def test_who_wishes_nothing_gets_what_lots_alone_would_have_dealt_first():
    order = [int(place) for place in Lots(LOTS).several("places", ["00", "01", "02"])]
    dealt = {each.place: each.seat for each in deal(LOTS, SEATS, [[], [], []])}
    assert [dealt[place] for place in order] == Lots(LOTS).several("seats", SEATS)


def test_every_seat_is_dealt_once_and_true_wishes_never_hurt():
    random = Random(4)
    seats = ["1", "2", "3", "4"]
    for _case in range(40):
        lots = random.randbytes(32).hex()
        rankings = [random.sample(seats, random.randint(0, 4)) for _seat in seats]
        assert sorted(each.seat for each in deal(lots, seats, rankings)) == seats
        truth = random.sample(seats, 4)
        honest = deal(lots, seats, [truth, *rankings[1:]])[0].seat
        for lie in permutations(seats):
            got = deal(lots, seats, [list(lie), *rankings[1:]])[0].seat
            assert truth.index(honest) <= truth.index(got)


@pytest.fixture
def four(calais):
    """Four members of Calais."""
    people = [make_user(f"player{number}") for number in range(4)]
    for person in people:
        services.join(league=calais, user=person)
    return people


@pytest.fixture
def ranked(make_game):
    """A game of four players who rank what they play, in which no one sits yet."""
    return make_game(variant="standard", settings={"players": 4}, dealing="ranking")


def seats_of(game):
    return {tenure.user: tenure.seat.key for tenure in Tenure.objects.filter(game=game, left_at=None)}


def test_a_game_is_dealt_by_the_lists_and_proved_by_them(ranked, four):
    for person, ranking in zip(four, [["2", "3"], ["2"], [], ["4", "2"]], strict=True):
        take_seat(game=ranked, user=person, ranking=ranking)
    ranked.refresh_from_db()
    assert ranked.is_running and sorted(seats_of(ranked).values()) == ["1", "2", "3", "4"]
    assert "2" in (seats_of(ranked)[four[0]], seats_of(ranked)[four[1]])
    assert seats_of(ranked)[four[3]] == "4"
    assert prove(ranked).differences == []
    one, other = Tenure.objects.filter(game=ranked).order_by("seat")[:2]
    first, second = one.seat, other.seat
    Tenure.objects.filter(pk=one.pk).update(left_at=ranked.started_at, left_how="before")
    Tenure.objects.filter(pk=other.pk).update(seat=first)
    Tenure.objects.filter(pk=one.pk).update(seat=second, left_at=None, left_how="")
    told = [each for each in prove(ranked).differences if "lots deal it" in each]
    places = sorted(tenure.place + 1 for tenure in (one, other))
    assert told == [f"place {place} was not given what lots deal it" for place in places]


def test_a_list_can_be_changed_until_the_start(ranked, four):
    take_seat(game=ranked, user=four[0], ranking=["1"])
    rank_seats(game=ranked, user=four[0], ranking=["3", "1"])
    assert Tenure.objects.get(user=four[0]).ranking == ["3", "1"]
    with pytest.raises(NotSeated):
        rank_seats(game=ranked, user=four[1], ranking=["1"])
    for person in four[1:]:
        take_seat(game=ranked, user=person)
    with pytest.raises(AlreadyStarted):
        rank_seats(game=ranked, user=four[0], ranking=["1"])


@pytest.mark.parametrize("ranking", [["1", "1"], ["9"], ["FRANCE"]])
def test_a_list_names_seats_of_the_game_once(ranked, four, ranking):
    with pytest.raises(BadRanking):
        take_seat(game=ranked, user=four[0], ranking=ranking)
    assert not Tenure.objects.exists()


def test_nobody_ranks_where_lots_decide(make_game, four):
    game = make_game(variant="standard", settings={"players": 4})
    with pytest.raises(BadRanking):
        take_seat(game=game, user=four[0], ranking=["1"])


def test_seats_that_nobody_deals_cannot_be_ranked(make_game):
    assert make_game(dealing="ranking").dealing == "lots"
    assert make_game(variant="devil-and-god", dealing="ranking").dealing == "lots"


def test_who_leaves_takes_their_list_with_them(ranked, four):
    take_seat(game=ranked, user=four[0], ranking=["2"])
    leave_seat(game=ranked, user=four[0])
    for person in four:
        take_seat(game=ranked, user=person)
    assert prove(ranked).differences == []


def room_of(client, game):
    return client.get(f"/l/calais/g/{game.code}/")


@pytest.mark.slow
def test_the_room_asks_for_a_list_and_shows_it_to_nobody_else(ranked, four, client_of, visitor):
    client = client_of(four[0])
    take = f"/l/calais/g/{ranked.code}/seat/"
    form = find_form(room_of(client, ranked), take)
    assert "Austria and France" in room_of(client, ranked).content.decode()
    refused = client.post(take, form.fields | {"rank-1": "2", "rank-2": "2"}).content.decode()
    assert "choose each at most once" in refused and not Tenure.objects.exists()
    client.post(take, form.fields | {"rank-1": "2", "rank-3": "4"})
    assert Tenure.objects.get().ranking == ["2", "4"]
    own = find_form(room_of(client, ranked), f"/l/calais/g/{ranked.code}/rank/")
    assert (own.fields["rank-1"], own.fields["rank-2"], own.fields["rank-3"]) == ("2", "4", "")
    client.post(own.action, own.fields | {"rank-1": "3"})
    assert Tenure.objects.get().ranking == ["3", "4"]
    assert " selected>" not in room_of(client_of(four[1]), ranked).content.decode().split("room")[1]


def test_each_choice_of_a_list_says_where_it_begins(ranked, make_game, four, client_of):
    """As the ranking of home powers does: for what is chosen now, and for the script for all others."""
    room = room_of(client_of(four[0]), ranked).content.decode()
    begins = "A\xa0Bud, A\xa0Mar, A\xa0Par, A\xa0Vie, F\xa0Bre, F\xa0Tri"
    assert f'<option value="2" data-says="{begins}">Austria and France</option>' in room
    assert f'id="id_rank-1_start">{begins}</p>' not in room
    take_seat(game=ranked, user=four[0], ranking=["2"])
    room = room_of(client_of(four[0]), ranked).content.decode()
    assert f'<p class="small soft" id="id_rank-1_start">{begins}</p>' in room
    assert 'aria-describedby="id_rank-1_start"' in room
    refused = client_of(four[1]).post(
        f"/l/calais/g/{ranked.code}/seat/", {"nonce": "x", "rank-1": "2", "rank-2": "2"}
    )
    assert 'aria-describedby="id_rank-2_start id_rank-2_error"' in refused.content.decode()
    spies = room_of(client_of(four[0]), make_game(variant="spy", dealing="ranking")).content.decode()
    assert 'data-says="A\xa0Mos, A\xa0War, F\xa0Sev, F\xa0Stp\xa0(sc)"' in spies


@pytest.mark.slow
def test_lists_are_told_apart_by_nobody_before_the_start(ranked, four, client_of, visitor):
    take_seat(game=ranked, user=four[0], ranking=["2"])
    take_seat(game=ranked, user=four[1])
    readers = [visitor, client_of(four[1]), client_of(four[2])]
    addresses = [f"/l/calais/g/{ranked.code}/", "/l/calais/games/", "/l/calais/p/player0/"]

    def everything():
        pages = [reader.get(address).content for reader in readers for address in addresses]
        return [len(page) for page in pages], [page.count(b"selected") for page in pages]

    before = everything()
    rank_seats(game=ranked, user=four[0], ranking=["4", "3", "1"])
    assert everything() == before
    assert visitor.get(f"/l/calais/g/{ranked.code}/dealing/").status_code == 404


def test_what_was_drawn_is_shown_after_the_start(ranked, four, client_of, visitor):
    for person, ranking in zip(four, [["2", "3"], ["2"], [], ["4", "2"]], strict=True):
        take_seat(game=ranked, user=person, ranking=ranking)
    address = f"/l/calais/g/{ranked.code}/"
    assert f"{address}dealing/" in visitor.get(address).content.decode()
    page = visitor.get(f"{address}dealing/").content.decode()
    for person in four:
        assert person.username in page
    assert "Austria and France · Germany and Turkey" in page
    assert Game.objects.get().lots not in page and Game.objects.get().lots_secret not in page
