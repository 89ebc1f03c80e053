"""What comes by the outbox for standings and the record book, and the alarm about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.core.mail import mail_admins

from games.common.outbox.registry import Done, Failures, delivers, delivers_slowly
from games.common.outbox.row import OutboxRow
from league.standings.counting import count
from league.standings.models import Counting


@delivers("results")
def count_results(rows: Sequence[OutboxRow]) -> Failures:
    """Count the games whose result rows were written; given again, it finds them counted."""
    count.count_games(games={row.payload["game"] for row in rows})
    return {}


@delivers_slowly("count_results")
def count_in_parts(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """Games that are open to everyone by now, parts of a first count, parts of a check."""
    for row in rows:
        payload = row.payload
        if "game" in payload:
            count.count_games(games=[payload["game"]])
        elif payload.get("check"):
            count.check_more(league=payload["league"], after=payload["after"])
        else:
            count.count_more(league=payload["league"], after=payload["after"])
        yield [row], {}


@delivers("alarm")
def tell_admins_of_standings(rows: Sequence[OutboxRow]) -> Failures:
    """One mail for the leagues among `rows` whose standings are not what their games' results come to."""
    keys = [row.payload["standings"] for row in rows if "standings" in row.payload]
    found = Counting.objects.filter(pk__in=keys, wrong__gt=0).select_related("league") if keys else ()
    lines = [f"{each.league.slug}: {each.wrong} rows" for each in found]
    if lines:
        mail_admins(
            "Standings that do not add up",
            "A nightly check compared what is counted with the results of games. Nobody has lost a result:\n"
            "standings and records are only read from it. Make them anew with\n"
            "`manage.py recompute_standings <league>`, which says what was wrong.\n\n" + "\n".join(lines),
        )
    return {}
