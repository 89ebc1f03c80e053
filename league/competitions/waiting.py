"""What waits for people in competitions: challenges, disputes, suspicions, invitations, seasons that lack
something.

Each function is one query. Entrants are told of their own, arbiters of what they may rule on, organisers of
what their seasons lack; people who have left the league are told of nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.common import clock
from games.common.database.compiled import Param
from games.common.waiting import MOST, NEEDS_YOU, WHEN_YOU_LIKE, Corner, Scope, Waiting, is_one, waits_for
from games.common.words.people import at_start, called
from league.competitions import kinds
from league.competitions.models import (
    Arbiter,
    Challenge,
    Competition,
    Dispute,
    Entry,
    EntryInvitation,
    ProposedAct,
)
from league.competitions.models.pairing import of_person, of_side
from league.competitions.models.suspicion import all_open_suspicions
from league.competitions.selectors.seasons import address
from league.competitions.state.registration import decided_by
from league.competitions.words.wording import proposes
from league.leagues.models import Membership
from league.leagues.waiting import ORGANISER

ENTRANT: Final = is_one("entrant", lambda: Exists(Entry.objects.filter(user_id=Param("user"))))
INVITED: Final = is_one("invited", lambda: Exists(EntryInvitation.objects.filter(user_id=Param("user"))))
ARBITER: Final = is_one(
    "arbiter", lambda: Exists(Arbiter.objects.filter(user_id=Param("user"), left_at=None))
)

State = Competition.State
GOES_ON = (State.ANNOUNCED, State.RUNNING, State.CLOSING)
IN = ("competition__league__slug", "competition__league__name", "competition__code", "competition__name")
"""Where something of a season stands, as `_of` reads it, with the season's key."""


def _of(slug: str, league: str, _code: str, name: str, key: int) -> dict[str, Any]:
    return {"league": Corner(slug, league), "of": name, "contest": key}


def _here(scope: Scope) -> dict[str, int]:
    return scope.narrows("competition__league", "competition")


def is_member(user: Any) -> Exists:
    """Rows of seasons in whose league `user` is."""
    return Exists(Membership.objects.filter(league=OuterRef("competition__league"), user=user.pk))


def arbitrates(user: Any) -> Exists:
    """Rows of seasons in which `user` rules."""
    named = Arbiter.objects.filter(competition=OuterRef("competition"), user=user.pk, left_at=None)
    return Exists(named)


@waits_for("challenge", of=[ENTRANT])
def challenges_to_answer(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Challenges to `user`; due when no answer counts as declining."""
    rows = Challenge.objects.filter(
        is_member(user), of__user=user.pk, state=Challenge.State.WAITING, **_here(scope)
    )
    ranks = ("by__standing__rank", "by_rank", "of__standing__rank", "of_rank")
    columns = ("number", "by__user__username", *ranks, "answer_by")
    found = rows.order_by("answer_by", "pk").values_list(*columns, *IN, "competition")[:MOST]
    for number, name, rank, was, own, own_was, until, *where in found:
        said = {"name": called(name), "rank": rank or was}
        yield Waiting(
            kind="challenge",
            urgency=NEEDS_YOU,
            says=at_start(_("%(name)s, rank %(rank)d, challenges you") % said),
            more=_("For your rank %(rank)d. Accept or decline: no answer counts as declining.")
            % {"rank": own or own_was},
            address=address(where[0], "one-challenge", where[2], number),
            due=until,
            **_of(*where),
        )


@waits_for("dispute", of=[ENTRANT, ARBITER])
def disputes(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Disputes that `user` may rule on, and those of a game of theirs that another has raised and no one has
    answered; due when the result stands by itself.
    """
    is_asked = of_person(user) & Q(answer_at=None, raised_by__isnull=False) & ~Q(raised_by__user=user.pk)
    rows = Dispute.objects.filter(
        is_member(user), ruled_at=None, competition__state__in=GOES_ON, **_here(scope)
    ).annotate(rules=arbitrates(user))
    sides = (of_side("entry__user__username"), of_side("entry__user__username", last=True))
    pairing = ("competition__kind", "pairing__number", *sides)
    columns = ("rules", "stands_at", "answer_at", *pairing, "raised_by__user__username", *IN)
    found = rows.filter(Q(rules=True) | is_asked).order_by("pk").values_list(*columns, "competition")[:MOST]
    for rules, stands_at, answered, kind, number, by, of, raised, *where in found:
        if rules:
            says = _("Rule on a result: %(pairing)s") % {
                "pairing": kinds.of_key(kind).named(number, (by, of))
            }
            more = _("Another player has answered.") if answered else _("No other player has answered yet.")
        else:
            says = at_start(_("%(name)s disputes the result of your game") % {"name": called(raised)})
            more = _("Say your side before an arbiter rules.")
        yield Waiting(
            kind="dispute" if rules else "disputed",
            urgency=NEEDS_YOU,
            says=says,
            more=more,
            address=address(where[0], "dispute", where[2], number),
            due=stands_at,
            **_of(*where),
        )


@waits_for("suspicion", of=[ARBITER])
def suspicions_to_look_at(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Two entrants who may be one person, where `user` is an arbiter."""
    rows = all_open_suspicions().filter(
        is_member(user), arbitrates(user), competition__state__in=GOES_ON, **_here(scope)
    )
    columns = ("one__user__username", "other__user__username", *IN, "competition")
    for one, other, *where in rows.order_by("pk").values_list(*columns)[:MOST]:
        said = {"one": called(one), "other": called(other)}
        yield Waiting(
            kind="suspicion",
            urgency=NEEDS_YOU,
            says=at_start(_("%(one)s and %(other)s may be one person") % said),
            more=_("A player suspects it. Remove an entry, or dismiss this."),
            address=f"{address(where[0], 'desk', where[2])}#h-suspicions",
            **_of(*where),
        )


@waits_for("act", of=[ARBITER])
def acts_to_confirm(user: Any, scope: Scope) -> Iterator[Waiting]:
    """What organisers who play in a season would decide about someone, where `user` is an arbiter of it."""
    rows = ProposedAct.objects.filter(
        is_member(user), arbitrates(user), decided_at=None, competition__state__in=GOES_ON, **_here(scope)
    ).exclude(Q(by=user.pk) | Q(about=user.pk))
    for act in rows.select_related("about", "by", "competition__league").order_by("pk")[:MOST]:
        season = act.competition
        yield Waiting(
            kind="act",
            urgency=NEEDS_YOU,
            says=at_start(proposes(act)),
            more=_("An organiser who plays in the season asks. Nothing happens before you confirm it."),
            address=address(season.league.slug, "proposed-act", season.code, act.pk),
            **_of(season.league.slug, season.league.name, season.code, season.name, season.pk),
        )


@waits_for("season", of=[ORGANISER])
def seasons_to_look_after(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Seasons of leagues that `user` organises: too few have entered, or no one rules."""
    organises = Membership.objects.filter(
        league=OuterRef("league"), user=user.pk, role=Membership.Role.ORGANISER
    )
    rules = Arbiter.objects.filter(competition=OuterRef("pk"), left_at=None)
    now = clock.shown()
    is_closed = Q(state=State.ANNOUNCED, enters_until__lte=now)
    rows = Competition.objects.filter(
        Exists(organises), state__in=GOES_ON, **scope.narrows("league", "pk")
    ).alias(is_ruled=Exists(rules))
    clear = Q(entries__state=Entry.State.ACCEPTED, entries__payment__in=Entry.CLEAR)
    found = (
        rows.filter(is_closed | Q(is_ruled=False))
        .annotate(
            entered=Count("entries", filter=clear, distinct=True),
            moved=Count("date_moves", filter=Q(date_moves__extends_registration=True), distinct=True),
            rules_on=Exists(rules),
        )
        .select_related("league")
        .order_by("pk")
    )
    for season in found[:MOST]:
        where = _of(season.league.slug, season.league.name, season.code, season.name, season.pk)
        if not season.rules_on:
            yield Waiting(
                kind="season",
                urgency=NEEDS_YOU,
                says=_("The season has no arbiter any more"),
                more=_("No one can rule on its results. Name a member who doesn’t play in it."),
                address=address(season.league.slug, "arbiters", season.code),
                **where,
            )
        too_few = season.entered < season.rules["smallest"] and not season.moved
        if too_few and season.state == State.ANNOUNCED and season.enters_until <= now:
            yield Waiting(
                kind="season",
                urgency=NEEDS_YOU,
                says=_("Too few people have entered the season"),
                more=_("Extend entries, or the season is cancelled."),
                address=address(season.league.slug, "extend-registration", season.code),
                due=decided_by(season),
                **where,
            )


@waits_for("entry", WHEN_YOU_LIKE, of=[INVITED])
def seasons_to_enter(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Seasons that `user` was invited to and can enter now."""
    now = clock.shown()
    entered = Entry.objects.filter(competition=OuterRef("competition"), user=user.pk)
    rows = EntryInvitation.objects.filter(
        is_member(user),
        ~Exists(entered),
        ~arbitrates(user),
        user=user.pk,
        competition__state=State.ANNOUNCED,
        competition__enters_from__lte=now,
        competition__enters_until__gt=now,
        **_here(scope),
    )
    columns = ("competition__enters_until", *IN, "competition")
    for until, *where in rows.order_by("pk").values_list(*columns)[:MOST]:
        yield Waiting(
            kind="entry",
            urgency=WHEN_YOU_LIKE,
            says=_("You are invited to enter a season"),
            address=address(where[0], "enter", where[2]),
            due=until,
            **_of(*where),
        )
