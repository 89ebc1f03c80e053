"""Those whom it concerns are told in the second person: seats lost and gained, proposals, misses, ends."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games import notices
from games.common import clock
from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.models import Game, MasterAct, Phase
from games.notices import post
from games.notices.mail_context import moment_words
from games.services.masters import presiding
from games.services.players import votes
from league.leagues import services
from league.users.models import User
from tests.conftest import make_user
from tests.games.conftest import RANKS, phase_of

pytestmark = pytest.mark.django_db

WHY = "The ferry is late."


@pytest.fixture
def handed_over(make_game, seat_both, carl, ada, ben, calais):
    """A game over which carl presides, and whose seat of ada has just gone to eve: the game, and eve."""
    game = seat_both(make_game(master=carl))
    eve = make_user("eve")
    services.join(league=calais, user=eve)
    presiding.offer_to_stand_in(game=game, user=eve)
    delivery.deliver()
    mail.outbox.clear()
    presiding.replace_player(game=game, user=carl, seat="1", stand_in=eve.pk, reason=WHY)
    return Game.objects.get(pk=game.pk), eve


def bodies_to(user) -> dict[str, str]:
    delivery.deliver()
    return {message.subject: message.body for message in mail.outbox if message.to == [user.email]}


def page_of(client_of, game, user) -> str:
    path = reverse("games:game", args=[game.league.slug, game.code])
    return client_of(user).get(path).content.decode()


def test_the_player_who_lost_a_seat_reads_which_to_whom_by_whom_and_why(handed_over, client_of, ada):
    game, _eve = handed_over
    (body,) = (text for subject, text in bodies_to(ada).items() if "no longer play" in subject)
    for said in (
        "eve now plays seat 1",
        "in your place",
        "Choice of home powers",
        "the game master, carl",
        WHY,
    ):
        assert said in body, said
    page = page_of(client_of, game, ada)
    for said in ("You no longer play seat 1.", "eve has had your seat", "carl, the game master", WHY):
        assert said in page, said


def test_the_successor_reads_what_was_gained_and_begins_with_nothing_saved(handed_over, client_of):
    game, eve = handed_over
    (body,) = (text for subject, text in bodies_to(eve).items() if "you now play" in subject)
    for said in ("You now play seat 1", "in place of ada", "the game master, carl", WHY, "Open until"):
        assert said in body, said
    page = page_of(client_of, game, eve)
    for said in ("You play seat 1 now.", "You took over from ada", WHY, "without orders or votes"):
        assert said in page, said


def test_nobody_else_is_told_that_it_happened_to_them(handed_over, client_of, visitor, ben, carl):
    game, _eve = handed_over
    for user in (ben, carl):
        page = page_of(client_of, game, user)
        assert "You no longer play" not in page and "You play seat 1 now." not in page
    page = visitor.get(reverse("games:game", args=[game.league.slug, game.code])).content.decode()
    assert "You no longer play" not in page


def test_those_who_play_on_are_mailed_who_has_the_seat_now(handed_over, ada, ben, carl):
    """Neither its old and new player, who have mails of their own, nor the master who gave it."""
    _game, eve = handed_over
    assert set(OutboxRow.objects.filter(payload__about="taken").values_list("person", flat=True)) == {ben.pk}
    assert "eve a repris une place dans" in " ".join(bodies_to(ben).values())
    for user in (ada, eve, carl):
        assert "Someone now plays" not in (said := " ".join(bodies_to(user).values()))
        assert "eve now plays seat 1 in “Channel”, from" not in said


def test_those_who_play_on_read_no_name_of_a_masked_seat(handed_over, ben, monkeypatch):
    monkeypatch.setattr("games.notices.seats.is_hidden", lambda *_seat: True)
    monkeypatch.setattr("games.notices.seats.hides_absence", lambda *_seat: True)
    said = next(text for text in bodies_to(ben).values() if "Quelqu’un a repris une place" in text)
    assert " eve " not in said and " ada " not in said


def test_a_masked_seat_changes_hands_without_a_name(handed_over, ada, monkeypatch):
    monkeypatch.setattr("games.engine.handovers.is_hidden", lambda *_seat: True)
    _game, eve = handed_over
    lost, gained = " ".join(bodies_to(ada).values()), " ".join(bodies_to(eve).values())
    assert "Someone else now plays" in lost and "eve now" not in lost
    assert "in place of" not in gained and "ada" not in gained


def test_powers_are_named_where_the_seat_commands_any(auction_game, carl, ada, ben, calais):
    Game.objects.filter(pk=auction_game.pk).update(master=carl)
    eve = make_user("eve")
    services.join(league=calais, user=eve)
    presiding.offer_to_stand_in(game=auction_game, user=eve)
    presiding.replace_player(game=auction_game, user=carl, seat="1", stand_in=eve.pk, reason=WHY)
    assert MasterAct.objects.get().facts["powers"] == ["FRANCE"]
    assert any("You now play France in “Channel”" in body for body in bodies_to(eve).values())


def test_a_proposal_is_mailed_once_and_shown_near_the_task(running_game, client_of, ada, ben):
    delivery.deliver()
    mail.outbox.clear()
    kind = next(iter(votes.Vote.Kind.values))
    kind = "draw" if "draw" in votes.Vote.Kind.values else kind
    votes.cast(game=running_game, user=ada, kind=kind)
    (body,) = (text for text in bodies_to(ben).values() if "ada" in text)
    assert "#endings" in body
    assert bodies_to(ada) == {}
    assert 'id="proposals"><div' in page_of(client_of, running_game, ben)
    assert 'id="proposals"></div>' in page_of(client_of, running_game, ada)
    mail.outbox.clear()
    votes.withdraw(game=running_game, user=ada, kind=kind)
    votes.cast(game=running_game, user=ada, kind=kind)
    assert bodies_to(ben) == {}, "taking a vote back and casting it again mails nobody anew"


def test_two_proposals_are_two_matters_of_one_mail(running_game, ada, ben):
    delivery.deliver()
    mail.outbox.clear()
    row = notices.mails("proposal", [ben.pk], game=running_game, now=clock.now(), vote="draw")
    other = notices.mails("proposal", [ben.pk], game=running_game, now=clock.now(), vote="concession")
    assert len({post._subject_of(each) for each in (*row, *other)}) == 2


def test_a_proposal_that_was_taken_back_is_not_mailed(running_game, ada, ben):
    delivery.deliver()
    mail.outbox.clear()
    votes.cast(game=running_game, user=ada, kind="draw")
    votes.withdraw(game=running_game, user=ada, kind="draw")
    assert bodies_to(ben) == {}


def test_where_votes_are_secret_nobody_is_mailed(make_game, seat_all):
    game = make_game(variant="spy")
    seats = seat_all(game)
    OutboxRow.objects.all().delete()
    votes.cast(game=game, user=seats["FRANCE"], kind="draw")
    assert not OutboxRow.objects.filter(topic="mail").exists()


def test_who_missed_a_phase_is_mailed_and_nobody_else(running_game, answer, advance, ada, ben):
    delivery.deliver()
    mail.outbox.clear()
    answer(ada, RANKS["ada"])
    advance()
    assert phase_of(running_game).ordinal == 1
    subjects = [subject for subject in bodies_to(ada) if "missed" in subject]
    assert subjects == []
    rows = OutboxRow.objects.filter(payload__about="missed")
    assert [row.payload["user"] for row in rows] == [ben.pk]


def test_who_missed_a_phase_reads_the_next_deadline(running_game, answer, advance, ada, ben):
    User.objects.update(language="en")
    answer(ada, RANKS["ada"])
    advance()
    (body,) = (text for subject, text in bodies_to(ben).items() if "missed" in subject)
    with timezone.override(ben.time_zone):
        deadline = moment_words(phase_of(running_game).deadline)
    assert f"Next deadline: {deadline}, Auction for 1901." in body


def test_no_next_deadline_is_told_where_nothing_is_asked(running_game, answer, advance, ada, ben):
    User.objects.update(language="en")
    answer(ada, RANKS["ada"])
    advance()
    Phase.objects.filter(pk=phase_of(running_game).pk).update(due={})
    (body,) = (text for subject, text in bodies_to(ben).items() if "missed" in subject)
    assert "Next deadline" not in body


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(("variant", "mailed"), [("standard", 7), ("devil-and-god", 7), ("spy", 0)])
def test_no_mail_that_waits_says_who_missed_what_is_secret(make_game, seat_all, advance, variant, mailed):
    """Not of the two whom no one knows (DG-1), nor in fog (SPY-7)."""
    game = make_game(variant=variant)
    seats = seat_all(game)
    OutboxRow.objects.all().delete()
    advance()
    rows = OutboxRow.objects.filter(payload__about="missed", payload__game=game.pk)
    asked = {row.payload["user"] for row in rows}
    assert len(asked) == mailed
    assert not asked & {user.pk for seat, user in seats.items() if seat in ("DEVIL", "GOD")}


def test_the_end_speaks_to_the_reader(running_game, client_of, ada, ben, visitor):
    votes.concede(game=running_game, user=ben)
    running_game.refresh_from_db()
    assert "You have won." in page_of(client_of, running_game, ada)
    assert "Vous avez perdu. ada gagne." in page_of(client_of, running_game, ben)
    path = reverse("games:game", args=[running_game.league.slug, running_game.code])
    assert "You have" not in visitor.get(path).content.decode()
