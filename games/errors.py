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
    message = _("This holiday has begun, so you can’t cancel it.")


class AlreadyStarted(GameError):
    message = _("The game has started, so seats can’t change. You can concede or propose to end it.")


class GameIsOver(GameError):
    message = _("The game is over: nothing can be changed.")


class NotRunning(GameError):
    message = _("The game has not started yet. Wait until every seat is taken.")


class NoFreeSeat(GameError):
    message = _("Every seat is taken. Choose another game or create one.")


class SeatsKept(GameError):
    message = _("The free seats of this rematch are kept for those who played. Choose another game.")


class AlreadySeated(GameError):
    message = _("You already have a seat in this game.")


class NotSeated(GameError):
    message = _("You have no seat in this game.")


class SeatTaken(GameError):
    message = _("This seat is no longer open: someone plays it.")


class HasLeft(GameError):
    message = _("You left your seat in this game, so you can’t take another one here.")


class OnlySubstitutes(GameError):
    message = _("Only substitutes of the event can take this seat. Join the list on its page.")


class OnlyByMaster(GameError):
    message = _("You’re out of this game: only its game master can give you another seat (RB-14).")


class BadNonce(GameError):
    message = _("Your word for the draw can have up to 64 visible characters. Shorten it, or leave it empty.")


class BadRanking(GameError):
    message = _("This list can’t be saved. Choose each one at most once.")


class NotYourGame(GameError):
    message = _("Only the person who created the game can cancel it, and only before it starts.")


class MayNotInvite(GameError):
    message = _("Only the person who created the game can invite to it.")


class TooManyGuests(GameError):
    message = _("You can’t invite more people than the game has seats. Withdraw an invitation first.")


class TooLate(GameError):
    message = _("Too late: the deadline has passed. What you saved before it counts.")


class NotYourTurn(GameError):
    message = _("You have nothing to do in this phase.")


class NothingSaved(GameError):
    message = _("Save your orders first, then say you’re ready.")


class NotComplete(GameError):
    """What is saved would be replaced or ignored, all of it or a part."""

    message = _("You can’t be ready yet: fix the marked lines.")


class NobodyIsReady(GameError):
    message = _("In this game there is no “ready”: every phase lasts until its deadline.")


class TextTooLong(GameError):
    message = _("That is too long. Shorten it to 8,000 characters.")


class StaleVersion(GameError):
    """The player saved meanwhile, elsewhere. `current` is their stored answer, or None."""

    message = _("You saved a different text in another tab. Compare the two and save again.")

    def __init__(self, current: object) -> None:
        super().__init__()
        self.current = current


class NotStored(GameError):
    """The database refused a row; its own message is withheld, because it quotes the row."""

    message = _("This couldn’t be saved. Remove unusual characters from the text and try again.")


class NotAllowed(GameError):
    """The rules or the game's settings do not allow it."""


class AlreadyVoted(GameError):
    message = _("You have already voted.")


class LastVote(GameError):
    """The vote would end the game, and no one has said that it may."""

    message = _("Your vote ends the game at once. Confirm it first.")


class PressClosed(GameError):
    message = _("You can’t send messages now: press is closed in this phase.")


class PressLocked(PressClosed):
    message = _(
        "Private messages are locked while everyone waits for one player. Your text is saved as a draft."
    )


class BadLetter(GameError):
    message = _("Write a message of up to 4,000 characters and choose who gets it.")


class OnlyListens(GameError):
    message = _("Your seat only listens: you read messages to everyone, and can’t write (DG-1).")


class CannotBlock(GameError):
    message = _("You can’t block yourself.")


class NoVote(GameError):
    message = _("Your seat only listens and has no vote (DG-17).")


class NoSuchThread(GameError):
    message = _("No one in this game can receive this message. Load the page again.")


class DraftTooLong(GameError):
    message = _("A message or draft can have up to 4,000 characters. Shorten it.")


class StaleDraft(GameError):
    """Something else was kept meanwhile, in another window. `current` is the draft that is stored."""

    message = _("Draft not saved: you started a different message in another tab.")

    def __init__(self, current: object) -> None:
        super().__init__()
        self.current = current


class NotMaster(GameError):
    message = _("Only the game master can do that.")


class NotMember(GameError):
    message = _("Only members of the league can take seats. Join the league first.")


class Suspended(GameError):
    """The league has suspended a member until a moment."""

    def __init__(self, until: datetime) -> None:
        when = formats.date_format(timezone.localtime(until), "DATETIME_FORMAT")
        told = _("You’re suspended in this league until %(until)s: you can’t take seats or create games.")
        super().__init__(str(told) % {"until": when})


class NotReliable(GameError):
    """The game asks for more reliability than the person has in its league: all four numbers."""

    def __init__(self, *, wanted: int, per_cent: int, answered: int, asked: int) -> None:
        told = _(
            "This game asks for a reliability of %(wanted)s%%. Yours in this league is %(per_cent)s%% "
            "(%(answered)s of %(asked)s phases answered). Its creator can still invite you by name."
        )
        numbers = {"wanted": wanted, "per_cent": per_cent, "answered": answered, "asked": asked}
        super().__init__(str(told) % numbers)


class MasterSits(GameError):
    message = _("A game master can’t also play.")


class ArbiterSits(GameError):
    message = _("Arbiters of a competition play in none of its games.")


class NotArbiter(GameError):
    message = _("Only an arbiter of this competition who doesn’t play in the game can do that (HR-10).")


class OfCompetition(GameError):
    message = _("This isn’t possible in a game of a competition (HR-10).")


class NotOfCompetition(GameError):
    message = _("This isn’t a game of a competition.")


class NotOver(GameError):
    message = _("The game is still running. You can rule on its result once it is over.")


class AlreadyPresides(GameError):
    message = _("You’re already this game’s master. Choose someone else.")


class HasPresided(GameError):
    message = _("You’ve been this game’s master and seen everything, so you can’t join it.")


class HasPlayed(GameError):
    message = _("You have played in this game, so you can’t run it.")


class CannotNominate(GameError):
    """Someone who cannot be named the master of a running game, or not now."""

    message = _("Choose a member of the league who does not play in this game.")


class NoReason(GameError):
    message = _("Say why: the players see it.")


class CannotReplace(GameError):
    message = _("Choose a member of the league who has offered to replace a player.")


class CannotMove(GameError):
    """A deadline that may not be moved so."""


class CannotTakeBack(GameError):
    message = _(
        "You can’t rewind to this phase. Choose one already played: never before a random draw, nor where "
        "the rules hide who has saved orders (HR-8)."
    )


class NotMissed(GameError):
    message = _("That missed phase no longer counts, or never did. Choose one from the list.")


class PhaseMovedOn(CannotMove):
    """Someone would close another phase than the one that they saw."""

    message = _("The phase you saw is over. Check the open one before you close it.")


class ProposalIsOver(CannotMove):
    message = _("That proposal is no longer open.")


class NotebookIsFull(GameError):
    message = _("Your notebook is full. Remove a pin first.")
