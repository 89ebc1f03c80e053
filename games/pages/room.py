"""The waiting room of a game: what was agreed, who sits where, what the reader can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import adjudicator
from games.agreed.dealing import RANKING
from games.common import clock
from games.common.words.people import Person, called
from games.common.words.terms import Term
from games.engine import bridge
from games.engine.hidden_players import masked_seats
from games.forms.inviting import InviteForm
from games.forms.playing import SeatForm
from games.forms.ranking import RankingForm
from games.gate.access import Access
from games.gate.invitations import Guest, kept_until
from games.gate.reliability import unmet
from games.gate.suspension import ban, suspension
from games.gate.tenancy import LeagueLike
from games.lists.invitations import guests_of, host_of
from games.lists.terms import terms_of
from games.models import Game, Tenure
from games.pages.seats import Place, places_of
from games.words import wording
from games.words.clauses import slug_of


@dataclass(frozen=True, slots=True)
class Room:
    """A game that has not started, or never will."""

    access: Access
    places: list[Place]
    terms: list[Term]
    form: SeatForm
    opened_by: str
    is_opener: bool
    ranking: RankingForm | None = None
    host: str = ""
    """Who invites the reader to take a seat, if anyone does."""
    guests: Sequence[Guest] = ()
    """Whom the reader has invited, where the game is theirs."""
    suspended: str = ""
    """Why the reader may not take a seat, where the league has suspended them."""
    banned: str = ""
    """Why the reader, no member, may not become one."""
    unmet: str = ""
    """Why the reader may not take a seat, where the game asks for more reliability than is theirs."""
    kept_until: datetime | None = None
    """Until when all free seats are kept for others than the reader."""
    guest_until: datetime | None = None
    """Until when a seat is kept for the reader, who is invited."""
    invite: InviteForm | None = None
    """The form in which the reader invites others, if allowed."""

    @property
    def game(self) -> Game:
        return self.access.game

    @property
    def rules_slug(self) -> str:
        """The rules page of this kind of game."""
        return slug_of(adjudicator.VARIANTS[self.game.variant]["rules"][0])

    @property
    def free(self) -> int:
        return sum(place.is_free for place in self.places)

    @property
    def hides_players(self) -> bool:
        """Whether no one is told who has sat down: some of them will be anonymous until the end (DG-1)."""
        return bool(masked_seats(self.game.variant))

    @property
    def deals_seats(self) -> bool:
        """Whether lots decide at the start who plays which power (RB-25)."""
        return bridge.deals(self.game)

    @property
    def groups(self) -> list[str]:
        """What the seats play, where lots deal them and some of them several: powers in a row."""
        together = [place.powers for place in self.places if place.powers]
        return [wording.powers(powers) for powers in together] if any(map(_several, together)) else []

    @property
    def may_see_link(self) -> bool:
        """The link of a private game is shown to those who are inside already."""
        access = self.access
        return self.game.is_private and (access.is_player or access.is_master or access.by_link)

    @property
    def may_renew_link(self) -> bool:
        """Whether the reader may give the game another link: its creator."""
        return self.game.is_private and self.game.is_waiting and self.is_opener and self.access.is_member

    @property
    def may_shut_out(self) -> bool:
        """Whether the reader may take others' seats: as above, but not where it is secret whose they are."""
        return self.may_renew_link and not self.hides_players


def _several(powers: Sequence[str]) -> bool:
    return len(powers) > 1


def ranking_form(access: Access, data: Any = None) -> RankingForm | None:
    """The form in which this reader ranks the seats, with what they have said so far; None where no one does.

    One query for readers with a seat.
    """
    game = access.game
    if game.dealing != RANKING or not game.is_waiting:
        return None
    said: Sequence[str] = ()
    if access.seat is not None:
        held = Tenure.objects.filter(seat=access.seat, left_at=None).values_list("ranking", flat=True)
        said = held.first() or ()
    keys = bridge.seats(game.variant, game.settings)
    seats = [(key, wording.seat_at(game.variant, game.settings, key)) for key in keys]
    return RankingForm(data, seats=seats, ranking=said, starts=_starts(game))


def _starts(game: Game) -> dict[str, str]:
    """Where each seat begins, in words: its units on their home centres, each in one line."""
    units = bridge.start_units(game.variant, game.settings)
    said = {seat: sorted(map(wording.unit, own)) for seat, own in units.items()}
    return {
        seat: ", ".join(unit.replace(" ", "\N{NO-BREAK SPACE}") for unit in own) for seat, own in said.items()
    }


def room_page(
    access: Access,
    *,
    user: Person,
    league: LeagueLike,
    form: SeatForm | None = None,
    ranking: RankingForm | None = None,
    named: Mapping[str, Any] | None = None,
) -> Room:
    """The waiting room as `user` sees it; they need not be signed in. `form` and `ranking` are those they
    sent in vain, `named` the names of those they would invite, as they sent them.
    """
    game = access.game
    places = places_of(game, access.seat)
    is_opener = game.opened_by_id == user.pk
    guests, invite = [], None
    suspended = suspension(league, user, clock.shown()) if access.may_join else None
    free = sum(place.is_free for place in places)
    kept = kept_until(game, user, free) if game.is_waiting and not access.is_player else None
    host = host_of(game, user.pk) if access.may_join and not is_opener else ""
    if game.is_waiting and is_opener and access.is_member:
        seated = {place.user_id for place in places if place.user_id is not None}
        guests = guests_of(game, seated)
        invite = InviteForm(
            named, league=league, user=user, game=game, guests=guests, seated=seated, seats=len(places)
        )
    return Room(
        access=access,
        places=places,
        terms=terms_of(game),
        form=form or SeatForm(),
        opened_by=called(game.opened_by.get_username()),
        is_opener=is_opener,
        ranking=ranking or ranking_form(access),
        host=host,
        kept_until=kept,
        guest_until=_guest_until(game) if host else None,
        guests=[guest for guest in guests if guest.is_listed],
        invite=invite,
        suspended=str(suspended or ""),
        banned=ban(league, user, clock.shown()) if game.is_waiting and not access.is_member else "",
        unmet=str(unmet(game, user) or "") if access.may_join else "",
    )


def _guest_until(game: Game) -> datetime | None:
    """Until when each guest has a seat kept, if that lies ahead."""
    until = game.seats_kept_until
    return until if until is not None and clock.shown() < until else None
