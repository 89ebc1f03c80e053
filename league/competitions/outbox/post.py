"""E-mails of competitions: challenges, steps of entries, beginnings and ends, disputes.

Their reader can do without them, but for those about money and those that ask someone to rule in a season or
to run it: these say why they always come. One is not sent about a challenge that was answered meanwhile.
"""

from __future__ import annotations

from games.common.outbox.notices import Notices
from league.competitions.models import (
    Arbiter,
    Challenge,
    Circular,
    Competition,
    DateMove,
    Dispute,
    Entry,
    Notice,
    Nudge,
    Pairing,
    ProposedAct,
    Suspicion,
)
from league.competitions.models.pairing import with_sides


def _of_game(pairing: Pairing) -> str:
    return f"game:{pairing.game_id}"


season_mails = Notices(
    "season_mail",
    folder="tournaments/mail",
    source="season",
    template="season",
    wishes=["competitions"],
    told_as={
        "pairing": _of_game,
        "dispute": lambda dispute: _of_game(dispute.pairing),
        "challenge": lambda made: _of_game(made.pairing) if made.pairing else f"challenge:{made.pk}",
    },
    things={
        "challenge": Challenge.objects.select_related(
            "competition__league", "by__user", "of__user", "by__standing", "of__standing", "pairing__game"
        ),
        "entry": Entry.objects.select_related("competition__league", "user"),
        "nudge": Nudge.objects.select_related("entry__competition__league", "entry__user"),
        "circular": Circular.objects.select_related("competition__league", "by"),
        "competition": Competition.objects.select_related("league"),
        "move": DateMove.objects.select_related("competition__league"),
        "pairing": with_sides(Pairing.objects.select_related("competition__league", "game")),
        "dispute": Dispute.objects.select_related("competition__league", "pairing").prefetch_related(
            "pairing__sides__entry__user"
        ),
        "suspicion": Suspicion.objects.select_related("competition__league", "one__user", "other__user"),
        "notice": Notice.objects.select_related("competition__league", "of__user"),
        "act": ProposedAct.objects.select_related("competition__league", "about", "by", "decided_by"),
        "arbiter": Arbiter.objects.select_related("competition__league", "user"),
    },
)
