"""Organisers who play in a season decide about no one in it alone: another organiser does, or an arbiter
confirms it first.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.common import clock, outbox
from league.competitions.errors import CompetitionError, NotArbiter, NotInState
from league.competitions.models import Arbiter, Competition, Entry, ProposedAct
from league.competitions.outbox import mail
from league.competitions.services.locking import lock, show_change
from league.leagues import apart
from league.leagues import services as leagues
from league.leagues.apart import Tie, Wish
from league.leagues.errors import LeagueError
from league.leagues.models import League, Membership, OrganiserAct
from league.leagues.services.locking import lock as lock_league
from league.users.models import User

Kind = ProposedAct.Kind
OVER: Final = (Competition.State.FINISHED, Competition.State.CANCELLED)


class PlayersDecide:
    """Which organisers play in a season with those about whom they would decide."""

    def ties(
        self, league: League, kind: OrganiserAct.Kind, by: User, people: Collection[User]
    ) -> Mapping[int, Tie]:
        """Three queries at most."""
        names = {person.pk: person.get_username() for person in people if person.pk != by.pk}
        seasons = _seasons_of(league, by)
        if not seasons or not names:
            return {}
        shared = _shared(seasons, kind, list(names))
        organisers = _organisers(league)
        played_by = _played_by(seasons, organisers) if shared else {}
        found = {}
        for person, those in shared.items():
            others = organisers - {by.pk, person}
            is_one_outside = any(not played_by.get(other, set()) & set(those) for other in others)
            said = {
                "name": names[person],
                "seasons": ", ".join(seasons[each] for each in those),
            }
            found[person] = Tie(_words(kind, is_one_outside) % said, may_ask=not is_one_outside)
        return found

    def ask(self, wish: Wish, now: datetime) -> None:
        """A row for each season that the two share, and an e-mail to its arbiters."""
        shared = _shared(_seasons_of(wish.league, wish.by), wish.kind, [wish.person.pk])
        seasons = shared.get(wish.person.pk, [])
        asked = ProposedAct.objects.filter(kind=wish.kind, about=wish.person, decided_at=None)
        if asked.filter(competition__in=seasons).exists():
            return
        key = uuid.uuid4()
        for season in seasons:
            made = ProposedAct.objects.create(
                competition_id=season,
                key=key,
                kind=Kind(wish.kind),
                about=wish.person,
                by=wish.by,
                reason=wish.reason.strip(),
                until=wish.until,
                at=now,
            )
            arbiters = Arbiter.objects.filter(competition=season, left_at=None).exclude(user=wish.person)
            people = arbiters.order_by("pk").values_list("user_id", flat=True)
            outbox.put(*(mail(each, now, about="proposed", act=made.pk) for each in people))
            show_change(lock(made.competition), now)


apart.register(PlayersDecide())


@transaction.atomic
def decide(*, act: ProposedAct, by: User, confirms: bool) -> ProposedAct:
    """Let an arbiter confirm or refuse what an organiser would decide. Once an arbiter of every season that
    the two share has confirmed it, it is done; one refusal ends it. Once decided, it stays.

    Refuses with `NotArbiter` of others and of the two themselves, `NotInState` once the season is over, and
    the league's own reason where it can be done no more.
    """
    league = lock_league(act.competition.league)
    found = ProposedAct.objects.select_for_update(of=("self",)).select_related("competition", "about", "by")
    act = found.get(pk=act.pk)
    if not act.competition.arbiters.filter(user=by, left_at=None).exists():
        raise NotArbiter
    if act.decided_at is not None:
        return act
    if not act.may_be_decided_by(by.pk):
        raise NotArbiter(_("This is about you. Another arbiter decides."))
    if confirms and act.competition.is_over:
        raise NotInState
    now = clock.now()
    of_key = ProposedAct.objects.filter(key=act.key, decided_at=None)
    ended = of_key.filter(pk=act.pk) if confirms else of_key
    seasons = sorted(ended.values_list("competition", flat=True))
    ended.update(decided_at=now, decided_by=by, is_confirmed=confirms)
    act.refresh_from_db()
    # Of a season that has ended meanwhile no one confirms any more, and no one needs to.
    if not of_key.exclude(competition__state__in=OVER).exists():
        if confirms:
            _do(league, act)
        outbox.put(mail(act.by_id, now, about="proposal_decided", act=act.pk))
    for season in seasons:
        show_change(lock(Competition(pk=season)), now)
    return act


def _do(league: League, act: ProposedAct) -> None:
    """What was proposed, by the organiser who proposed it."""
    try:
        if act.kind == Kind.ROLE:
            membership = league.memberships.filter(user=act.about).first()
            if membership is None:
                raise LeagueError(_("This person is not a member of the league."))
            member = Membership.Role.MEMBER
            leagues.change_role(
                league=league, by=act.by, membership=membership, role=member, is_confirmed=True
            )
            return
        given: dict[str, Any] = {"league": league, "by": act.by, "person": act.about, "reason": act.reason}
        if act.kind == Kind.SUSPENDED and act.until is not None:
            leagues.suspend(**given, until=act.until, is_confirmed=True)
        elif act.kind == Kind.REMOVED:
            leagues.remove(**given, is_confirmed=True)
        else:
            leagues.ban(**given, until=act.until, is_confirmed=True)
    except LeagueError as error:
        raise CompetitionError(str(error)) from error


def _words(kind: OrganiserAct.Kind, is_one_outside: bool) -> str:
    if kind == OrganiserAct.Kind.ROLE:
        if is_one_outside:
            return _("Ask another organiser: you play in %(seasons)s, and %(name)s does not.")
        return _(
            "You play in %(seasons)s, and so do all other organisers but %(name)s. An arbiter of the "
            "season has to confirm it first."
        )
    if is_one_outside:
        return _("Ask another organiser: you and %(name)s both play in %(seasons)s.")
    return _(
        "You and %(name)s both play in %(seasons)s, and so do all other organisers. An arbiter of"
        " the season has to confirm it first."
    )


def _seasons_of(league: League, person: User) -> dict[int, str]:
    """The seasons (keys) that `person` has entered, and that are not over, with their names."""
    entered = _entered().filter(user=person)
    going_on = Competition.objects.filter(league=league).exclude(state__in=OVER)
    rows = going_on.filter(pk__in=entered.values("competition")).order_by("pk")
    return dict(rows.values_list("pk", "name"))


def _shared(
    seasons: Collection[int], kind: OrganiserAct.Kind, people: Collection[int]
) -> dict[int, list[int]]:
    """By person, those of `seasons` in which they play; for their role, those that they have not entered."""
    is_role = kind == OrganiserAct.Kind.ROLE
    rows = _entered() if is_role else Entry.objects.filter(state__in=Entry.STANDING)
    rows = rows.filter(competition__in=list(seasons), user__in=people).order_by("competition")
    found: dict[int, set[int]] = defaultdict(set)
    for person, season in rows.values_list("user_id", "competition_id"):
        found[person].add(season)
    if is_role:
        found = {person: set(seasons) - found.get(person, set()) for person in people}
    return {person: sorted(those) for person, those in found.items() if those}


def _organisers(league: League) -> set[int]:
    rows = league.memberships.filter(role=Membership.Role.ORGANISER, user__is_active=True)
    return set(rows.values_list("user_id", flat=True))


def _played_by(seasons: Collection[int], people: Collection[int]) -> dict[int, set[int]]:
    """By person, those of `seasons` that they have entered."""
    found: dict[int, set[int]] = defaultdict(set)
    rows = _entered().filter(competition__in=list(seasons), user__in=people).order_by()
    for person, season in rows.values_list("user_id", "competition_id"):
        found[person].add(season)
    return found


def _entered() -> QuerySet[Entry]:
    """Entries that someone has, or had; one that was refused was none."""
    return Entry.objects.filter(~Q(state=Entry.State.REFUSED))
