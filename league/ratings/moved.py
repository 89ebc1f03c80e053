"""What the end of a game did to the rating of one of its players, on the game's own page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from games.common.words import local
from games.gate.contests import Moved, tells_moves
from league.ratings.models import RatingStep
from league.ratings.shown import shown

MINUS = "\N{MINUS SIGN}"


@tells_moves
def rating_moved(game: Any, player: int) -> Sequence[Moved]:
    """The rating of `player` before and after `game`: in its league, else overall; nothing where it is not
    rated, or not yet. One query.
    """
    higher = RatingStep.objects.filter(
        list=OuterRef("list"), user=player, mu__gte=OuterRef("mu"), at__lte=OuterRef("at")
    ).exclude(game=game.pk)
    steps = (
        RatingStep.objects.filter(game=game.pk, user=player, list__is_older=False)
        .order_by(F("list__league").asc(nulls_last=True))
        .annotate(was_higher=Exists(higher))
        .values_list("mu_before", "mu", "number", "was_higher")
    )
    return [_moved(*step) for step in steps[:1]]


def _moved(mu_before: float, mu: float, number: int, was_higher: bool) -> Moved:
    before, after = shown(mu_before, number - 1), shown(mu, number)
    change = after.points - before.points
    signed = f"{MINUS if change < 0 else '+'}{local.number(abs(change))}"
    more = _("%(change)s, your best") if not was_higher and number > 1 and change > 0 else "%(change)s"
    return Moved(_("Rating"), str(before), str(after), more % {"change": signed})
