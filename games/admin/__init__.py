"""The desk of those who run the site: all can be found, nothing broken, nothing sealed is shown.

Messages, lots and positions are not shown: what a seat may see comes from the engine's `view` alone. Answers,
drafts of messages and read marks have no place here at all: their number and their keys would tell who has
saved something, and what they have read. Rows are changed by services; here that is a phase's clock.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import games, letters, phases, post

__all__ = ["games", "letters", "phases", "post"]

admin.site.site_header = admin.site.site_title = "Poste Restante"
admin.site.index_title = _("Running the site")
