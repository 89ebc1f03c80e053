"""What a competition refuses, in a sentence for the person who asked."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class CompetitionError(Exception):
    """A refusal. `str()` of it is a translated sentence: what was wrong and what to do."""

    message: str | Promise = _("That is not possible.")

    def __init__(self, message: str | Promise | None = None) -> None:
        self.message = message or self.message
        super().__init__(self.message)

    def __str__(self) -> str:
        return str(self.message)


class BadRules(CompetitionError):
    """Rules of a competition that cannot be. `field` names the one that is wrong, as the form does."""

    def __init__(self, field: str, message: str | Promise) -> None:
        super().__init__(message)
        self.field = field


class NotArbiter(CompetitionError):
    message = _("Only an arbiter of this season may do that.")


class HasEntered(CompetitionError):
    message = _("Arbiters do not enter the competition they rule in.")


class NotInState(CompetitionError):
    message = _("The season has moved on, so this can’t be done any more.")


class NoReason(CompetitionError):
    message = _("Give a reason. Everyone who sees the season can read it.")


class NotOrganiser(CompetitionError):
    message = _("Only an organiser of this league may do that.")


class NoArbiter(CompetitionError):
    message = _("Name at least one arbiter: an organiser or a member who does not enter.")


class NotMember(CompetitionError):
    message = _("Join the league first: its members can enter.")


class AlreadyIn(CompetitionError):
    message = _("You have entered this season already.")


class NotEntered(CompetitionError):
    message = _("You are not in this season.")


class EntriesClosed(CompetitionError):
    """The moment decides. Raised with the moments at which entries open and close."""

    message = _("Entries to this season are closed.")


class BadWord(CompetitionError):
    message = _("Your word for the draw is one line of 64 characters at most.")


class TakesNoWords(CompetitionError):
    message = _("This season’s draw does not use words.")


class NotAccepted(CompetitionError):
    """A season with money asks for something that was not confirmed, or that shuts this person out."""

    message = _("Tick the boxes to accept the terms of this season.")


class NothingMoves(CompetitionError):
    message = _("No date was changed.")


class NotYours(CompetitionError):
    message = _("This challenge is not yours to answer.")


class AlreadyAnswered(CompetitionError):
    message = _("This challenge has been answered or is no longer open.")


class TooLateToUndo(CompetitionError):
    message = _(
        "This challenge can’t be undone any more. You have two minutes for that, once a day "
        "against the same player."
    )


class NothingToWaitFor(CompetitionError):
    message = _("Waiting won’t help here. Reload the ladder: it may have changed.")


class CostsRanks(CompetitionError):
    """Declining costs something else than the page has said; nothing was declined."""

    def __init__(self, cost: int) -> None:
        super().__init__()
        self.cost = cost


class WindowOver(CompetitionError):
    message = _("The time to dispute this result is over. It is final.")


class AlreadyDisputed(CompetitionError):
    message = _("This result is disputed already. An arbiter will rule.")


class AlreadyRuled(CompetitionError):
    message = _("An arbiter has ruled on this result. It is final.")


class NothingToRule(CompetitionError):
    message = _("There is no result to rule on.")


class NoWords(CompetitionError):
    message = _("Say what happened, in a few words.")


class NoSuchEntrant(CompetitionError):
    message = _("Name another player of this season: no one else has this name.")


class WasDisqualified(CompetitionError):
    message = _("You were disqualified, so you can’t enter this season again.")


class PlaysHere(CompetitionError):
    """Someone of the site's team decides about a season that they have, or had, an entry in."""

    message = _("You have, or had, an entry in this season: someone else of the site’s team has to do that.")


class AppointsOneself(CompetitionError):
    message = _("You can’t appoint yourself. Someone else of the site’s team can.")


class AnswersForMoney(CompetitionError):
    message = _("You confirm this season’s payouts, so you stay its arbiter.")


class TakesTwo(CompetitionError):
    message = _("Two people cancel a season with real money: you propose it, a treasurer confirms.")


class HeardOf(CompetitionError):
    message = _("They have made a challenge or played a game meanwhile, or cannot be nudged now.")


class NothingToSuggest(CompetitionError):
    message = _("There is no one they can challenge now, so there is nothing to tell them.")
