from django.urls import path

from league.leagues.views import doors, frame, organising

app_name = "leagues"
urlpatterns = [
    path("leagues/", frame.leagues, name="list"),
    path("leagues/new/", frame.create, name="create"),
    path("l/<slug:league_slug>/", frame.home, name="home"),
    path("l/<slug:league_slug>/members/", frame.members, name="members"),
    path("l/<slug:league_slug>/p/<str:username>/", frame.player, name="player"),
    path("l/<slug:league_slug>/members/<int:membership>/role/", organising.role, name="role"),
    path("l/<slug:league_slug>/join/", doors.join, name="join"),
    path("l/<slug:league_slug>/join/<str:invitation>/", doors.invited, name="invited"),
    path("l/<slug:league_slug>/leave/", doors.leave, name="leave"),
    path("l/<slug:league_slug>/settings/", organising.settings, name="settings"),
    path("l/<slug:league_slug>/invitations/", organising.invitations, name="invitations"),
    path(
        "l/<slug:league_slug>/invitations/<int:invitation_id>/withdraw/",
        organising.withdraw,
        name="withdraw",
    ),
]
