"""The game master's pages: who finds them, what stands there, and what everyone else is told (RB-24)."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import transaction

from games.adjudication.drain import drain
from games.common.guards import limits
from games.common.outbox.row import OutboxRow
from games.models import Answer, ClockEntry, Game, MasterAct, StandIn, Tenure
from games.services.masters import presiding
from games.services.players.answers import save_answer
from games.services.players.letter_drafts import keep_draft
from games.services.players.letters import send_letter
from league.leagues import services
from tests.conftest import house_was_up, make_user
from tests.games.conftest import phase_of
from tests.games.pages.conftest import find_form, forms_of

WHY = "Because the ferry is late."


@pytest.fixture
def presided(make_game, seat_both, carl):
    """A running game of Intimate between ada and ben over which carl presides."""
    return seat_both(make_game(master=carl))


@pytest.fixture
def eve(calais):
    person = make_user("eve")
    services.join(league=calais, user=person)
    return person


def form_of(page, act):
    [form] = [form for form in forms_of(page) if form.fields.get("act") == act]
    return form


@pytest.mark.slow
def test_only_the_game_master_finds_their_desk_and_the_letters(
    presided, running_game, url, client_of, visitor, carl, ada, dora, eve
):
    for name in ("desk", "all-letters"):
        assert client_of(carl).get(url(presided, name)).status_code == 200
        assert client_of(carl).get(url(running_game, name)).status_code == 404
        for client in (visitor, client_of(ada), client_of(dora), client_of(eve)):
            assert client.get(url(presided, name)).status_code == 404
            assert client.post(url(presided, name), {"act": "ruling"}).status_code in (404, 405)
    for client in (visitor, client_of(ada)):
        assert client.get(url(presided, "acts")).status_code == 200
        assert client.get(url(running_game, "acts")).status_code == 404


def test_what_was_written_for_an_act_is_given_back_when_the_game_has_ended_meanwhile(
    presided, url, client_of, carl
):
    client = client_of(carl)
    Game.objects.filter(pk=presided.pk).update(
        state="finished", outcome={"winners": [], "how": "RB-12"}, finished_at=presided.opened_at
    )
    answer = client.post(url(presided, "desk"), {"act": "ruling", "ruling-reason": "The fleet <stays>."})
    assert answer.status_code == 200
    assert "The fleet &lt;stays&gt;." in answer.content.decode()
    assert client.post(url(presided, "desk"), {"act": "hang"}).status_code == 400


def test_the_game_master_of_a_private_game_can_hand_its_link_on(make_game, url, client_of, carl, ada):
    game = make_game(master=carl, visibility="private")
    assert game.join_token in client_of(carl).get(url(game)).content.decode()
    assert client_of(ada).get(url(game)).status_code == 404


@pytest.mark.slow
def test_every_act_is_shown_with_its_reason(presided, url, client_of, visitor, carl, ada):
    client = client_of(carl)
    form = form_of(client.get(url(presided, "desk")).content.decode(), "deadline")
    after = phase_of(presided).deadline + timedelta(days=1)
    typed = {"deadline-day": f"{after:%Y-%m-%d}", "deadline-time": "09:30", "deadline-reason": ""}
    refused = client.post(url(presided, "desk"), form.fields | typed).content.decode()
    assert "Say why: the players see it." in refused and 'value="09:30"' in refused
    done = client.post(url(presided, "desk"), form.fields | typed | {"deadline-reason": WHY}, follow=True)
    assert WHY in done.content.decode()
    moved = ClockEntry.objects.get()
    assert (moved.reason, f"{moved.after:%H:%M}") == ("master", "08:30")  # carl lives in Paris
    for reader in (visitor, client_of(ada)):
        for page in (url(presided), url(presided, "acts")):
            html = reader.get(page).content.decode()
            assert WHY in html and "The deadline was moved." in html


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("language", "says", "done"),
    [
        ("en", "carl, game master, announces:", "Announced to everyone who sees the game"),
        ("fr", "carl, maître de jeu, annonce", "Annonce publiée pour toute personne qui voit la partie"),
    ],
)
def test_an_announcement_is_read_by_all_who_see_the_game(
    presided, url, client_of, visitor, carl, ada, language, says, done
):
    for person in (carl, ada):
        person.language = language
        person.save()
    client = client_of(carl)
    form = form_of(client.get(url(presided, "desk")).content.decode(), "announcement")
    typed = {"announcement-reason": "Tea at <five>."}
    page = client.post(url(presided, "desk"), form.fields | typed, follow=True).content.decode()
    assert done in page
    for reader in (client, client_of(ada)):
        for name in ("game", "acts"):
            html = reader.get(url(presided, name) if name != "game" else url(presided)).content.decode()
            assert says in html and "Tea at &lt;five&gt;." in html
    assert "Tea at &lt;five&gt;." in visitor.get(url(presided)).content.decode()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("act", "given"),
    [
        ("announcement", {}),
        ("ruling", {}),
        ("deadline", {"deadline-day": "2026-03-05", "deadline-time": "09:30"}),
        ("pause", {"pause-day": "2026-03-05", "pause-time": "09:30"}),
    ],
)
def test_a_form_of_the_desk_that_comes_twice_is_done_once(presided, url, client_of, carl, act, given):
    client, desk = client_of(carl), url(presided, "desk")
    filled = form_of(client.get(desk).content.decode(), act).fields | given | {f"{act}-reason": WHY}
    pages = [client.post(desk, filled).headers["Location"] for _time in range(3)]
    assert pages == [url(presided, "acts")] * 3, "each time it is said to be done"
    assert MasterAct.objects.count() == 1 and ClockEntry.objects.count() == (1 if given else 0)
    written = OutboxRow.objects.filter(topic="mail", payload__about="announcement").count()
    assert written == (2 if act == "announcement" else 0), "one e-mail for each of the two players"


@pytest.mark.slow
def test_other_words_or_a_fresh_form_are_another_act(presided, url, client_of, carl):
    client, desk = client_of(carl), url(presided, "desk")
    filled = form_of(client.get(desk).content.decode(), "announcement").fields
    client.post(desk, filled | {"announcement-reason": "Tea at five."})
    client.post(desk, filled | {"announcement-reason": "Tea at six."})
    again = form_of(client.get(desk).content.decode(), "announcement").fields
    client.post(desk, again | {"announcement-reason": "Tea at six."})
    reasons = MasterAct.objects.order_by("pk").values_list("reason", flat=True)
    assert list(reasons) == ["Tea at five.", "Tea at six.", "Tea at six."]


def test_a_form_that_was_refused_may_come_again(presided, url, client_of, carl, set_clock):
    client, desk = client_of(carl), url(presided, "desk")
    form = form_of(client.get(desk).content.decode(), "deadline").fields | {"deadline-reason": WHY}
    past = {"deadline-day": "2026-02-01", "deadline-time": "09:30"}
    assert client.post(desk, form | past).status_code == 200
    assert client.post(desk, form | past | {"deadline-day": "2026-03-05"}).status_code == 302
    assert MasterAct.objects.count() == 1


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("language", "unticked", "over", "done", "says"),
    [
        (
            "en",
            "Tick the box to confirm",
            "The phase you saw is over.",
            "The phase is closed and will be resolved in a moment. Players see your reason.",
            "The phase was closed before its deadline.",
        ),
        (
            "fr",
            "Cochez la case pour confirmer",
            "La phase affichée est terminée.",
            "La phase est close et sera résolue dans un instant. Les joueurs voient votre motif.",
            "La phase a été close avant son échéance.",
        ),
    ],
)
def test_a_phase_is_closed_at_once_by_a_box_to_tick_and_a_button(
    presided, url, client_of, carl, ada, language, unticked, over, done, says
):
    for person in (carl, ada):
        person.language = language
        person.save()
    client, desk = client_of(carl), url(presided, "desk")
    form = form_of(client.get(desk).content.decode(), "closing")
    assert "closing-confirm" not in form.fields, "the box is not ticked beforehand"
    typed = form.fields | {"closing-reason": WHY}
    page = client.post(desk, typed).content.decode()
    assert unticked in page and WHY in page
    page = client.post(desk, typed | {"closing-confirm": "F1900M"}).content.decode()
    assert over in page and WHY in page
    assert "closing-confirm" not in form_of(page, "closing").fields, "nor for a phase he has not seen"
    assert not ClockEntry.objects.exists()
    page = client.post(desk, typed | {"closing-confirm": "S1901H"}, follow=True).content.decode()
    assert done in page and says in page and WHY in page
    html = client_of(ada).get(url(presided)).content.decode()
    assert says in html and WHY in html and "data-closes" not in html
    page = client.post(desk, typed | {"closing-confirm": "S1901H"}, follow=True).content.decode()
    assert WHY in page and ClockEntry.objects.count() == MasterAct.objects.count() == 1


@pytest.mark.slow
def test_where_nobody_may_know_who_has_written_closing_a_phase_tells_nothing_of_it(
    make_game, seat_all, client_of, url, carl, visitor
):
    """SPY-7: the desk, the act and what everyone reads are the same, whichever seats have saved."""
    game = make_game(variant="spy", master=carl)
    players = seat_all(game)
    label = phase_of(game).label
    told = []
    for saves in (False, True):
        cache.clear()
        with transaction.atomic():
            for player in players.values() if saves else ():
                save_answer(game=game, user=player, label=label, text="", version=0)
            assert Answer.objects.count() == (len(players) if saves else 0)
            desk = client_of(carl).get(url(game, "desk")).content
            form = {"act": "closing", "closing-reason": WHY, "closing-confirm": label}
            done = client_of(carl).post(url(game, "desk"), form, follow=True).content
            assert b"The phase is closed" in done
            pages = [visitor.get(url(game)).content, visitor.get(url(game, "acts")).content]
            told.append([find_tokenless(page) for page in (desk, done, *pages)])
            transaction.set_rollback(True)
    assert told[0] == told[1]


def test_announcements_are_limited_and_what_was_written_is_kept(presided, url, client_of, carl, monkeypatch):
    monkeypatch.setattr(limits, "ANNOUNCEMENTS", limits.Limit("announcements", 1, 3600))
    client = client_of(carl)
    form = form_of(client.get(url(presided, "desk")).content.decode(), "announcement")
    client.post(url(presided, "desk"), form.fields | {"announcement-reason": "Once."})
    refused = client.post(url(presided, "desk"), form.fields | {"announcement-reason": "Twice, and kept."})
    assert refused.status_code == 429 and "Twice, and kept." in refused.content.decode()
    assert MasterAct.objects.get().reason == "Once."


def test_of_many_acts_the_newest_stands_in_sight_and_the_others_fold(presided, url, visitor, carl):
    deadline = phase_of(presided).deadline
    for hours in (1, 2, 3):
        to = deadline + timedelta(hours=hours)
        presiding.move_deadline(game=presided, user=carl, to=to, reason=f"Tide {hours}.")
    html = visitor.get(url(presided)).content.decode()
    in_sight = re.sub(r"<details.*?</details>", "", html, flags=re.S)
    assert "Tide 3." in in_sight and "Tide 2." in html and "Tide 2." not in in_sight
    assert in_sight.count("the deadline moved from") == 1
    assert html.count('data-label="Before:"') == 3 and in_sight.count('data-label="Before:"') == 1


def test_acts_of_phases_that_are_over_fold(presided, url, visitor, carl, set_clock):
    presiding.rule(game=presided, user=carl, reason=WHY)
    set_clock(phase_of(presided).deadline)
    house_was_up()
    drain()
    html = visitor.get(url(presided)).content.decode()
    assert WHY in html and WHY not in re.sub(r"<details.*?</details>", "", html, flags=re.S)


@pytest.mark.slow
def test_what_cannot_be_is_said_with_all_that_was_typed(presided, url, client_of, carl):
    client = client_of(carl)
    form = form_of(client.get(url(presided, "desk")).content.decode(), "deadline")
    typed = {"deadline-day": "2026-02-01", "deadline-time": "09:30", "deadline-reason": WHY}
    page = client.post(url(presided, "desk"), form.fields | typed).content.decode()
    assert "Choose a moment in the future." in page and WHY in page
    assert not MasterAct.objects.exists()
    assert client.post(url(presided, "desk"), {"act": "hang"}).status_code == 400
    typed = {"act": "chair", "chair-to": "nobody", "chair-reason": WHY}
    assert (
        "No member of the league has this name." in client.post(url(presided, "desk"), typed).content.decode()
    )


@pytest.mark.slow
def test_a_member_offers_himself_and_is_given_a_seat(presided, url, client_of, visitor, carl, ada, eve, dora):
    assert "stand-in" in client_of(eve).get(url(presided, "acts")).content.decode()
    for reader in (visitor, client_of(ada), client_of(carl)):
        assert url(presided, "stand-in") not in reader.get(url(presided, "acts")).content.decode()
    client_of(dora).post(url(presided, "stand-in"), {"offer": "yes"})
    assert not StandIn.objects.exists()
    client_of(eve).post(url(presided, "stand-in"), {"offer": "yes"})
    assert StandIn.objects.get().user == eve
    client = client_of(carl)
    page = client.get(url(presided, "desk")).content.decode()
    form = form_of(page, "replacement")
    assert form.options["replacement-stand_in"] == ["", str(eve.pk)]
    chosen = {"replacement-seat": "2", "replacement-stand_in": str(eve.pk), "replacement-reason": WHY}
    client.post(url(presided, "desk"), form.fields | chosen | {"replacement-confirm": f"2 {eve.pk}"})
    assert Tenure.objects.get(seat__key="2", left_at=None).user == eve
    assert "eve takes over from ben" in visitor.get(url(presided)).content.decode()
    assert 'id="answer"' in client_of(eve).get(url(presided)).content.decode()


@pytest.mark.slow
def test_no_seat_is_preset_and_both_names_are_confirmed_before_one_is_given(
    presided, url, client_of, carl, eve
):
    presiding.offer_to_stand_in(game=presided, user=eve)
    client, desk = client_of(carl), url(presided, "desk")
    form = form_of(client.get(desk).content.decode(), "replacement")
    assert form.options["replacement-seat"][0] == "" and "replacement-confirm" not in form.fields
    assert "Choose the seat." in client.post(desk, form.fields | {"replacement-reason": WHY}).content.decode()
    chosen = {"act": "replacement", "replacement-reason": WHY}
    chosen |= {"replacement-seat": "2", "replacement-stand_in": str(eve.pk)}
    asked = client.post(desk, chosen).content.decode()
    assert "Yes, give the seat of ben to eve now" in asked and "Check both names" in asked
    assert f'value="2 {eve.pk}"' in asked and WHY in asked
    other = client.post(desk, chosen | {"replacement-confirm": f"1 {eve.pk}"}).content.decode()
    assert "Check both names" in other and not Tenure.objects.filter(user=eve).exists()
    client.post(desk, chosen | {"replacement-confirm": f"2 {eve.pk}"})
    assert Tenure.objects.get(seat__key="2", left_at=None).user == eve


def test_they_see_every_letter_and_no_draft_and_the_players_are_told(
    presided, url, client_of, carl, ada, running_game
):
    send_letter(game=presided, user=ada, to=["2"], body="The herrings are <b>yours</b>.", key="1")
    keep_draft(game=presided, user=ada, thread="0-1", body="Not yet.", version=0)
    page = client_of(carl).get(url(presided, "all-letters")).content.decode()
    assert "The herrings are &lt;b&gt;yours&lt;/b&gt;." in page and "Not yet." not in page
    assert "The game master can read every message" in client_of(ada).get(url(presided)).content.decode()
    assert (
        "The game master can read every message" not in client_of(ada).get(url(running_game)).content.decode()
    )


@pytest.mark.slow
def test_they_see_no_sealed_answer(presided, url, client_of, carl, ada):
    pages = [url(presided), url(presided, "desk"), url(presided, "acts"), url(presided, "status")]

    def seen():
        return [find_tokenless(client_of(carl).get(page).content) for page in pages]

    save_answer(game=presided, user=ada, label="S1901H", text="France\nEngland", version=0)
    before = seen()
    save_answer(game=presided, user=ada, label="S1901H", text="Turkey", version=1)
    assert seen() == before


def find_tokenless(content: bytes) -> bytes:
    from tests.games.pages.conftest import without_tokens

    return without_tokens(content)


@pytest.mark.slow
def test_in_fog_they_see_the_whole_board_and_a_watcher_nothing(
    make_game, seat_all, client_of, url, carl, visitor
):
    game = make_game(variant="spy", master=carl)
    seat_all(game)
    phase = phase_of(game)
    phase.closes_at = phase.deadline = phase.opened_at
    phase.save()
    drain()
    game.refresh_from_db()
    own = client_of(carl).get(url(game)).content.decode()
    public = visitor.get(url(game)).content.decode()
    assert "Constantinople" in own and "Constantinople" not in public.split('id="map"')[0]
    assert own != public


def test_a_private_game_is_open_to_its_master(make_game, seat_both, url, client_of, carl, visitor, eve):
    game = seat_both(make_game(master=carl, visibility="private"))
    assert client_of(carl).get(url(game)).status_code == 200
    assert visitor.get(url(game)).status_code == client_of(eve).get(url(game)).status_code == 404


@pytest.mark.slow
def test_an_organiser_names_a_master_when_they_open_a_game(client_of, calais, carl, ada, eve, set_clock):
    address = "/l/calais/games/new/"
    assert "master" not in find_form(client_of(ada).get(address), "").fields
    client = client_of(carl)
    form = find_form(client.get(address), "")
    nobody = client.post(address, form.fields | {"master": "nobody"}).content.decode()
    assert "No league member is called “nobody”." in html.unescape(nobody)
    himself = client.post(address, form.fields | {"master": "carl"}).content.decode()
    assert "A game master can’t also play." in html.unescape(himself) and not Game.objects.exists()
    page = client.post(address, form.fields | {"master": "Eve"}, follow=True).content.decode()
    assert Game.objects.get().master == eve and "eve" in page.split("Game master")[1][:40]
    sneaky = find_form(client_of(ada).get(address), "").fields | {"master": "ada", "name": "Sneaky"}
    client_of(ada).post(address, sneaky)
    assert Game.objects.get(name="Sneaky").master is None


@pytest.mark.slow
def test_acts_cost_one_query(presided, url, visitor, client_of, ada, carl, assert_queries_do_not_grow):
    def act():
        for number in range(7):
            presiding.rule(game=presided, user=carl, reason=f"{WHY} {number}")

    assert_queries_do_not_grow(client_of(ada), url(presided), act)
    assert_queries_do_not_grow(client_of(carl), url(presided, "desk"), act)


def test_they_find_the_games_they_preside_over(make_game, seat_both, url, client_of, carl, ada):
    """Private ones, too, which no list shows to anyone else."""
    game = seat_both(make_game(master=carl, visibility="private", name="Behind the curtain"))
    for page in ("/games/", "/l/calais/games/"):
        assert url(game) in client_of(carl).get(page).content.decode()
    assert "You’re the game master" in client_of(carl).get("/games/").content.decode()
    assert "You’re the game master" not in client_of(ada).get("/games/").content.decode()


def test_who_presides_is_not_asked_to_join_what_they_are_a_member_of(make_game, url, client_of, carl):
    """RB-24: the game master has no seat."""
    game = make_game(master=carl)
    room = client_of(carl).get(url(game)).content.decode()
    assert "You’re the master of this game" in room and "Join the league to play" not in room
    assert not [form for form in forms_of(room) if "join" in form.action]
