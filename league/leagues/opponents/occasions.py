"""E-mails to those who look for an opponent: found, back in the line, out of it, suggestions, the end.

That someone was found, that a search is over: these come whatever its person chose, for they asked for it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.outbox.mail_templates import Facts
from games.common.outbox.notices import Notices
from games.common.words import local
from games.common.words.people import Weight, called
from league.leagues.models import Search
from league.leagues.opponents.options import GAMES, PACES
from league.leagues.opponents.selectors import Line, more_to_accept
from league.users.models import User

State = Search.State

opponent_mails: Final = Notices(
    "opponent_mail",
    folder="leagues/mail",
    source="opponent",
    template="opponent",
    things={"search": Search.objects.select_related("user", "proposal__one", "proposal__other")},
    wishes=["invitations"],
    told_as={"search": lambda search: f"search:{search.pk}"},
)


def _facts(title: str, what: str, button: str) -> Facts:
    address = settings.SITE_ADDRESS + reverse("leagues:opponent")
    return {"title": title, "what": what, "button": button, "address": address}


def _waits_no_more(search: Search) -> bool:
    return search.state != State.WAITING


@opponent_mails.on(
    "found",
    "search",
    waits="opponent",
    always="search",
    weight=Weight.SOON,
    unless=lambda search: search.state != State.ASKED or search.yes_at is not None,
)
def _found(search: Search, reader: User) -> Facts:
    proposal = search.proposal
    if proposal is None:
        raise ValueError(f"search {search.pk} is asked about nothing")
    other = proposal.other if proposal.one_id == reader.pk else proposal.one
    said = {
        "name": called(other.get_username()),
        "game": GAMES[proposal.game_key].name,
        "pace": PACES[proposal.pace_key].name,
        "until": local.moment(proposal.answer_by),
    }
    what = _("%(game)s, %(pace)s. Say yes by %(until)s. If you don’t, your search ends.")
    return _facts(_("You have an opponent: %(name)s") % said, what % said, _("Say yes or no"))


@opponent_mails.on("back", "search", unless=_waits_no_more)
def _back(search: Search, reader: User) -> Facts:
    what = _("The game we proposed did not begin. You keep your place in line.")
    return _facts(_("We’re looking for another opponent"), what, _("See your search"))


@opponent_mails.on("out", "search", always="search", weight=Weight.COSTS)
def _out(search: Search, reader: User) -> Facts:
    what = _(
        "We found you an opponent, but you didn’t say yes within 24 hours. You can search again any time."
    )
    return _facts(_("Your search ended: you didn’t answer in time"), what, _("Find an opponent"))


@opponent_mails.on("suggestions", "search", unless=_waits_no_more)
def _suggestions(search: Search, reader: User) -> Facts:
    best = more_to_accept(search, Line(reader.pk))[0:1]
    what = _("We have not found you an opponent yet.")
    if best and best[0].count:
        said = {"count": best[0].count, "what": best[0].name}
        what += (
            " "
            + ngettext(
                "%(count)d person would play you if you accept this too: %(what)s.",
                "%(count)d people would play you if you accept this too: %(what)s.",
                best[0].count,
            )
            % said
        )
    else:
        what += " " + _("The more games and paces you accept, the sooner you play.")
    if search.suggested > 1:
        what += " " + _("Your page also shows open seats and seasons elsewhere.")
    what += " " + _("The search goes on until %(until)s.") % {"until": local.moment(search.ends_at)}
    return _facts(_("We’re still looking for an opponent"), what, _("Accept more"))


@opponent_mails.on("ended", "search", always="search")
def _ended(search: Search, reader: User) -> Facts:
    days = timedelta(days=14).days
    what = _("In %(count)d days we found no one who accepts what you accept. You can search again any time.")
    return _facts(_("Your search has ended"), what % {"count": days}, _("Search again"))
