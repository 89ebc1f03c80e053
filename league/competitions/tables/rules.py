"""The rules of tables of seven: rounds, what counts of them, how a game is scored, and the final round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _

from league.competitions.errors import BadRules
from league.competitions.rules import common_rules as common
from league.competitions.rules.calendar import longest_game, usual_game
from league.competitions.rules.rule import (
    Amount,
    Amounts,
    Choice,
    Flag,
    Group,
    Number,
    Rule,
)
from league.competitions.tables.ended import SEATS, Ended, Scores
from league.competitions.tables.free_rules import USUAL, FreeRules
from league.competitions.tables.rule_words import (
    BY_HAND,
    DRAWING,
    FINAL,
    POINTS,
    ROUNDS,
    SCORING,
    SIT_OUT,
    TABLES,
)
from league.competitions.tables.scoring import SYSTEMS
from league.competitions.tables.standings import CHAIN
from league.competitions.tables.systems import SCORINGS, Powers, Rulebook, System

LARGEST: Final = 490
MOST_ROUNDS: Final = 8
CHECK_IN: Final = timedelta(hours=48)
"""How long one can check in for a round."""
LOOKING: Final = timedelta(hours=12)
"""How long a drawing is looked at before its round begins by itself."""

AN_EVENT: Final = timedelta(hours=8)
"""How long a round takes at which people meet."""

DRAW: Final = "draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesRules(common.CommonRules):
    """What an event at tables of seven is played by."""

    KIND: ClassVar = "tables"
    NOT_OF_KIND: ClassVar = _("These are not the rules of tables of seven.")
    SECTIONS: ClassVar = (common.GAME, common.DATES, common.ENTERING, TABLES, POINTS, common.RESULTS)
    VARIANTS: ClassVar = ("standard",)
    SEATS: ClassVar = SEATS
    LAST_YEAR: ClassVar = 1907
    LASTS: ClassVar = 240
    ABSENCE: ClassVar = replace(common.STRICTEST, holidays=0)
    MOST_PRIZE_GAMES: ClassVar = MOST_ROUNDS
    PRIZE_GAMES: ClassVar = 1

    variant: Annotated[str, Rule(common.PLAYED, asked=False)] = "standard"
    smallest: Annotated[
        int,
        Number(
            common.PLACES,
            _("Minimum players"),
            _(
                "With fewer when entries close, you can extend entries once; otherwise the season is "
                "cancelled."
            ),
            bounds=(SEATS, LARGEST),
            at_first=True,
        ),
    ] = SEATS
    largest: Annotated[
        int,
        Number(
            common.PLACES,
            _("Maximum players"),
            _("Later entries go on the list of substitutes."),
            bounds=(SEATS, LARGEST),
            at_first=True,
        ),
    ] = 49
    ruling_days: Annotated[int, common.RULING_DAYS] = 7
    rulebook: Annotated[
        Rulebook,
        Choice(
            common.PLAYED,
            _("Rulebook"),
            writes=str,
            reads=Rulebook,
            words={Rulebook.CLASSIC: _("The classic rulebook"), Rulebook.MODERN: _("The modern rulebook")},
        ),
    ] = Rulebook.MODERN
    rounds: Annotated[
        int, Number(ROUNDS, _("Rounds"), _("The final round, too."), bounds=(1, MOST_ROUNDS), at_first=True)
    ] = 3
    best_of: Annotated[
        int,
        Number(ROUNDS, _("Scores that count"), _("The best ones of each player."), bounds=(1, MOST_ROUNDS)),
    ] = 2
    by_hand: Annotated[
        bool,
        Flag(
            BY_HAND,
            _("Games are played elsewhere, and the organisers enter their results"),
            _("For events at which people meet. You check them in, and begin each round when you like."),
            may_lack=True,
            unsaid=False,
        ),
    ] = False
    by_rating: Annotated[
        bool,
        Flag(DRAWING, _("In round 1 the best rated players sit at different tables")),
    ] = False
    weights: Annotated[
        tuple[Fraction, ...],
        Amounts(
            ROUNDS,
            _("Weights of the scores that count"),
            _("With spaces between them, such as 1 4/5 2/5. Empty: all count in full."),
            bounds=(0, 1),
            may_lack=True,
            unsaid=(),
        ),
    ] = ()
    final: Annotated[
        bool,
        Flag(FINAL, _("The last round is a final: the best seven play at one table"), at_first=True),
    ] = True
    top_powers: Annotated[
        Powers,
        Choice(
            FINAL,
            _("Powers at the top board"),
            writes=str,
            reads=Powers,
            words={
                Powers.DRAW: _("By draw"),
                Powers.RANKINGS: _("By the players’ rankings, in order of standing"),
            },
        ),
    ] = Powers.DRAW
    sit_out: Annotated[
        Fraction,
        Amount(
            SIT_OUT,
            _("Points for sitting out"),
            _("Also those of a game that an arbiter voids. A seventh of 100 is about 14."),
            bounds=(0, 100000),
        ),
    ] = Fraction(14)
    scoring: Annotated[
        System,
        Choice(
            SCORING,
            _("Scoring"),
            _("The scoring page shows each of them on the same boards."),
            at_first=True,
            writes=str,
            reads=System,
            words=SCORINGS,
        ),
    ] = System.SQUARES
    free: Annotated[FreeRules, Group(of=FreeRules, may_lack=True, unsaid=USUAL)] = USUAL
    ties: Annotated[tuple[str, ...], Rule(asked=False, writes=list, reads=tuple)] = (*CHAIN, DRAW)

    def __post_init__(self) -> None:
        """Refuse (`BadRules`) what cannot be kept."""
        if self.variant != "standard" or self.settings.get("players", SEATS) != SEATS:
            raise BadRules("variant", _("Choose Diplomacy for seven."))
        if not self.settings.get("last_year"):
            raise BadRules("last_year", _("Choose the last game year (HR-10)."))
        if self.best_of > self.rounds:
            said = {"count": self.rounds}
            raise BadRules("best_of", _("No more scores can count than there are rounds: %(count)d.") % said)
        if self.weights and len(self.weights) != self.best_of:
            said = {"count": self.best_of}
            raise BadRules("weights", _("Give a weight for each score that counts: %(count)d.") % said)
        if self.by_hand and self.dispute_days:
            raise BadRules(
                "dispute_days", _("Choose 0 days: results that the organisers enter can’t be disputed here.")
            )
        if self.final and self.rounds == 1:
            raise BadRules("final", _("A final needs a round before it."))
        common.CommonRules.__post_init__(self)

    @property
    def most_games(self) -> int:
        return self.rounds

    @property
    def has_votes(self) -> bool:
        """Whether draws are voted: only where the scoring reads them."""
        return self.scoring is not System.FREE and SYSTEMS[self.scoring].reads_votes

    @property
    def scores(self) -> Callable[[Ended], Scores]:
        """What a game comes to for each power."""
        return self.free.points.scores if self.scoring is System.FREE else SYSTEMS[self.scoring].scores

    @property
    def counting(self) -> tuple[Fraction, ...]:
        """The weight of each score that counts, the best first."""
        return self.weights or (Fraction(1),) * self.best_of

    def last_days(self, rounds: int) -> Iterator[datetime]:
        """By when each of so many rounds is over at the latest: its longest game, disputed and ruled on."""
        at = self.starts_at
        for number in range(rounds):
            if self.by_hand:
                yield self.starts_at + (number + 1) * AN_EVENT
                continue
            begins = at + (CHECK_IN + LOOKING if number else timedelta(0))
            game = (self.variant, self.settings, self.pace, self.absence, begins)
            end = longest_game(*game).ends_at
            if years := end.year - begins.year:  # days off are those of every year that it touches
                end = longest_game(*game, years=1 + years).ends_at
            at = end + timedelta(days=self.dispute_days + self.ruling_days)
            yield at

    def usual_end(self, rounds: int) -> datetime:
        """When so many rounds are over as a rule: no one disputes, and the next is called at once."""
        at = self.starts_at
        if self.by_hand:
            return at + rounds * AN_EVENT
        for number in range(rounds):
            begins = at + (CHECK_IN + LOOKING if number else timedelta(0))
            lasts = usual_game(self.variant, self.settings, self.pace, begins)
            at = begins + lasts + timedelta(days=self.dispute_days)
        return at

    @property
    def check_in_until(self) -> datetime:
        """When check-in for the first round closes, and it is drawn."""
        return self.starts_at - LOOKING


def settings_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The engine's settings of its games, by what the form was given."""
    return {
        "players": SEATS,
        "rulebook": str(given.get("rulebook", Rulebook.MODERN)),
        "last_year": given["last_year"],
    }
