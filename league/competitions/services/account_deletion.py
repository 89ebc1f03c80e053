"""What competitions say before an account is deleted."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.models import Competition, Dispute, Entry
from league.competitions.models.pairing import of_person
from league.users.models import User
from league.users.refusing import ends_with_deletion, may_refuse_deletion

OVER = (Competition.State.FINISHED, Competition.State.CANCELLED)


@may_refuse_deletion
def _open_disputes(user: User) -> str:
    """Someone whose result is disputed stays until it is ruled: both sides are heard under their names. In a
    season that was cancelled no one rules any more.
    """
    if (
        not Dispute.objects.filter(of_person(user), ruled_at=None)
        .exclude(competition__state__in=OVER)
        .exists()
    ):
        return ""
    return _("A result of yours is disputed. You can delete your account once an arbiter has ruled.")


@ends_with_deletion
def _entries(user: User) -> str:
    entries = Entry.objects.filter(user=user, state__in=Entry.STANDING).exclude(competition__state__in=OVER)
    count = entries.count()
    if not count:
        return ""
    words = ngettext(
        "You leave %(count)d season of a ladder.", "You leave %(count)d seasons of ladders.", count
    )
    return words % {"count": count}
