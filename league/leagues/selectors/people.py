"""One person as the organisers of a league see them, and what was decided about oneself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.common.database.compiled import Param, PreparedModels
from league.leagues import wording
from league.leagues.apart import Tie, tie, ties
from league.leagues.models import League, Membership, OrganiserAct, PrivateNote, Sanction
from league.users.models import User

ACTS_A_PAGE = 50
ACTS_OF_A_PERSON = 50
NOTES = 50


@dataclass(frozen=True, slots=True)
class Act:
    """One line of the log: what it says, why, when; `name` is whom it is about, where there is someone."""

    says: str
    reason: str
    at: datetime
    name: str


@dataclass(frozen=True, slots=True)
class SanctionHeld:
    """A sanction that holds, and whether it can be ended early."""

    sanction: Sanction
    is_ban: bool


@dataclass(frozen=True, slots=True)
class PersonPage:
    """What organisers see of a person. `notes` are never about the reader. `tie`: why the reader may not
    suspend, remove or ban them alone.
    """

    person: User
    membership: Membership | None
    is_self: bool
    may_sanction: bool
    held: Sequence[SanctionHeld]
    notes: Sequence[PrivateNote]
    acts: Sequence[Act]
    tie: Tie | None = None


def person_page(league: League, username: str, reader: User, now: datetime) -> PersonPage | None:
    """The person `username` of `league`: a member, or someone about whom something was decided here; None
    of everyone else. Five queries, and those of `apart`.
    """
    person = User.objects.filter(username=username).first()
    if person is None:
        return None
    membership = league.memberships.filter(user=person).first()
    acts = acts_about(league, person)
    if membership is None and not acts:
        return None
    sanctions = league.sanctions.filter(person=person, lifted_at=None).exclude(kind=Sanction.Kind.WARNING)
    is_self = person.pk == reader.pk
    may_sanction = not is_self and (membership is None or not membership.is_organiser)
    notes = league.notes.filter(person=person).select_related("by").order_by("-pk")[:NOTES]
    return PersonPage(
        person=person,
        membership=membership,
        is_self=is_self,
        may_sanction=may_sanction,
        held=[SanctionHeld(each, each.kind == Sanction.Kind.BAN) for each in sanctions if each.holds(now)],
        notes=[] if is_self else list(notes),
        acts=[as_line(act) for act in acts if not (is_self and act.kind == OrganiserAct.Kind.NOTED)],
        tie=tie(league, OrganiserAct.Kind.SUSPENDED, reader, person) if may_sanction else None,
    )


def ties_to_organisers(
    league: League, reader: Membership | None, members: Sequence[Membership]
) -> dict[int, Tie]:
    """Those organisers among `members` (keys of people) whose role the reader, an organiser, does not take
    alone, and why. A fixed number of queries.
    """
    if reader is None or not reader.is_organiser:
        return {}
    organisers = [each.user for each in members if each.is_organiser and each.user_id != reader.user_id]
    return ties(league, OrganiserAct.Kind.ROLE, reader.user, organisers) if organisers else {}


def acts_about(league: League, person: Any) -> list[OrganiserAct]:
    """What was done about a person here, newest first, private notes included. One query."""
    found = league.acts.filter(about=person).select_related("by", "about").order_by("-pk")
    return list(found[:ACTS_OF_A_PERSON])


def own_acts(league: League, person: Any) -> list[Act]:
    """The same for that person, who reads nothing of private notes. One query."""
    found = league.acts.filter(about=person).exclude(kind=OrganiserAct.Kind.NOTED)
    return [as_line(act) for act in found.select_related("by", "about").order_by("-pk")[:ACTS_OF_A_PERSON]]


def all_acts(league: League, reader: Any) -> QuerySet[OrganiserAct]:
    """The whole log, newest first, as an organiser reads it: but for notes about that organiser."""
    about_reader = league.acts.filter(kind=OrganiserAct.Kind.NOTED, about=reader)
    found = league.acts.exclude(pk__in=about_reader.values("pk"))
    return found.select_related("by", "about").order_by("-pk")


def as_line(act: OrganiserAct) -> Act:
    return Act(wording.says(act), act.reason, act.at, act.about.get_username() if act.about else "")


def warnings_to(league: League, person: Any) -> list[Sanction]:
    """Warnings that `person` has not said to have read. One query."""
    return _WARNINGS.all(league=league.pk, person=person.pk)


_WARNINGS = PreparedModels(
    Sanction,
    lambda: Sanction.objects.filter(
        league_id=Param("league"), person_id=Param("person"), kind=Sanction.Kind.WARNING, read_at=None
    ).order_by("pk"),
    "by",
)


def suspension_words(league: League, person: Any, now: datetime) -> Sanction | None:
    """The suspension that holds for `person`, with its reason. One query."""
    held = league.sanctions.filter(person=person, kind=Sanction.Kind.SUSPENSION, lifted_at=None)
    sanction = held.first()
    return sanction if sanction is not None and sanction.holds(now) else None


def bans(league: League, now: datetime) -> QuerySet[Sanction]:
    """The bans that hold, newest first."""
    held = league.sanctions.filter(kind=Sanction.Kind.BAN, lifted_at=None)
    return (held.filter(until=None) | held.filter(until__gt=now)).select_related("person").order_by("-pk")
