"""What a link to a page of a season says of it on other sites: the same for everyone who loads the page."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator.texts.names import listed
from games.common.words.local import language
from games.common.words.people import called
from games.words import wording
from league.competitions.models import Competition


def shared_of(season: Competition, *, taken: int = 0, podium: Iterable[tuple[int | None, str]] = ()) -> str:
    """The game and how far the season is: how many have a place in it (`taken`; 0 says nothing), or who is on
    the `podium` of one that is finished, each a rank and a name. No moment, which each reads in their zone.
    """
    said = {"game": wording.variant(season.variant), "state": season.get_state_display()}
    if places := [f"{rank} {called(name)}" for rank, name in podium]:
        said["podium"] = listed(places, language())
        return _("%(game)s, finished. Podium: %(podium)s.") % said
    if not taken:
        return _("%(game)s: %(state)s.") % said
    words = ngettext(
        "%(game)s, %(count)d player: %(state)s.", "%(game)s, %(count)d players: %(state)s.", taken
    )
    return words % {**said, "count": taken}
