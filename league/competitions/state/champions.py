"""Who won a season: read from its final places as they are now, by every page that names winners."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from league.competitions.models import Competition, Dispute, Entry, FinalPlace


def champions() -> QuerySet[FinalPlace]:
    """The first ranks of finished seasons; several where they are shared. None of an entry that was sent away
    or of a season in which a result is disputed: there no one is champion.
    """
    disputed = Dispute.objects.filter(competition=OuterRef("competition"), ruled_at=None)
    first = FinalPlace.objects.filter(rank=1, competition__state=Competition.State.FINISHED)
    return first.exclude(Exists(disputed)).exclude(entry__state__in=Entry.SENT_AWAY)
