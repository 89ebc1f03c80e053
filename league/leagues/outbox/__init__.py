"""What leaves the house for leagues, and what is done in the background: rows of the one outbox.

As on the floor below, rows carry ids, never facts. `post` writes the e-mails; `removals` and
`batches` do in parts what would be too much for one request.
"""

from __future__ import annotations

from datetime import datetime

from games.common.outbox import put, tell, tell_person
from games.common.outbox.row import OutboxRow
from league.leagues.models import Membership, OrganiserAct, Report

__all__ = ["act_mail", "mail", "put", "removal", "report_mails", "suspension", "tell", "unread_alarm"]


def mail(user: int, now: datetime, **about: int) -> OutboxRow:
    """An e-mail to the person with the key `user`: `about` names one thing, by its kind and key.

    An invitation to an address is put down for the organiser who sends it.
    """
    return tell_person("league_mail", user, now, about="league", **about)


def act_mail(act: OrganiserAct) -> OutboxRow:
    """To the person whom an act is about; ValueError of one that is about no one."""
    if act.about_id is None:
        raise ValueError(f"act {act.pk} is about nobody")
    return mail(act.about_id, act.at, act=act.pk)


def report_mails(report: Report) -> list[OutboxRow]:
    """To all organisers but those whom it concerns, that there is a report: not what, for some play in its
    game and see it when that is over, and whom it were kept from would say who does.
    """
    organisers = report.league.memberships.filter(role=Membership.Role.ORGANISER, user__is_active=True)
    people = organisers.exclude(user__in=[report.reporter_id, report.about_id or 0])
    return [mail(user, report.at, report=report.pk) for user in people.values_list("user_id", flat=True)]


def unread_alarm(report: Report) -> OutboxRow:
    """To those who run the site: there is a report that no organiser can read."""
    return tell("alarm", report.at, report=report.pk)


def suspension(act: OrganiserAct) -> OutboxRow:
    """Someone was suspended: what waits for them elsewhere follows."""
    return tell("league_suspension", act.at, act=act.pk)


def removal(act: OrganiserAct) -> OutboxRow:
    """Someone was removed or banned: their games follow."""
    return tell("league_removal", act.at, act=act.pk)
