"""Leagues, for those who run the site. Links that let people in are not shown: holding one is a right."""

# Django's classes take their model as a parameter in the stubs alone.
# mypy: disable-error-code="type-arg"

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db import models
from django.http import HttpRequest

from games.common.forms.texts import TextField
from games.pages.seats import hides_seats, holds_seat, presides
from league.leagues.models import Invitation, League, Membership


@admin.register(League)
class LeagueAdmin(admin.ModelAdmin):
    view_on_site = False
    list_display = ["name", "slug", "visibility", "who_opens_games", "created_at"]
    list_filter = ["visibility"]
    search_fields = ["name", "slug"]
    ordering = ["-pk"]
    readonly_fields = ["created_at"]
    formfield_overrides = {models.TextField: {"form_class": TextField, "widget": AdminTextareaWidget}}
    show_full_result_count = False
    list_per_page = 50

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """The address of a league that exists stands in mails and bookmarks: it stays."""
        return [*self.readonly_fields, *(["slug"] if obj else [])]


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    list_display = ["user", "league", "role", "joined_at"]
    list_select_related = ["user", "league"]
    list_filter = ["role"]
    search_fields = ["user__username", "league__name", "league__slug"]
    ordering = ["-pk"]
    raw_id_fields = ["user", "league"]
    readonly_fields = ["joined_at"]
    show_full_result_count = False
    list_per_page = 50

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Whose membership it is, and where, stays: someone may be playing on it."""
        return [*self.readonly_fields, *(["user", "league"] if obj else [])]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """One at a time, and no one's who plays or presides in the league: they would be shut out of their
        own games. Where no one may know who plays (DG-1), that goes for everyone: else it would tell.
        """
        is_allowed = super().has_delete_permission(request, obj)
        return is_allowed and (
            obj is None
            or not (
                hides_seats(obj.league) or holds_seat(obj.league, obj.user) or presides(obj.league, obj.user)
            )
        )

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions


@admin.register(Invitation)
class InvitationAdmin(admin.ModelAdmin):
    view_on_site = False
    list_display = ["pk", "league", "created_by", "created_at", "expires_at", "withdrawn_at", "uses"]
    list_select_related = ["league", "created_by"]
    search_fields = ["league__name", "league__slug", "created_by__username"]
    ordering = ["-pk"]
    fields = ["league", "created_by", "created_at", "expires_at", "withdrawn_at", "uses"]
    readonly_fields = ["league", "created_by", "created_at", "uses"]
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Links are made on a league's own page."""
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Nothing is asked through the address: a link could be guessed at, letter by letter."""
        return False
