"""What people do beside a game: they look for an opponent, block someone, try orders, win seasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import time
from typing import TYPE_CHECKING, Any

from games.common import clock
from games.gate.access import Access
from games.models import Game, Seat
from games.models.sandbox import new_sandbox_code
from games.sandbox import page, services
from games.sandbox.door import in_a_game
from games.services.masters import rulings
from games.services.players import blocking, votes
from league.competitions.models import Dispute, FinalPlace, Pairing, Standing
from league.leagues import services as leagues
from league.leagues.models import Search
from league.leagues.opponents import services as searching
from league.users.models import User
from tests.league.competitions.rows import make_season, open_at
from tests.secrecy.house import House
from tests.secrecy.worlds.world import ORGANISER, World

if TYPE_CHECKING:
    from games.models import Phase


class Beside:
    """The acts of a stage that are not of its game."""

    house: House
    world: World
    game: Game
    people: dict[str, User]
    seats: Mapping[str, Seat]

    if TYPE_CHECKING:

        @property
        def phase(self) -> Phase: ...
        def seat_of(self, person: str) -> str | None: ...

    def _look_for(self, person: str, **accepts: Iterable[str]) -> None:
        searching.look(user=self.people[person], **accepts)

    def _say(self, person: str, word: str, ranking: list[str]) -> None:
        user = self.people[person]
        if word == "stop":
            searching.stop(user=user)
            return
        proposal = Search.objects.get(user=user, proposal__isnull=False).proposal_id
        assert proposal is not None
        if word == "yes":
            searching.say_yes(user=user, proposal=proposal, ranking=ranking)
        else:
            searching.say_no(user=user, proposal=proposal)

    def _block(self, person: str, other: str) -> None:
        blocking.block(user=self.people[person], person=self.people[other])

    def _live(self, person: str, zone: str, night: tuple[int, int]) -> None:
        """As the form of one's own day would keep it."""
        quiet_from, quiet_to = map(time, night)
        User.objects.filter(pk=self.people[person].pk).update(
            time_zone=zone, quiet_from=quiet_from, quiet_to=quiet_to
        )
        self.people[person].refresh_from_db()

    def sandbox_code(self) -> str:
        """That of the first sandbox of this house, whatever is in it and whether there is one."""
        self.house.chance.seed("a sandbox begins")
        return new_sandbox_code()

    def _try_orders(self, person: str, text: str) -> None:
        """Resolve orders on the open phase of the game, as its page does."""
        game = Game.objects.select_related("league").get(pk=self.game.pk)
        seat = self.seats.get(self.seat_of(person) or "")
        stand = in_a_game(Access(game, seat, is_member=True, by_link=False), self.phase.label)
        orders, _is_sound = page.read(stand, text)
        code = self.sandbox_code()
        self.house.chance.seed("a sandbox begins")
        step = services.resolve(person=self.people[person], stand=stand, orders=orders)
        assert (step.sandbox.code, step.number) == (code, 1)

    def _concede_beside(self, person: str) -> None:
        votes.concede(game=self._game_of(person), user=self.people[person])

    def _declare_void_beside(self, person: str) -> None:
        arbiter = self.people[self.world.arbiter]
        rulings.declare_void(game=self._game_of(person), user=arbiter, reason="Two accounts.")

    def _game_of(self, person: str) -> Game:
        return Game.objects.get(tenures__user=self.people[person], state=Game.State.RUNNING)

    def _win(self, person: str, others: list[str], *, visibility: str, state: str, is_disputed: bool) -> None:
        """Win a season of another league, before `others`, all of them its members."""
        organiser = self.people[ORGANISER]
        elsewhere = leagues.create_league(
            user=organiser, name="Douvres", slug="douvres", description="", visibility="public"
        )
        entrants = [self.people[name] for name in sorted([person, *others])]
        for each in entrants:
            leagues.join(league=elsewhere, user=each)
        elsewhere.visibility = visibility
        elsewhere.save()
        self.house.chance.seed("a season elsewhere")
        season = make_season(elsewhere, organiser, entrants, state=state, now=clock.now(), name="Winter")
        Standing.objects.filter(competition=season).update(counted=1)
        ranks = {self.people[person].pk: 1}
        for place, entry in enumerate(season.entries.order_by("number"), start=1):
            values: dict[str, Any] = {"place": place, "rank": ranks.get(entry.user_id, 2)}
            FinalPlace.objects.create(competition=season, entry=entry, **values)
        if is_disputed:
            pairing = Pairing.objects.create(competition=season, number=1)
            opened = open_at(clock.now())
            Dispute.objects.create(competition=season, pairing=pairing, raised_by=entry, said="No.", **opened)
