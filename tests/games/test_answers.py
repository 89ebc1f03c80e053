from datetime import timedelta

import pytest
from django.utils import translation

from games.adjudication.processing import Outcome, adjudicate, claim, process_phase
from games.errors import (
    GameIsOver,
    NotComplete,
    NothingSaved,
    NotRunning,
    NotSeated,
    NotStored,
    NotYourTurn,
    StaleVersion,
    TextTooLong,
    TooLate,
)
from games.models import Answer, Phase
from games.services.players import votes
from games.services.players.answers import save_answer, set_ready
from tests.games.conftest import RANKS, phase_of


def save(game, user, text, version=0, label="S1901H", ready=None):
    return save_answer(game=game, user=user, label=label, text=text, version=version, ready=ready)


def test_what_was_typed_is_kept_and_read_by_the_engine(running_game, ada, set_clock):
    draft = save(running_game, ada, RANKS["ada"])
    draft.refresh_from_db()
    assert (draft.text, draft.version, draft.saved_at, draft.ready_at) == (
        RANKS["ada"],
        1,
        set_clock.now,
        None,
    )
    assert draft.answer == {
        "preferences": ["FRANCE", "ENGLAND", "GERMANY", "AUSTRIA", "ITALY", "RUSSIA", "TURKEY"]
    }


def test_saving_shows_nobody_anything(running_game, ada):
    version = running_game.version
    save(running_game, ada, RANKS["ada"])
    running_game.refresh_from_db()
    assert running_game.version == version


def test_lines_that_cannot_be_read_stay_in_the_text_and_out_of_the_answer(movement_game, ada):
    text = "A Par - Bur\nwe shall see\nF Bre - Mao"
    draft = save(movement_game, ada, text, label="S1901M")
    assert draft.text == text
    assert draft.answer == ["A PAR - BUR", "F BRE - MAO"]


def test_an_empty_sheet_is_an_answer(movement_game, ada, advance):
    """RB-14: silence is disorder, emptiness is not."""
    assert save(movement_game, ada, "", label="S1901M").answer == []
    phase = phase_of(movement_game)
    advance()
    phase.refresh_from_db()
    assert phase.turn.answers == {"1": []}
    assert [
        (item["kind"], item["seat"]) for item in phase.turn.turn["news"] if item["kind"] == "disorder"
    ] == [("disorder", "2")]


def test_a_second_window_does_not_overwrite_the_first_silently(running_game, ada):
    save(running_game, ada, "France", version=0)
    save(running_game, ada, "England", version=1)
    with pytest.raises(StaleVersion) as refused:
        save(running_game, ada, "Italy", version=1)
    assert refused.value.current.text == "England"
    with pytest.raises(StaleVersion):
        save(running_game, ada, "Italy", version=0)
    with pytest.raises(StaleVersion):
        save(running_game, ada, "Italy", version=3)
    assert Answer.objects.get().text == "England"


def test_a_version_of_nothing_is_stale(running_game, ada):
    with pytest.raises(StaleVersion) as refused:
        save(running_game, ada, "France", version=2)
    assert refused.value.current is None


def test_the_same_form_sent_twice_is_saved_once(running_game, ada):
    first = save(running_game, ada, "France", version=0)
    again = save(running_game, ada, "France", version=0)
    assert (again.pk, again.version) == (first.pk, 1)


def test_in_time_until_the_deadline_and_late_from_it_on(running_game, ada, set_clock):
    deadline = phase_of(running_game).deadline
    set_clock(deadline - timedelta(milliseconds=1))
    save(running_game, ada, "France", version=0)
    set_clock(deadline)
    with pytest.raises(TooLate):
        save(running_game, ada, "England", version=1)
    with pytest.raises(TooLate):
        set_ready(game=running_game, user=ada, label="S1901H", ready=True)
    assert Answer.objects.get().text == "France"


def test_an_answer_to_a_phase_that_is_past_is_late(auction_game, ada):
    with pytest.raises(TooLate):
        save(auction_game, ada, "France", label="S1901H")


def test_only_players_answer(running_game, carl, opened_game):
    with pytest.raises(NotSeated):
        save(running_game, carl, "France")


def test_nobody_answers_before_the_start(opened_game, ada):
    with pytest.raises(NotRunning):
        save(opened_game, ada, "France")


def test_nobody_answers_after_the_end(running_game, ada, ben):
    votes.concede(game=running_game, user=ben)
    with pytest.raises(GameIsOver):
        save(running_game, ada, "France")


def test_who_owes_nothing_cannot_answer(running_game, ada):
    phase = phase_of(running_game)
    phase.due = {"2": phase.due["2"]}
    phase.save()
    with pytest.raises(NotYourTurn):
        save(running_game, ada, "France")


def test_a_text_longer_than_any_answer_is_refused(running_game, ada):
    with pytest.raises(TextTooLong):
        save(running_game, ada, "x" * 8001)


def test_a_refusal_by_the_data_base_does_not_quote_the_answer(running_game, ada, monkeypatch):
    def refuse(*args, **kwargs):
        raise ValueError("Failing row contains (A Par - Bur)")

    monkeypatch.setattr(Answer, "save", refuse)
    with pytest.raises(NotStored) as refused:
        save(running_game, ada, "A Par - Bur")
    assert "Par" not in str(refused.value)
    assert refused.value.__suppress_context__


def test_a_text_with_a_nul_is_kept_or_refused_but_never_a_crash(running_game, ada):
    """PostgreSQL stores no NUL; SQLite does."""
    try:
        assert save(running_game, ada, "France\0").text == "France\0"
    except NotStored:
        assert not Answer.objects.exists()


def test_ready_needs_something_saved(running_game, ada):
    with pytest.raises(NothingSaved):
        set_ready(game=running_game, user=ada, label="S1901H", ready=True)


def test_ready_is_separate_from_saving_and_can_be_taken_back(running_game, ada):
    save(running_game, ada, RANKS["ada"])
    version = running_game.version
    assert set_ready(game=running_game, user=ada, label="S1901H", ready=True).ready_at
    running_game.refresh_from_db()
    assert running_game.version == version + 1, "readiness is shown to the opponent"
    set_ready(game=running_game, user=ada, label="S1901H", ready=True)
    running_game.refresh_from_db()
    assert running_game.version == version + 1, "saying it twice changes nothing"
    assert set_ready(game=running_game, user=ada, label="S1901H", ready=False).ready_at is None


def test_who_is_ready_may_save_again_and_stays_ready(running_game, ada):
    save(running_game, ada, RANKS["ada"], ready=True)
    assert save(running_game, ada, RANKS["ben"], version=1).ready_at
    assert save(running_game, ada, RANKS["ben"], version=2, ready=False).ready_at is None


def test_when_all_who_owe_are_ready_the_phase_closes_at_once(running_game, ada, ben, set_clock):
    save(running_game, ada, RANKS["ada"], ready=True)
    phase = phase_of(running_game)
    assert phase.closes_at == phase.deadline
    set_clock.pass_(minutes=5)
    save(running_game, ben, RANKS["ben"], ready=True)
    phase.refresh_from_db()
    assert phase.closes_at == set_clock.now
    assert process_phase(phase=phase)
    assert phase_of(running_game).label == "S1901B"


def test_taking_ready_back_before_it_was_adjudicated_opens_the_phase_again(running_game, ada, ben, set_clock):
    save(running_game, ada, RANKS["ada"], ready=True)
    save(running_game, ben, RANKS["ben"], ready=True)
    set_clock.pass_(seconds=1)
    set_ready(game=running_game, user=ada, label="S1901H", ready=False)
    phase = phase_of(running_game)
    assert phase.closes_at == phase.deadline
    assert not process_phase(phase=phase)
    save(running_game, ada, "England", version=1)
    assert Phase.objects.count() == 1


def test_a_claim_that_finds_the_phase_open_again_counts_as_no_attempt(running_game, ada, ben, set_clock):
    for user in (ada, ben):
        save(running_game, user, RANKS[user.username], ready=True)
    (claimed,) = claim(5)
    set_ready(game=running_game, user=ada, label="S1901H", ready=False)
    assert adjudicate([claimed]) == Outcome()
    phase = phase_of(running_game)
    assert (phase.attempts, phase.next_attempt_at, phase.is_open) == (0, None, True)


def test_refusals_speak_the_readers_language_without_quoting_anything(running_game, ada):
    with translation.override("fr"), pytest.raises(StaleVersion) as refused:
        save(running_game, ada, "A Par - Bur", version=9)
    assert "Par" not in str(refused.value)
    assert "Par" not in repr(refused.value)


def test_writing_on_takes_readiness_back_and_saving_the_same_does_not(running_game, ada, ben):
    save(running_game, ben, RANKS["ben"], ready=True)
    save(running_game, ada, RANKS["ada"], ready=True)
    assert phase_of(running_game).closes_at < phase_of(running_game).deadline
    writing = {"game": running_game, "user": ada, "label": "S1901H", "is_writing": True}
    same = save_answer(text=RANKS["ada"], version=1, **writing)
    assert (same.version, same.ready_at is None) == (1, False)
    more = save_answer(text="France\nEngl", version=1, **writing)
    assert (more.version, more.ready_at) == (2, None)
    assert phase_of(running_game).closes_at == phase_of(running_game).deadline
    by_word = save_answer(text=RANKS["ben"], version=2, ready=True, **writing)
    assert by_word.ready_at is not None


def test_writing_shows_nobody_anything_but_readiness(running_game, ada):
    before = running_game.version
    for version, text in enumerate(["F", "Fr", "Fra"]):
        save_answer(game=running_game, user=ada, label="S1901H", text=text, version=version, is_writing=True)
    running_game.refresh_from_db()
    assert running_game.version == before


FAULTY = [
    ("S1901H", "France"),
    ("S1901H", "France\nFrance\n" + "\n".join(RANKS["ada"].split("\n")[2:])),
    ("S1901H", ""),
    ("S1901B", "Germany 5\nItaly five"),
    ("S1901B", "Germany -1"),
]


@pytest.mark.parametrize(("label", "text"), FAULTY)
def test_nobody_is_ready_with_what_would_count_for_nothing(label, text, running_game, ada, ben, advance):
    """An incomplete list is drawn by lots (ID-1), a bid that cannot be read counts as 0 (ID-3)."""
    if label == "S1901B":
        for user in (ada, ben):
            save(running_game, user, RANKS[user.username])
        advance()
    draft = save(running_game, ada, text, label=label, ready=True)
    assert (draft.text, draft.ready_at) == (text, None), "kept as typed, and not ready"
    with pytest.raises(NotComplete):
        set_ready(game=running_game, user=ada, label=label, ready=True)
    assert phase_of(running_game).closes_at == phase_of(running_game).deadline


def test_who_saves_what_counts_for_nothing_is_ready_no_more(running_game, ada):
    assert save(running_game, ada, RANKS["ada"], ready=True).ready_at
    assert save(running_game, ada, "France", version=1).ready_at is None


def test_orders_that_cannot_be_followed_may_stand(movement_game, ada):
    """RB-3: such a unit holds."""
    text = "A Par - Spa\nwe shall see"
    assert save(movement_game, ada, text, label="S1901M", ready=True).ready_at
