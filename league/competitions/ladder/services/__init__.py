"""What people do on a ladder, one transaction each. The modules are its rooms; this is its door."""

from league.competitions.ladder.services.challenging import (
    CannotChallenge,
    accept,
    challenge,
    decline,
    take_back,
)
from league.competitions.ladder.services.notices import never_mind, tell_me

__all__ = ["CannotChallenge", "accept", "challenge", "decline", "never_mind", "take_back", "tell_me"]
