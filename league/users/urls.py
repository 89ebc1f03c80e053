from django.urls import path

from league.users import views

app_name = "users"
urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("language/", views.language, name="language"),
]
