"""Addresses of the whole house. Everything of a league stands under `/l/<slug>/`."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from league import views

handler404 = "league.views.not_found"
handler500 = "league.views.server_error"

urlpatterns = [
    path("", views.home, name="home"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("", include("league.users.urls")),
    path("", include("league.leagues.urls")),
    path("", include("games.urls")),
    path("rules/", include("games.urls.rules")),
]
