"""E-mails of leagues: what was decided about somebody, announcements, invitations to an address.

Each goes to its reader in their language and zone. What was decided about somebody is mailed to them
whatever mails they chose, as mails about the account are; announcements to those who want them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.urls import reverse

from games.common.outbox import moulds
from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from games.common.words import people
from games.common.words.people import called
from games.models import Game
from games.words.addresses import game_address
from league.leagues import wording
from league.leagues.models import Announcement, Invitation, OrganiserAct, Report
from league.leagues.outbox import posting
from league.leagues.outbox.posting import Parcel, parcel_to, reaches
from league.users.models import User

FOLDER: Final = "leagues/mail"


@delivers_slowly("league_mail")
def send_mails(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """One e-mail a row. Nothing is sent of what is no more, nor to those who are out of reach."""
    yield from posting.send(rows, _parcels_of(rows), "league")


def _parcels_of(rows: Sequence[OutboxRow]) -> dict[int, Parcel]:
    """By row, what it announces. As many queries as there are kinds."""
    readers = User.objects.in_bulk({row.payload["user"] for row in rows})
    things = _things([row.payload for row in rows])
    parcels = {row.pk: _parcel(row.payload, readers.get(row.payload["user"]), things) for row in rows}
    return {key: parcel for key, parcel in parcels.items() if parcel is not None}


def _things(payloads: Sequence[Mapping[str, Any]]) -> Mapping[str, Mapping[int, Any]]:
    """By kind, and by its key, what `payloads` name."""

    def keys(*kinds: str) -> list[int]:
        return [payload[kind] for payload in payloads for kind in kinds if kind in payload]

    acts, reports = _acts(keys("act", "together")), _reports(keys("report", "decision"))
    return {
        "act": acts,
        "together": acts,
        "game": _games(keys("game")),
        "report": reports,
        "decision": reports,
        "announcement": _announcements(set(keys("announcement"))),
        "invitation": _invitations(keys("invitation")),
    }


def _parcel(
    payload: Mapping[str, Any], reader: User | None, things: Mapping[str, Mapping[int, Any]]
) -> Parcel | None:
    """What one row announces; None where that is no more, or its reader does not get it."""
    about = next(kind for kind in FACTS if kind in payload)
    thing = things[about].get(payload[about])
    if reader is None or thing is None:
        return None
    if about == "invitation":
        says = partial(_of_invitation, thing)
        return Parcel(FOLDER, about, thing.mailed_to, thing.language, reader.zone, says)
    if about == "announcement":
        return _to(reader, about, thing, "leagues") if people.wants(reader, "leagues") else None
    if not reaches(reader):
        return None
    if about != "together":
        return _to(reader, about, thing)
    game = things["game"].get(payload["game"])
    return _to(reader, about, (thing, game)) if game is not None else None


def _acts(keys: Sequence[int]) -> Mapping[int, OrganiserAct]:
    return OrganiserAct.objects.select_related("league", "by", "about").in_bulk(keys) if keys else {}


def _games(keys: Sequence[int]) -> Mapping[int, Game]:
    return Game.objects.in_bulk(keys) if keys else {}


def _reports(keys: Sequence[int]) -> Mapping[int, Report]:
    return Report.objects.select_related("league").in_bulk(keys) if keys else {}


def _announcements(keys: Collection[int]) -> Mapping[int, Announcement]:
    """Those that were not withdrawn meanwhile."""
    standing = Announcement.objects.filter(withdrawn_at=None).select_related("league", "by")
    return standing.in_bulk(keys) if keys else {}


def _invitations(keys: Sequence[int]) -> Mapping[int, Invitation]:
    """Those that can still be taken up."""
    standing = Invitation.objects.filter(withdrawn_at=None, uses=0).exclude(mailed_to="")
    return standing.select_related("league", "created_by").in_bulk(keys) if keys else {}


def _to(reader: User, about: str, thing: Any, wish: str = "") -> Parcel:
    return parcel_to(reader, FOLDER, about, partial(FACTS[about], thing), wish)


def _of_act(act: OrganiserAct) -> moulds.Facts:
    what = wording.says_to_them(act)
    return {
        "league": act.league.name,
        "what": what,
        "title": what.removesuffix("."),
        "reason": act.reason,
        "follows": wording.follows(act),
        "address": settings.SITE_ADDRESS + reverse("leagues:home", args=[act.league.slug]),
    }


def _of_together(thing: tuple[OrganiserAct, Game]) -> moulds.Facts:
    act, game = thing
    return {
        "league": act.league.name,
        "game": game.name,
        "by": called(act.by.get_username()) if act.by else "",
        "person": called(act.about.get_username()) if act.about else "",
        "address": settings.SITE_ADDRESS + game_address(act.league.slug, game.code),
    }


def _of_report(report: Report) -> moulds.Facts:
    address = reverse("leagues:reports", args=[report.league.slug])
    return {"league": report.league.name, "address": settings.SITE_ADDRESS + address}


def _of_decision(report: Report) -> moulds.Facts:
    address = reverse("leagues:own-reports", args=[report.league.slug])
    return {"league": report.league.name, "address": settings.SITE_ADDRESS + address, "note": report.note}


def _of_announcement(said: Announcement) -> moulds.Facts:
    return {
        "league": said.league.name,
        "title": said.title,
        "text": said.text,
        "by": called(said.by.get_username()) if said.by else "",
        "address": settings.SITE_ADDRESS + reverse("leagues:announcements", args=[said.league.slug]),
    }


def _of_invitation(invitation: Invitation) -> moulds.Facts:
    return {
        "league": invitation.league.name,
        "by": called(invitation.created_by.get_username()) if invitation.created_by else "",
        "text": invitation.league.description,
        "until": wording.moment(invitation.expires_at.isoformat()),
        "address": settings.SITE_ADDRESS + invitation.link_path,
    }


FACTS: Final[Mapping[str, Callable[[Any], moulds.Facts]]] = {
    "act": _of_act,
    "together": _of_together,
    "announcement": _of_announcement,
    "invitation": _of_invitation,
    "report": _of_report,
    "decision": _of_decision,
}
"""What each kind of e-mail says, in the language that holds."""
