"""Reports as those see them who may: the reporter their own, organisers those of others.

An organiser who has a seat in the game of a report sees it when the game is over; one whom it is about, or
who made it, leaves it to the others. No one is told who they are: in some games that would name players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Game, Tenure
from games.pages import correspondence, quoting
from league.leagues.models import League, Membership, Report

REPORTS = 20
"""The number of reports on one page."""


def reports_to(league: League, organiser: Any) -> QuerySet[Report]:
    """The reports that `organiser` may see and decide, the newest first."""
    return all_reports_to(organiser).filter(league=league)


def all_reports_to(organiser: Any) -> QuerySet[Report]:
    """The same of all leagues: what `organiser` may see where they organise."""
    seats = Exists(Tenure.objects.filter(game=OuterRef("game"), user_id=organiser.pk))
    goes_on = Q(game__state__in=[Game.State.WAITING, Game.State.RUNNING])
    others = Report.objects.annotate(plays=seats).exclude(reporter=organiser.pk).exclude(about=organiser.pk)
    return others.exclude(goes_on | Q(about=None), plays=True)


def is_read(report: Report) -> bool:
    """Whether an organiser may see `report` now. A query for each organiser but those whom it concerns."""
    organisers = report.league.memberships.filter(role=Membership.Role.ORGANISER, user__is_active=True)
    found = organisers.exclude(user__in=[report.reporter_id, report.about_id or 0]).select_related("user")
    return any(reports_to(report.league, each.user).filter(pk=report.pk).exists() for each in found)


def has_reader(league: League, reporter: Any, about: Any) -> bool:
    """Whether someone else than these organises `league`, as the reporter may know: not who plays where."""
    organisers = league.memberships.filter(role=Membership.Role.ORGANISER, user__is_active=True)
    return organisers.exclude(user__in=[reporter.pk, about.pk if about else 0]).exists()


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A report with the messages that it quotes."""

    report: Report
    letters: Sequence[correspondence.ReadLetter]


def shown(report: Report) -> ShownReport:
    """Three queries at most."""
    return ShownReport(report, quoting.quoted(report.game, report.quotes) if report.game else [])


def list_of(league: League, organiser: Any) -> QuerySet[Report]:
    """All that `organiser` may see, the open ones first."""
    found = reports_to(league, organiser).select_related("reporter", "about", "game", "decided_by")
    return found.order_by(F("decided_at").desc(nulls_first=True), "-pk")


def reports_by(league: League, user: Any) -> list[Report]:
    """What `user` has reported here, the newest first. One query."""
    found = Report.objects.filter(league=league, reporter_id=user.pk).select_related("about", "game")
    return list(found.order_by("-pk")[:REPORTS])
