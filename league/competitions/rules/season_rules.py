"""The rules of a ladder's season: one value, checked, written as canonical JSON and frozen with its hash.

Everything that a season decides by stands here; a game of the season carries the same object. Moments are
UTC in JSON; the zone in which its days were meant stands beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Self

from django.utils.translation import gettext as _

from games.agreed.absence import POLICIES, TOURNAMENT, Absence
from games.agreed.pace import Pace
from games.common.words.zones import zone_names
from league.competitions.errors import BadRules
from league.competitions.ladder.challenges import ChallengeRules, Reach
from league.competitions.rules.canonical import sha256_of
from league.competitions.rules.prize_rules import PrizeRules

FORMAT: Final = 2
"""What new rules are written as; `SeasonRules.format` says what those of a season were."""
OLD_FORMAT: Final = 1
"""Rules announced until November 2026. They keep their meaning, their bytes and their hash."""

GAMES_FOR_TWO: Final = ("intimate", "intimate-ii", "standard")
"""Variants that a ladder can be played in; the last with its settings for two, the Great War."""

WITH_A_LAST_YEAR: Final = ("intimate", "intimate-ii")
"""Those that can, and in a competition do, end with a game year (HR-7); the Great War has none (RB-20)."""

BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "smallest": (2, 5000),
    "largest": (2, 5000),
    "entry_games": (0, 100),
    "least_reliability": (0, 100),
    "least_games": (0, 50),
    "dispute_days": (0, 7),
    "free_declines": (0, 20),
    "idle_weeks": (0, 52),
    "cost": (0, 100),
    "playing_out_days": (0, 21),
}
"""The least and the most that each number may be."""

CHALLENGE_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "outgoing": (0, 20),
    "incoming": (0, 20),
    "games": (1, 20),
    "pause_days": (0, 90),
    "answer_days": (0, 14),
    "decline_pause_days": (0, 30),
}
REACH_BOUNDS: Final[Mapping[Reach, tuple[int, int]]] = {
    Reach.RANKS: (1, 500),
    Reach.SHARE: (1, 100),
    Reach.RATING: (0, 2000),
}

MOMENTS: Final = ("enters_from", "enters_until", "starts_at", "challenges_until", "ends_at")
"""In the order in which they follow."""


class Order(StrEnum):
    """What the first table is made by: a draw; the last season, with those that it does not place drawn
    below; or ratings, with a draw among equal ones.
    """

    DRAW = "draw"
    PREVIOUS = "previous"
    RATING = "rating"


class Names(StrEnum):
    """Under what names people appear in exports and public statements."""

    PEOPLE = "people"
    NUMBERS = "numbers"


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """What a season of the ladder is played by.

    `entry_games` are the games that one has finished in the league before one can enter. `idle_weeks` 0: idle
    weeks cost nothing; `free_declines` are the first ones, that cost nothing; each later one, and every
    `idle_weeks` idle weeks, cost `cost` ranks. `least_games` is how many games of the season it takes for a
    final place, `dispute_days` the window in which a result is provisional, `playing_out_days` how long the
    final table waits for games that are open on the last day. `previous` is the code of the season before,
    whose final places order this one where `order` says so. `money` is None where nobody pays or wins any.
    `format` says by which edition of the rules of competitions all this is read: docs/season-export.md.
    """

    name: str
    league: str
    variant: str
    settings: Mapping[str, Any]
    pace: Pace
    zone: str
    enters_from: datetime
    enters_until: datetime
    starts_at: datetime
    challenges_until: datetime
    ends_at: datetime
    press: str = "open"
    absence: Absence = POLICIES[TOURNAMENT]
    smallest: int = 4
    largest: int = 40
    entry_games: int = 0
    least_reliability: int = 0
    verified: bool = True
    invitation: bool = False
    order: Order = Order.DRAW
    previous: str = ""
    challenges: ChallengeRules = field(default_factory=ChallengeRules)
    free_declines: int = 1
    idle_weeks: int = 4
    cost: int = 3
    least_games: int = 3
    dispute_days: int = 2
    playing_out_days: int = 21
    names: Names = Names.PEOPLE
    money: PrizeRules | None = None
    format: int = FORMAT

    def __post_init__(self) -> None:
        """Refuse (`BadRules`) what cannot be kept."""
        if not self.name.strip():
            raise BadRules("name", _("Give the season a name."))
        if self.variant not in GAMES_FOR_TWO:
            raise BadRules("variant", _("A ladder is played in a game for two."))
        if self.variant in WITH_A_LAST_YEAR and not self.settings.get("last_year"):
            raise BadRules("last_year", _("Choose the last game year (HR-10)."))
        if self.zone not in zone_names():
            raise BadRules("zone", _("Choose a time zone such as Europe/Paris."))
        for name, bounds in BOUNDS.items():
            _check_number(name, getattr(self, name), bounds)
        for name, bounds in CHALLENGE_BOUNDS.items():
            _check_number(name, getattr(self.challenges, name), bounds)
        _check_number("reach_of", self.challenges.reach_of, REACH_BOUNDS[self.challenges.reach])
        if self.largest < self.smallest:
            raise BadRules("largest", _("The largest field must be no smaller than the smallest."))
        if self.absence.policy != TOURNAMENT:
            raise BadRules("absence", _("Competitions are played by the tournament policy (HR-10)."))
        if self.order is Order.PREVIOUS and not self.previous:
            raise BadRules("order", _("There is no earlier season whose table could order this one."))
        self._check_moments()

    def _check_moments(self) -> None:
        moments = [(name, getattr(self, name)) for name in MOMENTS]
        for name, moment in moments:
            if moment.tzinfo is None:
                raise BadRules(name, _("Give a day and a time."))
        if self.enters_until <= self.enters_from:
            raise BadRules("enters_until", _("Entries must close after they open."))
        if self.starts_at < self.enters_until:
            raise BadRules("starts_at", _("The season cannot start before entries close."))
        if self.challenges_until <= self.starts_at:
            raise BadRules(
                "ends_at", _("The season is too short: a game begun on its first day could not end in time.")
            )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote; `BadRules` where it will not do."""
        if data.get("format") not in (OLD_FORMAT, FORMAT) or data.get("kind") != "ladder":
            raise BadRules("format", _("These are not the rules of a season of a ladder."))
        challenges = OLD_CHALLENGES | data["challenges"]
        plain: dict[str, Any] = {name: data[name] for name in _PLAIN}
        plain |= {name: datetime.fromisoformat(data[name]) for name in MOMENTS}
        return cls(
            **plain,
            pace=Pace.from_json(data["pace"]),
            absence=Absence.from_json(data["absence"]) or POLICIES[TOURNAMENT],
            order=Order(data["order"]),
            names=Names(data["names"]),
            challenges=ChallengeRules(**challenges | {"reach": Reach(challenges["reach"])}),
            money=PrizeRules.from_json(data["money"]) if data.get("money") else None,
            format=data["format"],
        )

    def renewed(self) -> Self:
        """These rules as a draft of today has them: what an old format does not know takes its default."""
        if self.format == FORMAT:
            return self
        most = self.smallest - 1
        challenges = replace(self.challenges, decline_pause_days=ChallengeRules().decline_pause_days)
        money = self.money and self.money.renewed()
        return replace(
            self,
            challenges=challenges,
            least_games=min(self.least_games, most),
            money=money and replace(money, prize_games=min(money.prize_games, most)),
            format=FORMAT,
        )

    def check_draft(self) -> None:
        """Refuse (`BadRules`) what a season must not ask for, though one that was announced may have it: more
        games than there are other players in the smallest field, each of whom counts twice at most; real
        money that one person alone records.
        """
        if self.money is not None:
            self.money.check_draft()
        money_games = self.money.prize_games if self.money else 0
        for field_, number in (("least_games", self.least_games), ("prize_games", money_games)):
            if number > self.smallest - 1:
                said = {"most": self.smallest - 1, "smallest": self.smallest}
                words = _("At most %(most)d: with %(smallest)d players everyone has that many opponents.")
                raise BadRules(field_, words % said)

    def to_json(self) -> dict[str, Any]:
        """The rules in full, in plain JSON values."""
        return {
            "format": self.format,
            "kind": "ladder",
            **{name: getattr(self, name) for name in _PLAIN},
            "settings": dict(self.settings),
            **{name: written(getattr(self, name)) for name in MOMENTS},
            "pace": self.pace.to_json(),
            "absence": self.absence.to_json(),
            "order": self.order.value,
            "names": self.names.value,
            "challenges": self._challenges_in_json(),
            # Left out where there is none: seasons without money keep the hash they had before.
            **({"money": self.money.to_json()} if self.money else {}),
        }

    def _challenges_in_json(self) -> dict[str, Any]:
        found = asdict(self.challenges) | {"reach": self.challenges.reach.value}
        if self.format == OLD_FORMAT:
            found = {name: value for name, value in found.items() if name not in OLD_CHALLENGES}
        return found

    @property
    def sha256(self) -> str:
        return sha256_of(self.to_json())

    @property
    def is_by_rating(self) -> bool:
        """Whether ratings make the first table. Its draw then only decides between equal ones: no words."""
        return self.order is Order.RATING

    @property
    def dispute_window(self) -> timedelta:
        return timedelta(days=self.dispute_days)


OLD_CHALLENGES: Final[Mapping[str, Any]] = {"decline_pause_days": 0}
"""What rules of the old format do not say of challenges, and how they are meant."""

_PLAIN: Final = (
    "name",
    "league",
    "variant",
    "settings",
    "zone",
    "press",
    *(name for name in BOUNDS),
    "verified",
    "invitation",
    "previous",
)


def written(moment: datetime) -> str:
    """A moment as exports write it: UTC, to the microsecond."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _check_number(name: str, number: Any, bounds: tuple[int, int]) -> None:
    least, most = bounds
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise BadRules(
            name, _("Choose a number from %(least)d to %(most)d.") % {"least": least, "most": most}
        )
