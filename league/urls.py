"""Addresses of the whole house. Everything of a league stands under `/l/<slug>/`."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from league import views

handler400 = "league.views.bad_request"
handler404 = "league.views.not_found"
handler429 = "league.views.too_often"
"""allauth's; Django has none."""
handler500 = "league.views.server_error"

urlpatterns = [
    path("", views.home, name="home"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("security/", views.security, name="security"),
    path(".well-known/security.txt", views.security_txt, name="security-txt"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/keys/", include("allauth.mfa.urls")),
    path("", include("league.users.urls")),
    path("", include("league.leagues.urls")),
    path("", include("games.urls")),
    path("rules/", include("games.urls.rules")),
    path("learn/", include("games.urls.practice")),
    path("", include("league.watch.urls")),
]
