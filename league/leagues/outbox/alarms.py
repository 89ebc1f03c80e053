"""What those who run the site are told of leagues: reports that no organiser can read."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import mail_admins

from games.common.outbox.registry import Failures, delivers
from games.common.outbox.row import OutboxRow
from games.common.words.people import called
from league.leagues.models import Report


@delivers("alarm")
def tell_admins_of_reports(rows: Sequence[OutboxRow]) -> Failures:
    """One mail for the reports among `rows`: why, and of people outside games who reports whom. Nothing that
    is quoted, and no one of a game: those who run the site may not know who plays there.
    """
    keys = [row.payload["report"] for row in rows if "report" in row.payload]
    reports = Report.objects.filter(pk__in=keys).select_related("league", "reporter", "about", "game")
    lines = [_words(report) for report in reports.order_by("pk")] if keys else []
    if lines:
        mail_admins(
            f"{len(lines)} reports that no organiser reads"
            if len(lines) > 1
            else "A report that no organiser reads",
            "They are about, or by, the only organisers of their leagues, or these play in the game.\n"
            "Make somebody else an organiser in the admin, under Memberships: they read and decide it.\n\n"
            + "\n\n".join(lines),
        )
    return {}


def _words(report: Report) -> str:
    if report.game is not None:
        return f"{report.league.name}: messages in game {report.game.code}:\n{report.reason}"
    about = called(report.about.get_username()) if report.about else "somebody"
    return f"{report.league.name}: {called(report.reporter.get_username())} about {about}:\n{report.reason}"
