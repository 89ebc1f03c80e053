"""What a game's page says of missed phases, to whom: misses, what is left, extensions (HR-1 to HR-3)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.agreed.absence import POLICIES, Absence
from games.services.players.answers import save_answer
from games.services.seats.removal import remove_from_league
from tests.games.conftest import NOON, RANKS, phase_of
from tests.html_tree import tree


def send(game, user, text=""):
    phase = phase_of(game)
    save_answer(game=game, user=user, label=phase.label, text=text, version=0)


def page_of(client, game):
    return tree(client.get(reverse("games:game", args=["calais", game.code])).content.decode())


def panel_of(page):
    """The panel's lines, by whom they are about."""
    panel = page.one("section", id="absence")
    names = [each.text for each in panel.all("dt")]
    return dict(zip(names, (each.text for each in panel.all("dd")), strict=True))


@pytest.fixture
def strict_game(make_game, seat_both):
    return seat_both(make_game(absence=POLICIES["tournament"]))


def test_nobody_has_missed_anything_yet(strict_game, client_of, ada, visitor):
    shown = panel_of(page_of(client_of(ada), strict_game))
    nothing = "no missed phases; 1 extension left"
    assert shown == {
        "You": nothing,
        "ben": nothing,
        "Rules": "Tournament. Missed phases: 2 in a row or 3 in all lose the game.",
    }
    assert panel_of(page_of(visitor, strict_game))["ada"] == nothing
    assert not page_of(client_of(ada), strict_game).one("div", id="absence-news").text


@pytest.mark.slow
def test_an_extension_is_told_to_everybody_and_whose_it_was(
    strict_game, drained, client_of, ada, ben, visitor
):
    send(strict_game, ada, RANKS["ada"])
    drained(strict_game)
    news = page_of(client_of(ada), strict_game).one("div", id="absence-news").text
    assert "The deadline was moved to Tue 3 Mar, 00:00" in news
    assert "ben had saved nothing at the deadline (Mon 2 Mar, 12:00), and used an extension." in news
    assert "ben had saved nothing" in page_of(visitor, strict_game).one("div", id="absence-news").text
    own = page_of(client_of(ben), strict_game)
    assert "Vous n’aviez rien enregistré" in own.one("div", id="absence-news").text
    assert "extension used" in panel_of(page_of(client_of(ada), strict_game))["ben"]


@pytest.mark.slow
def test_who_missed_is_warned_of_what_the_next_miss_brings(strict_game, drained, client_of, ada, ben):
    send(strict_game, ada, RANKS["ada"])
    drained(strict_game)
    drained(strict_game)
    ben.language = "en"
    ben.save()
    page = page_of(client_of(ben), strict_game)
    warning = page.one("div", id="absence-news").text
    assert warning.startswith("If you miss Auction for 1901 too (Wed 4 Mar, 01:00), you lose this game")
    assert panel_of(page)["You"] == "1 phase missed in a row of 2, 1 in all of 3; extension used"
    assert not page_of(client_of(ada), strict_game).one("div", id="absence-news").text


def beside_names(page):
    """What stands beside players' names at the table, by name."""
    plates = [
        each for each in page.one("section", id="table").all("div") if each.attributes.get("class") == "plate"
    ]
    said = {}
    for plate in plates:
        parts = {each.attributes.get("class"): each.text for each in plate.all("div")}
        said[parts["plate-name"]] = parts.get("plate-more small out-cut", "")
    return said


@pytest.mark.slow
def test_beside_an_absent_players_name_stands_what_follows_when(
    strict_game, drained, client_of, ada, visitor
):
    send(strict_game, ada, RANKS["ada"])
    drained(strict_game)
    drained(strict_game)
    then = "If ben misses Auction for 1901 too (Wed 4 Mar, 00:00), ben loses this game."
    for reader in (client_of(ada), visitor):
        page = page_of(reader, strict_game)
        said = {name.split()[0].lower(): text for name, text in beside_names(page).items()}
        assert (said["ada"], said["ben"]) == ("", f"1 phase missed in a row. {then}")
        assert panel_of(page)["ben"] == f"1 phase missed in a row of 2, 1 in all of 3; extension used. {then}"


@pytest.mark.slow
def test_at_a_larger_table_the_seat_is_offered(make_game, seat_all, drained, client_of, visitor):
    game = make_game(variant="standard", absence=POLICIES["friendly"])
    players = seat_all(game)
    for _time in range(4):
        for seat, user in players.items():
            if seat != "ITALY" and seat in phase_of(game).due:
                send(game, user)
        drained(game)
    said = panel_of(page_of(visitor, game))
    (italy,) = [text for name, text in said.items() if "of 3" in text]
    assert "more phase" in italy or "too (" in italy
    assert italy.endswith("the seat is offered to others.")


@pytest.mark.slow
def test_with_the_other_seat_open_nobody_reads_of_a_forfeit(strict_game, drained, client_of, ada, ben):
    """HR-5: an open seat wins nothing."""
    remove_from_league(league=strict_game.league_id, person=ben, at=NOON)
    drained(strict_game)
    drained(strict_game)
    warning = page_of(client_of(ada), strict_game).one("div", id="absence-news").text
    assert "your seat is offered to others" in warning and "lose" not in warning


@pytest.mark.slow
def test_in_spy_no_name_has_anything_beside_it_but_for_the_master(
    make_game, seat_all, drained, client_of, carl, visitor
):
    game = make_game(variant="spy", absence=POLICIES["friendly"], master=carl)
    players = seat_all(game)
    drained(game)
    seen = [page_of(client, game) for client in (visitor, client_of(players["FRANCE"]), client_of(carl))]
    told = [sum(bool(text) for text in beside_names(page).values()) for page in seen]
    assert told == [0, 1, 7]
    assert "the seat is offered to others at the end of the game year" in " ".join(panel_of(seen[2]).values())


def test_the_mail_about_a_miss_says_what_the_next_one_brings(strict_game, drained, ben, ada, mailoutbox):
    from games.common.outbox.delivery import deliver

    ben.language = "en"
    ben.save()
    send(strict_game, ada, RANKS["ada"])
    drained(strict_game)
    drained(strict_game)
    deliver()
    (mail,) = [mail for mail in mailoutbox if "missed" in mail.subject]
    assert (
        "If you miss 1 more phase, you lose this game: 2 missed phases in a row, tournament rules."
        in mail.body
    )


@pytest.mark.slow
def test_in_spy_everybody_reads_of_himself_alone_and_the_master_of_all(
    make_game, seat_all, drained, client_of, carl, visitor
):
    game = make_game(variant="spy", absence=POLICIES["friendly"], master=carl)
    players = seat_all(game)
    drained(game)
    seen = panel_of(page_of(client_of(players["FRANCE"]), game))
    assert set(seen) == {"You", "Rules"}
    assert set(panel_of(page_of(visitor, game))) == {"Rules"}
    assert len(panel_of(page_of(client_of(carl), game))) == 8


def test_a_game_without_rules_has_no_panel(running_game, client_of, ada):
    page = page_of(client_of(ada), running_game)
    assert not list(page.all("section", id="absence"))


@pytest.mark.slow
def test_the_panel_costs_the_same_however_long_the_game(make_game, seat_both, drained, client_of, ada):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    game = seat_both(make_game(absence=Absence("friendly", 2, 9, 0, 21)))
    client = client_of(ada)
    costs = []
    for number in range(3):
        send(game, ada, RANKS["ada"] if number == 0 else "")
        drained(game)
        drained(game)
        with CaptureQueriesContext(connection) as caught:
            page_of(client, game)
        costs.append(len(caught))
    assert costs[1] == costs[2]
