"""A knock-out's pages, files and mail, in worlds that differ in what nobody may know: sealed orders of
a game that runs, who has saved and who is ready; and, by numbers, what the people are called.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.common import clock
from games.common.outbox.row import OutboxRow
from games.models import Answer
from games.services.players.answers import save_answer, set_ready
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Competition
from league.competitions.urls import of_a_season
from league.leagues import services as leagues
from league.leagues.models import League
from league.users.models import User
from tests.conftest import make_user
from tests.games.conftest import set_clock  # noqa: F401
from tests.league.competitions.knock_outs import KnockOutSeason

pytestmark = pytest.mark.django_db

ONCE = re.compile(rb'(csrfmiddlewaretoken" value="|nonce[-=]"?|csrf[-_]token[^a-zA-Z0-9]{1,9})[\w+/=-]{16,}')
"""What is another in every answer by chance."""
FILLED = {"entry": 1, "challenge": 1, "form": "csv", "act": 1, "guest": 1, "suspicion": 1}


def addresses(season: Competition, slug: str) -> list[str]:
    """Every address below a season's, with the first of whatever it names."""
    found = []
    for each in of_a_season:
        named = {name: FILLED[name] for name in each.pattern.converters}
        given = {"league_slug": slug, "season": season.code, **named}
        found.append(reverse(f"tournaments:{each.name}", kwargs=given))
    return found


def read_by(user: Any, paths: list[str]) -> dict[str, tuple[int, bytes]]:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    if user is not None:
        client.force_login(user)
    answers = {path: client.get(path) for path in paths}
    return {path: (each.status_code, ONCE.sub(rb"\1", _bytes(each))) for path, each in answers.items()}


def _bytes(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.fixture
def cup(calais: League, carl: User, set_clock: Any) -> KnockOutSeason:  # noqa: F811
    """Four have begun; pairings 1 and 2 are played."""
    return KnockOutSeason(calais, carl, set_clock, names="numbers").begin(4)


def test_nobody_reads_from_a_cup_who_has_saved_what_in_its_games(cup: KnockOutSeason, ada: User) -> None:
    saver, opponent = cup.sides(1)
    game = cup.pairing(1).game
    phase = game.phases.get(adjudicated_at=None)
    readers = [None, ada, cup.organiser, cup.arbiter, opponent.user, cup.sides(2)[0].user]
    paths = [*addresses(cup.competition, "calais"), "/l/calais/", "/l/calais/competitions/"]
    before = [read_by(reader, paths) for reader in readers]
    mail = OutboxRow.objects.filter(person__isnull=False).count()
    assert sum(code == 200 for code, _text in before[0].values()) > 8
    held = game.tenures.get(user=saver.user).seat.key
    others = ("GERMANY", "ITALY", "AUSTRIA", "FRANCE", "RUSSIA", "TURKEY", "ENGLAND")
    save_answer(game=game, user=saver.user, label=phase.label, text="\n".join(others), version=0, ready=False)
    set_ready(game=game, user=saver.user, label=phase.label, ready=True)
    assert Answer.objects.get(phase=phase, seat__key=held).text
    assert [read_by(reader, paths) for reader in readers] == before
    assert OutboxRow.objects.filter(person__isnull=False).count() == mail


def test_by_numbers_a_cups_file_is_the_same_whatever_its_people_are_called(cup: KnockOutSeason) -> None:
    cup.wins(1)
    cup.disqualify(cup.sides(2)[0])
    before = export_bytes(cup.competition, clock.now())
    for number, entry in enumerate(cup.competition.entries.select_related("user")):
        User.objects.filter(pk=entry.user_id).update(username=f"zelda{number}")
    cup.refresh()
    assert export_bytes(cup.competition, clock.now()) == before and b"zelda" not in before
    Competition.objects.filter(pk=cup.competition.pk).update(
        rules=cup.competition.rules | {"names": "people"}
    )
    assert b"zelda" in export_bytes(cup.refresh().competition, clock.now()), "by names they are told"


def test_a_cup_is_read_in_its_league_alone(cup: KnockOutSeason, set_clock: Any) -> None:  # noqa: F811
    """Under another league's address there is none; a private league's is as unknown as no league."""
    other = leagues.create_league(
        user=make_user("olga"), name="Douvres", slug="douvres", description="", visibility="public"
    )
    readers = [None, cup.arbiter, cup.number(1).user, User.objects.get(username="olga")]
    for reader in readers:
        codes = {code for code, _text in read_by(reader, addresses(cup.competition, other.slug)).values()}
        assert codes <= {404, 405, 302}, reader
        assert 200 not in codes and 404 in codes
    League.objects.filter(pk=cup.league.pk).update(visibility="private")
    here = addresses(cup.competition, "calais")
    for reader in (None, readers[-1]):
        answers = read_by(reader, here)
        assert {code for code, _text in answers.values()} <= {404, 405, 302}
        nowhere = read_by(reader, [path.replace("/l/calais/", "/l/nowhere/") for path in here])
        assert [code for code, _t in answers.values()] == [code for code, _t in nowhere.values()]
