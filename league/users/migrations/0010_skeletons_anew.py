"""Note anew what names look like, in small letters and in capitals; the oldest of those alike has it."""

from typing import Any

from django.db import migrations

from league.users.names import skeleton, skeleton_of_capitals

BATCH = 1000
LOOKS = {"skeleton": skeleton, "skeleton_of_capitals": skeleton_of_capitals}


def fill(apps: Any, _editor: Any) -> None:
    users = apps.get_model("users", "User").objects
    users.update(**dict.fromkeys(LOOKS))  # what is written first must not meet what another had before
    seen: dict[str, set[str]] = {field: set() for field in LOOKS}
    some = []
    for user in users.only("pk", "username").order_by("pk").iterator(BATCH):
        for field, look in LOOKS.items():
            looks = look(user.username)
            if looks not in seen[field]:
                seen[field].add(looks)
                setattr(user, field, looks)
        some.append(user)
        if len(some) == BATCH:
            users.bulk_update(some, list(LOOKS))
            some = []
    users.bulk_update(some, list(LOOKS))


class Migration(migrations.Migration):
    dependencies = [("users", "0009_skeletons_in_capitals")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
