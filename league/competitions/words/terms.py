"""The rules of a season in words: for its page, its rules, and what is shown before they are frozen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.agreed.absence import in_words as absence_in_words
from games.agreed.pace import Pace
from games.common.words import local
from games.common.words.zones import place_of
from games.forms.tables import LABELS, value_in_words
from games.lists.terms import Term, pace_in_words
from games.models import Game
from games.words import wording
from league.competitions.ladder.calendar import LongestGame, longest_game
from league.competitions.ladder.challenges import FREE, ChallengeRules, Reach
from league.competitions.rules.season_rules import OLD_FORMAT, Names, Order, SeasonRules
from league.competitions.words import money_terms
from league.ratings.parameters import NEWCOMER_POINTS

ORDERS: Final[Mapping[Order, Promise]] = {
    Order.DRAW: gettext_lazy("Random draw"),
    Order.PREVIOUS: gettext_lazy("By last season’s final table; the others come below, in random order"),
    Order.RATING: gettext_lazy("By rating, the highest first; equal ratings in random order"),
}

NAMES: Final[Mapping[Names, Promise]] = {
    Names.PEOPLE: gettext_lazy("By name"),
    Names.NUMBERS: gettext_lazy("By the number of their entry"),
}
REACHES: Final[Mapping[Reach, Promise]] = {
    Reach.RANKS: gettext_lazy("Ranks above"),
    Reach.SHARE: gettext_lazy("Per cent of those above"),
    Reach.RATING: gettext_lazy("Rating points above"),
}


MOMENTS_IN_WORDS: Final[Mapping[str, Promise]] = {
    "enters_from": gettext_lazy("Entries open"),
    "enters_until": gettext_lazy("Entries close"),
    "starts_at": gettext_lazy("Season starts"),
    "challenges_until": gettext_lazy("Last moment to challenge"),
    "ends_at": gettext_lazy("Season ends"),
}


@dataclass(frozen=True, slots=True)
class Part:
    """Terms that belong together, under a title."""

    title: str
    terms: list[Term]


def parts_of(rules: SeasonRules) -> list[Part]:
    """All that a season is played by, in the order in which people ask for it."""
    parts = [
        Part(_("The game"), list(_game(rules))),
        Part(_("Dates"), list(_dates(rules))),
        Part(_("Who can enter"), list(_entering(rules))),
        Part(_("Challenges"), list(_challenges(rules))),
        Part(_("Ranks"), list(_ranks(rules))),
        Part(_("Results and arbiters"), list(_results(rules))),
    ]
    if rules.money is not None:
        parts.append(Part(_("Money"), list(money_terms.terms_of(rules.money))))
    return parts


def _game(rules: SeasonRules) -> Iterator[Term]:
    yield Term(_("Game"), wording.game(rules.variant, rules.settings))
    for name, value in sorted(rules.settings.items()):
        if name in LABELS and name != "players":
            says = (
                local.yes_or_no(value)
                if isinstance(value, bool)
                else value_in_words(rules.variant, name, value)
            )
            yield Term(str(LABELS[name]), says)
    yield Term(_("Pace"), pace_in_words(rules.pace))
    yield Term(_("Press"), str(dict(Game.Press.choices).get(rules.press, rules.press)))
    yield Term(_("Missed phases"), absence_in_words(rules.absence, rules.variant, seats=2))


def _dates(rules: SeasonRules) -> Iterator[Term]:
    yield Term(_("Time zone of its days"), place_of(rules.zone))
    for name, title in MOMENTS_IN_WORDS.items():
        yield Term(str(title), local.moment(getattr(rules, name)))
    days = ngettext(
        "Games open at the end are played on, for up to %(count)d day. Then the last finished game year "
        "decides (HR-7); without one the game is void.",
        "Games open at the end are played on, for up to %(count)d days. Then the last finished game year "
        "decides (HR-7); without one the game is void.",
        rules.playing_out_days,
    )
    yield Term(_("After the last day"), days % {"count": rules.playing_out_days})


def _entering(rules: SeasonRules) -> Iterator[Term]:
    said = {"smallest": rules.smallest, "largest": rules.largest}
    yield Term(
        _("Places"),
        _(
            "%(smallest)d to %(largest)d. With fewer entries the organisers extend the registration once, "
            "or the season is cancelled; with more there is a waiting list."
        )
        % said,
    )
    yield Term(_("Conditions"), " ".join(conditions(rules)) or _("None."))
    yield Term(_("Late entries"), _("At the bottom, until the last moment to challenge."))


def conditions(rules: SeasonRules) -> list[str]:
    """What is asked of whoever enters, a sentence each."""
    found = []
    if rules.invitation:
        found.append(_("By invitation."))
    if rules.verified:
        found.append(_("A confirmed e-mail address."))
    if rules.entry_games:
        said = ngettext(
            "%(count)d finished game in this league.",
            "%(count)d finished games in this league.",
            rules.entry_games,
        )
        found.append(said % {"count": rules.entry_games})
    if rules.least_reliability:
        said = _("A reliability of %(count)d%% in this league.")
        found.append(said % {"count": rules.least_reliability})
    if rules.money is not None:
        found += money_terms.conditions(rules.money)
    return found


def reach(rules: ChallengeRules) -> str:
    """How far up a challenge may go."""
    count = rules.reach_of
    if rules.reach is Reach.SHARE:
        return _("The nearest %(count)d%% of the players above you, rounded up") % {"count": count}
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
    return _("No limit") if number == FREE else str(number)


def _challenges(rules: SeasonRules) -> Iterator[Term]:
    given = rules.challenges
    yield Term(_("Range"), reach(given))
    holiday = _("Games whose opponent is on holiday do not count.") if given.games else ""
    yield Term(_("Games at a time"), f"{_cap(given.games)}. {holiday}" if holiday else _cap(given.games))
    yield Term(_("Challenges out at a time"), _cap(given.outgoing))
    yield Term(_("Challenges to answer at a time"), _cap(given.incoming))
    if given.answer_days:
        said = ngettext("%(count)d day", "%(count)d days", given.answer_days)
        yield Term(_("Time to answer"), said % {"count": given.answer_days})
    else:
        yield Term(_("Time to answer"), _("None: a challenge is accepted at once"))
    if given.pause_days:
        said = ngettext("%(count)d day", "%(count)d days", given.pause_days)
        pause = said % {"count": given.pause_days}
        if rules.format != OLD_FORMAT:
            pause = _("%(days)s. A game that a ruling ended without a result does not count.") % {
                "days": pause
            }
        yield Term(_("Between two games of the same pair"), pause)
    if given.decline_pause_days:
        yield Term(_("After a decline"), _after_decline(given.decline_pause_days))
    if rules.format != OLD_FORMAT and given.answer_days:
        undo = _(
            "A challenge can be undone for two minutes, once a day between the same two. You then wait as "
            "after a decline. Later it waits for its answer."
        )
        yield Term(_("Undoing"), undo)
    if rules.format != OLD_FORMAT and rules.absence.holidays:
        said = ngettext(
            "%(count)d day a year for each player: the days that games honour (HR-2).",
            "%(count)d days a year for each player: the days that games honour (HR-2).",
            rules.absence.holidays,
        )
        yield Term(_("Holidays that count"), said % {"count": rules.absence.holidays})


def _after_decline(days: int) -> str:
    """How long one waits before challenging somebody again who has declined."""
    said = ngettext(
        "You can challenge the same player again after %(count)d day, or after a quarter of the time left "
        "for challenges if that is less; after one day if no one else is in range.",
        "You can challenge the same player again after %(count)d days, or after a quarter of the time left "
        "for challenges if that is less; after one day if no one else is in range.",
        days,
    )
    return said % {"count": days}


def _ranks(rules: SeasonRules) -> Iterator[Term]:
    yield Term(_("Starting order"), _starting_order(rules))
    yield Term(
        _("A win over a higher rank"),
        _(
            "The winner takes the loser’s rank: the worse of the one the loser holds now and the one held "
            "when the challenge was made. A win never moves the winner down."
        ),
    )
    yield Term(_("Declining"), _declining(rules))
    yield Term(_("Idle weeks"), _idle(rules))
    if rules.least_games:
        said = ngettext(
            "%(count)d game. Void games and your own forfeits do not count.",
            "%(count)d games. Void games and your own forfeits do not count.",
            rules.least_games,
        )
        yield Term(_("To be ranked at the end"), said % {"count": rules.least_games})
    if rules.format != OLD_FORMAT and (rules.least_games or rules.money):
        says = _(
            "For the final ranking and for prizes, a game that ends before its first autumn is resolved "
            "counts for its winner only, and once an opponent. Against the same player the first two games "
            "count. Ranks move with every game."
        )
        yield Term(_("Games that count"), says)


def _starting_order(rules: SeasonRules) -> str:
    order = str(ORDERS[rules.order])
    if not rules.is_by_rating:
        return order
    said = _(
        "%(order)s. What counts is the rating in this league when the season starts, a provisional one too; "
        "no rating counts as %(points)d."
    )
    return said % {"order": order, "points": NEWCOMER_POINTS}


def _declining(rules: SeasonRules) -> str:
    if not rules.cost:
        return _("Costs nothing.")
    cost = ngettext("%(count)d rank", "%(count)d ranks", rules.cost) % {"count": rules.cost}
    order = _("Answers count in the order in which they are given or due.")
    if not rules.free_declines:
        said = _("Each costs %(cost)s. Not answering in time counts as declining.")
        return f"{said % {'cost': cost}} {order}"
    said = ngettext(
        "The first is free; each later one costs %(cost)s. Not answering in time counts as declining.",
        "The first %(count)d are free; each later one costs %(cost)s. Not answering in time counts as "
        "declining.",
        rules.free_declines,
    )
    return f"{said % {'count': rules.free_declines, 'cost': cost}} {order}"


def _idle(rules: SeasonRules) -> str:
    if not rules.idle_weeks or not rules.cost:
        return _("Cost nothing.")
    cost = ngettext("%(count)d rank", "%(count)d ranks", rules.cost) % {"count": rules.cost}
    said = ngettext(
        "Each idle week costs %(cost)s.",
        "%(count)d idle weeks in a row cost %(cost)s; then counting restarts.",
        rules.idle_weeks,
    )
    when = _(
        "Weeks run from the season’s first day. A week is idle if, at each of its seven midnights, the "
        "ladder offered you someone to challenge (your own challenges that wait do not change that), and in "
        "the week you played no game of the season, had no holiday and no challenge of yours saved it. "
        "A challenge saves the week if it was accepted, declined or cancelled in it, or waited at least 24 "
        "hours of the week, whenever you made it. One that a suspension cancels or that you take back saves "
        "it only by those 24 hours. One made in the last 24 hours that still waits counts for the week "
        "after. A midnight that the site did not check offered nothing. Late entrants begin with the next "
        "week."
    )
    return f"{said % {'count': rules.idle_weeks, 'cost': cost}} {when}"


def _results(rules: SeasonRules) -> Iterator[Term]:
    yield Term(_("Disputes"), disputes(rules))
    yield Term(
        _("Organisers who play"),
        _(
            "They suspend, remove or ban no one who plays in the season, and take the organiser’s role from "
            "no one outside it: another organiser does, or, where none is outside, an arbiter confirms it "
            "first."
        ),
    )
    yield Term(
        _("Suspensions"),
        _(
            "A suspension in the league cancels the challenges that wait, both ways, at no cost. While it "
            "lasts, no game begins with the player. The log says who suspended them."
        ),
    )
    yield Term(_("Names in exports"), str(NAMES[rules.names]))


def disputes(rules: SeasonRules) -> str:
    """How long a result may be disputed."""
    if not rules.dispute_days:
        return _("None: results are final at once.")
    said = ngettext(
        "By either player, for %(count)d day after each result. It counts at once, marked provisional.",
        "By either player, for %(count)d days after each result. It counts at once, marked provisional.",
        rules.dispute_days,
    )
    return said % {"count": rules.dispute_days}


def longest(rules: SeasonRules) -> LongestGame:
    """The longest game that a challenge at the last moment can lead to."""
    years = 1 + rules.ends_at.year - rules.starts_at.year
    begins = rules.challenges_until + timedelta(days=rules.challenges.answer_days)
    return longest_game(rules.variant, rules.settings, rules.pace, rules.absence, begins, years=years)


def longest_in_words(rules: SeasonRules) -> str:
    """Where the last moment to challenge comes from."""
    game = longest(rules)
    days = -(-(game.ends_at - rules.challenges_until) // timedelta(days=1))
    phases = sum(game.phases.values())
    parts = [ngettext("%(count)d phase", "%(count)d phases", phases) % {"count": phases}]
    if rules.challenges.answer_days:
        answer = _length(timedelta(days=rules.challenges.answer_days))
        parts.insert(0, _("%(time)s to answer") % {"time": answer})
    if game.extensions:
        parts.append(_("%(time)s of extensions") % {"time": _length(game.extensions)})
    if game.holidays:
        parts.append(_("%(time)s of holidays") % {"time": _length(game.holidays)})
    said = {
        "days": ngettext("%(count)d day", "%(count)d days", days) % {"count": days},
        "parts": ", ".join(parts),
    }
    return _("It may take up to %(days)s from challenge to result: %(parts)s.") % said


def _length(length: timedelta) -> str:
    hours = length // timedelta(hours=1)
    if hours % 24:
        return _("%(count)d h") % {"count": hours}
    return ngettext("%(count)d day", "%(count)d days", hours // 24) % {"count": hours // 24}


def pace(rules: SeasonRules) -> str:
    """The pace in a line."""
    return pace_in_words(Pace.from_json(rules.pace.to_json()))


def last_year(rules: SeasonRules) -> str:
    """The last game year; empty where a game has none."""
    year = rules.settings.get("last_year")
    return str(year) if year else ""
