"""Seasons as organisers make them: drafted, announced with frozen rules, cancelled with a reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock, outbox
from games.common.errors import GameError
from games.services.masters.contest_rulings import void_with_competition
from games.services.masters.contests import name_arbiters
from games.services.seats import contests
from league.competitions import kinds
from league.competitions.errors import (
    BadRules,
    HasEntered,
    NoArbiter,
    NoReason,
    NotArbiter,
    NotInState,
    NotMember,
    NotOrganiser,
    TakesTwo,
)
from league.competitions.models import (
    Arbiter,
    Competition,
    Entry,
    EntryInvitation,
    EntryStep,
)
from league.competitions.models.competition import LONGEST_REASON
from league.competitions.models.pairing import running_games
from league.competitions.outbox import mail, news
from league.competitions.rules.common_rules import MOMENTS, CommonRules
from league.competitions.services.drawing import commit, open_unused
from league.competitions.services.locking import lock, show_change
from league.competitions.services.opening_entries import tell_members
from league.competitions.services.playing import end_each
from league.competitions.services.telling import tell_webhook
from league.competitions.state import money_hooks
from league.leagues.models import League, Membership
from league.users.models import User

State = Competition.State
R = TypeVar("R", bound=CommonRules)


def dated(rules: R, **moments: Any) -> R:
    """The rules with these moments, and with what follows from them: `BadRules` where they are not in order,
    or no game could end in time.
    """
    found: R = kinds.of_rules(rules).dated(replace(rules, **moments))
    return found


def caution_about(rules: CommonRules) -> str:
    """What those who make these rules should know before they announce them; empty: nothing, or no game could
    end in time.
    """
    try:
        return kinds.of_rules(rules).caution(dated(rules))
    except BadRules:
        return ""


@transaction.atomic
def create_season(
    *,
    league: League,
    by: User,
    rules: CommonRules,
    arbiters: Sequence[User],
    previous: Competition | None = None,
) -> Competition:
    """Draft a season of the ladder; organisers and its arbiters alone see it until it is announced.

    Refuses with `NotOrganiser`, `NotMember` of an arbiter, `BadRules`.
    """
    check_organiser(league, by)
    now = clock.now()
    competition = Competition(
        league=league,
        kind=rules.KIND,
        opened_by=by,
        opened_at=now,
        previous=previous,
        **_columns(computed(league, rules)),
    )
    competition.save(force_insert=True)
    _name_arbiters(competition, arbiters, now)
    return competition


@transaction.atomic
def update_season(
    *, competition: Competition, by: User, rules: CommonRules, arbiters: Sequence[User]
) -> Competition:
    """Put other rules into a draft: `NotInState` of one that was announced, besides what creating refuses."""
    check_organiser(competition.league, by)
    competition = lock(competition)
    if not competition.is_draft:
        raise NotInState
    for name, value in _columns(computed(competition.league, rules)).items():
        setattr(competition, name, value)
    competition.save()
    _name_arbiters(competition, arbiters, clock.now())
    return competition


@transaction.atomic
def announce(*, competition: Competition, by: User, mails_members: bool = False) -> Competition:
    """Freeze the rules, commit to its draws and let people enter from the moment the rules name.

    With `mails_members` all members of the league are mailed that it takes entries, once, as by an organiser
    who announces something; else those who want such mails.

    What follows from the rules is computed for today, not taken from the day the draft was saved. Announcing
    again changes nothing. Refuses with `NotOrganiser`, `NotInState`, `NoArbiter`, and `BadRules`
    of a season whose entries would be closed already, or in which no game could end in time any more.
    """
    check_organiser(competition.league, by)
    competition = lock(competition)
    if competition.state == State.ANNOUNCED:
        return competition
    if not competition.is_draft:
        raise NotInState
    now = clock.now()
    rules = rules_now(competition)
    if rules.enters_until <= now:
        raise BadRules("enters_until", _("This moment is past: choose a later one."))
    if not arbiters_now(competition):
        raise NoArbiter
    rules = money_hooks.completed(competition, rules)
    commit(competition, kinds.of(competition).draws(rules), now)
    frozen = _columns(rules) | {
        "state": State.ANNOUNCED,
        "announced_at": now,
        "rules_sha256": rules.sha256,
    }
    for name, value in frozen.items():
        setattr(competition, name, value)
    competition.save(update_fields=list(frozen))
    money_hooks.open_book(competition, now)
    if not competition.has_money:  # else they were asked while it was a draft
        tell_arbiters(competition.arbiters.filter(left_at=None).exclude(user=by), now)
    if rules.invitation:
        members = Membership.objects.filter(league=competition.league_id).values("user")
        invited = competition.invitations.filter(user__in=members).values_list("user_id", flat=True)
        outbox.put(*(mail(user, now, about="invited", competition=competition.pk) for user in invited))
    else:
        tell_members(competition, all_of_them=mails_members)
    tell_webhook(competition, news.ANNOUNCED, now)
    show_change(competition, now)
    return competition


@transaction.atomic
def cancel(*, competition: Competition, by: User, reason: str) -> Competition:
    """End a season without a table, for a reason that everyone reads; its open games are void (HR-6).

    Its arbiters may, and organisers of the league who have not entered it. Cancelling again changes nothing.
    `TakesTwo` where it has to be proposed.
    """
    competition = lock(competition)
    if competition.state == State.CANCELLED:
        return competition
    if not may_cancel(competition, by):
        raise NotArbiter
    if competition.is_over:
        raise NotInState
    if not reason.strip():
        raise NoReason
    if money_hooks.cancelling_at(competition):
        raise TakesTwo
    return call_off(competition, by, reason.strip()[:LONGEST_REASON])


def call_off(competition: Competition, by: User | None, reason: str) -> Competition:
    """Cancel a season under its lock; by None it is the rule, before any game was begun."""
    now = clock.now()
    if by is not None:
        playing = running_games(competition=competition).order_by("pk")
        end_each(playing, partial(void_with_competition, by=by, reason=reason))
    kinds.of(competition).calls_off(competition, now)
    was_draft = competition.is_draft
    competition.state, competition.over_at = State.CANCELLED, now
    competition.cancelled_by, competition.cancel_reason = by, reason
    competition.save(update_fields=["state", "over_at", "cancelled_by", "cancel_reason"])
    if not was_draft:
        entries = competition.entries.filter(state__in=Entry.STANDING)
        EntryStep.objects.bulk_create(
            EntryStep(
                entry=entry,
                state=entry.state,
                payment=entry.payment,
                why=EntryStep.Why.CANCELLED,
                by=by,
                at=now,
            )
            for entry in entries.order_by("number")
        )
        outbox.put(
            *(
                mail(user, now, about="cancelled", competition=competition.pk)
                for user in entries.values_list("user_id", flat=True)
            )
        )
        money_hooks.settle(competition, now)
        open_unused(competition, now)
    show_change(competition, now)
    return competition


@transaction.atomic
def invite(*, competition: Competition, by: User, user: User) -> EntryInvitation:
    """Let `user`, a member, enter a season by invitation, and mail them; those invited to a draft are mailed
    when it is announced. Inviting again changes nothing.
    """
    competition = lock(competition)
    if not has_say(competition, by):
        raise NotArbiter
    if competition.is_over:
        raise NotInState
    if not Membership.objects.filter(league=competition.league_id, user=user).exists():
        raise NotMember(_("Only members of the league can be invited."))
    now = clock.now()
    invitation, is_new = EntryInvitation.objects.get_or_create(
        competition=competition, user=user, defaults={"by": by, "at": now}
    )
    if is_new and not competition.is_draft:
        outbox.put(mail(user.pk, now, about="invited", competition=competition.pk))
    return invitation


@transaction.atomic
def uninvite(*, competition: Competition, by: User, user: User) -> None:
    """Take an invitation back; players who entered by it stay in."""
    competition = lock(competition)
    if not has_say(competition, by):
        raise NotArbiter
    competition.invitations.filter(user=user).delete()


@transaction.atomic
def name_arbiter(*, competition: Competition, by: User, user: User) -> Arbiter:
    """Let `user` rule from now on, in games that run as well: a member who has not entered. Its arbiters may
    name one, and organisers who have not entered; where no one rules any more, any organiser may. Naming
    again changes nothing.

    Refuses with `NotArbiter`, `NotInState`, `NotMember`, `HasEntered` of a person who has, or had, an
    entry.
    """
    competition = lock(competition)
    if not has_say(competition, by):
        if competition.arbiters.filter(left_at=None).exists():
            raise NotArbiter
        check_organiser(competition.league, by)
    if competition.is_over:
        raise NotInState
    standing = competition.arbiters.filter(user=user, left_at=None).first()
    if standing is not None:
        return standing
    if not Membership.objects.filter(league=competition.league_id, user=user).exists():
        raise NotMember(_("Arbiters are members of the league."))
    if has_entered(competition, user):
        raise HasEntered
    now = clock.now()
    named = Arbiter.objects.create(competition=competition, user=user, named_at=now)
    give_powers(competition)
    if user != by:
        tell_arbiters([named], now)
    show_change(competition, now)
    return named


def tell_arbiters(named: Iterable[Arbiter], now: datetime) -> None:
    """Mail those who rule from now on what they were named for, and where to say no."""
    outbox.put(*(mail(each.user_id, now, about="arbiter", arbiter=each.pk) for each in named))


def give_powers(competition: Competition) -> None:
    """Let the games of a competition know who rules in it now. Call it under the competition's lock."""
    standing = competition.arbiters.filter(left_at=None).select_related("user")
    name_arbiters(
        league=competition.league_id, key=competition.code, arbiters=[each.user for each in standing]
    )


def check_organiser(league: League, user: User) -> None:
    """Raises `NotOrganiser` unless `user` organises the league now."""
    if not league.memberships.filter(user=user, role=Membership.Role.ORGANISER).exists():
        raise NotOrganiser


def may_cancel(competition: Competition, user: User) -> bool:
    """Whether `user` may end the season: its arbiters, and organisers who have not entered it. A draft is its
    organisers' alone.
    """
    return has_say(competition, user)


def has_say(competition: Competition, user: User) -> bool:
    """Whether the season is for `user` to run: an arbiter, or an organiser who has not entered it."""
    if competition.arbiters.filter(user=user, left_at=None).exists():
        return True
    if has_entered(competition, user):
        return False
    organisers = competition.league.memberships.filter(user=user, role=Membership.Role.ORGANISER)
    return organisers.exists()


def has_entered(competition: Competition, user: User) -> bool:
    """Whether `user` has, or had, an entry; one that was refused was none."""
    return competition.entries.filter(user=user).exclude(state=Entry.State.REFUSED).exists()


def computed(league: League, rules: CommonRules) -> CommonRules:
    """The rules with all that follows and is not typed: the league's address, the settings of games, the last
    moment for challenges. `BadRules` where no such game could be opened, or end.
    """
    try:
        settings = contests.contest_settings(
            rules.variant, rules.settings, seats=rules.SEATS, draws=rules.has_votes
        )
    except GameError as error:
        raise BadRules("variant", str(error)) from error
    rules = rules.renewed()
    rules.check_draft()
    money_hooks.check(league, rules)
    return dated(replace(rules, league=league.slug, settings=settings))


def rules_now(draft: Competition) -> CommonRules:
    """The rules of a draft as announcing it now would freeze them; `BadRules` where they no longer fit."""
    return computed(draft.league, draft.terms)


def arbiters_now(competition: Competition) -> list[User]:
    """Who of those named can rule: members whose accounts are open."""
    members = Membership.objects.filter(league=competition.league_id).values("user")
    standing = competition.arbiters.filter(left_at=None, user__in=members, user__is_active=True)
    return [each.user for each in standing.select_related("user").order_by("pk")]


def _columns(rules: CommonRules) -> dict[str, Any]:
    """What the rules say, as the row keeps it."""
    return {
        "name": rules.name,
        "variant": rules.variant,
        "rules": rules.to_json(),
        **{name: getattr(rules, name) for name in MOMENTS},
    }


def _name_arbiters(competition: Competition, arbiters: Sequence[User], now: datetime) -> None:
    """Write who rules in a draft: members of the league, each once, and none of them entered. The rows of
    those who ruled before stay.
    """
    keys = {user.pk for user in arbiters}
    members = Membership.objects.filter(league=competition.league_id, user__in=keys)
    if members.count() != len(keys):
        raise NotMember(_("Arbiters are members of the league."))
    if competition.entries.filter(user__in=keys, state__in=Entry.STANDING).exists():
        raise HasEntered
    competition.arbiters.exclude(user__in=keys, left_at=None).delete()
    standing = set(competition.arbiters.values_list("user_id", flat=True))
    Arbiter.objects.bulk_create(
        Arbiter(competition=competition, user_id=key, named_at=now) for key in sorted(keys - standing)
    )
