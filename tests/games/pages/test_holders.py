"""Who held the seats of a game that is over, on its page and in its record; who gave parts to the draw."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from fractions import Fraction

import pytest

import adjudicator
from games.adjudication.results import supersede
from games.engine.outcomes import SeatEnd
from games.facts.holders import holders_of
from games.models import SeatResult
from games.services.masters import presiding
from games.services.players import votes
from league.leagues import services
from league.users.deletion import delete_account
from tests.games.pages.test_succession import hand_over


@pytest.fixture
def handed_over(make_game, seat_both, calais, carl, eve, set_clock):
    """A game that ada and ben began and eve, in ben's seat, plays on, until ada concedes it an hour later."""
    services.join(league=calais, user=eve)
    game = seat_both(make_game(master=carl))
    set_clock.pass_(hours=1)
    hand_over(game, carl, eve)
    set_clock.pass_(hours=1)
    return game


def rows_of(page: str) -> list[tuple[str, ...]]:
    (table,) = re.findall(r"Who held the seats</summary>.*?<tbody>(.*?)</tbody>", page, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [tuple(re.sub(r"<[^>]+>", "", each).strip() for each in (*row[:2], row[-1])) for row in cells]


def test_page_and_record_tell_who_began_and_who_came_later(handed_over, ada, visitor, url):
    game = handed_over
    assert holders_of(game) is None, "who sits there is on the page; who left is told at the end"
    assert "Who held the seats" not in visitor.get(url(game)).content.decode()
    votes.concede(game=game, user=ada)
    game.refresh_from_db()
    page = visitor.get(url(game)).content.decode()
    assert rows_of(page) == [
        ("Seat 1", "ada at the start", "stayed to the end"),
        ("Seat 2", "ben at the start", "was replaced"),
        ("Seat 2", "eve", "stayed to the end"),
    ]
    record = json.loads(visitor.get(url(game, "record")).content)
    assert record["result"]["at"] == game.finished_at.isoformat()
    first, second = record["result"]["seats"]
    assert (first["outcome"], second["outcome"], second["share"]) == ("lost", "solo", [1, 1])
    assert [(each["player"], each["started"], each["left"]) for each in second["held"]] == [
        ("ben", True, "replaced"),
        ("eve", False, None),
    ]
    began = game.started_at
    assert [each["until"] for each in second["held"]] == [
        (began + timedelta(hours=hours)).isoformat() for hours in (1, 2)
    ]
    assert adjudicator.replay(record)["turns"], "the engine passes over what it does not know"


def test_the_parts_of_the_draw_are_named_for_who_gave_them(handed_over, ada, visitor, url):
    votes.concede(game=handed_over, user=ada)
    page = visitor.get(url(handed_over)).content.decode()
    (parts,) = re.findall(r"in the order of their seats:</p>\s*<ol>(.*?)</ol>", page, re.DOTALL)
    nonces = {tenure.user.username: tenure.nonce for tenure in handed_over.tenures.select_related("user")}
    given = re.findall(r'<li>(\w+): <span class="typed">([^<]*)</span>', parts)
    assert given == [("ada", nonces["ada"]), ("ben", nonces["ben"])]


def test_a_ruling_is_what_the_record_tells_and_closed_accounts_differ(
    handed_over, ada, ben, carl, visitor, url, set_clock
):
    ruling = presiding.rule(game=handed_over, user=carl, reason="Both agreed on a draw by letter.")
    votes.concede(game=handed_over, user=ada)
    for row in SeatResult.objects.order_by("pk"):
        supersede(
            result=row,
            end=SeatEnd(row.seat.key, "shared", Fraction(1, 2), row.centres),
            clause="RB-24",
            ruling=ruling,
        )
    delete_account(user=ben)
    record = json.loads(visitor.get(url(handed_over, "record")).content)
    assert record["result"]["ruled"] is True
    assert [seat["share"] for seat in record["result"]["seats"]] == [[1, 2], [1, 2]]
    assert record["result"]["seats"][1]["held"][0]["player"].startswith("former-member-")
    assert ("Seat 2", "A former member at the start", "was replaced") in rows_of(
        visitor.get(url(handed_over)).content.decode()
    )


def test_in_fog_nobody_is_told_before_the_day_on_which_it_opens(lay_table, set_clock, visitor, url):
    table = lay_table(reveal_at="2026-03-03")
    table.end()
    assert holders_of(table.game) is None
    page = visitor.get(url(table.game)).content.decode()
    assert "Who held the seats" not in page and "in the order of their seats" in page
    set_clock.pass_(days=2)
    assert holders_of(table.game) is not None
