"""The rules of a season in words: for its page, its rules, and what is shown before they are frozen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.agreed.absence import in_words as absence_in_words
from games.agreed.pace import Pace
from games.common.words import local
from games.forms.tables import LABELS, value_in_words
from games.lists.terms import Term, pace_in_words
from games.models import Game
from games.words import wording
from league.competitions.ladder.rules.ladder_rules import SeasonRules
from league.competitions.rules.calendar import LongestGame, longest_game
from league.competitions.rules.common_rules import CONDITIONS, DAYS, MOMENTS, PLAYED, entry_conditions
from league.competitions.rules.rule import Row, Section
from league.competitions.words import money_terms


@dataclass(frozen=True, slots=True)
class Part:
    """Terms that belong together, under a title."""

    title: str
    terms: list[Term]


def parts_of(rules: SeasonRules) -> list[Part]:
    """All that a season is played by, in the order in which people ask for it."""
    parts = [Part(str(section.title), list(_terms(section, rules))) for section in rules.SECTIONS]
    if rules.money is not None:
        parts.append(Part(_("Money"), list(money_terms.terms_of(rules.money))))
    return parts


def _terms(section: Section, rules: SeasonRules) -> Iterator[Term]:
    for row in section.rows:
        if row.says is None:
            yield from _OF_MORE[row](rules)
        elif says := row.says(rules):
            yield Term(str(row.title), says)


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


def _moments(rules: SeasonRules) -> Iterator[Term]:
    for name, title in MOMENTS.items():
        yield Term(str(title), local.moment(getattr(rules, name)))


def _conditions(rules: SeasonRules) -> Iterator[Term]:
    yield Term(_("Conditions"), " ".join(conditions(rules)) or _("None."))


_OF_MORE: Final[Mapping[Row, Callable[[SeasonRules], Iterator[Term]]]] = {
    PLAYED: _game,
    DAYS: _moments,
    CONDITIONS: _conditions,
}
"""What the rows say that a rule's own words are not enough for."""


def conditions(rules: SeasonRules) -> list[str]:
    """What is asked of whoever enters, a sentence each."""
    return [*entry_conditions(rules), *(money_terms.conditions(rules.money) if rules.money else ())]


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
