"""Those who are signed in stay so: their sessions name the backend that let them in, and now there is one."""

from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations

OLD = (
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
)
NEW = "league.users.backends.AuthenticationBackend"


def rename(apps: Any, _editor: Any) -> None:
    store = SessionStore()
    for row in apps.get_model("sessions", "Session").objects.order_by("pk").iterator(500):
        held = store.decode(row.session_data)
        if held.get(BACKEND_SESSION_KEY) in OLD:
            row.session_data = store.encode(held | {BACKEND_SESSION_KEY: NEW})
            row.save(update_fields=["session_data"])


class Migration(migrations.Migration):
    dependencies = [("users", "0006_skeletons_differ"), ("sessions", "0001_initial")]
    operations = [migrations.RunPython(rename, migrations.RunPython.noop, elidable=True)]
