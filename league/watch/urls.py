from django.urls import path

from league.watch import views

app_name = "watch"

urlpatterns = [
    path("health/live/", views.live, name="live"),
    path("health/ready/", views.ready, name="ready"),
    path("health/work/", views.work, name="work"),
    path("metrics", views.metrics, name="metrics"),
]
