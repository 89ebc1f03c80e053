"""The rules of tables of seven: rounds, what counts of them, how a game is scored, and the final round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
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
    Row,
    Rule,
    Section,
    always,
    words_of,
)
from league.competitions.tables.ended import SEATS, Ended, Scores
from league.competitions.tables.free_points import FreePoints, Ties
from league.competitions.tables.scoring import SYSTEMS
from league.competitions.tables.standings import CHAIN

LARGEST: Final = 490
MOST_ROUNDS: Final = 8
CHECK_IN: Final = timedelta(hours=48)
"""How long one can check in for a round."""
LOOKING: Final = timedelta(hours=12)
"""How long a drawing is looked at before its round begins by itself."""

AN_EVENT: Final = timedelta(hours=8)
"""How long a round takes at which people meet."""

DRAW: Final = "draw"


class System(StrEnum):
    """How games are scored: by a system of the hobby, or by the organisers' own points."""

    C_DIPLO_73 = "c-diplo-73"
    C_DIPLO_100 = "c-diplo-100"
    NAMUR = "c-diplo-namur"
    SQUARES = "squares"
    DRAW_SIZE = "draw-size"
    DIXIE = "dixie"
    CARNAGE = "carnage-2023"
    OPEN_TRIBUTE = "open-tribute"
    BANGKOK = "bangkok-2020"
    FREE = "free"


SCORINGS: Final[Mapping[Any, Promise | str]] = {
    **{System(key): each.name for key, each in SYSTEMS.items()},
    System.FREE: _("Our own points, below"),
}


class Rulebook(StrEnum):
    CLASSIC = "classic"
    MODERN = "modern"


class Powers(StrEnum):
    """Who plays what at the top table."""

    DRAW = "draw"
    RANKINGS = "rankings"


def _rounds(rules: TablesRules) -> str:
    rounds = ngettext("%(count)d round.", "%(count)d rounds.", rules.rounds) % {"count": rules.rounds}
    counted = ngettext("The best score counts.", "The best %(count)d scores count.", rules.best_of)
    said = f"{rounds} {counted % {'count': rules.best_of}}"
    if rules.weights:
        weights = {"weights": ", ".join(map(str, rules.weights))}
        said += " " + gettext("From the best on they are multiplied by %(weights)s.") % weights
    return said


def _scoring(rules: TablesRules) -> str:
    if rules.scoring is System.FREE:
        return gettext("The organisers’ own points, as the scoring page shows them.")
    formula = SYSTEMS[rules.scoring].formula
    said = {"system": words_of(rules, "scoring"), "rule": formula.rule, "solo": formula.solo}
    return gettext(
        "%(system)s: %(rule)s. A solo gives %(solo)s, the others then %(lost)s. Fractions are exact."
    ) % (said | {"lost": formula.lost})


def _draws(rules: TablesRules) -> str:
    if rules.has_votes:
        return gettext("Players can end a game by a draw that all of them vote for; the scoring reads it.")
    return gettext("No draws by vote: the scoring does not read them (HR-10).")


def _by_hand(rules: TablesRules) -> str:
    if not rules.by_hand:
        return ""
    return gettext(
        "They are played elsewhere. The organisers enter the centres by year, and correct what is wrong with "
        "a reason that everyone reads. Such games count in this event alone: neither ratings nor records."
    )


def _drawing(rules: TablesRules) -> str:
    said = gettext(
        "A committed draw makes the starting order, and swaps improve it. In this order they avoid: pairs "
        "that are kept apart; the same players again; a power again; the same neighbours."
    )
    if rules.by_rating:
        said += " " + gettext("In round 1 the best rated players sit at different tables.")
    return said


def _sit_out(rules: TablesRules) -> str:
    return gettext(
        "If the players who checked in make no full tables, substitutes and then volunteers fill one more. "
        "Otherwise the rest sit out with %(score)s points; no one sits out twice before everyone has once."
    ) % {"score": rules.sit_out}


def _final(rules: TablesRules) -> str:
    if not rules.final:
        return gettext("None: the standings after the last round are final.")
    if rules.top_powers is Powers.RANKINGS:
        powers = gettext("Its players rank the powers as they check in; the best placed chooses first.")
    else:
        powers = gettext("Its powers are drawn.")
    return gettext(
        "In the last round the best seven play the top table; a player who does not check in makes room "
        "for the next. %(powers)s The others sit by standing. Places 1 to 7: the score at the top table, "
        "then the standing before it. From 8 on this round counts as any other."
    ) % {"powers": powers}


ROUNDS = Row(_("Rounds"), _rounds)
CHECKING_IN = always(
    _("Check-in"),
    _(
        "One click in the 48 hours before a round is drawn. Not checked in: no game and 0 points. The "
        "drawing stands for 12 hours before the round begins; meanwhile the organisers can draw again or "
        "swap two players, with a reason that everyone reads. With fewer than seven there is no further "
        "round."
    ),
)
BY_HAND = Row(_("Games"), _by_hand)
DRAWING = Row(_("Tables"), _drawing)
SIT_OUT = Row(_("Who sits out"), _sit_out)
SCORING = Row(_("Scoring"), _scoring)
VOTES = Row(_("Draws"), _draws)
READ = always(
    _("What a score reads"),
    _(
        "Centres at the last change of ownership; a solo (18 centres); who shares a draw; the first year "
        "without a centre. Ratings and records count the game by the rulebook all the same (RB-13)."
    ),
)
TIES = always(
    _("Equal on points"),
    _(
        "Head to head, between two alone; best game; second best; centres and board tops in the rounds "
        "that count; best score that does not count. Those whom the draw alone separates share prizes."
    ),
)
VOID = always(
    _("Void games"),
    _(
        "By a ruling: all seven have the points of sitting out. By silence: 0. A seat that no one takes "
        "over is in civil disorder; its score stays the entrant’s."
    ),
)
SECOND = always(
    _("Second seats"),
    _(
        "A substitute who fills a table, and a volunteer’s second seat, score for the other six alone and "
        "win nothing; they count as met, and as a power played."
    ),
)
FINAL = Row(_("Final round"), _final)
PRIZES = always(
    _("Substitutes and prizes"),
    _(
        "A score belongs to the entrant. If the entrant gave a seat up, resigned, was removed or "
        "disqualified, the prize is shared by substitutes, by the game years each held of all those in "
        "the rounds that count; the entrant’s part is no one’s."
    ),
)
TABLES = Section(_("Rounds and tables"), (ROUNDS, BY_HAND, CHECKING_IN, DRAWING, SIT_OUT, SECOND, FINAL))
POINTS = Section(_("Scoring"), (SCORING, VOTES, READ, TIES, VOID, PRIZES))


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeRules:
    """The table of points that organisers make for themselves."""

    places: Annotated[
        tuple[Fraction, ...],
        Amounts(
            SCORING,
            _("Own points: by place"),
            _("Seven numbers with spaces between them, from the first place."),
            bounds=(0, 100000),
            count=SEATS,
        ),
    ] = tuple(map(Fraction, (38, 14, 7, 0, 0, 0, 0)))
    place_ties: Annotated[
        Ties,
        Choice(
            SCORING,
            _("Own points: equal places"),
            writes=str,
            reads=Ties,
            words={Ties.SHARED: _("share their points"), Ties.LOWER: _("get those of the last of them")},
        ),
    ] = Ties.SHARED
    centre: Annotated[Fraction, Amount(SCORING, _("Own points: each centre"), bounds=(0, 100000))] = Fraction(
        1
    )
    survival: Annotated[Fraction, Amount(SCORING, _("Own points: survival"), bounds=(0, 100000))] = Fraction(
        1
    )
    lead: Annotated[
        Fraction, Amount(SCORING, _("Own points: each centre of a lead alone"), bounds=(0, 100000))
    ] = Fraction(0)
    solo: Annotated[Fraction, Amount(SCORING, _("Own points: a solo"), bounds=(0, 1000000))] = Fraction(100)
    lost: Annotated[Fraction, Amount(SCORING, _("Own points: losing to a solo"), bounds=(0, 1000000))] = (
        Fraction(0)
    )
    dead_by_year: Annotated[
        bool,
        Flag(SCORING, _("Own points: who is eliminated later stands better")),
    ] = False

    @property
    def points(self) -> FreePoints:
        return FreePoints(
            self.places,
            self.place_ties,
            self.centre,
            self.survival,
            self.lead,
            self.solo,
            self.lost,
            self.dead_by_year,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesRules(common.CommonRules):
    """What an event at tables of seven is played by."""

    KIND: ClassVar = "tables"
    NOT_OF_KIND: ClassVar = _("These are not the rules of tables of seven.")
    SECTIONS: ClassVar = (common.GAME, common.DATES, common.ENTERING, TABLES, POINTS, common.RESULTS)
    VARIANTS: ClassVar = ("standard",)
    SEATS: ClassVar = SEATS
    LAST_YEAR: ClassVar = 1907
    LASTS: ClassVar = 900
    ABSENCE: ClassVar = replace(common.STRICTEST, holidays=0)
    MOST_PRIZE_GAMES: ClassVar = MOST_ROUNDS
    PRIZE_GAMES: ClassVar = 1

    variant: Annotated[str, Rule(common.PLAYED, asked=False)] = "standard"
    smallest: Annotated[
        int,
        Number(
            common.PLACES,
            _("Fewest players"),
            _(
                "With fewer entries when they close, you can extend the registration once; otherwise the "
                "season is cancelled."
            ),
            bounds=(SEATS, LARGEST),
            at_first=True,
        ),
    ] = SEATS
    largest: Annotated[
        int,
        Number(
            common.PLACES,
            _("Most players"),
            _("Those who come later go on the list of substitutes."),
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
            _("Powers at the top table"),
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
    free: Annotated[FreeRules, Group(of=FreeRules, may_lack=True, unsaid=FreeRules())] = FreeRules()
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
                "dispute_days", _("Results that the organisers enter are not disputed here: choose 0 days.")
            )
        if self.final and self.rounds == 1:
            raise BadRules("final", _("A final needs a round before it."))
        common.CommonRules.__post_init__(self)

    @property
    def most_games(self) -> int:
        return self.rounds

    @property
    def has_votes(self) -> bool:
        """Where the scoring reads it."""
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
        """When so many rounds are over as a rule: nobody disputes, and the next is called at once."""
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
