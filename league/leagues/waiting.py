"""What waits for those who organise a league: reports to decide, a webhook that was switched off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.database.compiled import Param
from games.common.waiting import NEEDS_YOU, WHEN_YOU_LIKE, Corner, Scope, Waiting, is_one, waits_for
from games.common.words.addresses import address
from league.leagues.models import Membership, Report, Webhook
from league.leagues.selectors.reports import all_reports_to

ORGANISER: Final = is_one(
    "organiser",
    lambda: Exists(Membership.objects.filter(user_id=Param("user"), role=Membership.Role.ORGANISER)),
)


def _switched_off(user: Any) -> QuerySet[Webhook]:
    """Webhooks that were switched off, of leagues that `user` (a key, or `Param`) organises."""
    role = Membership.Role.ORGANISER
    return Webhook.objects.filter(
        off_at__isnull=False, league__memberships__user_id=user, league__memberships__role=role
    )


LOST_WEBHOOK: Final = is_one("lost_webhook", lambda: Exists(_switched_off(Param("user"))))


@waits_for("report", of=[ORGANISER])
def reports_to_decide(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Reports that `user` may see and decide, by league. One query."""
    if scope.contest is not None:
        return
    organises = Membership.objects.filter(
        league=OuterRef("league"), user=user.pk, role=Membership.Role.ORGANISER
    )
    rows = all_reports_to(user).filter(Exists(organises), state=Report.State.OPEN, **scope.narrows("league"))
    counts = (
        rows.order_by("league_id").values_list("league__slug", "league__name").annotate(count=Count("pk"))
    )
    for slug, name, count in counts:
        says = ngettext("%(count)d report to decide", "%(count)d reports to decide", count)
        yield Waiting(
            kind="report",
            urgency=NEEDS_YOU,
            says=says % {"count": count},
            more=_("The members who wrote them wait for your answer.")
            if count > 1
            else _("The member who wrote it waits for your answer."),
            address=address("leagues:reports", slug),
            league=Corner(slug, name),
            of=name,
        )


@waits_for("webhook", WHEN_YOU_LIKE, of=[LOST_WEBHOOK])
def webhooks_switched_off(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Webhooks that nothing reached for days, of leagues that `user` organises. One query."""
    if scope.contest is not None:
        return
    rows = _switched_off(user.pk).filter(**scope.narrows("league")).order_by("pk")
    for host, slug, name in rows.values_list("host", "league__slug", "league__name"):
        yield Waiting(
            kind="webhook",
            urgency=WHEN_YOU_LIKE,
            says=_("The webhook is switched off"),
            more=_("%(host)s stopped accepting messages.") % {"host": host},
            address=address("leagues:webhook", slug),
            league=Corner(slug, name),
            of=name,
        )
