"""Into a competition, and out of it: every step of an entry is a row."""

from __future__ import annotations

import zoneinfo
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.common import clock, outbox
from games.common.words import local
from games.common.words.zones import place_of
from league.competitions import kinds
from league.competitions.errors import (
    AlreadyIn,
    BadWord,
    EntriesClosed,
    HasEntered,
    NoReason,
    NotAccepted,
    NotArbiter,
    NotEntered,
    NotInState,
    NotMember,
    TakesNoWords,
    WasDisqualified,
)
from league.competitions.models import Competition, Entry, EntryStep
from league.competitions.outbox import mail
from league.competitions.rules.prize_rules import Acceptance
from league.competitions.services.locking import is_member_locked, lock, lock_with_league, show_change
from league.competitions.services.places import has_place, step, take_out, take_place
from league.competitions.state import conditions
from league.competitions.state.registration import accepted_and_clear
from league.users.models import User

State, Paid, Why = Entry.State, Entry.Payment, EntryStep.Why
LONGEST_WORD = 64
NOTHING = Acceptance()


def enter(*, competition: Competition, user: User, word: str = "", accepts: Acceptance = NOTHING) -> Entry:
    """Enter `user`: accepted while there are places, else on the waiting list; at once playing where the
    season has begun, at the bottom of the table. Where there is a fee, a place waits for it to be paid, and
    no one enters once the registration has closed.

    `word` is mixed into the draw and may be empty. Raises `NotMember`, `HasEntered` of its arbiters,
    `WasDisqualified`, `EntriesClosed`, `BadWord`, `TakesNoWords` of a draw between equal ratings, and
    `NotAccepted` where a season with money asks for what was not confirmed. With conditions that are not met
    the entry is refused, which stays as a row, and `conditions.Refused` names them. Entering again changes
    nothing (`AlreadyIn` where the word is another).
    """
    answer = _entered(competition, user, checked_word(word), accepts)
    if isinstance(answer, Entry):
        return answer
    raise conditions.Refused(answer)  # after the transaction, which keeps the refusal


@transaction.atomic
def _entered(
    competition: Competition, user: User, word: str, accepts: Acceptance
) -> Entry | list[conditions.Held]:
    """The entry, or the conditions for which it was refused."""
    competition = lock_with_league(competition)
    now = clock.now()
    standing = competition.entries.filter(user=user, state__in=Entry.STANDING).first()
    if standing is not None:
        if word and word != standing.word:
            raise AlreadyIn
        return standing
    if not is_member_locked(competition, user):
        raise NotMember
    if competition.arbiters.filter(user=user, left_at=None).exists():
        raise HasEntered
    if competition.entries.filter(user=user, state=State.DISQUALIFIED).exists():
        raise WasDisqualified
    is_listed = not competition.takes_entries(now)
    if is_listed and not kinds.of(competition).takes_substitutes(competition, now):
        raise EntriesClosed(_when_entries(competition, now))
    if word and not kinds.of(competition).takes_words(competition.terms):
        raise TakesNoWords
    if unmet := conditions.unmet(competition, user, now):
        refuse(competition, user, unmet, now)
        return unmet
    check_accepted(competition, accepts)
    entry = _apply(competition, user, now, word=word, **_accepted(competition, accepts, now))
    if has_place(competition) and not is_listed:
        take_place(entry, now, Why.LATE if competition.is_live else Why.FIT, by=None)
    else:
        step(entry, State.WAITING, Why.FULL, now, by=None)
    show_change(competition, now)
    return entry


def refuse(competition: Competition, user: User, unmet: Sequence[conditions.Held], now: datetime) -> None:
    """Write that `user` may not enter, and why. Asking again for the same reasons adds nothing. Call it under
    the competition's lock.
    """
    found = [conditions.kept(each) for each in unmet]
    entry = competition.entries.filter(user=user).order_by("-number").first()
    if entry is None or entry.state != State.REFUSED:
        entry = _apply(competition, user, now)
    elif entry.steps.order_by("-pk").values_list("unmet", flat=True).first() == found:
        return
    entry.left_at = now
    step(entry, State.REFUSED, Why.UNMET, now, by=None, unmet=found)
    show_change(competition, now)


@transaction.atomic
def set_word(*, entry: Entry, user: User, word: str) -> None:
    """Change one's word for the draws before the first of them: `NotEntered`, `NotInState`, `BadWord`, and
    `TakesNoWords` where one only decides between equal ratings.
    """
    word = checked_word(word)
    competition = lock(entry.competition)
    if competition.state != Competition.State.ANNOUNCED:
        raise NotInState
    if not kinds.of(competition).takes_words(competition.terms):
        raise TakesNoWords
    if not competition.entries.filter(pk=entry.pk, user=user, state__in=Entry.STANDING).update(word=word):
        raise NotEntered


@transaction.atomic
def withdraw(*, competition: Competition, user: User) -> Entry:
    """Take `user` out at their own wish; open games are conceded first, by their challenges' numbers."""
    competition = lock(competition)
    entry = competition.entries.filter(user=user, state__in=Entry.STANDING).first()
    if entry is None:
        raise NotEntered
    _check_can_leave(competition)
    take_out(competition, entry, Why.OWN, by=user)
    return entry


@transaction.atomic
def remove(
    *, competition: Competition, entry: Entry, by: User, reason: str, disqualify: bool = False
) -> Entry:
    """Take someone out by an arbiter's ruling, for a reason that everyone reads.

    Refuses with `NotArbiter`, `NoReason`, `NotEntered`, `NotInState`.
    """
    competition = lock(competition)
    check_arbiter(competition, by)
    if not reason.strip():
        raise NoReason
    found = competition.entries.filter(pk=entry.pk, state__in=Entry.STANDING).first()
    if found is None:
        raise NotEntered
    _check_can_leave(competition)
    state = State.DISQUALIFIED if disqualify else State.REMOVED
    take_out(competition, found, Why.RULED, by=by, state=state, reason=reason)
    outbox.put(mail(found.user_id, clock.now(), about="removed", entry=found.pk))
    return found


def check_accepted(competition: Competition, accepts: Acceptance) -> None:
    """Raises `NotAccepted` unless `accepts` has what a season with money asks for."""
    money = competition.terms.money
    if money is None:
        return
    if accepts.rules_sha256 != competition.rules_sha256:
        raise NotAccepted
    if money.least_age and not accepts.is_old_enough:
        raise NotAccepted(_("Only people of %(age)d or more can enter.") % {"age": money.least_age})
    if money.countries and accepts.country not in money.countries:
        raise NotAccepted(_("People in this country can’t enter this season."))


def begin_all(competition: Competition, now: datetime) -> None:
    """Let those who are in play: the season begins."""
    entries = list(accepted_and_clear(competition).order_by("number"))
    accepted_and_clear(competition).update(state=State.PLAYING)
    EntryStep.objects.bulk_create(
        EntryStep(entry=entry, state=State.PLAYING, payment=entry.payment, why=Why.BEGUN, at=now)
        for entry in entries
    )
    outbox.put(*(mail(entry.user_id, now, about="begun", entry=entry.pk) for entry in entries))


def close_waiting_list(competition: Competition, now: datetime) -> None:
    """Send those away who still wait when no one can come in any more."""
    waiting = list(competition.entries.filter(state=State.WAITING))
    competition.entries.filter(state=State.WAITING).update(state=State.WITHDRAWN, left_at=now)
    EntryStep.objects.bulk_create(
        EntryStep(entry=entry, state=State.WITHDRAWN, payment=entry.payment, why=Why.CLOSED, at=now)
        for entry in waiting
    )


def checked_word(word: str) -> str:
    word = word.strip()
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise BadWord
    return word


def check_arbiter(competition: Competition, user: User) -> None:
    """Raises `NotArbiter` unless `user` rules in the competition now and has not entered it."""
    if not competition.arbiters.filter(user=user, left_at=None, user__is_active=True).exists():
        raise NotArbiter


def _when_entries(competition: Competition, now: datetime) -> str:
    """Why no one can enter at the moment `now`, with the moments, in the season's zone."""
    if competition.state == Competition.State.ANNOUNCED and now < competition.enters_from:
        words, moment = _("Entries open on %(moment)s (%(zone)s). Come back then."), competition.enters_from
    elif competition.fee or competition.challenges_until is None:
        words, moment = _("Entries closed on %(moment)s (%(zone)s)."), competition.enters_until
    elif competition.state == Competition.State.ANNOUNCED and now < competition.starts_at:
        words = _(
            "Entries closed on %(closed)s (%(zone)s). You can enter late once the season has started, "
            "on %(moment)s."
        )
        moment = competition.starts_at
    else:
        words, moment = _("Entries closed on %(moment)s (%(zone)s)."), competition.challenges_until
    zone = competition.terms.zone
    with timezone.override(zoneinfo.ZoneInfo(zone)):
        closed, when = local.moment(competition.enters_until), local.moment(moment)
    return words % {"moment": when, "closed": closed, "zone": place_of(zone)}


def _accepted(competition: Competition, accepts: Acceptance, now: datetime) -> dict[str, Any]:
    """What an entry keeps of what was confirmed."""
    money = competition.terms.money
    if money is None:
        return {}
    return {
        "accepted_at": now,
        "accepted_sha256": accepts.rules_sha256,
        "confirmed_age": money.least_age or None,
        "country": accepts.country if money.countries else "",
    }


def _apply(competition: Competition, user: User, now: datetime, **given: Any) -> Entry:
    """A new entry, with the number that follows and its first step."""
    competition.entries_given += 1
    entry = Entry(
        competition=competition,
        number=competition.entries_given,
        user=user,
        state=State.APPLIED,
        entered_at=now,
        **given,
    )
    entry.save(force_insert=True)
    competition.save(update_fields=["entries_given"])
    step(entry, State.APPLIED, Why.ASKED, now, by=user)
    return entry


def _check_can_leave(competition: Competition) -> None:
    if competition.is_over or competition.is_draft:
        raise NotInState
