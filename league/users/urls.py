from django.urls import path

from league.users import (
    address_views,
    calendar_views,
    deleting_views,
    mail_views,
    notice_views,
    push_views,
    views,
)

app_name = "users"
urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("profile/delete/", deleting_views.delete, name="delete"),
    path("profile/mails/", mail_views.mails, name="mails"),
    path("profile/calendar/", calendar_views.calendar, name="calendar"),
    path("calendar/key/<slug:calendar>.ics", calendar_views.feed, name="calendar-feed"),
    path("mails/key/<str:token>/", mail_views.stop_mails, name="stop-mails"),
    path("accounts/address/<str:token>/", address_views.undo_address, name="undo-address"),
    path("accounts/sessions/", views.sessions, name="sessions"),
    path("sw.js", push_views.service_worker, name="service-worker"),
    path("manifest.webmanifest", push_views.manifest, name="manifest"),
    path("profile/pushes/", push_views.subscribe, name="push-subscribe"),
    path("profile/pushes/stop/", push_views.unsubscribe, name="push-stop"),
    path("notices/", notice_views.notices, name="notices"),
    path("notices/fold/", notice_views.fold, name="notices-fold"),
    path("notices/read/", notice_views.read_all, name="notices-read"),
    path("notices/<int:number>/", notice_views.look, name="notice"),
    path("language/", views.language, name="language"),
]
