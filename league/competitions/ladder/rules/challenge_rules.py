"""What a season of the ladder lays down about challenges, and in which words its pages say it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.competitions.rules.rule import OLD_FORMAT, Choice, Number, Row, Section, Since

if TYPE_CHECKING:
    from league.competitions.ladder.rules.ladder_rules import LadderRules

FREE: Final = 0
"""As a cap: as many as one likes. As the days of an answer: accepted at once."""


class Reach(StrEnum):
    """How far up someone may challenge."""

    RANKS = "ranks"
    SHARE = "share"
    RATING = "rating"


def reach(rules: ChallengeRules) -> str:
    """How far up a challenge may go."""
    count = rules.reach_of
    if rules.reach is Reach.SHARE:
        return gettext("The nearest %(count)d%% of the players above you, rounded up") % {"count": count}
    if rules.reach is Reach.RATING:
        said = ngettext(
            "Anyone above you rated at most %(count)d point higher",
            "Anyone above you rated at most %(count)d points higher",
            count,
        )
    else:
        said = ngettext("Up to %(count)d rank above you", "Up to %(count)d ranks above you", count)
    return said % {"count": count}


def _cap(number: int) -> str:
    return gettext("No limit") if number == FREE else str(number)


def _games(rules: LadderRules) -> str:
    most = rules.challenges.games
    holiday = gettext("Games whose opponent is on holiday do not count.")
    return f"{_cap(most)}. {holiday}" if most else _cap(most)


def _answer(rules: LadderRules) -> str:
    days = rules.challenges.answer_days
    if not days:
        return gettext("None: a challenge is accepted at once")
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def _pause(rules: LadderRules) -> str:
    days = rules.challenges.pause_days
    pause = ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    if rules.format == OLD_FORMAT:
        return pause if days else ""
    said = gettext("%(days)s. A game that a ruling ended without a result does not count.")
    return said % {"days": pause} if days else ""


def _after_decline(rules: LadderRules) -> str:
    """How long one waits before challenging someone again who has declined."""
    days = rules.challenges.decline_pause_days
    if not days:
        return ""
    said = ngettext(
        "You can challenge the same player again after %(count)d day, or after a quarter of the time left "
        "for challenges if that is less. If no one else is in range: after one day at most.",
        "You can challenge the same player again after %(count)d days, or after a quarter of the time left "
        "for challenges if that is less. If no one else is in range: after one day at most.",
        days,
    )
    return said % {"count": days}


def _undoing(rules: LadderRules) -> str:
    if rules.format == OLD_FORMAT or not rules.challenges.answer_days:
        return ""
    return gettext(
        "You can undo a challenge for two minutes, once a day against the same player. You then "
        "wait as after a decline."
    )


def _holidays(rules: LadderRules) -> str:
    days = rules.absence.holidays
    if rules.format == OLD_FORMAT or not days:
        return ""
    said = ngettext(
        "%(count)d day a year for each player: the days that games honour (HR-2).",
        "%(count)d days a year for each player: the days that games honour (HR-2).",
        days,
    )
    return said % {"count": days}


RANGE = Row(_("Range"), lambda rules: reach(rules.challenges))
GAMES = Row(_("Games at a time"), _games)
OUTGOING = Row(_("Challenges a player can send at a time"), lambda rules: _cap(rules.challenges.outgoing))
INCOMING = Row(_("Challenges a player can receive at a time"), lambda rules: _cap(rules.challenges.incoming))
ANSWER = Row(_("Time to answer"), _answer)
PAUSE = Row(_("Between two games of the same pair"), _pause)
DECLINED = Row(_("After a decline"), _after_decline)
UNDOING = Row(_("Undoing"), _undoing)
HOLIDAYS = Row(_("Holidays that count"), _holidays)
CHALLENGES = Section(
    _("Challenges"),
    (RANGE, GAMES, OUTGOING, INCOMING, ANSWER, PAUSE, DECLINED, UNDOING, HOLIDAYS),
)
REACHES: Final = {
    Reach.RANKS: _("Ranks above"),
    Reach.SHARE: _("Per cent of those above"),
    Reach.RATING: _("Rating points above"),
}
BY_REACH: Final = {Reach.RANKS: (1, 500), Reach.SHARE: (1, 100), Reach.RATING: (0, 2000)}


@dataclass(frozen=True, slots=True)
class ChallengeRules:
    """What a season lays down about challenges.

    `reach` and `reach_of` say how far up: so many ranks; so many per cent of those above, the nearest,
    rounded up; or everyone above who is rated at most so many points higher. `outgoing` and `incoming` cap
    the challenges that wait for an answer, `games` the games that one plays at a time. The same two do not
    meet again within `pause_days` of the end of their last game. An answer is due after `answer_days`.
    A player who was declined may challenge the same person again after `decline_pause_days`, or after a
    quarter of what is left of the season for challenges, where that is less; 0: at once.
    """

    reach: Annotated[
        Reach, Choice(RANGE, _("Range of challenges, counted in"), words=REACHES, writes=str, reads=Reach)
    ] = Reach.RANKS
    reach_of: Annotated[
        int, Number(RANGE, _("How many"), bounds=(0, 2000), of="reach", bounds_by=BY_REACH)
    ] = 4
    games: Annotated[int, Number(GAMES, _("Games at a time"), bounds=(1, 20))] = 2
    outgoing: Annotated[
        int,
        Number(
            OUTGOING,
            _("Challenges a player can send at a time"),
            _("Waiting for an answer. 0: no limit."),
            bounds=(0, 20),
        ),
    ] = 1
    incoming: Annotated[
        int,
        Number(INCOMING, _("Challenges a player can receive at a time"), _("0: no limit."), bounds=(0, 20)),
    ] = 1
    pause_days: Annotated[
        int, Number(PAUSE, _("Days between two games of the same pair"), bounds=(0, 90))
    ] = 14
    answer_days: Annotated[
        int, Number(ANSWER, _("Days to answer a challenge"), _("0: accepted at once."), bounds=(0, 14))
    ] = 3
    decline_pause_days: Annotated[
        int,
        Number(
            DECLINED,
            _("Days before challenging someone who declined"),
            _("At most a quarter of the time left for challenges. 0: at once."),
            bounds=(0, 30),
            since=Since(2, 0, _("a pause after a decline, set in the form")),
        ),
    ] = 5
