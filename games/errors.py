"""What a service refuses, each with a sentence for the person it refuses: what was wrong and what to do."""

from __future__ import annotations

from datetime import datetime

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.common.errors import GameError


class BadSettings(GameError):
    """The game cannot open with this variant and these settings."""


class BadPace(GameError):
    """A pace that cannot be kept. `field` is the field of `Pace` that is wrong."""

    def __init__(self, field: str, message: str | Promise) -> None:
        super().__init__(message)
        self.field = field


class BadHoliday(GameError):
    """A holiday that cannot be announced. `field` is the field of the form that is wrong."""

    def __init__(self, field: str, message: str | Promise) -> None:
        super().__init__(message)
        self.field = field


class HolidayBegun(GameError):
    message = _("This holiday has begun, so it cannot be taken back any more.")


class AlreadyStarted(GameError):
    message = _("The game has started, so the seats are fixed. You can concede it or propose to end it.")


class GameIsOver(GameError):
    message = _("The game is over: nothing can be changed any more.")


class NotRunning(GameError):
    message = _("The game has not started yet. Wait until every seat is taken.")


class NoFreeSeat(GameError):
    message = _("Every seat of this game is taken. Choose another game or open one yourself.")


class SeatsKept(GameError):
    message = _("The free seats of this rematch are kept for those who played. Choose another game.")


class AlreadySeated(GameError):
    message = _("You already have a seat in this game.")


class NotSeated(GameError):
    message = _("You have no seat in this game.")


class SeatTaken(GameError):
    message = _("This seat is not open any more: somebody plays it.")


class HasLeft(GameError):
    message = _("You have played in this game and left your seat, so you cannot take one over here.")


class OnlySubstitutes(GameError):
    message = _("Only substitutes of the event can take this seat. Join the list on its page.")


class OnlyByMaster(GameError):
    message = _("You are out of this game: only its game master can give you another seat (RB-14).")


class BadNonce(GameError):
    message = _("Your part of the lots may have up to 64 visible characters. Shorten it, or leave it empty.")


class BadRanking(GameError):
    message = _("In this game seats cannot be ranked so: choose each of them at most once.")


class NotYourGame(GameError):
    message = _("Only the person who opened the game may cancel it, and only before it starts.")


class MayNotInvite(GameError):
    message = _("Only the person who created the game invites to it.")


class TooManyGuests(GameError):
    message = _("No more people can be invited than the game has seats. Withdraw an invitation first.")


class TooLate(GameError):
    message = _("Too late: the deadline has passed, and what was saved before it counts.")


class NotYourTurn(GameError):
    message = _("Nothing is asked of you in this phase.")


class NothingSaved(GameError):
    message = _("Save your answer first; then say that you are ready.")


class NotComplete(GameError):
    """What is saved would be replaced or ignored, all of it or a part."""

    message = _("You are not ready: something on your sheet would not count. The sheet says what.")


class NobodyIsReady(GameError):
    message = _("In this game every phase lasts until its deadline, so nobody says that he is ready.")


class TextTooLong(GameError):
    message = _("That is longer than any answer needs to be. Shorten it to 8,000 characters.")


class StaleVersion(GameError):
    """The player saved meanwhile, elsewhere. `current` is his stored answer, or None."""

    message = _(
        "You saved something else meanwhile, in another window. Compare the two texts and save again."
    )

    def __init__(self, current: object) -> None:
        super().__init__()
        self.current = current


class NotStored(GameError):
    """The data base refused a row; its own message is withheld, because it quotes the row."""

    message = _("This could not be stored. Remove unusual characters from the text and try again.")


class NotAllowed(GameError):
    """The rules or the game's settings do not allow it."""


class AlreadyVoted(GameError):
    message = _("Your vote already stands.")


class LastVote(GameError):
    """The vote would end the game, and nobody has said that it may."""

    message = _("With your vote the game ends at once. Confirm it first.")


class PressClosed(GameError):
    message = _("Letters cannot be sent now: press is closed in this phase.")


class PressLocked(PressClosed):
    message = _("Private messages are locked while all wait for one player. Your text is kept as a draft.")


class BadLetter(GameError):
    message = _("A letter needs a text of up to 4,000 characters and somebody else in this game to go to.")


class OnlyListens(GameError):
    message = _("Your seat only listens: you read what is written to everybody, and write to nobody (DG-1).")


class CannotBlock(GameError):
    message = _("You cannot block yourself.")


class NoVote(GameError):
    message = _("Your seat only listens, and has no vote (DG-17).")


class NoSuchThread(GameError):
    message = _("There is nobody in this game to whom that letter could go. Load the page again.")


class DraftTooLong(GameError):
    message = _("A letter may have up to 4,000 characters, and so may what is kept of it. Shorten it.")


class StaleDraft(GameError):
    """Something else was kept meanwhile, in another window. `current` is the draft that is stored."""

    message = _("Not kept: in another window you have begun another letter here.")

    def __init__(self, current: object) -> None:
        super().__init__()
        self.current = current


class NotMaster(GameError):
    message = _("Only the game master of this game may do that.")


class NotMember(GameError):
    message = _("Only members of the league take seats. Join the league first.")


class Suspended(GameError):
    """The league has suspended a member until a moment."""

    def __init__(self, until: datetime) -> None:
        when = formats.date_format(timezone.localtime(until), "DATETIME_FORMAT")
        told = _("Suspended in this league until %(until)s: no seat can be taken and no game created.")
        super().__init__(str(told) % {"until": when})


class NotReliable(GameError):
    """The game asks for more reliability than the person has in its league: all four numbers."""

    def __init__(self, *, wanted: int, per_cent: int, answered: int, asked: int) -> None:
        told = _(
            "This game asks for %(wanted)s %%: you answered %(answered)s of %(asked)s phases "
            "(%(per_cent)s %%) in this league. Its creator can still invite you by name."
        )
        numbers = {"wanted": wanted, "per_cent": per_cent, "answered": answered, "asked": asked}
        super().__init__(str(told) % numbers)


class MasterSits(GameError):
    message = _("Whoever presides over a game has no seat in it.")


class ArbiterSits(GameError):
    message = _("Arbiters of a competition play in none of its games.")


class NotArbiter(GameError):
    message = _("Only an arbiter of this competition, who does not play in the game, may do that (HR-10).")


class OfCompetition(GameError):
    message = _("This is a game of a competition, where that is not possible (HR-10).")


class NotOfCompetition(GameError):
    message = _("This is no game of a competition.")


class NotOver(GameError):
    message = _("The game goes on: its result can be ruled on once it is over.")


class AlreadyPresides(GameError):
    message = _("You preside over this game already. Choose somebody else.")


class HasPresided(GameError):
    message = _("You have presided over this game and know all of it, so you take no seat in it.")


class HasPlayed(GameError):
    message = _("You have played in this game, so you have no power over it.")


class CannotNominate(GameError):
    """Somebody who cannot be named the master of a running game, or not now."""

    message = _("Choose a member of the league who does not play in this game.")


class NoReason(GameError):
    message = _("Say why: the players see it.")


class CannotReplace(GameError):
    message = _("Choose somebody who has offered to take a seat over, and is a member of the league.")


class CannotMove(GameError):
    """A deadline that may not be moved so."""


class CannotTakeBack(GameError):
    message = _(
        "The game cannot be taken back to this phase: only to one that has been played, never to before a "
        "random draw, and not at all where its rules hide who has answered (HR-8). Choose another phase."
    )


class NotMissed(GameError):
    message = _("That miss does not count any more, or never did. Choose one of the list.")


class PhaseMovedOn(CannotMove):
    """Somebody would close another phase than the one that he saw."""

    message = _("The phase that you saw is over. Look at the one that is open now before you close it.")


class ProposalIsOver(CannotMove):
    message = _("That proposal is not open any more.")


class NotebookIsFull(GameError):
    message = _("Your notebook is full. Take a pin out first.")
