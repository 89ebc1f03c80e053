"""What the dates of a season allow, in words."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.words import local
from league.competitions.rules.spans import Span

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
IN_HOURS = 4 * DAY
"""Seasons up to so long are counted in hours."""


def says(span: Span) -> str:
    """The sentence beside the bar: `You can challenge for 75 of 120 days.`"""
    if span.rounds:
        facts = {"rounds": span.rounds, "time": time(span.total), "longest": time(span.longest)}
        if span.is_enough:
            return _("All %(rounds)d rounds can end in time: the season lasts %(time)s.") % facts
        return _("It ends too early: %(rounds)d rounds may take %(longest)s, it lasts %(time)s.") % facts
    if span.until is None:
        if span.is_enough:
            return _("Every game can end in time: the season lasts %(time)s.") % {"time": time(span.total)}
        return _("The season is too short for its games: it lasts %(time)s.") % {"time": time(span.total)}
    if not span.open:
        return _("No one could challenge: the season is too short for one game.")
    open_, total = span.open // HOUR, span.total // HOUR
    if span.total <= IN_HOURS:
        said = ngettext(
            "You can challenge for %(open)d of %(count)d hour.",
            "You can challenge for %(open)d of %(count)d hours.",
            total,
        )
    else:
        open_, total = span.open // DAY, round(span.total / DAY)  # one of its days may lack an hour
        said = ngettext(
            "You can challenge for %(open)d of %(count)d day.",
            "You can challenge for %(open)d of %(count)d days.",
            total,
        )
    return said % {"open": open_, "count": total}


def takes(span: Span) -> str:
    """How long games, or all rounds of them, take: the longest, and the usual ones."""
    said = {"longest": time(span.longest), "usual": time(span.usual)}
    if span.rounds:
        words = _(
            "With all places taken it is usually over after %(usual)s: phases close as soon as all players "
            "are ready. It takes %(longest)s at most: every game to its last deadline, every result "
            "disputed."
        )
        return words % said
    usual = _("A usual game takes %(usual)s: phases close as soon as both players are ready.")
    if span.until is None:
        longest = _("The longest game takes %(longest)s.")
    else:
        longest = _("The longest game takes %(longest)s: that much at the end is for playing out.")
    return f"{longest % said} {usual % said}"


def time(length: timedelta) -> str:
    """So many days, or hours where it is less than two days: rounded up."""
    if length < 2 * DAY:
        hours = -(-length // HOUR)
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = -(-length // DAY)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def dates(span: Span, zone: str) -> list[tuple[str, str]]:
    """Its moments with their titles, by the clocks of its `zone`."""
    moments = [(_("Starts"), span.starts_at), (_("Ends"), span.ends_at)]
    if span.until is not None and span.open:
        moments.insert(1, (_("Last moment to challenge"), span.until))
    if span.rounds:
        moments[1:1] = [
            (_("Usually over"), span.starts_at + span.usual),
            (_("Over at the latest"), span.starts_at + span.longest),
        ]
    with timezone.override(zone):
        return [(title, local.moment(moment)) for title, moment in moments]
