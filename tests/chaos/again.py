"""Players whom an organiser has reminded again, and browsers that ring, while everything is killed: by their
rows nothing is asked, mailed or rung twice, however often it is tried.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from hashlib import sha256
from json import dumps
from secrets import token_bytes
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from games.agreed.absence import Absence
from games.common import clock
from games.common.outbox.row import OutboxRow
from games.models import AskedAgain, Game
from games.services.players.reminding_again import remind_again
from league.leagues.models import League
from league.users import ciphers
from league.users.models import PushSubscription, User
from tests.chaos import scene
from tests.chaos.counted import Counted

GAMES: Final = 6
"""Of two people, who would lose their seats by one miss."""
ASKED: Final = "asked again"
"""What begins the names of these games, and of who plays in them."""
STRICT: Final = Absence(policy="tournament", extensions=0, in_a_row=1, in_all=0, holidays=0)


def lay_out(league: League, plots: Sequence[scene.Plot], by: User) -> list[Callable[[], None]]:
    """Each game's players are reminded again by `by`, who tries it twice."""
    made: list[Callable[[], None]] = []
    for number in range(GAMES):
        pair = [
            User.objects.get_or_create(username=f"{ASKED} {each}", email=f"asked{each}@once")[0]
            for each in (2 * number, 2 * number + 1)
        ]
        closes = clock.now() + timedelta(days=1)
        phase, _turn = scene.store(plots[number % len(plots)], number, league, pair, closes)
        phase.drafts.all().delete()
        Game.objects.filter(pk=phase.game_id).update(name=f"{ASKED} {number}", absence=STRICT.to_json())
        made += [partial(_remind, phase.game_id, by)] * 2
    return made


def _remind(game: int, by: User) -> None:
    remind_again(game=Game.objects.get(pk=game), by=by)


def reminded_again() -> Counted:
    """Seats in those games: each asked again by one row, and mailed by one."""
    seats = Counter(
        AskedAgain.objects.filter(phase__game__name__startswith=ASKED).values_list(
            "seat__tenures__user", flat=True
        )
    )
    people = User.objects.filter(username__startswith=ASKED).values_list("pk", flat=True)
    told = Counter(
        payload["user"]
        for payload in OutboxRow.objects.filter(topic="mail").values_list("payload", flat=True)
        if payload["about"] == "reminder"
    )
    return Counted(sum(told[key] == 1 and seats[key] == 1 for key in people), 2 * GAMES)


def let_ring(people: Sequence[User]) -> None:
    """Each has a browser that takes pushes, at an address that leads nowhere."""
    for user in people:
        endpoint = f"https://push.invalid/{user.pk}"
        point = ec.generate_private_key(ec.SECP256R1()).public_key()
        raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _plain(raw), "auth": _plain(token_bytes(16))}
        PushSubscription.objects.create(
            user=user,
            endpoint_sha256=sha256(endpoint.encode()).hexdigest(),
            sealed=ciphers.seal(dumps({"endpoint": endpoint, "keys": keys})),
            device="Chaos",
            made_at=clock.now(),
            heard_at=clock.now(),
        )


def _plain(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def rung(occasion: str, least: int) -> Counted:
    """Rows of the outbox on one occasion, `least` of them at least: each rings by one row."""
    times = Counter(
        told["row"]
        for payload in OutboxRow.objects.filter(topic="push").values_list("payload", flat=True)
        for told in payload["told"]
        if told["told"].get("occasion") == occasion
    )
    return Counted(sum(count == 1 for count in times.values()), max(least, len(times)))
