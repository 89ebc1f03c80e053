"""Challenges: made, accepted, declined, taken back, and what is overdue of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock, outbox
from league.competitions.errors import (
    AlreadyAnswered,
    CompetitionError,
    CostsRanks,
    NotEntered,
    NotInState,
    NotYours,
    TooLateToUndo,
)
from league.competitions.ladder import log
from league.competitions.ladder import wording as ladder_wording
from league.competitions.ladder.challenges import (
    UNDO,
    LadderState,
    Refusal,
    no_game,
    pause_after_decline,
    why_not,
)
from league.competitions.ladder.rules.challenge_rules import FREE, ChallengeRules
from league.competitions.ladder.rules.ladder_rules import of_ladder
from league.competitions.ladder.services import table
from league.competitions.ladder.services.answer_times import answer_due, set_due
from league.competitions.ladder.services.dropping import drop, drop_waiting
from league.competitions.ladder.state.declining import cost_now, cost_of_declining
from league.competitions.ladder.state.ladder_state import ladder_state_of, moved_on
from league.competitions.ladder.state.undoing import undo_until
from league.competitions.models import Challenge, Competition, Entry, Notice
from league.competitions.outbox import mail
from league.competitions.services.barring import cancel_for, on_their_way
from league.competitions.services.locking import lock, show_change
from league.competitions.services.playing import begin_game, pair
from league.competitions.state.rated import points_of
from league.users.models import User

State = Challenge.State


class CannotChallenge(CompetitionError):
    """A challenge that may not be made, with the reason that the page gives, too."""

    def __init__(self, refusal: Refusal, rules: ChallengeRules, name: str) -> None:
        super().__init__(ladder_wording.refuses(refusal, rules, name))
        self.refusal = refusal


class CannotAccept(CompetitionError):
    """A challenge that may not be accepted for now, with the reason that the page gives, too."""

    def __init__(self, refusal: Refusal, rules: ChallengeRules) -> None:
        said = {"why": ladder_wording.says_why(refusal, rules)}
        super().__init__(_("You can’t accept the challenge now. %(why)s") % said)
        self.refusal = refusal


@transaction.atomic
def challenge(*, competition: Competition, user: User, of: int) -> Challenge:
    """Challenge the entry `of` (its number); begun at once where the season says so.

    The same challenge again, while it is open, is that one. Refuses with `NotEntered`, `CannotChallenge`.
    """
    competition = lock(competition)
    now = clock.now()
    write_overdue(competition, now)
    own = _own(competition, user)
    earlier = Challenge.objects.filter(by=own, of__number=of, state__in=Challenge.OPEN).first()
    if earlier is not None:
        return earlier
    if competition.state != Competition.State.RUNNING:
        raise NotInState
    scene, rules = ladder_state_of(competition, now, around=own), of_ladder(competition.terms).challenges
    other = competition.entries.select_related("user").filter(number=of).first()
    if other is None:
        raise NotEntered(_("No one has this place in the season."))
    if refusal := why_not(rules, scene, own.number, of, now):
        raise CannotChallenge(refusal, rules, other.user.get_username())
    competition.challenges_given += 1
    competition.save(update_fields=["challenges_given"])
    made = Challenge(
        competition=competition,
        number=competition.challenges_given,
        by=own,
        of=other,
        by_rank=scene.ranks[own.number],
        of_rank=scene.ranks[of],
        made_at=now,
        answer_by=now,
    )
    set_due(competition, made, now)
    made.save()
    Notice.objects.filter(by=own, of=other, told_at=None).delete()  # one knows by now
    points = points_of(competition, {own.number: own.user_id, of: other.user_id})
    table.record(competition, log.challenged(made, (points.get(own.number), points.get(of))))
    if rules.answer_days == FREE:
        _begin(competition, made, now)
        outbox.put(mail(other.user_id, now, about="begun_at_once", challenge=made.pk))
    else:
        # It leaves when it can no longer be undone; one that was answered or undone by then is not sent.
        row = mail(other.user_id, now, about="challenged", challenge=made.pk)
        row.due_at = now if competition.has_old_rules else now + UNDO
        outbox.put(row)
    show_change(competition, now)
    return made


@transaction.atomic
def accept(*, challenge: Challenge, user: User) -> Challenge:
    """Play: the game begins. Refuses with `NotYours`, `AlreadyAnswered`, `CannotAccept`."""
    competition, found, now = _to_answer(challenge, user)
    if found.state == State.PLAYING:
        return found
    scene, rules = ladder_state_of(competition, now, around=found.of), of_ladder(competition.terms).challenges
    if refusal := no_game(rules, scene, found.of.number, found.by.number):
        raise CannotAccept(refusal, rules)
    _begin(competition, found, now)
    outbox.put(mail(found.by.user_id, now, about="accepted", challenge=found.pk))
    show_change(competition, now)
    return found


def decline(*, challenge: Challenge, user: User, shown: int | None = None) -> Challenge:
    """Do not play. The first ones cost nothing, as the season says; each later one costs ranks, but where the
    challenge could not have been accepted.

    `shown`: the ranks that the page said it costs; `CostsRanks` where it costs others now. None: whatever it
    costs.
    """
    answer = _declined(challenge, user, shown)
    if isinstance(answer, Challenge):
        return answer
    raise CostsRanks(answer)  # after the transaction, which keeps what was overdue


@transaction.atomic
def _declined(challenge: Challenge, user: User, shown: int | None) -> Challenge | int:
    """The challenge; or what declining it costs, where that is not what was `shown`."""
    competition, found, now = _to_answer(challenge, user)
    if found.state == State.PLAYING:
        raise AlreadyAnswered
    scene = ladder_state_of(competition, now, around=found.of)
    cost = cost_now(scene, found)
    if shown is not None and cost != shown:
        return cost
    _decline(competition, scene, found, State.DECLINED, now)
    show_change(competition, now)
    return found


@transaction.atomic
def take_back(*, challenge: Challenge, user: User) -> Challenge:
    """Undo one's own challenge while it waits, as if it had not been made: within two minutes, before its
    mail leaves, and once a day a pair (`TooLateToUndo`). One waits then as after a decline. In a season of
    the old format it can be taken back as long as no one has answered.
    """
    competition, now = lock(challenge.competition), clock.now()
    write_overdue(competition, now)
    found = _get(challenge)
    if found.by.user_id != user.pk:
        raise NotYours
    if found.state == State.TAKEN_BACK:
        return found
    if found.state != State.WAITING:
        raise AlreadyAnswered
    if competition.has_old_rules:
        outbox.put(mail(found.of.user_id, now, about="taken_back", challenge=found.pk))
    elif undo_until(competition, [found], now)[found.pk] is None:
        raise TooLateToUndo
    else:
        found.again_at = _again_at(
            competition, ladder_state_of(competition, now, around=found.by), found, now
        )
    found.state, found.over_at = State.TAKEN_BACK, now
    found.save(update_fields=["state", "over_at", "again_at"])
    show_change(competition, now)
    return found


def write_overdue(competition: Competition, now: datetime) -> int:
    """Write what is overdue at the moment `now`, the oldest first (of two at one moment the lower number):
    challenges that were not answered in time, and suspensions on their way, which cancel those that waited
    then; past the last day, those that no longer can be answered. How many were declined. Every act that
    could change what they come to calls it first, under the lock.

    Two queries where nothing is overdue.
    """
    if not competition.is_live:
        return 0
    declined, acts = 0, on_their_way(competition)
    for place, act in enumerate(acts):
        not_yet = {each.about_id for each in acts[place:]}
        declined += _write_silences(competition, min(act.at, competition.ends_at), now, not_yet)
        cancel_for(competition, act, now)
    declined += _write_silences(competition, min(now, competition.ends_at), now)
    if now >= competition.ends_at:
        drop_all(competition, now)
    return declined


def _write_silences(
    competition: Competition, until: datetime, now: datetime, not_yet: Collection[int | None] = ()
) -> int:
    """Let the challenges be declined whose answers were due by `until`; how many. `not_yet` are people (keys)
    whose suspension came later.
    """
    waiting = Challenge.objects.filter(competition=competition, state=State.WAITING)
    found = list(waiting.filter(answer_by__lte=until).select_related("by__user", "of__user", "pairing__game"))
    late = []
    for each in found:
        if set_due(competition, each, now) and each.answer_by > until:  # a holiday not heard of yet
            each.save(update_fields=["answer_by", "remind_at"])
        else:
            late.append(each)
    late.sort(key=lambda each: (each.answer_by, each.number))
    if late:
        scene = ladder_state_of(competition, now)
        spared = {each.number for pair in late for each in (pair.by, pair.of) if each.user_id in not_yet}
        scene = replace(scene, barred=scene.barred - spared)
        for each in late:
            _decline(competition, scene, each, State.UNANSWERED, now)
            if each is not late[-1]:
                scene = moved_on(competition, scene)
    if found:
        show_change(competition, now)
    return len(late)


def drop_all(competition: Competition, now: datetime) -> None:
    """Drop what still waits for an answer when the season is played out; no one pays."""
    for entry in competition.entries.filter(challenges_received__state=State.WAITING).distinct():
        drop_waiting(entry, now)


def _begin(competition: Competition, challenge: Challenge, now: datetime) -> None:
    """Begin the game. What else waits for the two goes on waiting: caps are asked again at its acceptance."""
    challenge.pairing = pair(competition, challenge.number, (challenge.by, challenge.of))
    begin_game(competition, challenge.pairing)
    challenge.state, challenge.answered_at = State.PLAYING, now
    challenge.save(update_fields=["pairing", "state", "answered_at"])


def _decline(
    competition: Competition, scene: LadderState, challenge: Challenge, state: str, now: datetime
) -> None:
    """Let a challenge be declined. One that could not be accepted, as either of the two is suspended, owes
    the fee or plays as many games as they may, is dropped instead, and costs no one anything.
    """
    if no_game(of_ladder(competition.terms).challenges, scene, challenge.of.number, challenge.by.number):
        drop(challenge, now)
        people = (challenge.by.user_id, challenge.of.user_id)
        outbox.put(*(mail(user, now, about="dropped", challenge=challenge.pk) for user in people))
        return
    at = now if state == State.DECLINED else challenge.answer_by
    cost = cost_of_declining(challenge.of)
    challenge.state, challenge.over_at = state, at
    challenge.answered_at = now if state == State.DECLINED else None
    challenge.again_at = _again_at(competition, scene, challenge, at)
    challenge.save(update_fields=["state", "over_at", "answered_at", "again_at"])
    table.record(competition, log.declined(challenge, at, cost, now))
    outbox.put(mail(challenge.by.user_id, now, about="declined", challenge=challenge.pk))
    if state == State.UNANSWERED:
        outbox.put(mail(challenge.of.user_id, now, about="unanswered", challenge=challenge.pk))


def _again_at(
    competition: Competition, scene: LadderState, challenge: Challenge, at: datetime
) -> datetime | None:
    """Until when a challenge that was declined or undone at the moment `at` may not be made again by
    the same player.
    """
    rules = of_ladder(competition.terms).challenges
    pause = pause_after_decline(rules, scene, challenge.by.number, challenge.of.number, at)
    return at + pause if pause else None


def _to_answer(challenge: Challenge, user: User) -> tuple[Competition, Challenge, datetime]:
    competition, now = lock(challenge.competition), clock.now()
    write_overdue(competition, now)
    found = _get(challenge)
    if found.of.user_id != user.pk:
        raise NotYours
    if found.state == State.PLAYING:
        return competition, found, now
    if found.state != State.WAITING or not competition.is_live or now >= answer_due(competition, found):
        raise AlreadyAnswered
    return competition, found, now


def _get(challenge: Challenge) -> Challenge:
    return Challenge.objects.select_related("by__user", "of__user", "pairing__game").get(pk=challenge.pk)


def _own(competition: Competition, user: User) -> Entry:
    found = competition.entries.select_related("user").filter(user=user, state=Entry.State.PLAYING).first()
    if found is None:
        raise NotEntered
    return found
