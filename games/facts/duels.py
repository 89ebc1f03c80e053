"""What came of finished games for two with auctions, many at once, as everyone may know it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from games.engine import hosting_rules
from games.engine.bridge import AUCTION
from games.facts.finished import LAST_TURN, auctioning, homes_of, may_be_told, seats_of
from games.models import TenureResult, Turn

VICTORY: Final = "victory"
"""The kind of news that tells how a game was won."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A finished game for two in which powers were auctioned.

    `homes` and `outcomes` by seat; `auctions` oldest first. Home powers were chosen in it. `autumns` has the
    ends of game years, by year. `last_phase` is the code of the phase it ended in;
    `conquered`: by seat, the centres by which it won on the board, empty where no one did. `held_since`: by
    seat, from when on the person who finished held it.
    """

    game: int
    league: int
    variant: str
    players: Any
    ended_at: datetime
    homes: Mapping[str, str]
    outcomes: Mapping[str, str]
    last_year: int
    auctions: Sequence[HeldAuction]
    autumns: Mapping[int, Autumn]
    last_phase: str
    conquered: Mapping[str, Sequence[str]]
    held_since: Mapping[str, datetime]

    @property
    def sales(self) -> list[Sale]:
        return [sale for auction in self.auctions for sale in auction.sales]

    @property
    def busts(self) -> list[tuple[int, str]]:
        """Game year and seat, oldest first."""
        return [(auction.year, seat) for auction in self.auctions for seat in auction.bust]


@dataclass(frozen=True, slots=True)
class HeldAuction:
    """One auction, as the record of every game tells it once it was held (ID-9): `bids` by seat and power and
    the treasuries `before`, in credits; the seats that went `bust`; when it was held.
    """

    year: int
    at: datetime
    sales: Sequence[Sale]
    bids: Mapping[str, Mapping[str, int]]
    before: Mapping[str, int]
    bust: Sequence[str]


@dataclass(frozen=True, slots=True)
class Autumn:
    """How many supply centres each power owned at the end of one autumn, and when that was resolved."""

    at: datetime
    centres: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Sale:
    """One power in one auction: the game year, what was paid for it in credits, the seat that took it.

    No seat: anarchy, no one paid (ID-5).
    """

    year: int
    power: str
    price: int
    seat: str | None


def duels_of(games: Collection[int]) -> list[Duel]:
    """Those of `games` in which powers were auctioned, that may be counted, and in which home powers were
    chosen (ID-1). Void games are none (HR-6). Seven queries, however many games.
    """
    told = {pk: fields for pk, *fields in may_be_told(games) if fields[1] in auctioning()}
    homes, auctions, autumns, ends = homes_of(told), _auctions_of(told), _autumns_of(told), _ends_of(told)
    held_since = _held_since(told)
    outcomes: dict[int, dict[str, str]] = defaultdict(dict)
    years: dict[int, int] = {}
    for game, key, outcome, *_share, _centres, last_year in seats_of(told).values():
        outcomes[game][key], years[game] = outcome, last_year
    found = []
    for game, (league, variant, players, ended_at) in told.items():
        if game in years and homes.get(game):
            facts = (homes[game], outcomes[game], years[game], auctions[game], autumns[game])
            found.append(
                Duel(game, league, variant, players, ended_at, *facts, *ends[game], held_since[game])
            )
    return found


def _auctions_of(games: Collection[int]) -> dict[int, list[HeldAuction]]:
    """The auctions of `games`, oldest first, by game."""
    turns = Turn.objects.filter(phase__game__in=list(games), phase__label__endswith="B")
    found: dict[int, list[HeldAuction]] = defaultdict(list)
    rows = turns.order_by("phase__ordinal").values_list("phase__game", "created_at", "turn__news")
    for game, at, news in rows:
        found[game] += [_auction(item, at) for item in news or () if item["kind"] == AUCTION]
    return found


def _autumns_of(games: Collection[int]) -> dict[int, dict[int, Autumn]]:
    """The ends of the game years of `games`, by game and year."""
    turns = Turn.objects.filter(phase__game__in=list(games), phase__label__startswith="F")
    found: dict[int, dict[int, Autumn]] = defaultdict(dict)
    fields = ("phase__game", "phase__label", "created_at", "turn__position__centres")
    for game, label, at, centres in turns.order_by("phase__ordinal").values_list(*fields):
        owned = {power: len(places) for power, places in (centres or {}).items()}
        found[game][int(label[1:-1])] = Autumn(at, owned)
    return found


def _ends_of(games: Collection[int]) -> dict[int, tuple[str, dict[str, list[str]]]]:
    """By game, the code of the phase that ended it, and the centres by which a seat won on the board (ID-15,
    ID-16). Where something stays hidden for good (ID2-6) they have no names.
    """
    last = Turn.objects.filter(LAST_TURN, phase__game__in=list(games))
    found = {}
    rows = last.values_list("phase__game", "phase__game__variant", "phase__label", "turn__news")
    for game, variant, label, news in rows:
        entered: dict[str, list[str]] = {}
        for item in news or ():
            if item["kind"] == VICTORY:
                won = item.get("winners") or ()
                entered = {seat: sorted(item.get("entered", {}).get(seat) or ()) for seat in won}
        if hosting_rules.sealed_for_good(variant):
            entered = {seat: [""] for seat, places in entered.items() if places}
        found[game] = (label, entered)
    return found


def _held_since(games: Collection[int]) -> dict[int, dict[str, datetime]]:
    """By game and seat, from when on the person who finished held it."""
    held = TenureResult.objects.filter(tenure__game__in=list(games), how=TenureResult.How.FINISHED)
    found: dict[int, dict[str, datetime]] = defaultdict(dict)
    for game, seat, at in held.values_list("tenure__game", "tenure__seat__key", "tenure__taken_at"):
        found[game][seat] = at
    return found


def _auction(item: Mapping[str, Any], at: datetime) -> HeldAuction:
    """The engine's news of one auction."""
    year = item["year"]
    sales = [Sale(year, power, item["price"][power], seat) for power, seat in sorted(item["winner"].items())]
    facts = (item.get("bids") or {}, item.get("before") or {}, item.get("bust") or ())
    return HeldAuction(year, at, sales, *facts)
