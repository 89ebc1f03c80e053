"""What the next game of a reader who plays in a knock-out is, and what it decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator.texts.names import listed
from games.common.words.local import language
from league.competitions.knock_out import words
from league.competitions.knock_out.bracket import PLAYED, Bracket, By
from league.competitions.knock_out.cells import Cell, Cup

MOST_NAMED = 2
"""So many who may come are named; of more it is said how many they are."""


@dataclass(frozen=True, slots=True)
class Own:
    """`pairing`: the one in which the reader still plays, until the moment `ends_at` at the latest; None: the
    reader is out, or all is decided. `address`: where its game is played.
    """

    heading: str
    says: Sequence[str]
    pairing: int | None = None
    cell: Cell | None = None
    address: str = ""
    ends_at: datetime | None = None


def may_come(bracket: Bracket, pairing: int) -> list[int]:
    """The entries that may still win a pairing."""
    if pairing in bracket.decided:
        entry = bracket.decided[pairing].entry
        return [] if entry is None else [entry]
    led = bracket.before(pairing)
    found = [[each] for each in bracket.sides(pairing) if isinstance(each, int)]
    if led is not None:
        found = [may_come(bracket, each) for each in led]
    return [entry for each in found for entry in each]


def may_lose(bracket: Bracket, semi_final: int) -> list[int]:
    """The entries that may still play for third place from a semi-final."""
    if semi_final not in bracket.decided:
        return may_come(bracket, semi_final)
    decision = bracket.decided[semi_final]
    both = [each for each in bracket.sides(semi_final) if isinstance(each, int) and each != decision.entry]
    return both if decision.by in PLAYED else []


def places_of(bracket: Bracket, pairing: int) -> tuple[int, int]:
    """The first and the last place of those who go out in a pairing."""
    if pairing == bracket.third:
        return 4, 4
    people = sum(seat is not None for seat in bracket.seats)
    first = (len(bracket.seats) >> bracket.round_of(pairing)) + 1
    return first, min(2 * (first - 1), people)


def own_of(cup: Cup) -> Own | None:
    """None where the reader did not begin in it, or has left it."""
    me, bracket = cup.reader.number, cup.bracket
    if me not in cup.seeds or me in cup.found.cup.gone:
        return None
    stands = [pairing for pairing in bracket.every() if me in bracket.sides(pairing)]
    open_ = [pairing for pairing in stands if pairing not in bracket.decided]
    if open_:
        return _Next(cup, open_[-1]).own()
    return _over(cup, stands[-1])


def _over(cup: Cup, pairing: int) -> Own:
    """The reader plays no more games of it."""
    bracket, me = cup.bracket, cup.reader.number
    decision, cell = bracket.decided[pairing], cup.cell(pairing)
    if decision.entry == me and pairing in (bracket.final, bracket.third):
        return Own(
            _("You have won the cup.") if pairing == bracket.final else _("You are third."), [], cell=cell
        )
    _own, other = cell.against(me)
    name = cup.name(other.number) if other.number else ""
    said = {"round": words.name_of(bracket, pairing), "name": name}
    if decision.by is By.NOBODY:
        heading = _("%(round)s: neither player goes on") % said
    elif other.number:
        is_last = pairing in (bracket.final, bracket.third)
        heading = (_("%(round)s: %(name)s has won") if is_last else _("%(round)s: %(name)s went on")) % said
    else:
        heading = _("%(round)s: you are out") % said
    says = [cell.now.more or cell.now.says + ".", _place(*places_of(bracket, pairing))]
    if decision.silent:
        says[-1] = _("You come behind the players beaten in this round.")
    return Own(heading, says, cell=cell, address=cell.address)


def _place(first: int, last: int) -> str:
    if first == last:
        return _("That is place %(place)d.") % {"place": first}
    return _("Players who go out in this round share places %(first)d to %(last)d.") % {
        "first": first,
        "last": last,
    }


@dataclass(frozen=True)
class _Next:
    """The pairing in which the reader plays next."""

    cup: Cup
    pairing: int

    def own(self) -> Own:
        cup, pairing = self.cup, self.pairing
        cell = cup.cell(pairing)
        _me, other = cell.against(cup.reader.number)
        name = cup.name(other.number) if other.number else ""
        said = {"round": words.name_of(cup.bracket, pairing), "name": name}
        heading = _("%(round)s: you against %(name)s") if other.number else _("%(round)s: you wait")
        waits = [] if other.number else [self._who_comes()]
        leads = next((side for side in cell.sides if side.leads), None)
        if leads is not None:
            ahead = (
                _("You go on if the result stays.")
                if leads.is_me
                else _("Your opponent goes on if it stays.")
            )
            waits.append(ahead)
        says = [*waits, *self._if_won(), *self._if_lost()]
        return Own(heading % said, says, pairing, cell, cell.address, cup.last_day(pairing))

    def _who_comes(self) -> str:
        """Against whom it may be, while that is not decided."""
        bracket, me = self.cup.bracket, self.cup.reader.number
        led = bracket.before(self.pairing) or ()
        comes = may_lose if self.pairing == bracket.third else may_come
        others = [comes(bracket, each) for each in led]
        found = next((each for each in others if me not in each), [])
        return _("Your opponent is %(who)s.") % {"who": self._who(self._still_in(found) or found)}

    def _still_in(self, numbers: Sequence[int]) -> list[int]:
        """Those who have not left: those who have play no further game."""
        return [number for number in numbers if number not in self.cup.found.cup.gone]

    def _who(self, numbers: Sequence[int]) -> str:
        if len(numbers) <= MOST_NAMED:
            return listed([self.cup.name(number) for number in numbers], language(), alternative=True)
        return ngettext("one of %(count)d player", "one of %(count)d players", len(numbers)) % {
            "count": len(numbers)
        }

    def _if_won(self) -> list[str]:
        bracket = self.cup.bracket
        if self.pairing == bracket.third:
            return [_("If you win, you are third; else you are fourth.")]
        following = bracket.after(self.pairing)
        if following is None:
            return [_("If you win, the cup is yours; else you are second.")]
        beside = next(each for each in bracket.before(following) or () if each != self.pairing)
        numbers = self._still_in(may_come(bracket, beside))
        if not numbers:
            return [_("If you win, you have a walkover in the next round.")]
        said = {"who": self._who(numbers)}
        if following == bracket.final:
            return [_("If you win, you meet %(who)s in the final.") % said]
        return [_("If you win, you meet %(who)s in the next round.") % said]

    def _if_lost(self) -> list[str]:
        bracket = self.cup.bracket
        if self.pairing in (bracket.third, bracket.final):
            return []
        if bracket.third is not None and bracket.after(self.pairing) == bracket.final:
            beside = next(each for each in bracket.before(bracket.third) or () if each != self.pairing)
            if numbers := self._still_in(may_lose(bracket, beside)):
                return [_("If you lose, you meet %(who)s for third place.") % {"who": self._who(numbers)}]
            return [_("If you lose, you are third without a game.")]
        first, last = places_of(bracket, self.pairing)
        return [
            _("If you lose, you are out and share places %(first)d to %(last)d.")
            % {"first": first, "last": last}
            if first < last
            else _("If you lose, you are out.")
        ]
