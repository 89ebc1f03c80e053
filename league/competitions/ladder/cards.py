"""The cards of a ladder. A test computes how much of its season each leaves open to challenges."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.agreed.pace import LIVE, TWICE_A_DAY
from league.competitions.rules.cards import Card
from league.competitions.rules.common_rules import STRICTEST

SATURDAY: Final = 5
_PHASES: Final[dict[str, Promise]] = {
    "quick": _("12-hour phases"),
    "classic": _("one phase a day"),
    "weekend": _("15-minute phases"),
}


def _says(card: Card) -> str:
    year, answer, holidays = card.values["last_year"], card.values["answer_days"], card.absence.holidays
    to_answer = ngettext("%(count)d day to answer", "%(count)d days to answer", answer)
    of_holiday = ngettext("%(count)d day of holiday", "%(count)d days of holiday", holidays)
    parts = [
        str(_PHASES[card.key]),
        gettext("games to %(year)d") % {"year": year},
        of_holiday % {"count": holidays} if holidays else gettext("no holidays"),
        to_answer % {"count": answer} if answer else gettext("challenges are accepted at once"),
    ]
    return f"{capfirst(', '.join(parts))}."


CARDS: Final = (
    Card(
        "quick",
        _("Quick"),
        _("3 weeks"),
        _says,
        days=21,
        lead=5,
        pace=TWICE_A_DAY,
        absence=replace(STRICTEST, holidays=0),
        values={
            "last_year": 1903,
            "answer_days": 1,
            "pause_days": 3,
            "decline_pause_days": 1,
            "idle_weeks": 2,
        },
    ),
    Card(
        "classic",
        _("Classic"),
        _("4 months"),
        _says,
        days=120,
        lead=14,
        values={
            "last_year": 1904,
            "answer_days": 3,
            "pause_days": 14,
            "decline_pause_days": 5,
            "idle_weeks": 4,
        },
    ),
    Card(
        "weekend",
        _("Weekend, live"),
        _("2 days"),
        _says,
        days=2,
        lead=3,
        weekday=SATURDAY,
        pace=LIVE,
        absence=replace(STRICTEST, holidays=0),
        values={
            "last_year": 1904,
            "answer_days": 0,
            "pause_days": 0,
            "decline_pause_days": 0,
            "idle_weeks": 0,
        },
    ),
)
