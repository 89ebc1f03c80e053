"""Before a small table is dealt, which of its seats someone would like is no one else's business (RB-25)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.agreed.pace import Pace
from games.services.seats.seating import rank_seats, take_seat
from league.leagues import services as leagues
from tests.conftest import make_user
from tests.opening import open_game
from tests.secrecy.ears import Ears
from tests.secrecy.found import address_names
from tests.secrecy.house import Browser, Chance, empty_house
from tests.secrecy.transcript import Heard, differences
from tests.secrecy.worlds.world import MEMBER, ORGANISER, STAFF, VISITOR

pytestmark = [pytest.mark.long, pytest.mark.slow]

OURS = [name for name in address_names() if name.startswith(("games:", "leagues:"))]


@pytest.fixture
def hear(db: None, loud: None, monkeypatch: pytest.MonkeyPatch) -> object:
    """What all but ben can hear of a room in which ben has ranked the seats, once or again."""

    def of(*rankings: Sequence[str]) -> list[Heard]:
        with monkeypatch.context() as patch, empty_house(patch, Chance(patch)) as house:
            house.chance.seed("the house opens")
            names = ("ada", "ben", MEMBER, ORGANISER, STAFF)
            people = {
                name: make_user(name, is_staff=name == STAFF, is_superuser=name == STAFF) for name in names
            }
            league = leagues.create_league(
                user=people[ORGANISER], name="Calais", slug="calais", description="", visibility="public"
            )
            game = open_game(
                league=league,
                user=people[ORGANISER],
                name="Four",
                variant="standard",
                settings={"players": 4},
                pace=Pace(),
                dealing="ranking",
            )
            for name in ("ada", "ben", MEMBER):
                leagues.join(league=league, user=people[name])
            take_seat(game=game, user=people["ada"], nonce="from ada", ranking=["1"])
            take_seat(game=game, user=people["ben"], nonce="from ben", ranking=rankings[0])
            for ranking in rankings[1:]:
                rank_seats(game=game, user=people["ben"], ranking=ranking)
            readers = {name: Browser(house, name, people.get(name)) for name in (*names, VISITOR)}
            ears = Ears(house, [game], "no-such-token", readers, patch)
            ears.slugs = ["standard"]
            others = [name for name in readers if name != "ben"]
            ears.look_at(OURS, others)
            ears.post_to(OURS, ["ada", MEMBER])
            for name, path in ears.admin_pages():
                ears.in_admin(readers[STAFF], name, path)
            ears.sockets()
            ears.rows()
            ears.deliveries()
            ears.look_at(["games:game"], ["ben"])
            return ears.transcript.heard

    return of


def test_what_somebody_would_like_to_play_is_sealed_until_the_seats_are_dealt(hear) -> None:
    """Nor does anyone hear that a list was changed."""
    ranked, none, changed = hear(["2", "3"]), hear([]), hear(["1"], ["2", "3"])

    def by_others(heard: Sequence[Heard]) -> list[Heard]:
        return [each for each in heard if each.reader != "ben"]

    def by_player(heard: Sequence[Heard]) -> list[Heard]:
        return [each for each in heard if each.reader == "ben"]

    assert not differences(by_others(ranked), by_others(none))
    assert not differences(by_others(changed), by_others(ranked))
    assert differences(by_player(ranked), by_player(none)), "the page of their own shows it"
