"""Searching lists of a league."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class SearchForm(forms.Form):
    """Words to look for; anything at all is a search."""

    q = forms.CharField(label=_("Search"), required=False, max_length=80, strip=True)

    @classmethod
    def words(cls, data: Any) -> str:
        """What was searched for in a request's GET, "" for nothing or nonsense."""
        form = cls(data)
        return str(form.cleaned_data["q"]) if form.is_valid() else ""
