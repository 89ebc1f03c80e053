"""One challenge, as the page that its e-mail leads to shows it to the two people it is between."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.words.people import called
from league.competitions.ladder.selectors.next_steps import Step, decline_button, step_of
from league.competitions.ladder.state.declining import cost_now
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.ladder.wording import ranks
from league.competitions.models import Challenge
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader

State = Challenge.State


def challenge_step(reader: Reader, challenge: Challenge) -> Step:
    """What the reader can do about their challenge now; what became of it, where that is nothing."""
    if challenge.state in Challenge.OPEN and reader.season.is_live and reader.entry is not None:
        scene = ladder_state_of(reader.season, reader.now, around=reader.entry)
        return step_of(reader, scene, challenge)
    is_own = challenge.by.user_id == reader.person
    other = called((challenge.of if is_own else challenge.by).user.get_username())
    title = _("Your challenge of %(name)s") if is_own else _("The challenge from %(name)s")
    game = challenge.game
    return Step(
        kind="",
        title=title % {"name": other},
        more=_SAYS[State(challenge.state)](),
        address=reader.game_address(game.code if game else ""),
    )


def decline_step(reader: Reader, challenge: Challenge) -> Step | None:
    """What declining a challenge means for the reader, who received it; None where there is nothing to
    decline.
    """
    season, entry = reader.season, reader.entry
    is_theirs = entry is not None and challenge.of_id == entry.pk
    if not is_theirs or challenge.state != State.WAITING or not season.is_live:
        return None
    scene = ladder_state_of(season, reader.now, around=entry)
    cost = cost_now(scene, challenge)
    rank = scene.ranks.get(challenge.of.number, 0)
    lower = min(rank + cost, len(scene.table))
    name = called(challenge.by.user.get_username())
    if not cost:
        more = _("It costs you nothing.")
    elif lower == rank:
        more = _("You keep rank %(rank)d, the last one.") % {"rank": rank}
    else:
        more = _("It costs you %(ranks)s: you go from rank %(rank)d to rank %(lower)d.") % {
            "ranks": ranks(cost),
            "rank": rank,
            "lower": lower,
        }
    return Step(
        kind="is-waiting",
        title=_("Decline the challenge from %(name)s?") % {"name": name},
        more=more,
        due=challenge.answer_by,
        buttons=(decline_button(reader, challenge, cost),),
        back=address(reader.slug, "one-challenge", season.code, challenge.number),
    )


def says_cost_has_changed(cost: int) -> str:
    if not cost:
        return _("Declining costs nothing now. Nothing is declined yet.")
    return _("Declining costs %(ranks)s now. Nothing is declined yet.") % {"ranks": ranks(cost)}


_SAYS = {
    State.WAITING: lambda: _("It is not answered yet."),
    State.PLAYING: lambda: _("Accepted. The game is running."),
    State.DECLINED: lambda: _("Declined."),
    State.UNANSWERED: lambda: _("Not answered in time: that counts as declining."),
    State.TAKEN_BACK: lambda: _("Withdrawn. No answer is needed."),
    State.DROPPED: lambda: _("Cancelled. No ranks are lost."),
    State.SUSPENDED: lambda: _("A suspension cancelled it. No ranks are lost."),
    State.OVER: lambda: _("Accepted. The game is over."),
}
