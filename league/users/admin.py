"""Accounts, for those who run the site.

No one gets into another's account from here: neither their password nor their addresses can be changed,
because a person who signs in as a player reads their sealed answers. After losing both, the server's command
line helps.
"""

# Django's classes take their model as a parameter in the stubs alone.
# mypy: disable-error-code="type-arg"

from __future__ import annotations

from typing import Any

# They register the pages that are replaced, or taken away, below.
import allauth.account.admin
import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.admin import UserAdmin as AccountAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from league.users import names
from league.users.adapter import AccountAdapter
from league.users.models import User, new_name_rule

# Second factors hold secrets, and where someone is signed in is no one else's business.
admin.site.unregister(Authenticator)
admin.site.unregister(UserSession)


def sign_in(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    """Staff come in by the site's own door, with its limits, codes and passkeys: the admin has none."""
    wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
    if not url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure()):
        wanted = reverse("admin:index")
    if not request.user.is_authenticated:
        return redirect_to_login(wanted)
    if not (request.user.is_staff and request.user.is_active):
        raise Http404
    return redirect(wanted)


def change_password(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    """As everyone else: asked who they are, and told by mail."""
    return redirect("account_change_password")


def pages_of_admin() -> list[Any]:
    """Without `/admin/r/`, which leads all staff, whatever they may see, to the page of any row."""
    pages = admin.AdminSite.get_urls(admin.site)
    return [page for page in pages if getattr(page, "name", "") != "view_on_site"]


admin.site.get_urls = pages_of_admin  # type: ignore[method-assign]
admin.site.login = sign_in  # type: ignore[method-assign]
admin.site.password_change = change_password  # type: ignore[method-assign,assignment]


class OwnName:
    """A form with an account's name. New names look like no one else's; an old one stays as it is."""

    instance: User
    initial: Any
    cleaned_data: dict[str, Any]

    def clean_username(self) -> str:
        name = str(self.cleaned_data["username"])
        if name != self.initial.get("username"):
            new_name_rule(name)
            names.check_letters(name)
            if User.looks_taken(name, besides=self.instance.pk):
                raise AccountAdapter().validation_error("username_looks_taken")
            self.instance.skeleton = names.skeleton(name)
            self.instance.skeleton_of_capitals = names.skeleton_of_capitals(name)
        return name


class NewAccountForm(OwnName, AdminUserCreationForm):
    pass


class AccountForm(OwnName, UserChangeForm):
    pass


RIGHTS = ["is_staff", "is_superuser", "groups", "user_permissions"]


@admin.register(User)
class UserAdmin(AccountAdmin):
    form, add_form = AccountForm, NewAccountForm
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
        """The address is given once; afterwards its owner alone changes it. Only superusers give rights; else
        people who may change accounts would give them all to their own.
        """
        rights = [] if request.user.is_superuser else RIGHTS
        return [*self.readonly_fields, *rights, *(["email"] if obj else [])]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """A superuser's account is changed by superusers alone: no one else shuts one out."""
        is_above = obj is not None and obj.is_superuser and not request.user.is_superuser
        return super().has_change_permission(request, obj) and not is_above

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No one is deleted here, but made inactive: the page that asks first would tell what rows they have,
        and whether mails to them are among them.
        """
        return False

    def get_urls(self) -> list[URLPattern]:
        """Without the page that sets someone's password."""
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
