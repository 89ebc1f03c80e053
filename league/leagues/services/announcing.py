"""What organisers tell their whole league, and how it is mailed to twenty thousand people."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from league.leagues import outbox
from league.leagues.errors import LeagueError
from league.leagues.models import Announcement, League, OrganiserAct
from league.leagues.services.again import announcement_before
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users.models import User

MEMBERS_AT_ONCE = 500


@transaction.atomic
def announce(
    *,
    league: League,
    by: User,
    title: str,
    text: str,
    is_pinned: bool,
    is_mailed: bool,
    replaces: Announcement | None = None,
) -> Announcement:
    """Publish an announcement, in place of `replaces` where that is given. E-mails follow in batches.
    The same form sent twice is one announcement.

    Raises NotAllowed unless `by` organises this league; LeagueError without title and text.
    """
    league = lock(league)
    check_organiser(league, by)
    if not title.strip() or not text.strip():
        raise LeagueError(_("An announcement has a title and a text."))
    now = clock.now()
    values = {"title": title.strip(), "text": text.strip(), "is_pinned": is_pinned, "is_mailed": is_mailed}
    if earlier := announcement_before(league, by, now, **values):
        return earlier
    if replaces is not None:
        league.announcements.filter(pk=replaces.pk, withdrawn_at=None).update(
            withdrawn_at=now, withdrawn_by=by
        )
        is_free = not Announcement.objects.filter(replaces=replaces.pk).exists()
        replaces = replaces if is_free else None
    said = Announcement.objects.create(league=league, by=by, at=now, replaces=replaces, **values)
    enter(league, OrganiserAct.Kind.ANNOUNCED, by=by, now=now, title=said.title, mailed=is_mailed)
    if is_mailed:
        outbox.put(outbox.tell("league_announcement", now, announcement=said.pk, after=0))
    return said


@transaction.atomic
def withdraw_announcement(*, league: League, by: User, announcement: int) -> None:
    """Show an announcement (a key) no more, and mail it no further. Doing it again changes nothing."""
    league = lock(league)
    check_organiser(league, by)
    now = clock.now()
    standing = league.announcements.filter(pk=announcement, withdrawn_at=None).first()
    if standing is None:
        return
    standing.withdrawn_at, standing.withdrawn_by = now, by
    standing.save(update_fields=["withdrawn_at", "withdrawn_by"])
    enter(league, OrganiserAct.Kind.UNSAID, by=by, now=now, title=standing.title)


@transaction.atomic
def mail_more(*, announcement: int, after: int) -> None:
    """Tell the next members, by e-mail those who want that, of an announcement (a key) that was mailed as far
    as the membership `after`; else nothing is done: no one is written to twice.
    """
    found = Announcement.objects.select_for_update(of=("self",))
    said = found.filter(pk=announcement, mailed_upto=after, mailed_at=None, withdrawn_at=None).first()
    if said is None:
        return
    members = said.league.memberships.filter(pk__gt=after).order_by("pk")
    rows = list(members.values_list("pk", "user", "user__is_active")[:MEMBERS_AT_ONCE])
    now = clock.now()
    if rows:
        said.mailed_upto = rows[-1][0]
        outbox.put(
            *(outbox.mail(user, now, announcement=said.pk) for _pk, user, is_active in rows if is_active),
            outbox.tell("league_announcement", now, announcement=said.pk, after=said.mailed_upto),
        )
    else:
        said.mailed_at = now
    said.save(update_fields=["mailed_upto", "mailed_at"])
