"""Drafts of messages: kept as they are typed, for one person alone, until the message is sent."""

import uuid

import pytest
from django.urls import reverse

from games.common.guards.sealing import SealedLogFilter
from games.common.outbox.row import OutboxRow
from games.errors import DraftTooLong, NoSuchThread, NotSeated, StaleDraft
from games.models import LetterDraft, Phase, Seat
from games.pages.letters import ThreadRequest, letters_of
from games.pages.seats import places_of
from games.services.players.letter_drafts import keep_draft
from games.services.players.letters import send_letter


def keep(game, user, body, version=0, thread="0-1", **values):
    return keep_draft(game=game, user=user, thread=thread, body=body, version=version, **values)


def drafts_of(game, user):
    found = LetterDraft.objects.filter(tenure__game=game, tenure__user=user).exclude(body="")
    return dict(found.values_list("thread", "body"))


def begun(seat):
    """The draft that the player of `seat` finds in the message box, begun and not sent."""
    return letters_of(seat.game, seat, places_of(seat.game, seat), ThreadRequest(thread="0-1")).draft


def test_a_draft_is_kept_as_it_was_typed(running_game, ada):
    keep(running_game, ada, "Dear Ben,\r\n ")
    assert drafts_of(running_game, ada) == {"0-1": "Dear Ben,\n "}


def test_a_draft_is_seen_by_its_writer_alone(running_game, ada, ben):
    keep(running_game, ada, "Dear Ben")
    own, other = Seat.objects.filter(game=running_game).order_by("order")
    assert begun(own).body == "Dear Ben"
    assert begun(other) is None


def test_whoever_takes_the_seat_over_does_not_inherit_what_was_never_sent(running_game, ada, carl, set_clock):
    keep(running_game, ada, "Dear Ben")
    tenure = running_game.tenures.get(user=ada)
    tenure.left_at, tenure.left_how = set_clock.now, tenure.Leaving.REPLACED
    tenure.save()
    running_game.tenures.create(
        seat=tenure.seat, user=carl, place=tenure.place, nonce="", taken_at=set_clock.now
    )
    assert begun(tenure.seat) is None


def test_keeping_a_draft_tells_nobody_anything(running_game, ada):
    before = running_game.version, OutboxRow.objects.count()
    keep(running_game, ada, "Dear Ben")
    running_game.refresh_from_db()
    assert (running_game.version, OutboxRow.objects.count()) == before
    assert not running_game.circles.exists()


def test_an_emptied_draft_is_none(running_game, ada):
    keep(running_game, ada, "Dear Ben")
    keep(running_game, ada, " \n", version=1)
    assert drafts_of(running_game, ada) == {}


def test_two_windows_do_not_overwrite_each_other(running_game, ada):
    keep(running_game, ada, "from one window")
    with pytest.raises(StaleDraft) as refused:
        keep(running_game, ada, "from another")
    assert refused.value.current.body == "from one window"
    keep(running_game, ada, "from one window")  # the same words are no quarrel
    keep(running_game, ada, "from another", version=2)
    assert drafts_of(running_game, ada) == {"0-1": "from another"}


def test_sending_ends_the_draft(running_game, ada):
    keep(running_game, ada, "Dear Ben")
    keep(running_game, ada, "to somebody else", thread="new")
    send_letter(game=running_game, user=ada, to=["2"], body="Dear Ben", key="k")
    assert drafts_of(running_game, ada) == {"new": "to somebody else"}


def test_an_older_window_may_write_on_after_the_letter_was_sent(running_game, ada):
    keep(running_game, ada, "Dear Ben")
    send_letter(game=running_game, user=ada, to=["2"], body="Dear Ben", key="k")
    keep(running_game, ada, "Another thing", version=1)
    assert drafts_of(running_game, ada) == {"0-1": "Another thing"}


def test_words_that_were_sent_are_not_kept_once_more_by_a_save_that_was_late(running_game, ada):
    send_letter(game=running_game, user=ada, to=["2"], body="Dear Ben", key="k")
    keep(running_game, ada, "Dear Ben ", key="k", to=["2"])
    assert drafts_of(running_game, ada) == {}
    keep(running_game, ada, "Dear Ben", key="another", to=["2"])
    assert drafts_of(running_game, ada) == {"0-1": "Dear Ben"}


@pytest.mark.parametrize("label", ["F1901R", "W1901A"])
def test_drafts_are_kept_while_press_is_closed(running_game, ada, label):
    """RB-22 closes the post, not the pen."""
    Phase.objects.update(label=label)
    keep(running_game, ada, "for later")
    assert drafts_of(running_game, ada) == {"0-1": "for later"}


def test_only_players_keep_drafts_and_only_of_letters_that_could_be_sent(running_game, ada, carl):
    with pytest.raises(NotSeated):
        keep(running_game, carl, "Dear Ben")
    with pytest.raises(DraftTooLong):
        keep(running_game, ada, "x" * 4001)
    assert not LetterDraft.objects.exists()


@pytest.mark.parametrize("thread", ["0-2", "1-2", "1-0", "00-1", "0-1-7", "nobody"])
def test_nothing_is_kept_for_threads_that_cannot_be(running_game, ada, thread):
    with pytest.raises(NoSuchThread):
        keep(running_game, ada, "To whom?", thread=thread)
    assert not LetterDraft.objects.exists()


def test_the_log_does_not_tell_that_somebody_writes(running_game, ada, client_of, caplog):
    keep(running_game, ada, "In another window")
    url = reverse("games:letter-draft", args=[running_game.league.slug, running_game.code])
    words = {"key": uuid.uuid4(), "thread": "0-1", "body": "Here", "version": 7}
    browser = client_of(ada)
    refused = [
        browser.post(url, words | change, headers={"HX-Request": "true"})
        for change in ({}, {"body": "y" * 5000})
    ]
    assert [answer.status_code for answer in refused] == [409, 422]
    told = [record.getMessage() for record in caplog.records if SealedLogFilter().filter(record)]
    assert told == []
    browser.get(f"{url}nothing/")
    assert [SealedLogFilter().filter(record) for record in caplog.records[-1:]] == [True]
