"""Addresses of the whole house. Everything of a league stands under `/l/<slug>/`."""

from __future__ import annotations

from allauth.account.urls import urlpatterns as accounts
from django.contrib import admin
from django.urls import include, path, re_path

from league.leagues.views import site
from league.users import account_views

handler400 = "league.leagues.views.site.bad_request"
handler404 = "league.leagues.views.site.not_found"
handler429 = "league.leagues.views.site.too_often"
"""allauth's; Django has none."""
handler500 = "league.leagues.views.site.server_error"

own_accounts = [
    path("signup/", account_views.SignUpView.as_view(), name="account_signup"),
    path(
        "confirm-email/", account_views.ConfirmAddressView.as_view(), name="account_email_verification_sent"
    ),
    path("password/reset/", account_views.ResetPasswordView.as_view(), name="account_reset_password"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account_views.NewPasswordView.as_view(),
        name="account_reset_password_from_key",
    ),
]
"""In place of allauth's pages of the same names."""
own_names = {each.name for each in own_accounts}

urlpatterns = [
    path("", site.home, name="home"),
    # First, for Django compares an address with each in turn: open pages ask for these all day.
    path("", include("games.urls")),
    path("suggestion/not-now/", site.not_now, name="not-now"),
    path("favicon.ico", site.favicon, name="favicon"),
    path("security/", site.security, name="security"),
    path(".well-known/security.txt", site.security_txt, name="security-txt"),
    path("legal/<slug:text>/", site.legal, name="legal"),
    path("admin/", admin.site.urls),
    path("accounts/", include([*own_accounts, *(each for each in accounts if each.name not in own_names)])),
    path("accounts/keys/", include("allauth.mfa.urls")),
    path("", include("league.users.urls")),
    path("", include("league.leagues.urls")),
    path("", include("league.competitions.urls")),
    path("", include("league.prizes.urls")),
    path("rules/", include("games.urls.rules")),
    path("learn/", include("games.urls.practice")),
    path("sandbox/", include("games.urls.sandbox")),
    path("", include("league.watch.urls")),
]
