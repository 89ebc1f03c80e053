"""Telling someone when they can challenge someone whom they cannot challenge now."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.common import clock, outbox
from league.competitions.errors import NotEntered, NothingToWaitFor
from league.competitions.ladder.challenges import ENDING, why_not
from league.competitions.ladder.rules.ladder_rules import of_ladder
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.models import Competition, Entry, Notice
from league.competitions.outbox import mail
from league.competitions.services.each_in_transaction import one_by_one
from league.competitions.services.locking import lock
from league.users.models import User


@transaction.atomic
def tell_me(*, competition: Competition, user: User, of: int) -> Notice:
    """Ask to be told, once, when `user` can challenge the entry `of` (its number). Again: the same.

    Refuses with `NotEntered`, and with `NothingToWaitFor` where no time, answer or end of a game would do.
    """
    competition = lock(competition)
    now = clock.now()
    playing = competition.entries.filter(state=Entry.State.PLAYING)
    own, other = playing.filter(user=user).first(), playing.filter(number=of).first()
    if own is None:
        raise NotEntered
    if other is None:
        raise NotEntered(_("No one has this place in the season."))
    rules = of_ladder(competition.terms).challenges
    refusal = why_not(rules, ladder_state_of(competition, now, around=own), own.number, of, now)
    if refusal is None or refusal.why not in ENDING:
        raise NothingToWaitFor
    notice, _is_new = Notice.objects.get_or_create(
        competition=competition, by=own, of=other, told_at=None, defaults={"asked_at": now}
    )
    return notice


@transaction.atomic
def never_mind(*, competition: Competition, user: User, of: int) -> None:
    """Ask no longer. Nothing happens where nothing was asked."""
    open_ = Notice.objects.filter(competition=competition, told_at=None)
    open_.filter(by__user=user, of__number=of).delete()


def tell_all() -> int:
    """Mail those who can now challenge whom they asked about; how many seasons had any. Beat asks every
    minute. What no one can wait for any more is dropped: one of the two has left, or the season takes no
    challenge.
    """
    playing = Q(by__state=Entry.State.PLAYING, of__state=Entry.State.PLAYING)
    open_ = Q(competition__state=Competition.State.RUNNING, competition__challenges_until__gt=clock.now())
    Notice.objects.filter(told_at=None).exclude(playing & open_).delete()
    asked = Notice.objects.filter(told_at=None).order_by()
    seasons = Competition.objects.filter(pk__in=asked.values("competition"), state=Competition.State.RUNNING)
    found = list(seasons.select_related("league").order_by("pk"))
    return sum(1 for _told in one_by_one(found, _tell))


@transaction.atomic
def _tell(competition: Competition) -> int:
    competition = lock(competition)
    now = clock.now()
    scene, rules = ladder_state_of(competition, now), of_ladder(competition.terms).challenges
    rows = Notice.objects.filter(competition=competition, told_at=None).select_related("by", "of")
    due = [each for each in rows if why_not(rules, scene, each.by.number, each.of.number, now) is None]
    Notice.objects.filter(pk__in=[each.pk for each in due]).update(told_at=now)
    outbox.put(*(mail(each.by.user_id, now, about="can_challenge", notice=each.pk) for each in due))
    return len(due)
