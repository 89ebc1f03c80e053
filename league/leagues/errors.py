"""What a league refuses, in a sentence for the person who asked."""

from __future__ import annotations


class LeagueError(Exception):
    """A refusal. `str()` of it is a translated sentence: what was wrong and what to do."""


class NotAllowed(LeagueError):
    """The person has no such right here (any more)."""


class AddressTaken(LeagueError):
    """Another league has this address."""


class InvitationOver(LeagueError):
    """The invitation was withdrawn, or its time is past."""


class StillPlaying(LeagueError):
    """Someone who sits in a game cannot leave its league."""


class NoWords(LeagueError):
    """A reason or a note is missing."""


class LastOrganiser(LeagueError):
    """A league with members keeps an organiser."""


class Banned(LeagueError):
    """Someone whom the organisers keep out would join."""


class NoReason(LeagueError):
    """An act about a person without a reason."""


class AcceptsNothing(LeagueError):
    """A search, or a yes to a live game, that leaves nothing to play."""


class NotAsked(LeagueError):
    """A proposed game that is closed by now, or was never proposed to this person."""


class AlreadyAsked(LeagueError):
    """Someone was found already: that comes first."""
