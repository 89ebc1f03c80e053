"""Two at once about a competition's game: it is created once, and ends once."""

from __future__ import annotations

import pytest

from games.adjudication.proof import prove
from games.facts.contests import ends_of
from games.models import Contest, Game, Tenure
from games.services.masters import contests
from games.services.players import votes
from games.services.seats.removal import remove_from_league
from tests.games.contests import open_duel
from tests.games.test_races import at_once, kinds

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_game_opened_twice_at_once_is_one_game(calais, ada, ben, carl, set_clock):
    def begin():
        return open_duel(calais, (ada, ben), [carl], code="abcdefgh").pk

    assert len({*at_once(begin, begin)}) == 1
    assert (Game.objects.count(), Contest.objects.count(), Tenure.objects.count()) == (1, 1, 2)
    assert prove(Game.objects.get()).differences == []


@pytest.mark.slow
def test_who_leaves_and_who_concedes_at_once_end_it_once(duel, calais, ada, ben, set_clock):
    results = at_once(
        lambda: votes.concede(game=duel, user=ada),
        lambda: contests.forfeit_by_removal(game=duel, user=ben),
        lambda: remove_from_league(league=calais.pk, person=ben, at=set_clock.now),
    )
    assert kinds(results).count("GameIsOver") >= 1
    [end] = ends_of([duel.pk]).values()
    expected = {ada.pk: "ID-19", ben.pk: "HR-5"}
    assert end.clause == expected[end.loser]
    assert prove(Game.objects.get()).differences == []
