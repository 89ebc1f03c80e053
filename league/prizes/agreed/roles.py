"""Who is named for a season's money, with which roles, and how far each has agreed to it as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from adjudicator.texts.names import listed
from games.common.words.local import language
from league.competitions.models import Competition
from league.competitions.rules.canonical import sha256_of
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.services.founding import arbiters_now
from league.prizes.agreed.fingerprints import fingerprints
from league.prizes.models import Agreement, PurseSetting
from league.users.models import User

Role = Agreement.Role

SILENT_AFTER: Final = timedelta(days=7)
"""After so long without an answer organisers are told that they may name another."""
MAIL_AGAIN_AFTER: Final = timedelta(days=1)
"""No one is mailed more often about the same season's agreement."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One person named for the money of a season. `row` is what they were asked and said, None so far;
    `prints` are the fingerprints of the bank details and `hashes` those of what they would agree to now, by
    each of the site's keys, today's first.
    """

    user: User
    roles: tuple[str, ...]
    row: Agreement | None
    prints: Sequence[str]
    hashes: Sequence[str]

    @property
    def has_agreed(self) -> bool:
        return self.row is not None and self.row.agreed_sha256 in self.hashes

    @property
    def is_outdated(self) -> bool:
        """Whether they agreed to what has changed since."""
        return self.row is not None and bool(self.row.agreed_sha256) and not self.has_agreed

    @property
    def has_declined(self) -> bool:
        return self.row is not None and self.row.declined_at is not None

    @property
    def has_to_agree(self) -> bool:
        """Whether more than being named is wanted: arbiters count as agreed to that alone."""
        return self.roles != (Role.ARBITER,)

    @property
    def asked_at(self) -> datetime | None:
        """Since when they have been asked for what it is now; None where they have not been."""
        row = self.row
        if (
            row is None
            or row.asked_at is None
            or (row.agreed_at is not None and row.asked_at <= row.agreed_at)
        ):
            return None
        return row.asked_at

    @property
    def is_waited_for(self) -> bool:
        """Whether an agreement is missing that may still come."""
        return self.has_to_agree and not self.has_agreed and not self.has_declined

    def is_silent(self, now: datetime) -> bool:
        return self.is_waited_for and self.asked_at is not None and self.asked_at + SILENT_AFTER <= now

    def may_be_mailed(self, now: datetime) -> bool:
        """Whether asking them now sends an e-mail. Arbiters alone get one, once."""
        if self.has_declined or self.has_agreed:
            return False
        mailed_at = self.row.mailed_at if self.row else None
        if mailed_at is None:
            return True
        return self.has_to_agree and mailed_at + MAIL_AGAIN_AFTER <= now


def roles_of(given: PrizeRules, name: str, *, is_arbiter: bool) -> tuple[str, ...]:
    """The roles that money rules give a person of this name. Where they name no treasurers, all arbiters are.

    A treasurer is an arbiter: a name that is none has no such role.
    """
    own = name.casefold()
    treasurers = {each.casefold() for each in given.trustees}
    found = {
        Role.ARBITER: is_arbiter,
        Role.TREASURER: is_arbiter and (not treasurers or own in treasurers),
        Role.HOLDER: bool(own) and given.cash_holder.casefold() == own,
        Role.GUARANTOR: bool(own) and given.guarantor.casefold() == own,
    }
    return tuple(role.value for role, has_it in found.items() if has_it)


def roles_in_words(roles: Iterable[str]) -> str:
    """Someone's roles, in the reader's language; beside others being an arbiter goes without saying."""
    names = [str(Role(role).label) for role in roles]
    return listed(names[1:] if len(names) > 1 and Role.ARBITER in roles else names, language())


def content_of(given: PrizeRules, roles: Iterable[str], details: str) -> dict[str, Any]:
    """What a person agrees to: the money rules, their own roles, and the fingerprint of the bank details."""
    return {"money": given.agreed_json, "roles": list(roles), "bank_details": details}


def hashes_of(given: PrizeRules, roles: Iterable[str], prints: Iterable[str]) -> list[str]:
    """The hashes of that content, by each fingerprint of the same details."""
    roles = tuple(roles)
    return [sha256_of(content_of(given, roles, each)) for each in prints]


def prints_of(competition: Competition) -> list[str]:
    """The fingerprints of a season's bank details, by each key of the site. One query."""
    details = (
        PurseSetting.objects.filter(competition=competition).values_list("bank_details", flat=True).first()
    )
    return fingerprints(details or "", season=competition.code)


def standings_of(competition: Competition, given: PrizeRules) -> list[Standing]:
    """Everyone named for the money `given` of a season, arbiters first. Four queries."""
    arbiters = arbiters_now(competition)
    others = competition.league.members_named(sorted({given.cash_holder, given.guarantor} - {""}))
    people = {user.pk: (user, True) for user in arbiters}
    for user in sorted(others, key=lambda each: each.pk):
        people.setdefault(user.pk, (user, False))
    rows = {row.user_id: row for row in Agreement.objects.filter(competition=competition)}
    prints = prints_of(competition)
    found = []
    for key, (user, is_arbiter) in people.items():
        roles = roles_of(given, user.get_username(), is_arbiter=is_arbiter)
        found.append(Standing(user, roles, rows.get(key), prints, hashes_of(given, roles, prints)))
    return found


def standing_of(competition: Competition, given: PrizeRules, user: User) -> Standing | None:
    """That of one person; None where they are not named."""
    return next((each for each in standings_of(competition, given) if each.user.pk == user.pk), None)
