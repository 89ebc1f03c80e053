"""Reports of players to the organisers of a league, and what becomes of them."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from games.models import Game
from games.pages.quoting import chosen
from league.leagues import outbox
from league.leagues.errors import NotAllowed, NoWords
from league.leagues.models import League, OrganiserAct, Report
from league.leagues.selectors.reports import is_read, reports_to
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users.models import User


@transaction.atomic
def report(
    *,
    league: League,
    user: User,
    reason: str,
    about: User | None = None,
    game: Game | None = None,
    quotes: Collection[int] = (),
) -> Report:
    """Report a person, or messages of `game` with the keys `quotes`, of which those count that `user` reads.
    Where no organiser can read it for now, those who run the site are told. While it is open, the same report
    is one.

    Raises NoWords without a reason, NotAllowed where no one else is concerned by it.
    """
    reason = reason.strip()
    if not reason:
        raise NoWords(_("Say what is wrong: the organisers need your reason."))
    keys: list[int] = []
    if game is not None:
        found = chosen(game, user, quotes)
        keys = list(found.keys)
        if not found.writers:
            raise NotAllowed(_("Tick at least one message that someone else wrote."))
        about = User.objects.get(pk=next(iter(found.writers))) if len(found.writers) == 1 else None
    elif about is None or about.pk == user.pk:
        raise NotAllowed(_("Choose whom you report: someone else in this league."))
    given = {"reporter": user, "about": about, "game": game, "quotes": keys, "reason": reason}
    league = lock(league)
    if earlier := league.reports.filter(state=Report.State.OPEN, **given).first():
        return earlier
    made = Report.objects.create(league=league, at=clock.now(), **given)
    outbox.put(*outbox.report_mails(made))
    if not is_read(made):
        outbox.put(outbox.unread_alarm(made))
    return made


@transaction.atomic
def decide_report(*, league: League, by: User, key: int, state: str, note: str) -> Report:
    """Close an open report as handled or dismissed; the reporter reads the note. Deciding once more changes
    nothing.

    Raises NotAllowed unless `by` organises this league and may see the report (`selectors.reports`), NoWords
    without a note.
    """
    league = lock(league)
    check_organiser(league, by)
    found = reports_to(league, by).filter(pk=key).first()
    if found is None or state not in (Report.State.HANDLED, Report.State.DISMISSED):
        raise NotAllowed(_("This report is not yours to decide."))
    if not note.strip():
        raise NoWords(_("Say what you decided: the person who reported it sees your note."))
    if not found.is_open:
        return found
    found.state, found.note = Report.State(state), note.strip()
    found.decided_by, found.decided_at = by, clock.now()
    found.save(update_fields=["state", "note", "decided_by", "decided_at"])
    # Without a name: whom it is about reads the log of their own acts, and is not told of reports.
    enter(league, OrganiserAct.Kind.REPORT, by=by, now=found.decided_at)
    outbox.put(outbox.mail(found.reporter_id, found.decided_at, decision=found.pk))
    return found
