"""What a competition asks of those who enter, and which of it someone does not meet, with the numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from allauth.account.models import EmailAddress
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.gate import reliability, suspension
from games.models import TenureResult
from league.competitions.errors import CompetitionError
from league.competitions.models import Competition
from league.users.models import User


class Condition(StrEnum):
    SUSPENDED = "suspended"
    VERIFIED = "verified"
    INVITED = "invited"
    GAMES = "games"
    RELIABILITY = "reliability"


@dataclass(frozen=True, slots=True)
class Held:
    """One condition, what it asks for, what someone has, and whether that will do."""

    condition: Condition
    asked: int
    has: int
    says: str

    @property
    def is_met(self) -> bool:
        return self.has >= self.asked


class Refused(CompetitionError):
    """Conditions that are not met; the sentence names each with its numbers."""

    def __init__(self, unmet: Sequence[Held]) -> None:
        super().__init__(" ".join(each.says for each in unmet))
        self.unmet = unmet


def held(competition: Competition, user: User, now: datetime) -> list[Held]:
    """Every condition that the competition has, for one person. Five queries at most."""
    rules = competition.rules
    found = []
    suspended = suspension.suspension(competition.league, user, now)
    if suspended is not None:
        found.append(Held(Condition.SUSPENDED, 1, 0, str(suspended)))
    if rules["verified"]:
        has = EmailAddress.objects.filter(user=user, verified=True).exists()
        missing = _("To enter, confirm your e-mail address in your account.")
        says = _("Your e-mail address is confirmed.") if has else missing
        found.append(Held(Condition.VERIFIED, 1, int(has), says))
    if rules["invitation"]:
        has = competition.invitations.filter(user=user).exists()
        missing = _("This season is by invitation: ask an organiser to invite you.")
        says = _("You are invited.") if has else missing
        found.append(Held(Condition.INVITED, 1, int(has), says))
    if least := rules["entry_games"]:
        games = finished_games(competition, user)
        words = ngettext(
            "You need %(asked)d finished game in this league; you have %(has)d.",
            "You need %(asked)d finished games in this league; you have %(has)d.",
            least,
        )
        found.append(Held(Condition.GAMES, least, games, words % {"asked": least, "has": games}))
    if least := rules["least_reliability"]:
        figures = reliability.reliability_of(competition.league, user)
        words = _("You need a reliability of %(asked)d%%; yours is %(has)d%%.")
        says = words % {"asked": least, "has": figures.per_cent}
        found.append(Held(Condition.RELIABILITY, least, figures.per_cent, says))
    return found


def unmet(competition: Competition, user: User, now: datetime) -> list[Held]:
    """The conditions that keep `user` out."""
    return [each for each in held(competition, user, now) if not each.is_met]


def finished_games(competition: Competition, user: User) -> int:
    """How many games of the league `user` has played to their end."""
    own = TenureResult.objects.filter(
        tenure__user=user, tenure__game__league=competition.league_id, how=TenureResult.How.FINISHED
    )
    return own.exclude(result__outcome="void").count()


def kept(held: Held) -> dict[str, Any]:
    """A condition as a refusal keeps it; `in_words` reads it again."""
    return {"condition": held.condition.value, "asked": held.asked, "has": held.has}


def in_words(found: Mapping[str, Any]) -> str:
    """A kept condition to those who may know of it: what it asks and what was there."""
    match Condition(found["condition"]):
        case Condition.SUSPENDED:
            return _("suspended from the league")
        case Condition.VERIFIED:
            return _("no confirmed e-mail address")
        case Condition.INVITED:
            return _("not invited")
        case Condition.GAMES:
            return _("%(has)d of %(asked)d finished games") % found
        case Condition.RELIABILITY:
            return _("reliability of %(has)d%% where %(asked)d%% is asked") % found
