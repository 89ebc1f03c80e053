"""What those who run the site are told of the people who confirm payouts: lost, or refusing."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.core.mail import mail_admins
from django.urls import reverse

from games.common.outbox.registry import Failures, delivers
from games.common.outbox.row import OutboxRow
from games.common.words.people import called
from league.prizes.agreed.treasurers import trustees_of
from league.prizes.book.books import needed_for
from league.prizes.models import CancelProposal, Trustee


@delivers("alarm")
def tell_admins_of_trust(rows: Sequence[OutboxRow]) -> Failures:
    """One mail for each person that is lost, for each refusal, and for each proposal to cancel that no
    treasurer answered: which season, why, and what to do.
    """
    _tell_of_cancelling([row for row in rows if row.payload.get("occasion") == "cancel_waits"])
    found = [row for row in rows if row.payload.get("occasion") in SAYS]
    keys = {row.payload["trustee"] for row in found}
    people = Trustee.objects.select_related("competition__league", "user").in_bulk(keys) if keys else {}
    for row in found:
        trustee = people.get(row.payload["trustee"])
        if trustee is not None:
            subject, text = SAYS[row.payload["occasion"]](trustee)
            mail_admins(subject, f"{_season(trustee)}\n{text}")
    return {}


def _tell_of_cancelling(rows: Sequence[OutboxRow]) -> None:
    keys = {row.payload["cancelling"] for row in rows}
    proposals = CancelProposal.objects.filter(pk__in=keys, state=CancelProposal.State.OPEN)
    for proposal in proposals.select_related("competition__league", "by"):
        at = settings.SITE_ADDRESS + reverse("admin:prizes_cancelproposal_decide", args=[proposal.pk])
        name, until = called(proposal.by.get_username()), f"{proposal.team_until:%Y-%m-%d %H:%M} UTC"
        mail_admins(
            "A proposal to cancel a season waits for you",
            f"{_season(proposal)}\n{name} proposes to cancel it, and no treasurer has answered: "
            f"{proposal.reason}\nSay yes or no by {until}, or it lapses: {at}",
        )


def _lost(trustee: Trustee) -> tuple[str, str]:
    name, left = called(trustee.user.get_username()), len(trustees_of(trustee.competition))
    why, needed = trustee.get_lost_why_display(), needed_for(trustee.competition)
    return (
        "A treasurer is lost",
        f"{name} confirms nothing any more: {why}. Of {needed} needed {left} are left.\n"
        f"Appoint somebody: {_appointing(trustee)}",
    )


def _refused(trustee: Trustee) -> tuple[str, str]:
    step = trustee.competition.trust_steps.filter(user=trustee.user, kind="refused").last()
    name = called(trustee.user.get_username())
    again = settings.SITE_ADDRESS + reverse("admin:prizes_trustee_ask_again", args=[trustee.pk])
    return (
        "A treasurer refuses to confirm payouts",
        f"{name} says: {step.reason if step else ''}\n"
        "Nothing is paid out until you have decided.\n"
        f"Ask them again: {again}\n"
        f"Appoint somebody in their place: {_appointing(trustee)}",
    )


SAYS = {"trustee_lost": _lost, "refused": _refused}


def _season(of: Trustee | CancelProposal) -> str:
    season = of.competition
    return f"{season.name}, {season.league.name} ({season.code})"


def _appointing(trustee: Trustee) -> str:
    """Where someone is appointed to this season."""
    return f"{settings.SITE_ADDRESS}{reverse('admin:prizes_trustee_add')}?season={trustee.competition.code}"
