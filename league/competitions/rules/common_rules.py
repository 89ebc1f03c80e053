"""The rules that every kind of competition has: each is said once, beside its field, as a `Rule`.

Code that asks for, checks, shows, writes or reads rules iterates them; a kind puts its own beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, Self

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.agreed.absence import POLICIES, TOURNAMENT, Absence
from games.agreed.pace import Pace
from games.common.words.zones import place_of, zone_names
from league.competitions.errors import BadRules
from league.competitions.rules import rule
from league.competitions.rules.canonical import sha256_of
from league.competitions.rules.prize_rules import BOUNDS, ROUNDS, PrizeRules
from league.competitions.rules.rule import (
    FORMAT,
    OLD_FORMAT,
    Choice,
    Flag,
    Moment,
    Number,
    Row,
    Rule,
    Section,
    always,
    table_of,
    words_of,
)


def _played_out(rules: CommonRules) -> str:
    days = ngettext(
        "Unfinished games have %(count)d more day. After that the last finished year decides "
        "(HR-7); if there is none, the game is void.",
        "Unfinished games have %(count)d more days. After that the last finished year decides "
        "(HR-7); if there is none, the game is void.",
        rules.playing_out_days,
    )
    return days % {"count": rules.playing_out_days}


def _places(rules: CommonRules) -> str:
    said = {"smallest": rules.smallest, "largest": rules.largest}
    words = gettext(
        "%(smallest)d to %(largest)d. With fewer, the organisers can extend entries once; if not,"
        " the season is cancelled. With more there is a waiting list."
    )
    return words % said


def entry_conditions(rules: CommonRules) -> list[str]:
    """What entering asks of a player, a sentence each, but for money."""
    found = []
    if rules.invitation:
        found.append(gettext("By invitation."))
    if rules.verified:
        found.append(gettext("A confirmed e-mail address."))
    if rules.entry_games:
        said = ngettext(
            "%(count)d finished game in this league.",
            "%(count)d finished games in this league.",
            rules.entry_games,
        )
        found.append(said % {"count": rules.entry_games})
    if rules.least_reliability:
        said = gettext("A reliability of %(count)d%% in this league.")
        found.append(said % {"count": rules.least_reliability})
    return found


def disputes(rules: CommonRules) -> str:
    """How long a result may be disputed."""
    if not rules.dispute_days:
        return gettext("None: results are final at once.")
    said = ngettext(
        "The players of a game can dispute its result for %(count)d day. It counts at once, "
        "marked provisional.",
        "The players of a game can dispute its result for %(count)d days. It counts at once, "
        "marked provisional.",
        rules.dispute_days,
    )
    return said % {"count": rules.dispute_days}


def _without_ruling(rules: CommonRules) -> str:
    days = ngettext("After %(count)d day", "After %(count)d days", rules.arbiter_days)
    said = {"days": days % {"count": rules.arbiter_days}, "all": rules.ruling_days}
    words = gettext(
        "%(days)s the site’s team is asked to name another arbiter. After %(all)d days the result stands."
    )
    return words % said if rules.dispute_days else ""


def _late(rules: CommonRules) -> str:
    if rules.challenges_until is None:
        return gettext("None: no one can enter after the season begins.")
    if rules.money is not None and rules.money.fee:
        return gettext("None: with an entry fee, no one can enter once entries have closed.")
    return gettext("At the bottom, until the last moment to challenge.")


def _suspensions(rules: CommonRules) -> str:
    if rules.challenges_until is None:
        return gettext(
            "A suspension in the league leaves the season’s games as they are. The log says who suspended."
        )
    return gettext(
        "A suspension in the league cancels the player’s unanswered challenges, sent and "
        "received; no ranks are lost. While it lasts, they start no game. The log says who "
        "suspended them."
    )


PLAYED = Row()
GAME = Section(_("The game"), (PLAYED,))


def _zone(rules: CommonRules) -> str:
    """Whose days the season's are, and in which zone the reader sees its times."""
    place, here = place_of(rules.zone), place_of(timezone.get_current_timezone_name())
    if place == here:
        return place
    said = {"place": place, "here": here}
    return (
        gettext("%(place)s: the season’s days begin and end there. Times are shown in your zone (%(here)s).")
        % said
    )


ZONE = Row(_("Time zone"), _zone)
DAYS = Row()
PLAYED_OUT = Row(_("After the last day"), _played_out)
DATES = Section(_("Dates"), (ZONE, DAYS, PLAYED_OUT))

PLACES = Row(_("Places"), _places)
CONDITIONS = Row()
LATE = Row(_("Late entries"), _late)
ENTERING = Section(_("Who can enter"), (PLACES, CONDITIONS, LATE))

DISPUTES = Row(_("Disputes"), disputes)
RULINGS = Row(_("Disputes without a ruling"), _without_ruling)
PLAYING_ORGANISERS = always(
    _("Organisers who play"),
    _(
        "They can’t suspend, remove or ban a player of the season, nor take the organiser’s role "
        "from someone outside it. Another organiser does it. If all of them play, an arbiter "
        "confirms it first."
    ),
)
SUSPENSIONS = Row(_("Suspensions"), _suspensions)
NAMES = Row(_("Names in exports"), lambda rules: words_of(rules, "names"))
RESULTS = Section(_("Results and arbiters"), (DISPUTES, RULINGS, PLAYING_ORGANISERS, SUSPENSIONS, NAMES))


class Names(StrEnum):
    """Under what names people appear in exports and public statements."""

    PEOPLE = "people"
    NUMBERS = "numbers"


STRICTEST: Final = POLICIES[TOURNAMENT]
"""The policy that competitions are played by (HR-10)."""


def _absence(data: Mapping[str, Any]) -> Absence:
    return Absence.from_json(data) or STRICTEST


GAMES_FOR_TWO: Final = ("intimate", "intimate-ii", "standard")
"""Variants that competitions for two are played in; the last with its settings for two, the Great War."""

WITH_A_LAST_YEAR: Final = ("intimate", "intimate-ii")
"""Those that can, and in a competition do, end with a game year (HR-7); the Great War has none (RB-20)."""

MOST_DISPUTE_DAYS: Final = 7
RULING_DAYS: Final = Number(
    RULINGS,
    _("Days to rule on a dispute"),
    _("If no arbiter rules by then, the result stands."),
    bounds=(3, 28),
    may_lack=True,
    unsaid=28,
)
"""Rules that leave it out mean 28, whatever their kind starts from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonRules:
    """What a season of any competition is played by.

    `entry_games` are the games that one has finished in the league before one can enter. `dispute_days` is
    the window in which a result is provisional, `ruling_days` how long after a dispute the result stands if
    no one has ruled, `playing_out_days` how long the final table waits for games that are open on the last
    day. `challenges_until` is None where no one makes a game by challenging, and
    `money` where no one pays or wins any. `format` says by which
    edition of the rules of competitions all this is read: docs/season-export.md.
    """

    KIND: ClassVar[str]
    NOT_OF_KIND: ClassVar[Promise]
    """What is said of rules of another kind."""
    SECTIONS: ClassVar[Sequence[Section]]
    VARIANTS: ClassVar[Sequence[str]] = GAMES_FOR_TWO
    """The variants that the form offers."""
    ABSENCE: ClassVar[Absence] = STRICTEST
    """What follows from misses in a new draft that starts from no card."""
    SEATS: ClassVar[int] = 2
    """How many play one game."""
    LAST_YEAR: ClassVar[int] = 1904
    LASTS: ClassVar[int] = 120
    """Its last game year, and the days that it lasts."""
    MOST_PRIZE_GAMES: ClassVar[int] = BOUNDS["prize_games"][1]
    PRIZE_GAMES: ClassVar[int] = PrizeRules().prize_games
    """How many games a prize can need at most, and how many it needs in a new draft."""
    HAS_OWN_PLACES: ClassVar[bool] = False
    """Whether places have prizes of their own, whichever player wins them: its final places say to which they
    go (`FinalRank.last`). Else those who may win are numbered again.
    """

    name: Annotated[str, Rule(asked_in=GAME, at_first=True)]
    league: Annotated[str, Rule(asked=False)]
    variant: Annotated[str, Rule(PLAYED, at_first=True)]
    settings: Annotated[
        Mapping[str, Any], Rule(PLAYED, asked_as="last_year", at_first=True, writes=dict, reads=dict)
    ]
    pace: Annotated[Pace, Rule(PLAYED, asked=False, writes=Pace.to_json, reads=Pace.from_json)]
    zone: Annotated[str, Rule(ZONE)]
    enters_from: Annotated[datetime, Moment(DAYS, _("Entries open"))]
    enters_until: Annotated[datetime, Moment(DAYS, _("Entries close"), at_first=True)]
    starts_at: Annotated[datetime, Moment(DAYS, _("Season starts"), at_first=True)]
    challenges_until: Annotated[
        datetime | None, Moment(DAYS, _("Last moment to challenge"), asked=False, may_lack=True)
    ] = None
    ends_at: Annotated[
        datetime,
        Moment(
            DAYS,
            _("Season ends"),
            _("Every game can end by then: it decides until when games can begin."),
            at_first=True,
        ),
    ]
    press: Annotated[str, Rule(PLAYED)] = "open"
    absence: Annotated[Absence, Rule(PLAYED, asked=False, writes=Absence.to_json, reads=_absence)] = STRICTEST
    smallest: Annotated[
        int,
        Number(
            PLACES,
            _("Minimum players"),
            _(
                "With fewer when entries close, you can extend entries once; otherwise the season is "
                "cancelled."
            ),
            bounds=(2, 5000),
        ),
    ] = 4
    largest: Annotated[
        int,
        Number(PLACES, _("Maximum players"), _("Later entries go on a waiting list."), bounds=(2, 5000)),
    ] = 40
    verified: Annotated[bool, Flag(CONDITIONS, _("Only with a confirmed e-mail address"))] = True
    invitation: Annotated[bool, Flag(CONDITIONS, _("Only by invitation"))] = False
    entry_games: Annotated[
        int,
        Number(
            CONDITIONS, _("Finished games needed to enter"), _("In this league. 0: none."), bounds=(0, 100)
        ),
    ] = 0
    least_reliability: Annotated[
        int,
        Number(
            CONDITIONS, _("Reliability needed to enter, in %"), _("In this league. 0: none."), bounds=(0, 100)
        ),
    ] = 0
    dispute_days: Annotated[
        int,
        Number(
            DISPUTES,
            _("Days to dispute a result"),
            _("0: results are final at once."),
            bounds=(0, MOST_DISPUTE_DAYS),
        ),
    ] = 2
    ruling_days: Annotated[int, RULING_DAYS] = 28
    playing_out_days: Annotated[
        int,
        Number(
            PLAYED_OUT,
            _("Days to finish open games after the last day"),
            asked_in=RESULTS,
            bounds=(0, 21),
        ),
    ] = 21
    names: Annotated[
        Names,
        Choice(
            NAMES,
            _("Names in exports"),
            writes=str,
            reads=Names,
            words={Names.PEOPLE: _("By name"), Names.NUMBERS: _("By the number of their entry")},
        ),
    ] = Names.PEOPLE
    money: Annotated[
        PrizeRules | None,
        Rule(asked=False, writes=PrizeRules.to_json, reads=PrizeRules.from_json, may_lack=True),
    ] = None
    format: Annotated[int, Rule(asked=False)] = FORMAT

    def __post_init__(self) -> None:
        """Refuse (`BadRules`) what cannot be kept."""
        if not self.name.strip():
            raise BadRules("name", _("Give the season a name."))
        if self.zone not in zone_names():
            raise BadRules("zone", _("Choose a time zone such as Europe/Paris."))
        rule.check(self)
        if self.largest < self.smallest:
            raise BadRules("largest", _("The maximum of players can’t be below the minimum."))
        if self.absence.policy != TOURNAMENT:
            raise BadRules("absence", _("Competitions use the tournament rules for missed phases (HR-10)."))
        if self.enters_until <= self.enters_from:
            raise BadRules("enters_until", _("Entries must close after they open."))
        if self.starts_at < self.enters_until:
            raise BadRules("starts_at", _("The season cannot start before entries close."))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote; `BadRules` where it will not do."""
        if data.get("format") not in (OLD_FORMAT, FORMAT) or data.get("kind") != cls.KIND:
            raise BadRules("format", cls.NOT_OF_KIND)
        return rule.from_json(cls, data, data["format"])

    def to_json(self) -> dict[str, Any]:
        """The rules in full, in plain JSON values."""
        return {"kind": self.KIND} | rule.in_json(self, self.format)

    def renewed(self) -> Self:
        """These rules as a draft of today has them: what an old format does not know takes its default."""
        if self.format == FORMAT:
            return self
        money = self.money and self.money.renewed()
        if money is not None:
            money = replace(money, prize_games=min(money.prize_games, self.most_prize_games))
        return replace(rule.renewed(self, self.format), money=money, format=FORMAT)

    def check_draft(self) -> None:
        """Refuse (`BadRules`) what a season must not ask for, though one that was announced may have it: more
        games than there are other players in the smallest field, each of whom counts twice at most; real
        money that one person alone records.
        """
        if self.money is not None:
            self.money.check_draft()
            self._check_rounds(self.money)
            if self.money.prize_games > self.MOST_PRIZE_GAMES:
                said = {"least": 0, "most": self.MOST_PRIZE_GAMES}
                raise BadRules("prize_games", _("Choose a number from %(least)d to %(most)d.") % said)
            self._check_games("prize_games", self.money.prize_games)

    def _check_rounds(self, money: PrizeRules) -> None:
        if money.by != ROUNDS:
            return
        most = self.rounds_with(self.largest)
        if not most:
            raise BadRules("by", _("There are no rounds here: let prizes go by rank."))
        if len(money.rounds) > most:
            words = ngettext(
                "With %(largest)d players there is %(count)d round. Give no share to a later one.",
                "With %(largest)d players there are %(count)d rounds. Give no share to a later one.",
                most,
            )
            raise BadRules("rounds", words % {"count": most, "largest": self.largest})

    def rounds_with(self, people: int) -> int:
        """How many rounds there are with so many players, for prizes that go by round; 0: it has none that
        prizes can go by.
        """
        return 0

    def _check_games(self, name: str, number: int) -> None:
        if number > self.most_games:
            words = _("At most %(most)d: with %(smallest)d players everyone has that many opponents.")
            raise BadRules(name, words % {"most": self.most_games, "smallest": self.smallest})

    @property
    def has_votes(self) -> bool:
        """Whether a draw by vote ends a game (HR-10)."""
        return False

    @property
    def most_games(self) -> int:
        """As many games may be asked for at most."""
        return self.smallest - 1

    @property
    def most_prize_games(self) -> int:
        """As many may be needed for a prize at most."""
        return min(self.most_games, self.MOST_PRIZE_GAMES)

    @property
    def news(self) -> list[str]:
        """The rules that older formats did not have, as the page of a draft lists them."""
        return [str(each.since.news) for each in table_of(type(self)).values() if each.since is not None]

    @property
    def sha256(self) -> str:
        return sha256_of(self.to_json())

    @property
    def dispute_window(self) -> timedelta:
        return timedelta(days=self.dispute_days)

    @property
    def arbiter_days(self) -> int:
        """So many days arbiters have; then the site's administrators are asked to name another: half of those
        after which the result stands.
        """
        return self.ruling_days // 2


MOMENTS: Final = {
    name: each.label for name, each in table_of(CommonRules).items() if isinstance(each, Moment)
}
"""The names of its moments, in the order in which they follow, and how pages call them."""

RULES: Final[dict[str, type[CommonRules]]] = {}
"""By kind, its rules; filled as kinds are added."""


def rules_of(data: Mapping[str, Any]) -> CommonRules:
    """The rules that this is the JSON of, by the kind that it names."""
    return RULES[data["kind"]].from_json(data)


def check_for_two(rules: CommonRules) -> None:
    """Refuse (`BadRules`) what is no game for two that ends."""
    if rules.variant not in GAMES_FOR_TWO:
        raise BadRules("variant", _("Choose a game for two."))
    if rules.variant in WITH_A_LAST_YEAR and not rules.settings.get("last_year"):
        raise BadRules("last_year", _("Choose the last game year (HR-10)."))
