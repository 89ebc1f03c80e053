"""Accounts, for those who run the site.

Nobody gets into another's account from here: neither his password nor his addresses can be changed, because
whoever signs in as a player reads his sealed answers. Who lost both helps himself by a server's command line.
"""

# Django's classes take their model as a parameter in the stubs alone.
# mypy: disable-error-code="type-arg"

from __future__ import annotations

from typing import Any

import allauth.account.admin  # noqa: F401  registers the page that is replaced below
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as AccountAdmin
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from league.users.models import User


@admin.register(User)
class UserAdmin(AccountAdmin):
    list_display = ["username", "email", "language", "time_zone", "is_active", "is_staff", "date_joined"]
    list_filter = ["is_active", "is_staff", "language"]
    search_fields = ["username", "email"]
    ordering = ["-pk"]
    readonly_fields = ["last_login", "date_joined"]
    show_full_result_count = False
    list_per_page = 50
    fieldsets = [
        (None, {"fields": ["username", "email"]}),
        (_("Time and language"), {"fields": ["time_zone", "language"]}),
        (_("Rights"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("Dates"), {"fields": ["date_joined", "last_login"]}),
    ]
    add_fieldsets = [
        (
            None,
            {
                "classes": ["wide"],
                "fields": ["username", "email", "usable_password", "password1", "password2"],
            },
        )
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """The address is given once; afterwards its owner alone changes it."""
        return [*self.readonly_fields, "email"] if obj else [*self.readonly_fields]

    def get_urls(self) -> list[URLPattern]:
        """Without the page that sets somebody's password."""
        return [url for url in super().get_urls() if url.name != "auth_user_password_change"]


admin.site.unregister(EmailAddress)


@admin.register(EmailAddress)
class AddressAdmin(admin.ModelAdmin):
    """Addresses are looked at here, never touched: who owns one gets a player's password reset."""

    list_display = ["email", "user", "primary", "verified"]
    list_filter = ["primary", "verified"]
    list_select_related = ["user"]
    search_fields = ["email", "user__username"]
    show_full_result_count = False
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
