"""The pages of a game with given homes, which knows no choice of them (HR-11)."""

from __future__ import annotations

import re

import pytest

from adjudicator.texts import names
from games.adjudication.proof import prove
from games.agreed.replays import replay_settings
from games.common.outbox import delivery
from games.facts.contests import ends_of
from games.models import Phase
from games.services.players.answers import save_answer
from games.services.players.votes import concede
from tests.games.conftest import phase_of
from tests.games.contests import open_duel

pytestmark = pytest.mark.django_db

GIVEN = {"1": "TURKEY", "2": "FRANCE"}
ONCE_RESOLVED = ("replay", "reel", "auctions", "auctions-csv")
OF_A_PHASE = ("phase", "replay-phase", "sandbox")


@pytest.fixture(params=["intimate", "intimate-ii"])
def game(request, calais, ada, ben, carl, set_clock):
    """The replay of an undecided game in which ada was France and ben Turkey."""
    settings = replay_settings({"last_year": 1904}, {"1": "FRANCE", "2": "TURKEY"}, 1901, swap=True)
    return open_duel(calais, (ada, ben), [carl], variant=request.param, settings=settings)


@pytest.fixture
def read(game, client_of, visitor, ada, ben, url):
    """Reads all its pages as both players and a stranger do, in both languages: its own page by each."""

    def each(*more: str) -> list[str]:
        resolved = list(Phase.objects.filter(game=game, turn__isnull=False).values_list("label", flat=True))
        wanted = [(name,) for name in ("game", *more, *(ONCE_RESOLVED if resolved else ()))]
        wanted += [(name, label) for name in OF_A_PHASE for label in resolved]
        pages = []
        for client in (client_of(ada), client_of(ben), visitor):
            for language in ("en", "fr"):
                headers = {"accept-language": language}
                for page in wanted:
                    said = client.get(url(game, *page), headers=headers, follow=True)
                    assert said.status_code == 200, page
                    text = b"".join(said).decode()
                    assert not re.search(r"[SFW]\d{4}H\b", text), page
                    pages += [text] if page == ("game",) else []
        assert visitor.get(url(game, "phase", "S1901H")).status_code == 404
        return pages

    return each


def test_they_are_shown_without_a_choice_of_homes_from_the_first_phase_on(
    game, read, drained, ada, ben, visitor, url
):
    for page in read():
        assert "/rules/house/#HR-11" in page
    for texts in (("Germany 2", "Italy 3"), ("A Con - Bul", "A Par - Bur")):
        for person, text in zip((ada, ben), texts, strict=True):
            save_answer(game=game, user=person, label=phase_of(game).label, text=text, version=0)
        drained(game)
    assert phase_of(game).label == "F1901M"
    read()
    first = visitor.get(url(game, "phase", "S1901B")).content.decode()
    assert "The lists first differ" not in first and "Both lists" not in first
    assert names.phase("S1901B", "en") in first.replace("\N{NO-BREAK SPACE}", " ")
    concede(game=game, user=ben)
    game.refresh_from_db()
    assert prove(game).differences == []
    delivery.deliver()
    for page in read("record"):
        assert "#HR-11" not in page, "it is over"


def test_the_record_book_has_them(game, drained, ada, ben, visitor):
    for person in (ada, ben):
        save_answer(game=game, user=person, label="S1901B", text="Italy 3", version=0)
    drained(game)
    concede(game=game, user=ben)
    delivery.deliver()
    assert ends_of([game.pk])[game.pk].homes == GIVEN
    book = visitor.get("/l/calais/records/", {"game": game.variant}).content.decode()
    assert "Turkey" in book and "France" in book
