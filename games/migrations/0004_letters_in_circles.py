from collections import defaultdict

from django.db import migrations

CHUNK = 2000


def put_letters_in_circles(apps, schema_editor):
    """A circle for every set of seats that have written to each other; each letter in its own."""
    Message, Circle, Seat = (apps.get_model("games", name) for name in ("Message", "Circle", "Seat"))
    last = 0
    while True:
        letters = list(
            Message.objects.filter(pk__gt=last).order_by("pk").values_list("pk", "game", "sender")[:CHUNK]
        )
        if not letters:
            return
        last = letters[-1][0]
        seats = {pk: {sender} for pk, _game, sender in letters}
        sent_to = Message.recipients.through.objects.filter(message__in=seats)
        for letter, seat in sent_to.values_list("message", "seat"):
            seats[letter].add(seat)
        order = dict(Seat.objects.filter(pk__in=set().union(*seats.values())).values_list("pk", "order"))
        circles = defaultdict(list)
        for pk, game, _sender in letters:
            circles[game, tuple(sorted(seats[pk], key=order.get))].append(pk)
        for (game, members), inside in circles.items():
            key = "-".join(str(order[seat]) for seat in members)
            circle, is_new = Circle.objects.get_or_create(game_id=game, key=key)
            if is_new:
                circle.seats.set(members)
            Message.objects.filter(pk__in=inside).update(circle=circle)


def say_recipients_again(apps, schema_editor):
    Message = apps.get_model("games", "Message")
    sent_to = Message.recipients.through
    for letter, circle, sender in Message.objects.values_list("pk", "circle", "sender").iterator(CHUNK):
        seats = apps.get_model("games", "Seat").objects.filter(circles=circle).exclude(pk=sender)
        sent_to.objects.bulk_create(sent_to(message_id=letter, seat_id=seat.pk) for seat in seats)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_circles_of_letters")]

    operations = [migrations.RunPython(put_letters_in_circles, say_recipients_again)]
