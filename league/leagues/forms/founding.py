"""Creating a league, and its settings."""

# Django's classes take their model as a parameter in the stubs alone.
# mypy: disable-error-code="type-arg"

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from games.common.forms.texts import TextField
from games.common.words.plain_names import check_plain
from league.leagues.models import League, slug_rule


class PlainName(forms.ModelForm):
    """A league's name; one that has been there stays."""

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if name != self.initial.get("name"):
            check_plain(name)
        return name


class LeagueForm(PlainName):
    """Founding a league. The address may be left out: it is then made from the name.

    Whether it is free, founding shows (`services.create_league`).
    """

    slug = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=40,
        validators=[slug_rule],
        help_text=_(
            "The end of the league’s address: small letters, digits, hyphens. It can’t be changed "
            "later. Leave it empty to use the name."
        ),
    )
    field_order = ["name", "slug", "description", "visibility"]

    class Meta:
        model = League
        fields = ["name", "description", "visibility"]
        labels = {"name": _("Name"), "description": _("Description"), "visibility": _("Who sees it")}
        help_texts = {"description": _("What kind of play, for whom. 2,000 characters at most.")}
        field_classes = {"description": TextField}
        widgets = {
            "description": forms.Textarea(attrs={"rows": 5}),
            "visibility": forms.RadioSelect,
        }

    def clean(self) -> dict[str, Any]:
        """Settle the address: the one typed, or the name's."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "slug" not in cleaned or "name" not in cleaned:
            return cleaned
        slug = cleaned["slug"] or slug_of(cleaned["name"])
        if not cleaned["slug"] and len(slug) < 3:
            self.add_error("slug", _("Type an address: none can be made from this name."))
        cleaned["slug"] = slug
        return cleaned


def slug_of(name: str) -> str:
    """An address made from a league's name: `L'Œuvre des Écluses` gives `l-oeuvre-des-ecluses`."""
    plain = unicodedata.normalize("NFKD", name.replace("œ", "oe").replace("Œ", "OE"))
    words = "".join(
        letter if letter.isalnum() else " " for letter in plain if not unicodedata.combining(letter)
    )
    return slugify(words)[:40].strip("-")


class SettingsForm(PlainName):
    """A league's name, description, visibility, and the policy that its next games copy."""

    class Meta:
        model = League
        fields = [
            "name",
            "description",
            "visibility",
            "who_opens_games",
            "rulebook",
            "press",
            "press_pauses",
            "press_opens",
            "press_locks",
            "successors_read",
            "dealing",
            "draws_allowed",
            "rates_overall",
        ]
        labels = {
            "name": _("Name"),
            "description": _("Description"),
            "visibility": _("Who sees it"),
            "who_opens_games": _("Who creates games"),
            "rulebook": _("Rulebook"),
            "press": _("Press"),
            "press_pauses": _("Press outside movement phases"),
            "press_opens": _("Open all messages when a game is over"),
            "press_locks": _("Lock private messages while everyone waits for one player"),
            "successors_read": _("Replacements can read their seat’s earlier messages"),
            "dealing": _("Who plays which power"),
            "draws_allowed": _("Players can vote for a draw"),
            "rates_overall": _("Count our games for the overall ratings"),
        }
        help_texts = {
            "press_opens": _(
                "New games start with this choice; their creator can change it. Players are told before "
                "they join."
            ),
            "press_locks": _(
                "New games start with this choice; their creator can change it. Players are told before "
                "they join."
            ),
            "successors_read": _(
                "Otherwise they read only what is written once they have the seat. Players know this "
                "before they join."
            ),
            "rates_overall": _(
                "Overall ratings count the public games of all leagues that agree. They don’t show which "
                "leagues these were."
            ),
        }
        field_classes = {"description": TextField}
        widgets = {
            "description": forms.Textarea(attrs={"rows": 5}),
            "visibility": forms.RadioSelect,
            "who_opens_games": forms.RadioSelect,
            "rulebook": forms.RadioSelect,
            "press": forms.RadioSelect,
            "press_pauses": forms.RadioSelect,
            "dealing": forms.RadioSelect,
        }
