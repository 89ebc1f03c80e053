"""What is new to whom: counted when a message comes, taken back by reading, and no one else's business."""

import pytest

from games.common.outbox.row import OutboxRow
from games.errors import NotSeated
from games.models import ReadMark, Seat
from games.pages.letters import ThreadRequest, count_of_news, letters_of, news_by_game
from games.pages.seats import places_of
from games.services.players.letters import send_letter
from games.services.players.read_marks import mark_read
from games.services.seats.seating import take_seat
from tests.conftest import make_user


def send(game, user, to="2", body="Well?", key="k", **values):
    return send_letter(game=game, user=user, to=[to], body=body, key=key, **values)


def seen_by(game, user):
    seat = Seat.objects.get(game=game, tenures__user=user)
    return letters_of(game, seat, places_of(game, seat), ThreadRequest())


def news(letters):
    return [letter.body for stretch in letters.stretches for letter in stretch.letters if letter.is_new]


def test_a_letter_is_new_to_its_reader_until_they_have_read_it(running_game, ada, ben):
    letter = send(running_game, ada)
    assert news(seen_by(running_game, ben)) == ["Well?"]
    assert count_of_news(ben) == 1
    mark_read(game=running_game, user=ben, thread="0-1", upto=letter.pk)
    assert news(seen_by(running_game, ben)) == []
    assert count_of_news(ben) == 0


def test_ones_own_letters_are_never_new(running_game, ada):
    send(running_game, ada)
    assert count_of_news(ada) == 0
    assert seen_by(running_game, ada).unread == 0


def test_reading_up_to_one_letter_leaves_those_after_it(running_game, ada, ben):
    first = send(running_game, ada, body="One", key="1")
    send(running_game, ada, body="Two", key="2")
    mark_read(game=running_game, user=ben, thread="0-1", upto=first.pk)
    assert news(seen_by(running_game, ben)) == ["Two"]
    assert count_of_news(ben) == 1


def test_what_was_read_can_be_marked_as_new_again(running_game, ada, ben):
    letter = send(running_game, ada)
    mark_read(game=running_game, user=ben, thread="0-1", upto=letter.pk)
    mark_read(game=running_game, user=ben, thread="0-1", upto=letter.pk - 1)
    assert count_of_news(ben) == 1


def test_answering_reads_what_stood_above_the_answer_and_not_what_came_meanwhile(running_game, ada, ben):
    seen = send(running_game, ada, body="One", key="1")
    send(running_game, ada, body="Two", key="2")
    send(running_game, ben, to="1", seen=seen.pk)
    assert news(seen_by(running_game, ben)) == ["Two"]


def test_an_answer_from_an_older_page_makes_nothing_new_again(running_game, ada, ben):
    seen = send(running_game, ada, body="One", key="1")
    last = send(running_game, ada, body="Two", key="2")
    mark_read(game=running_game, user=ben, thread="0-1", upto=last.pk)
    send(running_game, ben, to="1", seen=seen.pk)
    assert (news(seen_by(running_game, ben)), count_of_news(ben)) == ([], 0)


def test_a_letter_that_is_sent_twice_is_new_once(running_game, ada, ben):
    send(running_game, ada)
    send(running_game, ada)
    assert count_of_news(ben) == 1


def test_reading_tells_nobody_anything(running_game, ada, ben):
    letter = send(running_game, ada)
    running_game.refresh_from_db()
    before = running_game.version, OutboxRow.objects.count()
    mark_read(game=running_game, user=ben, thread="0-1", upto=letter.pk)
    running_game.refresh_from_db()
    assert (running_game.version, OutboxRow.objects.count()) == before


def test_nobody_marks_what_is_not_theirs(running_game, ada, ben, carl):
    letter = send(running_game, ada)
    with pytest.raises(NotSeated):
        mark_read(game=running_game, user=carl, thread="0-1", upto=letter.pk)
    mark_read(game=running_game, user=ben, thread="0-1-2", upto=letter.pk)
    assert count_of_news(ben) == 1


def test_news_are_counted_by_game(running_game, make_game, seat_both, ada, ben):
    other = seat_both(make_game(name="Other"))
    for key in ("1", "2"):
        send(running_game, ada, key=key)
    send(other, ben, to="1")
    assert news_by_game(ben) == {running_game.pk: 2}
    assert news_by_game(ada) == {other.pk: 1}


def test_whoever_takes_a_seat_over_is_told_of_what_comes_from_then_on(
    running_game, ada, ben, carl, set_clock
):
    send(running_game, ada, body="One", key="1")
    tenure = running_game.tenures.get(user=ben)
    tenure.left_at, tenure.left_how = set_clock.now, tenure.Leaving.REPLACED
    tenure.save()
    running_game.tenures.create(
        seat=tenure.seat, user=carl, place=tenure.place, nonce="", taken_at=set_clock.now
    )
    letters = seen_by(running_game, carl)
    assert len(letters.stretches[0].letters) == 1 and news(letters) == []
    send(running_game, ada, body="Two", key="2")
    assert news(seen_by(running_game, carl)) == ["Two"]
    assert (count_of_news(carl), count_of_news(ben)) == (1, 0)


@pytest.fixture
def table(make_game, calais):
    """A game of seven, and its players by their powers."""
    from league.leagues import services

    game = make_game(variant="standard")
    for number in range(7):
        player = make_user(f"player{number}")
        services.join(league=calais, user=player)
        take_seat(game=game, user=player)
    game.refresh_from_db()
    return game, {tenure.seat.key: tenure.user for tenure in game.tenures.select_related("seat", "user")}


def test_every_circle_is_a_thread_of_its_own_the_newest_first(table):
    game, seats = table

    def write(sender, to, body):
        send_letter(game=game, user=seats[sender], to=to, body=body, key=body)

    write("FRANCE", ["ENGLAND"], "a pair")
    write("FRANCE", ["ENGLAND", "ITALY"], "three of us")
    write("ENGLAND", ["FRANCE"], "the pair again")
    write("TURKEY", sorted(set(seats) - {"TURKEY"}), "all")
    threads = seen_by(game, seats["FRANCE"]).threads
    assert [(thread.key, thread.last, thread.unread) for thread in threads] == [
        ("0-1-2-3-4-5-6", "all", 1),
        ("1-2", "the pair again", 1),
        ("1-2-4", "three of us", 0),
    ]
    assert [thread.is_everybody for thread in threads] == [True, False, False]
    assert [thread.last for thread in seen_by(game, seats["RUSSIA"]).threads] == ["all"]
    assert ReadMark.objects.filter(circle__key="0-1-2-3-4-5-6").count() == 6


@pytest.mark.slow
def test_letters_make_no_more_queries_for_more_threads_and_letters(table, django_assert_max_num_queries):
    game, seats = table
    seat = Seat.objects.get(game=game, key="FRANCE")
    places = places_of(game, seat)
    send_letter(game=game, user=seats["ITALY"], to=["FRANCE"], body="One", key="1")
    with django_assert_max_num_queries(4):
        letters_of(game, seat, places, ThreadRequest())
    for power in sorted(set(seats) - {"FRANCE"}):
        for number in range(4):
            for to in (["FRANCE"], ["FRANCE", "ITALY"] if power != "ITALY" else ["FRANCE", "RUSSIA"]):
                send_letter(game=game, user=seats[power], to=to, body="More", key=f"{number} {to}")
    with django_assert_max_num_queries(4):
        letters = letters_of(game, seat, places, ThreadRequest())
    assert len(letters.threads) == 11


def test_reading_back_leaves_out_nothing_and_repeats_nothing(running_game, ada, monkeypatch):
    from games.pages import letters as selector

    monkeypatch.setattr(selector, "PAGE", 3)
    sent = [send(running_game, ada, body=str(number), key=str(number)).pk for number in range(8)]
    seat = Seat.objects.get(game=running_game, key="2")
    places, seen, before = places_of(running_game, seat), [], None
    while True:
        page = letters_of(running_game, seat, places, ThreadRequest(before=before))
        seen = [letter.pk for stretch in page.stretches for letter in stretch.letters] + seen
        assert page.newest == sent[-1]
        if page.older is None:
            break
        before = page.older
    assert seen == sent
