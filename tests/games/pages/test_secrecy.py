"""What the opponent has written is in no page before it is revealed: not in one byte."""

from __future__ import annotations

import pytest

from games.models import Answer
from tests.games.conftest import phase_of
from tests.games.pages.conftest import without_tokens

pytestmark = pytest.mark.slow


def pages_of(url, game):
    return [
        url(game),
        url(game, "status") + f"?phase={phase_of(game).label}",
        url(game, "auctions"),
        "/l/calais/games/",
        "/games/",
        "/l/calais/",
    ]


def bytes_of(client, pages):
    """What a browser gets, without the tokens and the number that are drawn again each time."""
    got = []
    for page in pages:
        response = client.get(page)
        head = sorted(item for item in response.headers.items() if item[0] != "X-Request-ID")
        got.append((response.status_code, head, without_tokens(response.content)))
    return got


@pytest.mark.parametrize("scene", ["running_game", "auction_game", "movement_game"])
def test_no_byte_depends_on_what_the_opponent_saved(scene, request, url, client_of, ada, ben, carl, answer):
    game = request.getfixturevalue(scene)
    watchers = [client_of(user) for user in (ada, carl, None)]
    pages = pages_of(url, game)
    for client in watchers:
        bytes_of(client, pages)  # a session's first pages set its cookies
    before = [bytes_of(client, pages) for client in watchers]
    texts = ["", "Turkey\nRussia", "Germany 7\nItaly 3", "A Con - Bul\nnonsense", "x" * 4000]
    for text in texts:
        answer(ben, text)
        assert [bytes_of(client, pages) for client in watchers] == before
    assert Answer.objects.count() >= 1


def test_ready_shows_that_somebody_is_ready_and_nothing_else(movement_game, url, client_of, ada, ben, answer):
    client = client_of(ada)
    pages = pages_of(url, movement_game)
    bytes_of(client, pages)
    answer(ben, "A Con - Bul", ready=True)
    one = bytes_of(client, pages)
    answer(ben, "A Con - Smy\nF Ank - BLA")
    assert bytes_of(client, pages) == one


def test_a_players_own_sheet_is_for_their_eyes(movement_game, url, client_of, ada, ben, carl, answer):
    answer(ada, "F Bre - MAO\nA Par zzyzx")
    assert "zzyzx" in client_of(ada).get(url(movement_game)).content.decode()
    for user in (ben, carl, None):
        page = client_of(user).get(url(movement_game)).content.decode()
        assert "zzyzx" not in page
        assert "MAO" not in page.replace("<option", "").split('id="status"')[1].split("</section>")[0]


def test_a_preview_is_made_of_the_readers_own_sheet(movement_game, url, client_of, ada, ben, answer):
    answer(ben, "A Con zzyzx")
    client = client_of(ada)
    fields = {"label": phase_of(movement_game).label, "version": "0", "text": "A Par - Bur"}
    page = client.post(url(movement_game, "preview"), fields).content.decode()
    assert "zzyzx" not in page


def test_organisers_see_no_more_than_anybody(movement_game, url, client_of, carl, visitor, answer, ben):
    answer(ben, "A Con - Bul")
    page = client_of(carl).get(url(movement_game)).content.decode()
    assert 'id="answer"' not in page
    assert 'id="press"' not in page
