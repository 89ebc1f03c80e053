"""Phase `B`: the sealed auction, with loyalty, satellites, upkeep and secrecy (ID2-3 to ID2-10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from adjudicator import news
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants.auctioning import holding
from adjudicator.variants.auctioning.holding import Terms, counted, higher, hold
from adjudicator.variants.auctioning.prospects import Prospect, prospect, prospects, windfall
from adjudicator.variants.endings import end
from adjudicator.variants.intimate.calendar import income
from adjudicator.variants.intimate.state import IntimateState, remaining
from adjudicator.variants.intimate_ii.bonds import Bonds, Satellite, holds
from adjudicator.variants.intimate_ii.charges import Charges, Standing, chosen, settled, standing
from adjudicator.variants.intimate_ii.nominating import allot
from adjudicator.variants.intimate_ii.writing import Sheet, from_answer, from_text
from adjudicator.variants.variant import Answers, Choices, PhaseKind, Reading, Step, Table


@dataclass(frozen=True, slots=True)
class _Party:
    """One seat in one auction."""

    sheet: Sheet
    standing: Standing
    terms: Terms


class Auction(PhaseKind):
    """The auction of mercenaries."""

    letter = "B"

    def due(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        """Both seats, while any mercenary remains (ID-3): with what is off its prices, and what it may be
        charged.
        """
        auctioned = list(remaining(position, table.board))
        if not auctioned:
            return {}
        treasury, bonds = IntimateState.of(position).treasury, Bonds.of(position)
        return {
            seat: {
                "kind": "bids",
                "powers": auctioned,
                "treasury": treasury[seat],
                "loyalty": bonds.off(seat),
                "charges": standing(table, position, bonds, seat).offered(),
            }
            for seat in table.seats
        }

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        """A power and a number a line, and lines about satellites: see `writing`."""
        auctioned, stands = (
            remaining(position, table.board),
            standing(table, position, Bonds.of(position), seat),
        )
        sheet = from_text(text, stands, auctioned, table.board)
        return Reading(sheet.answer, sheet.problems)

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        if not isinstance(answer, dict) or not isinstance(answer.get("bids"), dict):
            raise AdjudicatorError(
                "bad-input",
                'An answer to an auction reads {"bids": {"GERMANY": 5}}, and if wanted "satellite": '
                '[powers], "keep_satellite": true, "secret": true.',
                'Une offre s’écrit {"bids": {"GERMANY": 5}}, avec au besoin "satellite": '
                '[puissances], "keep_satellite": true, "secret": true.',
            )
        auctioned = remaining(position, table.board)
        sheet = self._party(table, position, Bonds.of(position), auctioned, seat, answer).sheet
        return Reading(sheet.answer, sheet.problems)

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        return Choices()

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        auctioned = remaining(position, table.board)
        state, bonds = IntimateState.of(position).free(), Bonds.of(position)
        if not auctioned:
            return Step(bonds.sold(state.control).into(state.into(position)))
        parties = {
            seat: self._party(table, position, bonds, auctioned, seat, answers.get(seat))
            for seat in table.seats
        }
        bids = {seat: counted(party.sheet.bids, auctioned) for seat, party in parties.items()}
        held = hold(bids, state.treasury, {seat: party.terms for seat, party in parties.items()})
        charged = {
            seat: _charged(party, held.before[seat] - held.paid(seat), is_bust=seat in held.bust)
            for seat, party in parties.items()
        }
        unsaid = {seat: sum(charged[seat].values()) - party.terms.charges for seat, party in parties.items()}
        after = {seat: held.after[seat] - unsaid[seat] for seat in parties}
        told = news.auction(
            year=position.phase.year,
            bids=held.bids,
            winner=held.winner,
            price=held.price,
            before=held.before,
            after=after,
            bust=held.bust,
            loyalty={power: run.to_json() for power, run in sorted(bonds.loyalty.items())},
            net={
                seat: {power: parties[seat].terms.net(power, bid) for power, bid in made.items()}
                for seat, made in bids.items()
            },
            charges={seat: sum(made.values()) for seat, made in charged.items()},
            charged=charged,
        )
        state = state.having(control={**state.control, **held.winner}, treasury=after)
        sold = bonds.sold(state.control)
        if len(held.bust) == len(table.seats):
            lost = sold.having(satellites={}, renominate=False)
            ended = end(lost.into(state.into(position)), "ID2-5", [])
            return Step(ended.position, news=(told, *ended.news))
        tied = _satellites(position, state, sold, parties, charged, held.bust)
        return Step(tied.position, news=(told, *tied.news))

    def outlook(self, table: Table, position: Position, seat: str, answer: Any) -> dict[str, Any]:
        """What the bids and wishes of `seat` may come to; see `adjudicator.auctions`."""
        state, auctioned = IntimateState.of(position), remaining(position, table.board)
        party = self._party(table, position, Bonds.of(position), auctioned, seat, answer)
        bids, treasury, terms = counted(party.sheet.bids, auctioned), state.treasury[seat], party.terms
        wins = [_way(each, party, treasury) for each in prospects(bids, treasury, terms)]
        wins.sort(key=lambda way: (way["owes"], len(way["powers"]), way["powers"]))
        return {
            "treasury": dict(state.treasury),
            "income": income(position),
            "total": sum(bids.values()),
            "loyalty": dict(terms.off),
            "net": {power: terms.net(power, bid) for power, bid in bids.items()},
            "charges": chosen(party.sheet.wishes),
            "wins": wins,
            "nothing": _way(prospect((), bids, treasury, terms), party, treasury),
            "windfall": _way(windfall(bids, treasury, terms), party, treasury),
            "ruin": {
                "loses": treasury,
                "satellite": _fate(party, Charges(), is_bust=True),
                "clause": "ID2-4",
                "both": "ID2-5",
            },
        }

    def grounds(self, item: Mapping[str, Any]) -> dict[str, Any]:
        """Why an auction went as it did; see `adjudicator.auctions`."""
        face = higher(item["bids"])
        return {
            "clauses": holding.clauses(item["winner"], item["bust"], one="ID2-4", both="ID2-5"),
            "owed": {
                seat: {power: net[power] for power, who in face.items() if who == seat}
                for seat, net in item["net"].items()
            },
            "charges": dict(item["charges"]),
        }

    def _party(
        self,
        table: Table,
        position: Position,
        bonds: Bonds,
        auctioned: tuple[str, ...],
        seat: str,
        answer: Any,
    ) -> _Party:
        stands = standing(table, position, bonds, seat)
        sheet = from_answer(answer, stands, auctioned, table.board)
        return _Party(sheet, stands, Terms(bonds.off(seat), sum(chosen(sheet.wishes).values())))


def _charged(party: _Party, left: int, *, is_bust: bool) -> Charges:
    """What a seat is charged that has `left` after net prices; a bust one, what it asked for (ID2-4)."""
    wishes = party.sheet.wishes
    return chosen(wishes) if is_bust else settled(wishes, party.standing, left - party.terms.charges)


def _way(found: Prospect, party: _Party, treasury: int) -> dict[str, Any]:
    """A prospect with the charges that are made without a word, and what becomes of a satellite."""
    left = treasury - found.owes + party.terms.charges
    charges = _charged(party, left, is_bust=found.is_bust)
    unsaid = sum(charges.values()) - party.terms.charges
    settled_up = replace(found, owes=found.owes + unsaid, keeps=found.keeps - unsaid)
    fate = _fate(party, charges, is_bust=found.is_bust)
    return settled_up.to_json() | {"charges": charges, "satellite": fate}


def _fate(party: _Party, charges: Charges, *, is_bust: bool) -> str | None:
    """What becomes of a seat's satellite or of its nomination; None where it has neither."""
    if party.standing.holds:
        return "kept" if "upkeep" in charges and not is_bust else "lost"
    if party.sheet.wishes.ranking is None:
        return None
    return "void" if is_bust else "nominated"


def _satellites(
    position: Position,
    state: IntimateState,
    bonds: Bonds,
    parties: Mapping[str, _Party],
    charged: Mapping[str, Charges],
    bust: tuple[str, ...],
) -> Step:
    """Satellites kept, lost, shown and won, where at most one seat is bust (ID2-4, ID2-6 to ID2-10)."""
    year = position.phase.year
    satellites: dict[str, Satellite] = {}
    told = []
    for seat, satellite in bonds.satellites.items():
        if not holds(satellite, position):
            continue
        if seat in bust or "upkeep" not in charged[seat]:
            told.append(
                news.satellite(
                    year=year,
                    seat=seat,
                    event="lost",
                    satellite=satellite.to_json(),
                    clause="ID2-4" if seat in bust else "ID2-8",
                )
            )
            continue
        kept = replace(satellite, secret=satellite.secret and "secrecy" in charged[seat])
        satellites[seat] = kept
        if kept.secret != satellite.secret:
            told.append(
                news.satellite(year=year, seat=seat, event="shown", satellite=kept.to_json(), clause="ID2-10")
            )
    rankings = {}
    for seat, party in parties.items():
        ranking = party.sheet.wishes.ranking
        if ranking is not None and seat in bust:
            told.append(news.satellite(year=year, seat=seat, event="void", clause="ID2-4"))
        elif ranking is not None:
            rankings[seat] = ranking
    allotted = allot(rankings, state.control)
    again = bool(rankings) and not allotted.given and not bonds.renominate
    for seat in rankings:
        power, secret = allotted.given.get(seat), "secrecy" in charged[seat]
        if power is None:
            told.append(
                news.satellite(year=year, seat=seat, event="none", again=again, clause=allotted.clause)
            )
            if again and secret:
                satellites[seat] = Satellite(None, secret=True)
        else:
            satellites[seat] = Satellite(power, secret)
            told.append(
                news.satellite(
                    year=year,
                    seat=seat,
                    event="nominated",
                    satellite=satellites[seat].to_json(),
                    clause=allotted.clause,
                )
            )
    bonds = bonds.having(satellites=satellites, renominate=again)
    return Step(bonds.into(state.into(position)), news=tuple(told))
