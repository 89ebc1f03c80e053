"""Everybody's own money, in all leagues."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.prizes.selectors import own as selectors


@login_required
@require_safe
def own(request: Any) -> HttpResponse:
    """What the reader paid, was given back, has won and owes, season by season."""
    entries = selectors.entries_with_money(request.user)
    page = Paginator(entries, selectors.SEASONS_A_PAGE).get_page(request.GET.get("page"))
    rows: Any = page.object_list
    context = {"page": page, "seasons": selectors.seasons_of(request.user, rows)}
    return render(request, "prizes/own.html", context)
