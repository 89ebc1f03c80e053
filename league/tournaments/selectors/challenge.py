"""One challenge, as the page that its e-mail leads to shows it to the two people it is between."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.addresses import game_address
from games.people import called
from league.tournaments.models import Challenge
from league.tournaments.reading import Reader
from league.tournaments.scene import scene_of
from league.tournaments.selectors.steps import Step, step_of

State = Challenge.State


def challenge_step(reader: Reader, challenge: Challenge) -> Step:
    """What the reader can do about their challenge now; what became of it, where that is nothing."""
    if challenge.state in Challenge.OPEN and reader.season.is_live and reader.entry is not None:
        scene = scene_of(reader.season, reader.now, around=reader.entry)
        return step_of(reader, scene, challenge)
    is_own = challenge.by.user_id == reader.person
    other = called((challenge.of if is_own else challenge.by).user.get_username())
    title = _("Your challenge of %(name)s") if is_own else _("The challenge from %(name)s")
    game = challenge.game
    return Step(
        kind="",
        title=title % {"name": other},
        more=_SAYS[State(challenge.state)](),
        address=game_address(reader.slug, game.code) if game is not None else "",
    )


_SAYS = {
    State.WAITING: lambda: _("It is not answered yet."),
    State.PLAYING: lambda: _("It was accepted. The game is on."),
    State.DECLINED: lambda: _("It was declined."),
    State.UNANSWERED: lambda: _("It was not answered in time, which counts as declining."),
    State.TAKEN_BACK: lambda: _("It was withdrawn. There is nothing to answer."),
    State.DROPPED: lambda: _("It is off. It costs nobody anything."),
    State.OVER: lambda: _("It was accepted. The game is over."),
}
