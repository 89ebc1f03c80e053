"""Note what the names of existing accounts look like; of those that look alike the oldest has the skeleton."""

from typing import Any

from django.db import migrations

from league.users.names import skeleton

BATCH = 1000


def fill(apps: Any, _editor: Any) -> None:
    users = apps.get_model("users", "User").objects
    seen = set(users.exclude(skeleton=None).values_list("skeleton", flat=True))
    some = []
    for user in users.filter(skeleton=None).only("pk", "username").order_by("pk").iterator(BATCH):
        user.skeleton = skeleton(user.username)
        if user.skeleton not in seen:
            seen.add(user.skeleton)
            some.append(user)
    users.bulk_update(some, ["skeleton"], BATCH)


class Migration(migrations.Migration):
    dependencies = [("users", "0004_user_skeleton")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
