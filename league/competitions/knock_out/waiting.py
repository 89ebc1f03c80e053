"""What waits for the arbiters of knock-outs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common import clock
from games.common.waiting import MOST, NEEDS_YOU, Corner, Scope, Waiting, waits_for
from games.common.words.people import called
from league.competitions.knock_out.open_rulings import open_rulings
from league.competitions.models import Pairing
from league.competitions.selectors.seasons import address
from league.competitions.waiting import ARBITER, arbitrates, is_member


@waits_for("goes-on", of=[ARBITER])
def who_goes_on(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Voided games of which `user` says who goes on, due when HR-13 decides, and games that are still played
    after their round's last day.
    """
    here = scope.narrows("competition__league", "competition")
    rows = Pairing.objects.filter(is_member(user), arbitrates(user), **here)
    for each in open_rulings(rows, clock.shown(), MOST):
        season, said = each.season, {"one": called(each.one), "two": called(each.two)}
        slug = season.league.slug
        if each.game:
            says = _("Void the game of %(one)s and %(two)s: its round is over") % said
            more = _("It should have ended by now. Then say who goes on.")
            where = reverse("games:desk", args=[slug, each.game])
        else:
            says = _("Say who goes on: %(one)s or %(two)s") % said
            more = _("Their game is void. If no arbiter decides in time, HR-13 does.")
            where = address(slug, "goes-on", season.code, each.number)
        yield Waiting(
            kind="goes-on",
            urgency=NEEDS_YOU,
            says=says,
            more=more,
            address=where,
            due=each.due,
            league=Corner(slug, season.league.name),
            of=season.name,
            contest=season.pk,
        )
