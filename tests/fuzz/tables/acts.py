"""What people of a simulated event at tables of seven do, through the services that the site's pages ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.models import Game, Vacancy
from games.services.masters import rulings
from games.services.seats import resigning, taking_over
from league.competitions.models import Entry, Pairing
from league.competitions.tables.checking import begin_now, check_in, draw_again, keep_apart, swap
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import Round, read
from tests.fuzz.events.acts import LEAVES, WHY, Acts
from tests.fuzz.ladder.games import Course
from tests.league.competitions.tables_seasons import end_with

if TYPE_CHECKING:
    from tests.fuzz.events.event import Simulated

ENDS = ["play", "board", "board", "board", "board", "solo", "silence", "ruled void", "ruled void", "leave it"]
DONE = frozenset(
    [
        *(f"done, {how}" for how in LEAVES),
        *(f"done, rule: {ruling}" for ruling in Acts.rulings),
        *(f"done, game: {fate}" for fate in ENDS if fate not in ("play", "leave it")),
        *(f"done, {what}" for what in ("enter", "pay", "check in", "play on", "dispute", "answer a dispute")),
        "done, hear twice",
        *(
            f"done, {what}"
            for what in ("draw again", "swap", "begin now", "keep apart", "resign", "take over")
        ),
        *("round, too small", "round, top board", "sits out", "second seat or substitute's"),
    ]
)
"""What has to occur where many events are played, as it is counted."""


class TablesActs(Acts):
    """Everything that may be done in an event at tables of seven."""

    def __init__(self, event: Simulated) -> None:
        super().__init__(event)
        self.courses: dict[int, Course] = {}
        self.substitutes = 0

    def some(self) -> None:
        chance, last = self.random.random, read(self.season).last
        is_drawn = last is not None and last.drawn is not None and last.begun is None
        # A drawing stands for half a day of many.
        self.some_go(0.03 if is_drawn else 0.004)
        if last is not None and last.takes_check_ins(self.event.clock.now):
            self._check_in(last.number)
        if is_drawn:
            self._look(read(self.season).rounds[last.number])  # type: ignore[union-attr]
        if self.season.is_over:
            return
        if chance() < 0.03:
            self._keep_apart()
        if chance() < 0.04:
            self.substitutes += 1
            self.event.tried("enter", self.event.season.enter, f"s{self.substitutes}")
        for pairing in self.pairings(Game.State.RUNNING):
            self._sit(pairing)
            self._play(pairing)
        self.some_doubt()

    @property
    def _by(self) -> dict[str, Any]:
        return {"competition": self.season, "by": self.event.season.organiser, "reason": WHY}

    def _check_in(self, number: int) -> None:
        standing = self.season.entries.filter(state__in=[*Entry.IN, Entry.State.WAITING])
        for entry in standing.select_related("user").order_by("number"):
            if self.random.random() < 0.75:
                ranking = self.random.sample(POWERS, self.random.randint(0, 4))
                said = {"twice": self.random.random() < 0.3, "ranking": ranking, "number": number}
                self.event.tried("check in", check_in, competition=self.season, user=entry.user, **said)

    def _look(self, drawn: Round) -> None:
        """Organisers look at a drawing."""
        chance, number = self.random.random, drawn.number
        if chance() < 0.2:
            self.event.tried("draw again", draw_again, **self._by, number=number)
        if drawn.tables and chance() < 0.3:
            tables = [table.number for table in drawn.tables]
            one, two = ((self.random.choice(tables), self.random.choice(POWERS)) for _each in range(2))
            self.event.tried("swap", swap, **self._by, number=number, seats=(one, two))
        if chance() < 0.1:
            by = {name: given for name, given in self._by.items() if name != "reason"}
            self.event.tried("begin now", begin_now, **by, number=number)

    def _keep_apart(self) -> None:
        numbers = list(self.season.entries.order_by("number").values_list("number", flat=True))
        pairs = [self.random.sample(numbers, 2) for _each in range(self.random.randint(0, 3))]
        self.event.tried("keep apart", keep_apart, **self._by, pairs=pairs)

    def _sit(self, pairing: Pairing) -> None:
        """Someone resigns now and then; substitutes take over what is open."""
        game: Any = pairing.game
        seated = list(game.tenures.filter(left_at=None).select_related("user").order_by("pk"))
        if seated and self.random.random() < 0.05:
            self.event.tried("resign", resigning.resign, game=game, user=self.random.choice(seated).user)
        listed = list(self.season.entries.filter(state=Entry.State.WAITING).select_related("user"))
        for vacancy in Vacancy.objects.filter(seat__game=game).select_related("seat").order_by("pk"):
            if listed and self.random.random() < 0.3:
                given = {"user": self.random.choice(listed).user, "seat": vacancy.seat.key}
                self.event.tried("take over", taking_over.take_over, game=game, **given)

    def _play(self, pairing: Pairing) -> None:
        """A game ends after some days as its fate has it, unless its players go on to its end."""
        game: Any = pairing.game
        fate = self.fates.setdefault(game.pk, self.random.choice(ENDS))
        if fate == "play":
            if game.pk not in self.courses:
                self.courses[game.pk] = Course(game, self.random)
            self.event.tried("play on", self.courses[game.pk].go_on)
        elif fate != "leave it" and self._is_under_way(game) and self.random.random() < 0.3:
            self.event.tried(f"game: {fate}", self._end, game, fate)

    @staticmethod
    def _is_under_way(game: Game) -> bool:
        """No one can have lost all before the first spring is over."""
        return game.phase_number > 0

    def _end(self, game: Game, fate: str) -> None:
        if fate == "ruled void":
            rulings.declare_void(game=game, user=self.arbiter, reason=WHY)
            return
        owned = dict(zip(POWERS, self._board(is_solo=fate == "solo"), strict=True))
        if fate == "silence":
            end_with(game, owned, how="void", cause="silence")
        else:
            end_with(game, owned)

    def _board(self, *, is_solo: bool) -> list[int]:
        """The centres of the seven, some of them equal, some none."""
        if is_solo:
            owned = [self.random.randint(18, 22), 5, 4, 2, 1, 0, 0]
        else:
            cuts = sorted(self.random.choices(range(0, 35, self.random.choice([1, 1, 3])), k=6))
            owned = [high - low for low, high in zip([0, *cuts], [*cuts, 34], strict=True)]
        self.random.shuffle(owned)
        return owned
