"""Naming members of the league who are to be invited to a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.forms.members import OFFERED, OFFERS_MEMBERS, nobody_called
from games.common.words.people import Person
from games.errors import TooManyGuests
from games.gate.invitations import Guest
from games.gate.tenancy import LeagueLike
from games.models import Game

BETWEEN = re.compile(r"[\s,;]+")
"""What stands between names, which hold neither: line breaks too."""

MOST = 20
"""Names that are looked for: more than any game has seats."""


class GuestsField(forms.CharField):
    """Names in a row. The form makes people of them: `guests_named`."""

    def __init__(self, **values: Any) -> None:
        super().__init__(max_length=800, strip=True, widget=forms.TextInput(attrs=OFFERS_MEMBERS), **values)


def guests_named(text: str, league: LeagueLike, user: Person) -> list[Person]:
    """The members of `league` whom `text` names, in that order.

    `ValidationError` with a sentence for each name that will not do: of no one in the league, `user`'s own,
    given twice. Names of people outside the league are refused like names that no one has.
    """
    names = [name for name in BETWEEN.split(text) if name]
    if len(names) > MOST:
        raise forms.ValidationError(too_many(MOST))
    found = {person.get_username().lower(): person for person in league.members_named(names)}
    guests: dict[int, Person] = {}
    wrong = []
    for name in dict.fromkeys(names):
        person = found.get(name.lower())
        if person is None:
            wrong.append(nobody_called(name, league))
        elif person.pk == user.pk:
            wrong.append(_("“%(name)s” is you: leave it out.") % {"name": name})
        elif person.pk in guests or names.count(name) > 1:
            wrong.append(_("“%(name)s” is named twice.") % {"name": name})
        if person is not None:
            guests[person.pk] = person
    if wrong:
        raise forms.ValidationError(wrong)
    return list(guests.values())


def too_many(most: int) -> str:
    """That at most so many people can be invited."""
    return ngettext(
        "Name at most %(count)d person: the game has no more seats.",
        "Name at most %(count)d people: the game has no more seats.",
        most,
    ) % {"count": most}


def presides(person: Person) -> str:
    """That someone is the game's master."""
    return _("“%(name)s” is the game master and can’t take a seat.") % {"name": person.get_username()}


class InviteForm(forms.Form):
    """More guests for a game that waits for players.

    `guests` are those who are invited already, `seated` the people, by key, of whom the host may know that
    they have one of the `seats`.
    """

    guests_to_add = GuestsField(
        label=gettext_lazy("Names of members"),
        help_text=gettext_lazy("Separate names with commas or spaces."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        league: LeagueLike,
        user: Person,
        game: Game,
        guests: Sequence[Guest],
        seated: Collection[int],
        seats: int,
    ) -> None:
        super().__init__(data)
        self._league, self._user, self._game = league, user, game
        self._guests, self._seated, self._seats = guests, seated, seats

    @property
    def offered(self) -> list[str]:
        """Names that the field offers. One query."""
        return self._league.member_names(OFFERED)

    def clean_guests_to_add(self) -> list[Person]:
        """The people of these names; a sentence for each who cannot be asked."""
        people = guests_named(self.cleaned_data["guests_to_add"], self._league, self._user)
        known = {guest.user_id: guest for guest in self._guests}
        wrong = [self._refused(person, known.get(person.pk)) for person in people]
        if any(wrong):
            raise forms.ValidationError([each for each in wrong if each])
        room = self._seats - sum(guest.counts for guest in self._guests)
        if len(people) > room:
            raise forms.ValidationError(too_many(room) if room > 0 else TooManyGuests.message)
        return people

    def _refused(self, person: Person, guest: Guest | None) -> str:
        """Why `person` cannot be invited; empty if they can."""
        name = {"name": person.get_username()}
        if person.pk == self._game.master_id:
            return presides(person)
        if person.pk in self._seated:
            return _("“%(name)s” already has a seat.") % name
        if guest is not None and guest.has_declined:
            return _("“%(name)s” has declined.") % name
        if guest is not None and guest.counts:
            return _("“%(name)s” is already invited.") % name
        return ""
