"""What the e-mails about challenges say, by occasion."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import clock
from games.common.outbox.mail_templates import Facts
from games.common.words import local
from games.common.words.people import Weight, at_start
from games.words.addresses import game_address
from league.competitions.ladder import wording
from league.competitions.ladder.state.declining import cost_of_decline, cost_of_declining, cost_of_idling
from league.competitions.ladder.state.last_moment import last_moment
from league.competitions.models import Challenge, Dispute, Entry, Notice
from league.competitions.outbox.occasions import ended, facts_of, name_of
from league.competitions.outbox.post import season_mails
from league.users.models import User


def _is_ruled_on(challenge: Challenge) -> bool:
    """Another e-mail tells of the ruling."""
    return Dispute.objects.filter(pairing=challenge.pairing_id, ruled_at__isnull=False).exists()


def _is_answered(challenge: Challenge) -> bool:
    return challenge.state != Challenge.State.WAITING


def _weight(challenge: Challenge) -> Weight:
    is_soon = challenge.answer_by - clock.now() <= timedelta(days=1)
    return Weight.SOON if is_soon else Weight.COSTS


@season_mails.on("challenged", "challenge", unless=_is_answered, waits="challenge", weight=_weight)
def _challenged(challenge: Challenge, reader: User) -> Facts:
    said = {"name": name_of(challenge.by.user), "day": local.day(challenge.answer_by)}
    title = _("%(name)s challenges you: answer by %(day)s") % said
    return facts_of(challenge.competition, title, _to_answer(challenge), address=address_of(challenge))


@season_mails.on("answer_due", "challenge", unless=_is_answered, waits="challenge", weight=Weight.SOON)
def _answer_due(challenge: Challenge, reader: User) -> Facts:
    title = _("Accept or decline the challenge from %(name)s") % {"name": name_of(challenge.by.user)}
    return facts_of(challenge.competition, title, _to_answer(challenge), address=address_of(challenge))


def _to_answer(challenge: Challenge) -> str:
    """The ranks, and what follows from accepting a challenge, from declining it, and from silence; and how to
    get more time, where the season has holidays.
    """
    name, until = name_of(challenge.by.user), local.moment(challenge.answer_by)
    ranks = _("%(name)s is at rank %(rank)d, you are at rank %(own)d.")
    said = {
        "name": at_start(name),
        "rank": challenge.by.rank or challenge.by_rank,
        "own": challenge.of.rank or challenge.of_rank,
    }
    accept = _("If you accept, the game starts right away. If you lose it, %(name)s can take your rank.")
    decline = _("If you decline, you lose no ranks this time.")
    if cost := cost_of_declining(challenge.of):
        words = ngettext(
            "If you decline, you lose %(cost)d rank.", "If you decline, you lose %(cost)d ranks.", cost
        )
        decline = words % {"cost": cost}
    silence = _("No answer by %(moment)s counts as declining.") % {"moment": until}
    lines = [ranks % said, accept % {"name": name}, decline, silence]
    if challenge.competition.terms.absence.holidays:
        lines.append(_("Away that day? Announce a holiday in the league: you can then answer until its end."))
    return " ".join(lines)


@season_mails.on("accepted", "challenge")
def _accepted(challenge: Challenge, reader: User) -> Facts:
    return _begun(challenge, _("%(name)s accepts your challenge") % {"name": name_of(challenge.of.user)})


@season_mails.on("begun_at_once", "challenge", weight=Weight.COSTS)
def _begun_at_once(challenge: Challenge, reader: User) -> Facts:
    return _begun(challenge, _("%(name)s challenges you") % {"name": name_of(challenge.by.user)})


def _begun(challenge: Challenge, title: str) -> Facts:
    """The mail's words that the challenge's game has begun, and when its first deadline is."""
    game, what = challenge.game, _("The game has begun.")
    if game is None:
        raise ValueError(f"{challenge} has no game")
    if opened := game.phases.filter(adjudicated_at=None).first():
        what += " " + _("The first deadline is %(moment)s.") % {"moment": local.moment(opened.deadline)}
    address = game_address(challenge.competition.league.slug, game.code)
    return facts_of(challenge.competition, title, what, address=address)


@season_mails.on("declined", "challenge")
def _declined(challenge: Challenge, reader: User) -> Facts:
    title = _("%(name)s declines your challenge") % {"name": name_of(challenge.of.user)}
    if challenge.state == Challenge.State.UNANSWERED:
        title = _("%(name)s did not answer your challenge") % {"name": name_of(challenge.of.user)}
    what, cost = _("You can challenge someone else."), cost_of_decline(challenge)
    if cost is not None and cost.has_moved:
        said = {"name": at_start(name_of(challenge.of.user)), "before": cost.before, "after": cost.after}
        drops = _("%(name)s drops from rank %(before)d to %(after)d.") % said
        what = f"{drops} {what}"
    return facts_of(challenge.competition, title, what)


@season_mails.on("unanswered", "challenge", weight=Weight.COSTS)
def _unanswered(challenge: Challenge, reader: User) -> Facts:
    """What the reader's silence cost."""
    days = max(1, round((challenge.answer_by - challenge.made_at) / timedelta(days=1)))
    said = ngettext(
        "You did not answer %(name)s in %(count)d day", "You did not answer %(name)s in %(count)d days", days
    ) % {"name": name_of(challenge.by.user), "count": days}
    what, cost = _("That counts as declining."), cost_of_decline(challenge)
    if cost is not None and cost.has_moved:
        title = _("You drop from rank %(before)d to %(after)d") % {"before": cost.before, "after": cost.after}
        return facts_of(challenge.competition, title, f"{said}. {what}")
    if cost is not None:
        what = f"{what} {wording.drops(cost)}"
    return facts_of(challenge.competition, said, what)


@season_mails.on("taken_back", "challenge")
def _taken_back(challenge: Challenge, reader: User) -> Facts:
    title = _("%(name)s withdrew the challenge") % {"name": name_of(challenge.by.user)}
    return facts_of(challenge.competition, title, _("You don’t need to answer it."))


@season_mails.on("dropped", "challenge")
def _dropped(challenge: Challenge, reader: User) -> Facts:
    other = challenge.of if challenge.by.user_id == reader.pk else challenge.by
    title = _("Challenge with %(name)s cancelled") % {"name": name_of(other.user)}
    if challenge.state == Challenge.State.SUSPENDED:
        what = _("A suspension in the league cancelled it. No ranks are lost.")
    else:
        what = _("One of you left the season or can’t start a game now. No ranks are lost.")
    return facts_of(challenge.competition, title, what)


@season_mails.on("result", "challenge", unless=_is_ruled_on)
@season_mails.on("moved", "challenge", unless=_is_ruled_on)  # rows of an earlier release
def _result(challenge: Challenge, reader: User) -> Facts:
    """What came of the reader's game: won or lost, their ranks, until when it can be disputed, and where."""
    if challenge.pairing is None:
        raise ValueError(f"{challenge} was never played")
    return ended(challenge.pairing, reader)


@season_mails.on("idle", "entry", weight=Weight.COSTS)
def _idle(entry: Entry, reader: User) -> Facts:
    rules = entry.competition.rules
    what = ngettext(
        "%(weeks)d week was inactive. You could have challenged someone every night, but you sent "
        "no challenge, played no season game and had no holiday.",
        "%(weeks)d weeks in a row were inactive. You could have challenged someone every night, but"
        " you sent no challenge, played no season game and had no holiday.",
        rules["idle_weeks"],
    ) % {"weeks": rules["idle_weeks"]}
    title, cost = _("You were inactive"), cost_of_idling(entry)
    if cost is not None and cost.has_moved:
        moved = {"before": cost.before, "after": cost.after}
        title = _("You were inactive, so you drop from rank %(before)d to %(after)d") % moved
    return facts_of(entry.competition, title, what)


@season_mails.on(
    "can_challenge",
    "notice",
    unless=lambda notice: clock.now() >= last_moment(notice.competition),
)
def _can_challenge(notice: Notice, reader: User) -> Facts:
    competition = notice.competition
    what = _(
        "You asked us to tell you. You can challenge until %(moment)s, unless someone else is faster."
    ) % {"moment": local.moment(last_moment(competition))}
    return facts_of(competition, _("You can challenge %(name)s") % {"name": name_of(notice.of.user)}, what)


def address_of(challenge: Challenge) -> str:
    """The page on which a challenge is answered."""
    return f"{challenge.competition.get_absolute_url()}challenges/{challenge.number}/"
