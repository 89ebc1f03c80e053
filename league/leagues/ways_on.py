"""Where pages of games lead on to in leagues."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.lists.ways_on import To, Way, leads_to

leads_to(To.PEOPLE, Way(_("Find an opponent"), "leagues:opponent"))
leads_to(To.GAMES, Way(_("See the leagues"), "leagues:list"))
