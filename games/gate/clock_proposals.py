"""What is proposed about the clock of a game, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.agreed.pace import length_in_words
from games.models import ClockProposal

Kind = ClockProposal.Kind


def proposal_in_words(proposal: ClockProposal, by: str, until: str) -> str:
    """What is proposed, by whom if anyone is to be named; `until` is the end of a pause, in words."""
    said = {"player": by, "length": length_in_words(proposal.seconds), "until": until}
    if proposal.kind == Kind.PAUSE:
        words = (
            _("%(player)s proposes to pause the game until %(until)s.")
            if by
            else _("Proposed: to pause the game until %(until)s.")
        )
    elif proposal.kind == Kind.GOES_ON:
        words = _("%(player)s proposes to end the pause now.") if by else _("Proposed: to end the pause now.")
    else:
        words = (
            _("%(player)s proposes to extend this phase by %(length)s.")
            if by
            else _("Proposed: to extend this phase by %(length)s.")
        )
    return words % said
