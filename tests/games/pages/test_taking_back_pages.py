"""Taking a game back, on its pages: the desk, the notice, and the phases that do not count (HR-8)."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from adjudicator import replay
from games.models import Answer, Branch, Game, MasterAct
from games.services.masters import presiding
from games.services.masters.taking_back import take_back
from games.services.players.answers import save_answer
from games.services.players.letters import send_letter
from tests.games.conftest import RANKS, phase_of
from tests.games.pages.conftest import forms_of

WHY = "The map <showed> Kiel wrongly."


@pytest.fixture
def presided(make_game, seat_both, carl):
    return seat_both(make_game(master=carl))


@pytest.fixture
def played(presided, drained, ada, ben):
    """A game over which carl presides: the autumn of 1901 is open, and nothing was drawn by lots."""
    for person in (ada, ben):
        save_answer(game=presided, user=person, label="S1901H", text=RANKS[person.username], version=0)
    for label in ("S1901B", "S1901M", "F1901M"):
        assert drained(presided).label == label
    return presided


@pytest.fixture
def taken_back(played, carl):
    """The same, taken back to the spring's movement."""
    take_back(game=played, user=carl, label="F1901M", to="S1901M", reason=WHY)
    played.refresh_from_db()
    return played


@pytest.fixture
def branch_url(calais):
    def of(game, label, number=1):
        return reverse("games:taken-back-phase", args=[calais.slug, game.code, number, label])

    return of


def form_of(page):
    found = [form for form in forms_of(page) if form.fields.get("act") == "taken_back"]
    return found[0] if found else None


@pytest.mark.slow
def test_the_desk_lists_the_phases_and_says_what_is_lost(played, url, client_of, carl):
    page = client_of(carl).get(url(played, "desk")).content.decode()
    listed = page[page.index('id="h-taken-back"') :]
    for phase in ("Spring 1901, moves", "Auction for 1901", "Choice of home powers"):
        assert f">{phase}</option>" in listed
    assert 'value="F1901M"' in listed and "Orders saved for the open phase" in listed
    assert "Phases before a random draw" not in page


@pytest.mark.slow
def test_the_master_takes_the_game_back_by_its_form(played, url, client_of, carl):
    browser = client_of(carl)
    form = form_of(browser.get(url(played, "desk")).content.decode())
    filled = {"taken_back-to": "S1901B", "taken_back-reason": WHY, "taken_back-confirm": "F1901M"}
    done = browser.post(url(played, "desk"), form.fields | filled)
    assert (done.status_code, done["Location"]) == (302, url(played, "acts"))
    assert phase_of(played).label == "S1901B"
    acts = browser.get(url(played, "acts")).content.decode()
    assert "The game was rewound: Autumn 1901, moves → Auction for 1901." in acts
    assert "The map &lt;showed&gt; Kiel wrongly." in acts


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("left_out", "complaint"),
    [
        ("to", "Choose the phase to go back to."),
        ("reason", "Say why: the players see it."),
        ("confirm", "Tick the box to confirm"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_done(played, url, client_of, carl, left_out, complaint):
    browser = client_of(carl)
    form = form_of(browser.get(url(played, "desk")).content.decode())
    filled = {"taken_back-to": "S1901B", "taken_back-reason": WHY, "taken_back-confirm": "F1901M"}
    del filled[f"taken_back-{left_out}"]
    posted = {name: value for name, value in form.fields.items() if not name.endswith(left_out)}
    answer = browser.post(url(played, "desk"), posted | filled)
    assert answer.status_code == 200 and complaint in answer.content.decode()
    assert left_out == "reason" or "The map &lt;showed&gt;" in answer.content.decode()
    assert not Branch.objects.exists()


@pytest.mark.slow
def test_whoever_saw_another_phase_is_told_that_the_game_has_moved_on(played, url, client_of, carl, drained):
    browser = client_of(carl)
    form = form_of(browser.get(url(played, "desk")).content.decode())
    drained(played)
    filled = {"taken_back-to": "S1901B", "taken_back-reason": WHY, "taken_back-confirm": "F1901M"}
    answer = browser.post(url(played, "desk"), form.fields | filled)
    assert answer.status_code == 200 and not MasterAct.objects.exists()


@pytest.mark.slow
def test_a_draw_ends_the_list_and_games_that_hide_who_answers_have_none(
    presided, make_game, seat_all, drained, url, client_of, carl
):
    """No one ranked the powers, so lots did."""
    browser = client_of(carl)
    assert "There is no phase to go back to yet." in browser.get(url(presided, "desk")).content.decode()
    drained(presided)
    page = browser.get(url(presided, "desk")).content.decode()
    assert "the last one was decided by a random draw" in page and form_of(page) is None
    drained(presided)
    page = browser.get(url(presided, "desk")).content.decode()
    assert "Phases before a random draw are not in the list." in page and 'value="S1901H"' not in page
    spies = make_game(variant="spy", master=carl)
    seat_all(spies)
    drained(spies)
    page = browser.get(url(spies, "desk")).content.decode()
    assert "This game can’t be rewound" in page and form_of(page) is None


@pytest.mark.slow
def test_everybody_who_sees_the_game_reads_why_while_the_phase_is_open(
    taken_back, url, client_of, visitor, ada, drained
):
    words = "What was saved and played since then no longer counts."
    for browser in (visitor, client_of(ada)):
        page = browser.get(url(taken_back)).content.decode()
        assert words in page and "The map &lt;showed&gt; Kiel wrongly." in page
    assert "Please save your orders" in client_of(ada).get(url(taken_back)).content.decode()
    drained(taken_back)
    assert words not in client_of(ada).get(url(taken_back)).content.decode()


@pytest.mark.slow
def test_phases_taken_back_stay_to_be_looked_at_and_say_that_they_do_not_count(
    taken_back, url, branch_url, visitor, client_of, ada
):
    address = branch_url(taken_back, "S1901M")
    assert f'href="{address}"' in visitor.get(url(taken_back)).content.decode()
    for browser in (visitor, client_of(ada)):
        page = browser.get(address).content.decode()
        assert "This phase does not count." in page and "The map &lt;showed&gt; Kiel wrongly." in page
        assert "<svg" in page and "game master, rewound" in page
    for label in ("F1901M", "S1901B", "S1999M"):
        assert visitor.get(branch_url(taken_back, label)).status_code == 404, "open then, or it counts"
    assert visitor.get(branch_url(taken_back, "S1901M", 2)).status_code == 404
    assert visitor.get(url(taken_back, "phase", "S1901B")).status_code == 200
    assert visitor.get(url(taken_back, "phase", "S1901M")).status_code == 404


@pytest.mark.slow
def test_a_private_games_branches_are_as_private(taken_back, branch_url, visitor, client_of, ada, dora):
    Game.objects.update(visibility="private")
    assert client_of(ada).get(branch_url(taken_back, "S1901M")).status_code == 200
    for browser in (visitor, client_of(dora)):
        assert browser.get(branch_url(taken_back, "S1901M")).status_code == 404


def test_the_pages_of_a_branch_lead_through_the_branch(played, carl, branch_url, visitor):
    take_back(game=played, user=carl, label="F1901M", to="S1901B", reason=WHY)
    page = visitor.get(branch_url(played, "S1901B")).content.decode()
    assert f'rel="next" href="{branch_url(played, "S1901M")}"' in page
    page = visitor.get(branch_url(played, "S1901M")).content.decode()
    assert f'rel="prev" href="{branch_url(played, "S1901B")}"' in page and 'rel="next"' not in page


@pytest.mark.slow
def test_the_record_has_the_branch_with_its_reason(taken_back, url, client_of, ada, drained):
    """The record is downloaded once the game is over; who asks for it may prove the branch too."""
    from games.services.players import votes

    drained(taken_back)
    votes.concede(game=taken_back, user=ada)
    record = json.loads(client_of(ada).get(url(taken_back, "record")).content)
    (branch,) = record["branches"]
    assert (branch["at"], branch["reason"], len(branch["turns"])) == (2, WHY, 1)
    assert len(replay(record)["branches"]) == 1


@pytest.mark.slow
def test_messages_and_clock_rows_of_phases_taken_back_are_shown_with_their_labels(
    played, url, client_of, ada, carl, ben
):
    send_letter(game=played, user=ben, to="1", body="In autumn.", key="00000000-0000-4000-8000-000000000002")
    presiding.announce(game=played, user=carl, text="Look here.")
    presiding.move_deadline(
        game=played, user=carl, to=phase_of(played).deadline.replace(hour=23), reason="One more evening."
    )
    take_back(game=played, user=carl, label="F1901M", to="S1901M", reason=WHY)
    page = client_of(ada).get(url(played)).content.decode()
    assert "In autumn." in page and "One more evening." in page and "; does not count" in page


@pytest.mark.slow
def test_an_open_page_of_before_is_told_that_the_game_has_moved_on(
    played, url, client_of, ada, ben, carl, drained
):
    """Even if the phase it shows is called as that which is open now."""
    browser = client_of(ada)
    seen = {"phase": "F1901M", "version": Game.objects.get().version}
    assert browser.get(url(played, "status"), seen).status_code == 204
    take_back(game=played, user=carl, label="F1901M", to="S1901M", reason=WHY)
    assert "data-moved-on" in browser.get(url(played, "status"), seen).content.decode()
    drained(played)
    assert phase_of(played).label == "F1901M"
    assert "data-moved-on" in browser.get(url(played, "status"), seen).content.decode()
    now = seen | {"version": Game.objects.get().version - 1}
    assert "data-moved-on" not in browser.get(url(played, "status"), now).content.decode()


@pytest.mark.slow
def test_what_is_typed_on_a_page_of_before_overwrites_nothing(played, client_of, url, ada, carl):
    save_answer(game=played, user=ada, label="F1901M", text="A Par - Bur", version=0)
    take_back(game=played, user=carl, label="F1901M", to="S1901M", reason=WHY)
    late = client_of(ada).post(url(played, "answer"), {"label": "F1901M", "version": "1", "text": "A Par H"})
    assert late.status_code != 302
    assert not Answer.objects.filter(phase=phase_of(played)).exists()


@pytest.mark.slow
def test_a_game_taken_back_to_its_first_phase_shows_it_as_it_began_in_either_language(
    played, carl, ada, ben, url, branch_url, client_of, visitor
):
    """ben reads French."""
    take_back(game=played, user=carl, label="F1901M", to="S1901H", reason=WHY)
    for browser in (client_of(ada), client_of(ben), visitor):
        for address in (url(played), url(played, "acts"), branch_url(played, "S1901H"), url(played, "desk")):
            assert browser.get(address).status_code == (404 if address.endswith("desk/") else 200)
    page = client_of(ben).get(url(played)).content.decode()
    assert "Retour en arrière de la partie" in page and "ne compte plus" in page
    assert "Cette phase ne compte pas." in client_of(ben).get(branch_url(played, "S1901B")).content.decode()
