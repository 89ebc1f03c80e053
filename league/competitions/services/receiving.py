"""What competitions hear of by the outbox: results of games, holidays, and people who left their league."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.core.mail import mail_admins
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.urls import reverse

from games.common import clock, outbox
from games.common.outbox.registry import Done, Failures, delivers, delivers_slowly
from games.common.outbox.row import OutboxRow
from league.competitions import kinds
from league.competitions.live import push
from league.competitions.models import Competition, Dispute
from league.competitions.services.departures import leave_competitions
from league.competitions.services.locking import lock
from league.competitions.services.results import take_results
from league.competitions.services.suspending import drop_for
from league.leagues.models import Membership, OrganiserAct


@delivers("results")
def count_results(rows: Sequence[OutboxRow]) -> Failures:
    take_results({row.payload["game"] for row in rows})
    return {}


@receiver(post_delete, sender=Membership)
def note_departure(instance: Membership, **_rest: Any) -> None:
    """However a membership ends, its competitions hear of it, in the same transaction."""
    payload = {"league": instance.league_id, "user": instance.user_id}
    outbox.put(outbox.tell("season_departure", clock.now(), **payload))


@delivers_slowly("season_departure")
def take_out_of_competitions(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    for row in rows:
        leave_competitions(league=row.payload["league"], user=row.payload["user"])
        over = [Competition.State.FINISHED, Competition.State.CANCELLED]
        seasons = Competition.objects.filter(league=row.payload["league"]).exclude(state__in=over)
        push.push_left(list(seasons.values_list("code", flat=True)), row.payload["user"])
        yield [row], {}


@delivers_slowly("league_suspension")
def drop_challenges_of_suspended(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    acts = OrganiserAct.objects.in_bulk([row.payload["act"] for row in rows])
    for row in rows:
        if act := acts.get(row.payload["act"]):
            drop_for(act)
        yield [row], {}


@delivers_slowly("refold")
def fold_anew(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """Make tables from their logs again, each in a transaction of its own: after a release that reads logs in
    another way.
    """
    for row in rows:
        with transaction.atomic():
            season = lock(Competition(pk=row.payload["competition"]))
            kinds.of(season).refold(season)
        yield [row], {}


@delivers("alarm")
def tell_admins_of_drift(rows: Sequence[OutboxRow]) -> Failures:
    """One mail for tables that are not what their logs come to: codes alone."""
    codes = sorted({code for row in rows for code in row.payload.get("competitions", ())})
    if codes:
        mail_admins(
            "Tables of competitions differ from their logs",
            "The logs decide. Find out why, then run `manage.py recompute_competitions`:\n\n"
            + "\n".join(codes),
        )
    return {}


@delivers("alarm")
def tell_admins_of_disputes(rows: Sequence[OutboxRow]) -> Failures:
    """One mail for disputes that no arbiter has ruled on: their seasons and what to do, nothing of what was
    said.
    """
    keys = [key for row in rows for key in row.payload.get("disputes", ())]
    found = Dispute.objects.filter(pk__in=keys, ruled_at=None).select_related("competition__league")
    lines = [_of_dispute(each) for each in found.order_by("pk")] if keys else []
    if lines:
        mail_admins(
            "Disputes that nobody rules on",
            "No arbiter has ruled in the days that a season's rules give. Appoint another: a member who has\n"
            "not entered. Each line says when the result stands if nobody rules.\n\n" + "\n".join(lines),
        )
    return {}


def _of_dispute(dispute: Dispute) -> str:
    season = dispute.competition
    page = reverse("admin:tournaments_competition_arbiter", args=[season.pk])
    stands = f"{dispute.stands_at:%Y-%m-%d %H:%M} UTC"
    return f"{season.name}, {season.league.name}, {stands}: {settings.SITE_ADDRESS}{page}"
