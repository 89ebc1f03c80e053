"""Press outside the phases of moves: a setting of the league and of the game (RB-22), and its notice."""

from __future__ import annotations

import pytest

from games.agreed.pace import LIVE
from games.errors import PressClosed
from games.gate.press import is_press_open
from games.lists.terms import pace_in_words, terms_of
from games.models import Game, LetterDraft, Phase
from games.services.players.letters import send_letter
from tests.games.conftest import phase_of
from tests.games.pages.conftest import find_form


@pytest.mark.parametrize(
    ("choice", "rulebook", "pauses"),
    [
        ("rulebook", "classic", True),
        ("rulebook", "modern", False),
        ("closed", "modern", True),
        ("open", "classic", False),
    ],
)
def test_a_game_keeps_what_its_league_settled(make_game, choice, rulebook, pauses):
    game = make_game(settings={"rulebook": rulebook}, press_pauses=choice)
    assert Game.objects.get(pk=game.pk).press_pauses is pauses
    [press] = [term.says for term in terms_of(game) if term.name == "Press"]
    assert ("closed during retreats and builds" in press) is pauses


@pytest.mark.parametrize("label", ["F1901R", "W1901A"])
def test_letters_are_carried_in_retreats_and_builds_where_press_does_not_pause(
    make_game, seat_both, ada, set_clock, label
):
    game = seat_both(make_game(press_pauses="open"))
    Phase.objects.update(label=label)
    assert is_press_open(game, phase_of(game), set_clock.now)
    assert send_letter(game=game, user=ada, to=["2"], body="In winter, too.", key="k").phase.label == label


@pytest.mark.slow
def test_a_pause_says_why_and_until_when_and_keeps_drafts(movement_game, client_of, ada, ben):
    Phase.objects.filter(adjudicated_at=None).update(label="F1901R")
    client = client_of(ada)
    address = f"/l/calais/g/{movement_game.code}/"
    response = client.get(address)
    page = response.content.decode()
    assert "Press is closed during retreats and adjustments" in page and "#RB-22" in page
    deadline = phase_of(movement_game).deadline
    notice = page.split("Press is closed during retreats")[1].split("</p>")[0]
    assert deadline.strftime("%Y-%m-%d") in notice
    form = find_form(response, f"{address}press/")
    assert "Send message" not in page
    client.post(f"{address}press/draft/", form.fields | {"body": "For spring."})
    assert LetterDraft.objects.get().body == "For spring."
    with pytest.raises(PressClosed):
        send_letter(game=movement_game, user=ada, to=["2"], body="For spring.", key="k")
    assert "La presse est fermée pendant les retraites" in client_of(ben).get(address).content.decode()


def test_the_form_begins_with_what_the_league_settled(client_of, ada, calais, set_clock):
    type(calais).objects.update(press_pauses="open")
    client = client_of(ada)
    form = find_form(client.get("/l/calais/games/new/"), "")
    assert form.fields["press_pauses"] == "open"
    client.post("/l/calais/games/new/", form.fields)
    assert Game.objects.get().press_pauses is False


def test_a_live_game_says_its_times(make_game):
    """RB-23: 30 minutes of press before the first moves, 15 before later ones, 5 of writing; else 5."""
    says = pace_in_words(LIVE)
    assert "live: movement 20 min (the first 35 min), retreats 5 min" in says
    assert "the last 5 min of each movement phase without press" in says


@pytest.mark.slow
def test_a_pace_of_ones_own_has_its_time_for_writing(client_of, ada, calais, set_clock):
    client = client_of(ada)
    form = find_form(client.get("/l/calais/games/new/"), "")
    lengths = {
        f"pace-{name}_{part}": value
        for name in ("first", "movement", "retreats", "adjustments", "auctions")
        for part, value in (("number", "2"), ("unit", "3600"))
    }
    given = form.fields | lengths | {"pace-kind": "custom", "pace-at": ""}
    refused = client.post("/l/calais/games/new/", given | {"pace-writing_number": "2"}).content.decode()
    assert "must be shorter than the phase it ends" in refused
    unnamed = client.post("/l/calais/games/new/", given | {"pace-first_number": ""}).content.decode()
    assert "Say how long this lasts" in unnamed
    client.post("/l/calais/games/new/", given | {"pace-writing_number": "10", "pace-writing_unit": "60"})
    assert Game.objects.get().pace["writing"] == 600
