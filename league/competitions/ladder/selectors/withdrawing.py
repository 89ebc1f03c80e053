"""What withdrawing costs one person on the ladder, in a line."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.ladder.leaving import LEAVING
from league.competitions.models import Challenge, Entry, Pairing, Standing
from league.competitions.models.pairing import runs


def withdraws(entry: Entry) -> str:
    """Their games that run, their rank, and their challenges without an answer. Three queries."""
    running = Pairing.objects.filter(runs(), sides__entry=entry).count()
    rank = Standing.objects.filter(entry=entry).values_list("rank", flat=True).first()
    asked = {"competition": entry.competition_id, "state": Challenge.State.WAITING}
    open_ones = Challenge.objects.filter(**asked, by=entry) | Challenge.objects.filter(**asked, of=entry)
    said = {"count": running, "rank": rank}
    if running:
        words = ngettext(
            "You concede %(count)d running game and leave rank %(rank)d.",
            "You concede %(count)d running games and leave rank %(rank)d.",
            running,
        )
    else:
        words = _("You have no game running. You leave rank %(rank)d.")
    parts = [words % said]
    if waiting := open_ones.count():
        dropped = ngettext(
            "%(count)d unanswered challenge is cancelled.",
            "%(count)d unanswered challenges are cancelled.",
            waiting,
        )
        parts.append(dropped % {"count": waiting})
    if not entry.competition.fee:
        parts.append(str(LEAVING.you_again))
    return " ".join(parts)
