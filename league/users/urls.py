from django.urls import path

from league.users import views

app_name = "users"
urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("accounts/sessions/", views.sessions, name="sessions"),
    path("language/", views.language, name="language"),
]
