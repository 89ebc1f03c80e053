"""What a new league still needs, for those who organise it: people, a season, a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Exists, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.common.database.compiled import Param, PreparedQuery
from games.models import Game
from league.leagues import sections
from league.leagues.models import Invitation, League, Membership
from league.leagues.sections import FirstStep


@dataclass(frozen=True, slots=True)
class Step:
    says: str
    more: str
    address: str
    is_done: bool


def first_steps(league: League) -> list[Step]:
    """The steps, with what is done of them; none once all are. One query."""
    [found] = _DONE.rows(league=league.pk)
    if all(found):
        return []
    return [
        Step(str(each.says), str(each.more), each.address(league.slug), bool(is_done))
        for each, is_done in zip(_steps(), found, strict=True)
    ]


def _steps() -> Iterator[FirstStep]:
    yield FirstStep(
        says=_("Invite people"),
        more=_("Send anyone a link, or invite by e-mail."),
        address=lambda slug: reverse("leagues:invitations", args=[slug]),
        is_done=_has_people,
    )
    yield from sections.first_steps
    yield FirstStep(
        says=_("Create a game"),
        more=_("Members take its seats; it starts when all are taken."),
        address=lambda slug: reverse("games:open", args=[slug]),
        is_done=lambda: Exists(Game.objects.filter(league_id=Param("league"))),
    )


def _has_people() -> Q:
    """Whether someone besides the league's creator was invited or has come."""
    invited = Invitation.objects.filter(league_id=Param("league"))
    second = Membership.objects.filter(league_id=Param("league")).order_by("pk").values("pk")[1:2]
    return Q(Exists(invited)) | Q(Exists(second))


def _ask() -> QuerySet[League, tuple[bool, ...]]:
    done = {f"done_{number}": each.is_done() for number, each in enumerate(_steps())}
    return League.objects.filter(pk=Param("league")).annotate(**done).values_list(*done)


_DONE = PreparedQuery(_ask)
