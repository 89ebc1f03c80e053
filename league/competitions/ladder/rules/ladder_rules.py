"""The rules of a ladder's season: one value, checked, written as canonical JSON and frozen with its hash.

Everything that a season decides by stands here; a game of the season carries the same object. Moments are
UTC in JSON; the zone in which its days were meant stands beside them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, ClassVar, Final, Self

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.competitions.errors import BadRules
from league.competitions.ladder.rules.challenge_rules import CHALLENGES, ChallengeRules
from league.competitions.rules.common_rules import (
    DATES,
    DAYS,
    ENTERING,
    GAME,
    RESULTS,
    CommonRules,
    check_for_two,
)
from league.competitions.rules.rule import (
    OLD_FORMAT,
    Choice,
    Group,
    Moment,
    Number,
    Row,
    Rule,
    Section,
    always,
    words_of,
)
from league.ratings.parameters import NEWCOMER_POINTS


class Order(StrEnum):
    """What the first table is made by: a draw; the last season, with those that it does not place drawn
    below; or ratings, with a draw among equal ones.
    """

    DRAW = "draw"
    PREVIOUS = "previous"
    RATING = "rating"


ORDERS: Final = {
    Order.DRAW: _("Random draw"),
    Order.PREVIOUS: _("By last season’s final ranking; the others come below, in random order"),
    Order.RATING: _("By rating, the highest first; equal ratings in random order"),
}


def _starting_order(rules: LadderRules) -> str:
    order = words_of(rules, "order")
    if not rules.is_by_rating:
        return order
    said = gettext(
        "%(order)s. What counts is the rating in this league when the season starts, a provisional one too; "
        "no rating counts as %(points)d."
    )
    return said % {"order": order, "points": NEWCOMER_POINTS}


def _declining(rules: LadderRules) -> str:
    if not rules.cost:
        return gettext("Costs nothing.")
    cost = ngettext("%(count)d rank", "%(count)d ranks", rules.cost) % {"count": rules.cost}
    order = gettext("Answers count in the order in which they are given or due.")
    if not rules.free_declines:
        said = gettext("Each costs %(cost)s. Not answering in time counts as declining.")
        return f"{said % {'cost': cost}} {order}"
    said = ngettext(
        "The first is free; each later one costs %(cost)s. Not answering in time counts as declining.",
        "The first %(count)d are free; each later one costs %(cost)s. Not answering in time counts as "
        "declining.",
        rules.free_declines,
    )
    return f"{said % {'count': rules.free_declines, 'cost': cost}} {order}"


def _idle(rules: LadderRules) -> str:
    if not rules.idle_weeks or not rules.cost:
        return gettext("Cost nothing.")
    cost = ngettext("%(count)d rank", "%(count)d ranks", rules.cost) % {"count": rules.cost}
    said = ngettext(
        "Each inactive week costs %(cost)s.",
        "%(count)d inactive weeks in a row cost %(cost)s; then counting restarts.",
        rules.idle_weeks,
    )
    when = gettext(
        "A week is inactive if you had no season game, no holiday and no challenge in it, although you "
        "could have challenged someone every night. Weeks run from the season’s first day; late "
        "entrants begin with the next week. A challenge counts if it "
        "was accepted, declined or cancelled in the week, whenever you made it. It also counts if it "
        "waited for at least 24 hours of that week. One that you withdraw, or that a suspension "
        "cancels, counts only if it waited those 24 hours. One made in the last 24 hours that still "
        "waits counts for the next week. Your own waiting challenges don’t change whom you could have "
        "challenged. The site checks at midnight; a week in which it missed a check is never inactive."
    )
    return f"{said % {'count': rules.idle_weeks, 'cost': cost}} {when}"


def _ranked(rules: LadderRules) -> str:
    if not rules.least_games:
        return ""
    said = ngettext(
        "%(count)d game. Void games and your own forfeits do not count.",
        "%(count)d games. Void games and your own forfeits do not count.",
        rules.least_games,
    )
    return said % {"count": rules.least_games}


def _counting(rules: LadderRules) -> str:
    if rules.format == OLD_FORMAT or not (rules.least_games or rules.money):
        return ""
    return gettext(
        "For the final ranking and prizes, only the first two games against the same player count. A game "
        "that ends before its first autumn is resolved counts for its winner only. Only one such game "
        "counts against each opponent. Ranks move with every game."
    )


ORDER = Row(_("Starting order"), _starting_order)
WINNING = always(
    _("A win over a higher rank"),
    _(
        "The winner takes the loser’s rank. If the loser’s rank changed since the challenge, the "
        "worse of the two counts. A win never moves you down."
    ),
)
DECLINING = Row(_("Declining"), _declining)
IDLE = Row(_("Inactive weeks"), _idle)
RANKED = Row(_("For the final ranking"), _ranked)
COUNTING = Row(_("Games that count"), _counting)
RANKS = Section(_("Ranks"), (ORDER, WINNING, DECLINING, IDLE, RANKED, COUNTING))


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRules(CommonRules):
    """What a season of the ladder is played by.

    `idle_weeks` 0: idle weeks cost nothing; `free_declines` are the first ones, that cost nothing; each later
    one, and every `idle_weeks` idle weeks, cost `cost` ranks. `least_games` is how many games of the season
    it takes for a final place. `previous` is the code of the season before, whose final places order this
    one where `order` says so.
    """

    KIND: ClassVar = "ladder"
    NOT_OF_KIND: ClassVar = _("These are not the rules of a season of a ladder.")
    SECTIONS: ClassVar = (GAME, DATES, ENTERING, CHALLENGES, RANKS, RESULTS)

    challenges_until: Annotated[datetime, Moment(DAYS, _("Last moment to challenge"), asked=False)]
    challenges: Annotated[ChallengeRules, Group(of=ChallengeRules)] = field(default_factory=ChallengeRules)
    order: Annotated[Order, Choice(ORDER, _("Starting order"), words=ORDERS, writes=str, reads=Order)] = (
        Order.DRAW
    )
    previous: Annotated[str, Rule(ORDER)] = ""
    free_declines: Annotated[
        int, Number(DECLINING, _("Free declines"), _("The first ones of each player."), bounds=(0, 20))
    ] = 1
    idle_weeks: Annotated[
        int,
        Number(
            IDLE,
            _("Inactive weeks in a row that cost ranks"),
            _("0: inactive weeks cost nothing."),
            bounds=(0, 52),
        ),
    ] = 4
    cost: Annotated[
        int,
        Number(DECLINING, _("Ranks lost by declining or inactivity"), _("0: nothing."), bounds=(0, 100)),
    ] = 3
    least_games: Annotated[int, Number(RANKED, _("Games needed for the final ranking"), bounds=(0, 50))] = 3

    def __post_init__(self) -> None:
        """Refuse (`BadRules`) what cannot be kept."""
        check_for_two(self)
        CommonRules.__post_init__(self)  # slots make another class, which `super()` does not know
        if self.order is Order.PREVIOUS and not self.previous:
            raise BadRules("order", _("There is no earlier season to take the starting order from."))
        if self.challenges_until <= self.starts_at:
            raise BadRules(
                "ends_at", _("The season is too short: a game begun on its first day could not end in time.")
            )

    def renewed(self) -> Self:
        rules = CommonRules.renewed(self)
        return rules if rules is self else replace(rules, least_games=min(self.least_games, self.most_games))

    def check_draft(self) -> None:
        self._check_games("least_games", self.least_games)
        CommonRules.check_draft(self)

    @property
    def sure_games(self) -> int:
        """How many games one has time for, as many at a time as one may, if each takes its longest: the last
        ones begin with a challenge of the last moment. 0: that cannot be said.
        """
        longest = self.ends_at - self.challenges_until
        if longest <= timedelta(0):
            return 0
        return self.challenges.games * (1 + (self.challenges_until - self.starts_at) // longest)

    @property
    def prize_games(self) -> int:
        """How many games it takes for a prize; 0 without prize money."""
        return self.money.prize_games if self.money else 0

    @property
    def is_by_rating(self) -> bool:
        """Whether ratings make the first table. Its draw then only decides between equal ones: no words."""
        return self.order is Order.RATING


def of_ladder(rules: CommonRules) -> LadderRules:
    """The rules of a season that is known to be a ladder's."""
    if not isinstance(rules, LadderRules):
        raise TypeError(f"rules of a {rules.KIND}, not of a ladder")
    return rules
