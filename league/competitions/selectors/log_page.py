"""The part of a season's log about itself: its arbiters, extra time, moved dates, suspensions of
entrants, e-mails to all of them, its cancellation.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.words import local
from games.common.words.people import at_start, called
from league.competitions.models import Competition, DateMove
from league.competitions.rules.common_rules import MOMENTS
from league.competitions.selectors.log import Line
from league.competitions.state import money_hooks
from league.competitions.state.season_access import Reader
from league.competitions.words import wording as season_wording


def lines_of_season(reader: Reader) -> list[Line]:
    """All of them, the latest first; there are few. Eight queries."""
    season = reader.season
    sources = (
        *(_arbiters, _extensions, _date_moves, _suspensions, _proposed_acts, _circulars, _of_money),
        _cancellation,
    )
    lines = [line for source in sources for line in source(season)]
    return sorted(lines, key=lambda line: line.at, reverse=True)


def _arbiters(season: Competition) -> Iterator[Line]:
    for row in season.arbiters.select_related("user", "appointed_by").order_by("pk"):
        said = {"name": called(row.user.get_username())}
        yield Line(
            says=at_start(_("%(name)s becomes an arbiter") % said),
            address="",
            at=row.named_at,
            more=row.reason,
            by=called(row.appointed_by.get_username()) if row.appointed_by else "",
        )
        if row.left_at is not None:
            yield Line(at_start(_("%(name)s stops being an arbiter") % said), "", row.left_at)


def _extensions(season: Competition) -> Iterator[Line]:
    for row in season.extensions.select_related("by").order_by("pk"):
        hours, by = row.length, called(row.by.get_username())
        if row.is_earlier:
            said = ngettext(
                "All deadlines come %(hours)d hour earlier",
                "All deadlines come %(hours)d hours earlier",
                hours,
            )
        else:
            said = ngettext(
                "All games are extended by %(hours)d hour", "All games are extended by %(hours)d hours", hours
            )
        yield Line(said % {"hours": hours}, "", row.at, more=row.reason, by=by)


def _date_moves(season: Competition) -> Iterator[Line]:
    for row in season.date_moves.select_related("by").order_by("pk"):
        title = _("Entries are extended") if row.extends_registration else _("Dates are moved")
        moved = "; ".join(moves_in_words(row))
        by = called(row.by.get_username())
        yield Line(f"{title}: {moved}", "", row.at, more=row.reason, by=by)


def moved_dates(season: Competition) -> list[Line]:
    """What was moved, the first first. One query."""
    return list(_date_moves(season))


def moves_in_words(move: DateMove) -> Iterator[str]:
    """What was moved, a moment at a time: from when to when."""
    for name in MOMENTS:
        if name in move.after:
            said = {
                "what": MOMENTS[name],
                "before": local.moment(datetime.fromisoformat(move.before[name])),
                "after": local.moment(datetime.fromisoformat(move.after[name])),
            }
            yield _("%(what)s: %(after)s instead of %(before)s") % said


def _suspensions(season: Competition) -> Iterator[Line]:
    for row in season.suspensions.select_related("entry__user", "act__by").order_by("pk"):
        said = {"name": called(row.entry.user.get_username()), "until": local.moment(row.until)}
        more = ""
        if row.dropped:
            more = ngettext(
                "%(count)d challenge that waited for an answer is cancelled. No ranks are lost.",
                "%(count)d challenges that waited for an answer are cancelled. No ranks are lost.",
                len(row.dropped),
            ) % {"count": len(row.dropped)}
        by = called(row.act.by.get_username()) if row.act.by else ""
        yield Line(
            at_start(_("%(name)s is suspended in the league until %(until)s") % said),
            "",
            row.act.at,
            more=more,
            by=by,
        )


def _proposed_acts(season: Competition) -> Iterator[Line]:
    """What organisers who play would decide, once an arbiter has confirmed or refused it; never why."""
    decided = season.proposed_acts.filter(decided_at__isnull=False).select_related(
        "about", "by", "decided_by"
    )
    for row in decided.order_by("pk"):
        yield Line(
            at_start(season_wording.proposes(row)),
            "",
            row.decided_at or row.at,
            more=_("An arbiter confirmed it.") if row.is_confirmed else _("An arbiter refused it."),
            by=called(row.decided_by.get_username()) if row.decided_by else "",
        )


def _circulars(season: Competition) -> Iterator[Line]:
    """That someone wrote to all entrants and when; everyone reads the log, so the text is left out."""
    for at, by in season.circulars.order_by("pk").values_list("at", "by__username"):
        yield Line(_("An e-mail went to all entrants"), "", at, by=called(by))


def _of_money(season: Competition) -> Iterator[Line]:
    for step in money_hooks.steps(season):
        yield Line(at_start(f"{called(step.name)} {step.says}"), "", step.at, more=step.reason)


def _cancellation(season: Competition) -> Iterator[Line]:
    if season.state == Competition.State.CANCELLED and season.over_at is not None:
        by = called(season.cancelled_by.get_username()) if season.cancelled_by else ""
        # The rule's own reason is kept in English; everyone else's is as it was written.
        reason = season.cancel_reason if season.cancelled_by else _(season.cancel_reason)
        yield Line(_("The season is cancelled"), "", season.over_at, more=reason, by=by)
