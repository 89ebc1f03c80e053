"""What someone fills in to enter a season: their word for the draw and, where there is money, its terms."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.words.local import alphabetical
from league.competitions import kinds
from league.competitions.forms.acts import WordForm
from league.competitions.models import Competition
from league.competitions.rules import countries
from league.competitions.rules.prize_rules import Acceptance


class EnterForm(WordForm):
    """A word where the draw takes any; for a season with money also its terms, by the hash of the rules that
    were shown, the least age and the country where the rules have them.
    """

    def __init__(self, data: Any = None, *, season: Competition) -> None:
        super().__init__(data)
        rules = season.terms
        if not kinds.of(season).takes_words(rules):
            del self.fields["word"]
        given = rules.money
        if given is None:
            return
        if given.countries:
            names = sorted(
                ((code, countries.named(code)) for code in given.countries),
                key=lambda each: alphabetical(each[1]),
            )
            self.fields["country"] = forms.ChoiceField(
                label=_("Country you live in"),
                choices=[("", _("Choose")), *names],
                help_text=_("Only people who live in one of these countries can enter."),
                error_messages={"required": _("Choose the country you live in.")},
            )
        if given.least_age:
            label = ngettext(
                "I am %(count)d year old or older.", "I am %(count)d years old or older.", given.least_age
            )
            self.fields["age"] = forms.BooleanField(
                label=label % {"count": given.least_age},
                help_text=_("We store that you confirmed this and when, never your date of birth."),
                error_messages={"required": _("Tick this box to confirm. Otherwise you can’t enter.")},
            )
        self.fields["terms"] = forms.BooleanField(
            label=_terms_of(season),
            error_messages={"required": gettext_lazy("Tick this box to accept the terms.")},
        )
        self.fields["rules"] = forms.CharField(widget=forms.HiddenInput, initial=season.rules_sha256)

    @property
    def acceptance(self) -> Acceptance:
        """What was confirmed; nothing where nothing was asked."""
        given = self.cleaned_data
        return Acceptance(
            rules_sha256=given.get("rules", ""),
            is_old_enough=given.get("age", False),
            country=given.get("country", ""),
        )


def _terms_of(season: Competition) -> str:
    """The box's words, with a link to the rules and their hash."""
    days = season.terms.dispute_days
    words = _("I accept the {link} ({hash}): the fee, the split and the refunds.")
    if days:
        words = ngettext(
            "I accept the {link} ({hash}): the fee, the split, the refunds and {count} day for disputes.",
            "I accept the {link} ({hash}): the fee, the split, the refunds and {count} days for disputes.",
            days,
        )
    link = format_html(
        '<a href="{}rules/">{}</a>',
        season.get_absolute_url(),
        _("rules of %(name)s") % {"name": season.name},
    )
    short = format_html('<span class="hash">{}</span>', season.rules_sha256[:8])
    return format_html(words, link=link, hash=short, count=days)
