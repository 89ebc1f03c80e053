"""The rules of a season in words: for its page, its rules, and what is shown before they are frozen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.words import local
from games.common.words.terms import Term
from games.lists.terms import pace_in_words, terms_of_contests
from league.competitions import kinds
from league.competitions.rules.calendar import clause_of_last_year, longest_game
from league.competitions.rules.common_rules import (
    CONDITIONS,
    DAYS,
    MOMENTS,
    PLAYED,
    CommonRules,
    entry_conditions,
)
from league.competitions.rules.rule import Row, Section
from league.competitions.words import money_terms

DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Part:
    """Terms that belong together, under a title."""

    title: str
    terms: list[Term]


def parts_of(rules: CommonRules) -> list[Part]:
    """All that a season is played by, in the order in which people ask for it."""
    parts = [Part(str(section.title), list(_terms(section, rules))) for section in rules.SECTIONS]
    if rules.money is not None:
        parts.append(Part(_("Money"), list(money_terms.terms_of(rules.money))))
    return parts


def _terms(section: Section, rules: CommonRules) -> Iterator[Term]:
    for row in section.rows:
        if row.says is None:
            yield from _OF_MORE[row](rules)
        elif says := row.says(rules):
            yield Term(str(row.title), says)


def _game(rules: CommonRules) -> Iterator[Term]:
    how = (rules.variant, rules.settings, rules.pace, rules.press, rules.absence)
    yield from terms_of_contests(*how, seats=rules.SEATS)


def _moments(rules: CommonRules) -> Iterator[Term]:
    for name, title in MOMENTS.items():
        if (moment := getattr(rules, name)) is not None:
            yield Term(str(title), local.moment(moment))


def _conditions(rules: CommonRules) -> Iterator[Term]:
    yield Term(_("Conditions"), " ".join(conditions(rules)) or _("None."))


_OF_MORE: Final[Mapping[Row, Callable[[CommonRules], Iterator[Term]]]] = {
    PLAYED: _game,
    DAYS: _moments,
    CONDITIONS: _conditions,
}
"""What the rows say that a rule's own words are not enough for."""


def conditions(rules: CommonRules) -> list[str]:
    """What entering asks of a player, a sentence each."""
    return [*entry_conditions(rules), *(money_terms.conditions(rules.money) if rules.money else ())]


def longest_in_words(rules: CommonRules) -> str:
    """How long games take at most, and where a moment that follows from that comes from."""
    return kinds.of_rules(rules).how_long(rules)


def longest_game_in_words(
    rules: CommonRules, since: datetime, begins_at: datetime, says: str, *before: str
) -> str:
    """How long it takes, in days since `since`, until the longest game that begins at `begins_at` is over:
    `says` it of `days` and their `parts`, which begin with those `before` the game and add up.
    """
    years = 1 + rules.ends_at.year - rules.starts_at.year
    game = longest_game(rules.variant, rules.settings, rules.pace, rules.absence, begins_at, years=years)
    days = -(-(game.ends_at - since) // DAY)
    phases, lasts = sum(game.phases.values()), _whole(game.lasts)
    words = ngettext("%(time)s for %(count)d phase", "%(time)s for %(count)d phases", phases)
    parts = [*before, words % {"count": phases, "time": length(lasts)}]
    if game.extensions:
        parts.append(_("%(time)s of extensions") % {"time": length(_whole(game.extensions))})
    if game.holidays:
        parts.append(_holidays(rules, game.holidays, years))
    named = (begins_at - since) + lasts + _whole(game.extensions) + game.holidays
    if reserve := days * DAY - named:
        parts.append(_("%(time)s in reserve") % {"time": length(reserve)})
    said = {
        "days": ngettext("%(count)d day", "%(count)d days", days) % {"count": days},
        "parts": ", ".join(parts),
    }
    return says % said


def _whole(time: timedelta) -> timedelta:
    """The whole days of `time`, or the whole hours where it is less than a day."""
    unit = DAY if time >= DAY else timedelta(hours=1)
    return time // unit * unit


def _holidays(rules: CommonRules, holidays: timedelta, years: int) -> str:
    """All holidays of all players of a game, and what they are the product of."""
    players = holidays // (DAY * rules.absence.holidays * years)
    said = {"time": length(holidays), "each": rules.absence.holidays, "players": players, "years": years}
    if years == 1:
        return _("%(time)s of holidays (%(each)d for each of %(players)d players)") % said
    return (
        _("%(time)s of holidays (%(each)d a year for each of %(players)d players, in %(years)d years)") % said
    )


def length(time: timedelta) -> str:
    """Whole days, or whole hours where they are not days."""
    hours = time // timedelta(hours=1)
    if hours % 24:
        return _("%(count)d h") % {"count": hours}
    return ngettext("%(count)d day", "%(count)d days", hours // 24) % {"count": hours // 24}


def pace(rules: CommonRules) -> str:
    """The pace in a line."""
    return pace_in_words(rules.pace)


def last_year(rules: CommonRules) -> str:
    """The last game year; empty where a game has none."""
    year = rules.settings.get("last_year")
    return str(year) if year else ""


def last_year_and_after(rules: CommonRules) -> str:
    """The last game year, and who wins if no one has by then (HR-7, RB-13); empty where a game has none."""
    year = last_year(rules)
    if not year:
        return ""
    if clause_of_last_year(rules.variant, rules.settings) == "HR-7":
        says = _(
            "%(year)s. If no one has won by then, the home power with more centres wins, then the larger "
            "treasury; otherwise it is a draw."
        )
    else:
        says = _("%(year)s. If no one has won by then, the most units win; those with equally many share it.")
    return says % {"year": year}
