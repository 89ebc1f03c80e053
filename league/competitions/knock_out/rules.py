"""The rules of a knock-out: those that every competition has, who is seeded where, and what an undecided game
comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.agreed.replays import replay_settings
from league.competitions.errors import BadRules
from league.competitions.knock_out.bracket import rounds_of
from league.competitions.rules import common_rules as common
from league.competitions.rules.calendar import FIRST_YEAR, longest_game, usual_game
from league.competitions.rules.rule import Choice, Flag, Moment, Number, Row, Section, always

LARGEST: Final = 512


class Seeding(StrEnum):
    """Where the seeds come from."""

    DRAW = "draw"
    RATING = "rating"
    HAND = "hand"


def _seeds(rules: KnockOutRules) -> str:
    said = {
        Seeding.DRAW: gettext("A random draw when entries close."),
        Seeding.RATING: gettext("By rating when entries close; equal ratings by a draw."),
        Seeding.HAND: gettext(
            "A random draw when entries close. Until the first games the organisers can change the order, "
            "with a reason that everyone can read."
        ),
    }
    return said[rules.seeding]


def _undecided(rules: KnockOutRules) -> str:
    first = (
        gettext(
            "One replay: home powers swapped, last game year two years earlier. If that is undecided too, "
            "HR-13 decides."
        )
        if rules.replay
        else gettext("No replay: HR-13 decides.")
    )
    measures = gettext(
        "The first difference says who goes on: (a) home centres at the end of the last finished year, "
        "(b) the treasury after it. Then (c) home centres of all years together, (d) centres under "
        "command, (e) fewer missed phases, (f) the draw. The game itself stays as it ended."
    )
    return f"{first} {measures}"


def _third(rules: KnockOutRules) -> str:
    if rules.third_place:
        return gettext("Those beaten in the semi-finals play for it.")
    return gettext("Both beaten in the semi-finals share it.")


def _last_days(rules: KnockOutRules) -> str:
    parts = gettext("the longest game, the days to dispute its result, and the days to rule on that")
    if rules.replay:
        parts = gettext(
            "the longest game, the days to dispute its result, the days to rule on that, and the same for "
            "a replay"
        )
    return gettext(
        "A game begins once both its players are known for certain. Each round has a last day: "
        "%(parts)s. If a game is still running then, an arbiter voids it and says who goes on "
        "(HR-13)."
    ) % {"parts": parts}


SEEDS = Row(_("Seeds"), _seeds)
BYES = always(
    _("Byes"),
    _("If there are not exactly 4, 8, 16 … players, the first seeds skip the first round."),
)
ROUNDS = Row(_("Rounds"), _last_days)
UNDECIDED = Row(_("Undecided games"), _undecided)
VOID = always(
    _("Void games"),
    _(
        "If neither player saves anything any more, neither goes on, and the next opponent has a "
        "walkover. If an arbiter voids a game, the arbiter says who goes on, or orders one "
        "replay. Without a decision in time, HR-13 decides."
    ),
)
WALKOVERS = always(
    _("Walkovers"),
    _(
        "If a player leaves before the next game or a replay, the other player goes on without "
        "playing. Before the first games, someone from the waiting list takes the place. If both "
        "leave, no one goes on. Places in the bracket that no one reaches stay empty."
    ),
)
SENT_AWAY = always(
    _("Disqualified winners"),
    _(
        "Before their next game: the player they beat goes on instead. After the final: no one "
        "wins the cup, and no one moves up. A disqualified player wins nothing."
    ),
)
LATER = always(
    _("Later rulings"),
    _("They change results, ratings and prizes by round, never the bracket or the places."),
)
THIRD = Row(_("Third place"), _third)
PLACES = always(
    _("Final places"),
    _(
        "The final decides places 1 and 2. Players who go out in the same round share its places."
        " Behind them come those whose game was void because neither saved anything. If no one "
        "wins the final, place 1 stays empty and both share place 2. If only one semi-final was "
        "played, its loser is third without a game."
    ),
)
BRACKET = Section(
    _("Bracket"), (SEEDS, BYES, ROUNDS, UNDECIDED, VOID, WALKOVERS, SENT_AWAY, LATER, THIRD, PLACES)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOutRules(common.CommonRules):
    """What a knock-out is played by."""

    KIND: ClassVar = "elimination"
    NOT_OF_KIND: ClassVar = _("These are not the rules of a knock-out.")
    SECTIONS: ClassVar = (common.GAME, common.DATES, common.ENTERING, BRACKET, common.RESULTS)

    ends_at: Annotated[
        datetime,
        Moment(
            common.DAYS,
            _("By when must it end?"),
            _("Not before all its rounds can be over, each of the longest games."),
            at_first=True,
        ),
    ]
    smallest: Annotated[
        int,
        Number(
            common.PLACES,
            _("Minimum players"),
            _(
                "With fewer when entries close, you can extend entries once; otherwise the season is "
                "cancelled."
            ),
            bounds=(3, LARGEST),
            at_first=True,
        ),
    ] = 4
    largest: Annotated[
        int,
        Number(
            common.PLACES,
            _("Maximum players"),
            _("Later entries go on a waiting list."),
            bounds=(3, LARGEST),
            at_first=True,
        ),
    ] = 16
    VARIANTS: ClassVar = common.WITH_A_LAST_YEAR
    LASTS: ClassVar = 240
    HAS_OWN_PLACES: ClassVar = True
    MOST_PRIZE_GAMES: ClassVar = 3
    PRIZE_GAMES: ClassVar = 1

    ruling_days: Annotated[int, common.RULING_DAYS] = 5
    seeding: Annotated[
        Seeding,
        Choice(
            SEEDS,
            _("Seeds"),
            _(
                "Seeds 1 and 2 can only meet in the final; byes go to the first seeds. By rating: equal "
                "ratings are drawn at random. As the organisers choose: seeds are drawn, and you can "
                "change them until the first games, with a reason that everyone can read."
            ),
            at_first=True,
            writes=str,
            reads=Seeding,
            words={
                Seeding.DRAW: _("By draw"),
                Seeding.RATING: _("By rating"),
                Seeding.HAND: _("As the organisers choose"),
            },
        ),
    ] = Seeding.DRAW
    replay: Annotated[
        bool,
        Flag(
            UNDECIDED,
            _("Replay an undecided game once"),
            _("Each round then takes up to twice as long. Otherwise HR-13 says at once who goes on."),
        ),
    ] = False
    third_place: Annotated[
        bool,
        Flag(
            THIRD,
            _("Play for third place"),
            _("Between those beaten in the semi-finals; otherwise they share it."),
        ),
    ] = True

    def __post_init__(self) -> None:
        """Refuse (`BadRules`) what cannot be kept."""
        common.check_for_two(self)
        if self.variant not in common.WITH_A_LAST_YEAR:
            raise BadRules("variant", _("Choose Intimate Diplomacy: a knock-out needs a last game year."))
        common.CommonRules.__post_init__(self)

    @property
    def most_games(self) -> int:
        """Who wins the smallest field has played so many at least."""
        return min(self.MOST_PRIZE_GAMES, rounds_of(self.smallest))

    def rounds_with(self, people: int) -> int:
        return rounds_of(people)

    @property
    def is_by_rating(self) -> bool:
        return self.seeding is Seeding.RATING

    def last_days(self, rounds: int, since: datetime | None = None) -> Iterator[datetime]:
        """The last day of each of so many rounds, the first of which begins at the moment `since` (else when
        the season starts): every game of a round can be over then, with its replay, disputed and ruled on.
        """
        at, first_year = since or self.starts_at, self.settings.get("first_year", FIRST_YEAR)
        for _number in range(rounds):
            at = self._after(at, self.settings)
            if self.replay:
                at = self._after(at, replay_settings(self.settings, {}, first_year, swap=True))
            yield at

    def _after(self, begins_at: datetime, settings: Any) -> datetime:
        """By when a game that begins then can be over and its result final."""
        game = (self.variant, settings, self.pace, self.absence, begins_at)
        end = longest_game(*game).ends_at
        if years := end.year - begins_at.year:  # days off are those of every year that it touches
            end = longest_game(*game, years=1 + years).ends_at
        return end + timedelta(days=self.dispute_days + self.ruling_days)

    def usual_end(self, rounds: int) -> datetime:
        """When so many rounds are over as a rule: no one disputes, nothing is replayed."""
        at = self.starts_at
        for _number in range(rounds):
            game = usual_game(self.variant, self.settings, self.pace, at)
            at += game + timedelta(days=self.dispute_days)
        return at

    @property
    def most_rounds(self) -> int:
        return rounds_of(self.largest)
