"""E-mails of leagues: what was decided about someone, announcements, invitations to an address.

Each goes to its reader in their language and zone. What was decided about someone is mailed to them
whatever mails they chose, as mails about the account are; announcements to those who want them.
"""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from games.common.outbox.mail_templates import Facts
from games.common.outbox.notices import Notices
from games.common.words.people import called
from games.models import Game
from games.words.addresses import game_address
from league.leagues import wording
from league.leagues.models import Announcement, Invitation, OrganiserAct, Report
from league.users.models import User

_acts = OrganiserAct.objects.select_related("league", "by", "about")
_reports = Report.objects.select_related("league")
_announcements = Announcement.objects.filter(withdrawn_at=None).select_related("league", "by")
_invitations = Invitation.objects.filter(withdrawn_at=None, uses=0).exclude(mailed_to="")

league_mails = Notices(
    "league_mail",
    folder="leagues/mail",
    source="league",
    things={
        "act": _acts,
        "together": _acts,
        "game": Game.objects.all(),
        "report": _reports,
        "decision": _reports,
        "announcement": _announcements,
        "invitation": _invitations.select_related("league", "created_by"),
    },
)


@league_mails.on("act", "act")
def _act(act: OrganiserAct, reader: User) -> Facts:
    what = wording.says_to_them(act)
    return {
        "league": act.league.name,
        "what": what,
        "title": what.removesuffix("."),
        "reason": act.reason,
        "follows": wording.follows(act),
        "address": settings.SITE_ADDRESS + reverse("leagues:home", args=[act.league.slug]),
    }


@league_mails.on("together", "together", "game")
def _together(act: OrganiserAct, game: Game, reader: User) -> Facts:
    return {
        "league": act.league.name,
        "game": game.name,
        "by": called(act.by.get_username()) if act.by else "",
        "person": called(act.about.get_username()) if act.about else "",
        "address": settings.SITE_ADDRESS + game_address(act.league.slug, game.code),
    }


@league_mails.on("report", "report", waits="report")
def _report(report: Report, reader: User) -> Facts:
    address = reverse("leagues:reports", args=[report.league.slug])
    return {"league": report.league.name, "address": settings.SITE_ADDRESS + address}


@league_mails.on("decision", "decision")
def _decision(report: Report, reader: User) -> Facts:
    address = reverse("leagues:own-reports", args=[report.league.slug])
    return {"league": report.league.name, "address": settings.SITE_ADDRESS + address, "note": report.note}


@league_mails.on("announcement", "announcement", wishes=["leagues"])
def _announcement(said: Announcement, reader: User) -> Facts:
    return {
        "league": said.league.name,
        "title": said.title,
        "text": said.text,
        "by": called(said.by.get_username()) if said.by else "",
        "address": settings.SITE_ADDRESS + reverse("leagues:announcements", args=[said.league.slug]),
    }


@league_mails.on("invitation", "invitation", to=lambda sent: (sent.mailed_to, sent.language))
def _invitation(invitation: Invitation, reader: User) -> Facts:
    return {
        "league": invitation.league.name,
        "by": called(invitation.created_by.get_username()) if invitation.created_by else "",
        "text": invitation.league.description,
        "until": wording.moment(invitation.expires_at.isoformat()),
        "address": settings.SITE_ADDRESS + invitation.link_path,
    }
