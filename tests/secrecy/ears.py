"""Ears on every channel: pages and sockets as each reader, mails, rows, tasks, pushes, logs, commands."""

from __future__ import annotations

import io
import json
import logging
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from itertools import product
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from celery import Task
from channels.layers import channel_layers, get_channel_layer
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import Model
from django.test import RequestFactory
from django.urls import reverse

from adjudicator.errors import AdjudicatorError
from games.common.guards.sealing import SealedLogFilter
from games.common.outbox import mail_templates, push
from games.common.outbox.row import OutboxRow
from games.models import Game, Phase
from games.pages import showcase
from league.asgi import sockets
from league.celery import app
from league.channels import CHANNELS, ChannelKind
from tests.secrecy.found import addresses
from tests.secrecy.house import METRICS_TOKEN, Browser, House, Reply
from tests.secrecy.transcript import Transcript

Headers = list[tuple[bytes, bytes]]
Said = dict[str, Any]

WATCHED = ("games:game", "games:status", "games:mine")
"""Pages that the other player looks at again at every moment."""

SEARCHED = {
    "games:list": ("player", "state=running&player", "state=finished&player"),
    "leagues:members": ("q",),
}
"""Lists that can be narrowed to someone, each with the fields that take their name."""

DESK = ("leagues:desk", "leagues:desk-games", "leagues:log", "leagues:person")
"""Pages of the organisers' desk that show games, or people who play."""

REVEALING = (
    "games:phase",
    "games:replay",
    "games:replay-phase",
    "games:reel",
    "games:auctions",
    "games:auctions-csv",
    "games:record",
)
"""Pages on which everything stands once it is revealed."""

TOOK = re.compile(r"in [\d.e-]+s\b")
"""How long a task took, by a clock that no one can set."""

WIRES = ("asyncio", "redis")
"""Loggers that tell of connections as they come and go, by no clock of ours."""

ADMIN_OF = {"change": "games.phase", "clock": "games_phase_clock"}


class Ears:
    """Hears a house. `games` are a public and a private one, `invitation` the token of a league's link,
    `seasons` the codes of seasons of its ladder."""

    def __init__(
        self,
        house: House,
        games: Sequence[Game],
        invitation: str,
        readers: Mapping[str, Browser],
        monkeypatch: pytest.MonkeyPatch,
        *,
        seasons: Sequence[str] = ("no-such-season",),
    ) -> None:
        self.house, self.games, self.invitation, self.readers = house, games, invitation, readers
        self.seasons = seasons
        self.calendars: dict[str, str] = {}
        """By reader, the secret of their calendar's address."""
        self.sandboxes = ["no-such-sandbox"]
        self.usernames, self.slugs, self.watchers = ["ada", "ben"], ["intimate"], ["ada", "visitor"]
        self.transcript = Transcript()
        self.log = _Log()
        self._on_letters(monkeypatch)
        self._on_pushes(monkeypatch)

    # What comes by itself.

    def _on_letters(self, monkeypatch: pytest.MonkeyPatch) -> None:
        write = mail_templates.letter

        def heard(
            about: str,
            wish: str,
            reader: mail_templates.Facts,
            matters: Sequence[mail_templates.Facts],
            folder: str = "games/mail",
        ) -> mail_templates.Letter:
            letter = write(about, wish, reader, matters, folder)
            owner = folder.removesuffix("/mail")
            for ending, said in (
                ("_subject.txt", letter.subject),
                (".txt", letter.text),
                (".html", letter.html),
            ):
                template = f"{folder}/{about}{ending}"
                self.transcript.hear(
                    ChannelKind.LETTER, f"{owner}/{about}", str(reader["name"]), template, said
                )
            return letter

        monkeypatch.setattr(mail_templates, "letter", heard)

    def _on_pushes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = push.push_all

        def heard(pushes: Sequence[push.Push]) -> None:
            for each in pushes:
                said = f"{each.version} {each.person} {each.kind}"
                self.transcript.hear(
                    ChannelKind.PUSH, "games.common.outbox.push", "who listens", each.code, said
                )
            real(pushes)

        monkeypatch.setattr(push, "push_all", heard)

    def run(self, task: Task) -> None:
        """Have a worker do `task`, and hear what the queue, the mail server and the logs get of it."""
        self.house.chance.seed(f"{task.name} {self.transcript.moment}")
        done = task.apply(task_id="1")
        said = f"{app.conf.beat_schedule} {done.args} {done.state} {done.result!r} {done.traceback}"
        self.transcript.hear(ChannelKind.TASK, task.name, "the queue", "", said)
        self.deliveries()

    def deliveries(self) -> None:
        """Hear the mails and the log lines since last time."""
        self.house.chance.seed(f"letters {self.transcript.moment}")
        for letter in mail.outbox:
            to = ", ".join(letter.to)
            self.house.chance.seed(f"letter to {to}: {letter.subject}")  # what divides its parts
            said, reader = letter.message().as_bytes(), to.partition("@")[0]
            if "set aside" in letter.subject or "given up" in letter.subject:
                self.transcript.hear(ChannelKind.SENDER, "games.notices.alarms", to, "", said)
            elif "ERROR" in letter.subject:
                self.transcript.hear(ChannelKind.SENDER, "league.watch.admin_mail", to, "", said)
                self.transcript.hear(ChannelKind.LETTER, "an error report", to, "", letter.body)
            else:
                self.transcript.hear(ChannelKind.SENDER, "games.common.outbox.mailer", reader, "", said)
        mail.outbox.clear()
        for name, line in self.log.take():
            known = name if name in CHANNELS[ChannelKind.LOG] else "loggers of libraries"
            self.transcript.hear(ChannelKind.LOG, known, "the log", name, line)

    # What is asked for.

    def feeds(self) -> None:
        """The calendars, as holders of their addresses read them."""
        for name, secret in self.calendars.items():
            path = reverse("users:calendar-feed", args=[secret])
            self.page(self.readers[name], "users:calendar-feed", self.readers[name].get(path), "their own")

    def page(self, reader: Browser, name: str, reply: Reply, what: str) -> None:
        self.transcript.hear(ChannelKind.PAGE, name, reader.name, what, reply.bytes)

    def look(self) -> None:
        """What changes while a phase is open, as the other player sees it, others, and those with powers."""
        self.look_at(WATCHED, ["ada"])
        self.look_at(["games:game", "games:list"], ["visitor"])
        # carl presides
        self.look_at(["games:game", "games:desk", "games:all-letters", "games:acts"], ["carl"])
        self.in_admin(self.readers["root"], "games.phase", reverse("admin:games_phase_changelist"))
        last = Phase.objects.filter(game=self.games[0]).latest("ordinal")
        for page in ("change", "clock"):
            address = reverse(f"admin:games_phase_{page}", args=[last.pk])
            self.in_admin(self.readers["root"], ADMIN_OF[page], address)
        self.sockets()
        self.rows()
        self.deliveries()

    def look_closely(self) -> None:
        """The same, and where everything will stand once it is revealed."""
        self.look()
        self.look_at(REVEALING, ["ada", "root"])
        self.look_at(["games:game"], ["root"])
        self.in_admin(self.readers["root"], "games.game", reverse("admin:games_game_changelist"))

    def look_everywhere(self) -> None:
        """Every address, asked for and posted to, and the commands."""
        self.look()
        of_games = [name for name, _parts in addresses() if name.startswith(("games:", "leagues:"))]
        rest = [name for name, _parts in addresses() if name not in of_games]
        self.look_at(of_games, ["ada", "ben", "eve", "visitor"])
        self.look_at([*WATCHED, *REVEALING, "games:list", "leagues:home", *DESK], ["carl", "dora", "root"])
        self.look_at([*WATCHED, *REVEALING], ["ada", "carl", "visitor"], self.games[1])
        self.look_at(rest, ["ada", "ben", "visitor"])
        self.post_to(of_games, ["ada", "eve"])
        self.post_to(rest, ["ada"])
        visitor = self.readers["visitor"]
        self.page(visitor, "no such address", visitor.get("/l/calais/nowhere/at/all/"), "")
        forged = self.readers["ada"].try_post(reverse("users:language"), is_forged=True)
        self.page(self.readers["ada"], "a form from elsewhere", forged, "")
        self.commands()
        self.deliveries()

    def commands(self) -> None:
        """What the commands say that read games."""
        for command in ("recompute_ratings", "replay_games", "resume_phase"):
            said = io.StringIO()
            try:
                call_command(command, stdout=said, stderr=said)
            except CommandError as error:  # seats that a world deals are not what its lots give
                said.write(str(error))
            self.transcript.hear(ChannelKind.COMMAND, command, "the terminal", "", said.getvalue())

    def figures(self) -> None:
        """The house's figures, as the machine that gathers them reads them."""
        root, path = self.readers["root"], reverse("watch:metrics")
        reply = root.get(path, HTTP_AUTHORIZATION=f"Bearer {METRICS_TOKEN}")
        assert reply.status == HTTPStatus.OK, reply.bytes
        self.page(root, "watch:metrics", reply, "with the token")

    def look_through_the_admin(self) -> None:
        """Every page of the admin as one who runs the site, and its first as others."""
        self.figures()
        for name, path in self.admin_pages():
            self.in_admin(self.readers["root"], name, path)
        logout = reverse("admin:logout")
        self.transcript.hear(
            ChannelKind.ADMIN, "logout", "root", "", self.readers["root"].try_post(logout).bytes
        )
        for name in ("ada", "carl", "visitor"):
            self.in_admin(self.readers[name], "index", reverse("admin:index"))
        self.deliveries()

    def look_at(
        self, names: Collection[str], readers: Iterable[str], game: Game | None = None, label: str = ""
    ) -> None:
        """Of a phase named by the address the last two are asked for, or the one with this `label`."""
        paths = [*self._paths(names, game or self.games[0], label), *self._searches(names)]
        for reader, (name, path) in product(readers, paths):
            self.page(self.readers[reader], name, self.readers[reader].get(path), path)

    def post_to(
        self, names: Collection[str], readers: Iterable[str], fields: Mapping[str, str] | None = None
    ) -> None:
        """Post `fields`, or nothing; nothing of it remains."""
        what = f" {dict(fields)}" if fields else ""
        for reader, (name, path) in product(readers, list(self._paths(names, self.games[0]))):
            reply = self.readers[reader].try_post(path, fields)
            self.page(self.readers[reader], name, reply, f"POST {path}{what}")

    def _paths(self, names: Collection[str], game: Game, label: str = "") -> Iterator[tuple[str, str]]:
        """The addresses of the pages `names`, about `game`, its open phase and the one before."""
        phases = Phase.objects.filter(game=game).select_related("game").order_by("ordinal")
        labels = [phase.label for phase in phases][-2:] or ["S1901M"]
        parts = {
            "league_slug": ["calais"],
            "code": [game.code],
            "label": [label] if label else labels,
            "seat": list(game.seats.order_by("-order").values_list("key", flat=True)[:2]),
            "year": ["1901"],
            "kind": ["draw", "stalemate"],
            "token": ["no-such-token"],
            "invitation": [self.invitation],
            "season": self.seasons,
            "entry": ["1"],
            "challenge": ["1"],
            "suspicion": ["1"],
            "guest": ["1"],
            "proposal": ["1"],
            "payout": ["1"],
            "refund": ["1"],
            "holder": ["1"],
            "record": ["1"],
            "what_kind": ["payment"],
            "provider": ["sandbox"],
            "sandbox": self.sandboxes,
            "session": ["no-such-session"],
            "invitation_id": ["1"],
            "holiday_id": ["1"],
            "act": ["1"],
            "sanction": ["1"],
            "preset": ["1"],
            "what": ["games"],
            "form": ["csv", "json"],
            "report_id": ["1"],
            "announcement": ["1"],
            "membership": ["1"],
            "number": ["1"],
            "username": self.usernames,
            "other": self.usernames,
            "slug": self.slugs,
            "text": ["notice", "privacy", "terms"],
            "uidb36": ["1"],
            "key": ["no-such-key"],
            "pk": ["1"],
            "calendar": ["no-such-calendar"],
            "look": ["day"],
            "shown": ["no-such-picture"],
            "sign": ["no-such-sign", *_signs(phases)],
        }
        for name, wanted in addresses():
            if name.startswith("admin:") or name not in names:
                continue
            for values in product(*(parts[part] for part in wanted)):
                path = reverse(name, kwargs=dict(zip(wanted, values, strict=True)))
                if name == "games:status":
                    version = Game.objects.get(pk=game.pk).version
                    yield name, f"{path}?phase={labels[0]}"
                    yield name, f"{path}?phase={labels[-1]}&letter=0&answer=0"
                    yield name, f"{path}?phase={labels[-1]}&version={version}"
                    continue
                yield name, path

    def _searches(self, names: Collection[str]) -> Iterator[tuple[str, str]]:
        """The addresses of those lists among `names` that can be searched, for each of `usernames`."""
        for name in sorted(SEARCHED.keys() & {*names}):
            path = reverse(name, args=["calais"])
            for field, username in product(SEARCHED[name], self.usernames):
                yield name, f"{path}?{field}={username}"

    def in_admin(
        self, reader: Browser, name: str, path: str, fields: Mapping[str, str] | None = None
    ) -> None:
        reply = reader.get(path) if fields is None else reader.post(path, fields)
        self.transcript.hear(ChannelKind.ADMIN, name, reader.name, path, reply.bytes)

    def _admin_lists(self) -> Iterator[tuple[str, str]]:
        """The list of each model, and its last row."""
        for model in admin.site._registry:
            label, base = model._meta.label_lower, f"admin:{model._meta.app_label}_{model._meta.model_name}_"
            yield label, reverse(f"{base}changelist")
            last = self._last_row(model)
            yield label, reverse(f"{base}change", args=[last or 1])

    def _last_row(self, model: type[Model]) -> Any:
        """The key of the last row that those who run the site are shown."""
        request = RequestFactory().get("/admin/")
        request.user = self.readers["root"].user
        shown = admin.site._registry[model].get_queryset(request)
        return shown.order_by("-pk").values_list("pk", flat=True).first()

    def admin_pages(self) -> Iterator[tuple[str, str]]:
        """All its lists and rows, and what it has besides."""
        yield from self._admin_lists()
        phases = reverse("admin:games_phase_changelist")
        yield "games.phase", f"{phases}?q={self.games[0].code}"
        yield "games.phase", f"{phases}?drafts__text__startswith=A"
        yield "games.phase", f"{phases}?drafts__isnull=True"
        for page, arguments in (("history", [1]), ("add", []), ("delete", [1])):
            yield "games.phase", reverse(f"admin:games_phase_{page}", args=arguments)
        for name in ("index", "jsi18n", "login", "password_change", "password_change_done"):
            yield name, reverse(f"admin:{name}")
        for name in (
            "prizes_cancelproposal_decide",
            "prizes_onlineapproval_end",
            "prizes_trustee_ask_again",
            "tournaments_competition_arbiter",
        ):
            yield name, reverse(f"admin:{name}", args=[1])
        yield "app_list", reverse("admin:app_list", args=["games"])
        asked = "?app_label=games&model_name=phase&field_name=game&term=C"
        yield "autocomplete", reverse("admin:autocomplete") + asked
        for each in ContentType.objects.order_by("pk").values_list("pk", flat=True):
            yield "no such page", f"/admin/r/{each}/1/"
        for last in Phase.objects.order_by("-pk").values_list("pk", flat=True)[:1]:
            yield "games_phase_clock", reverse("admin:games_phase_clock", args=[last])
        yield "no such page", "/admin/nothing/here/"

    def rows(self) -> None:
        for topic in CHANNELS[ChannelKind.OUTBOX]:
            rows = list(OutboxRow.objects.filter(topic=topic).order_by("pk").values())
            self.transcript.hear(ChannelKind.OUTBOX, topic, "the rows", "", json.dumps(rows, default=str))

    def sockets(self) -> None:
        route = next(iter(CHANNELS[ChannelKind.SOCKET]))
        # No two sockets may have one name on the layer, which is drawn by lot and said to no one.
        self.house.chance.seed(os.urandom(8).hex())
        watched = [(name, game.code) for name in self.watchers for game in self.games]
        headers = [self.readers[name].socket_headers for name, _code in watched]
        said = async_to_sync(_listen)([code for _name, code in watched], headers)
        for (name, code), words in zip(watched, said, strict=True):
            self.transcript.hear(ChannelKind.SOCKET, route, name, code, json.dumps(words))


async def _listen(codes: Sequence[str], headers: Sequence[Headers]) -> list[list[Said]]:
    """What sockets say when they open, and when their game moves on, one after another."""
    channel_layers.backends.clear()  # a layer belongs to the loop that it was first used in
    said = [await _listen_to(code, each) for code, each in zip(codes, headers, strict=True)]
    channel_layers.backends.clear()
    return said


async def _listen_to(code: str, headers: Headers) -> list[Said]:
    scope = {"type": "websocket", "path": f"/ws/g/{code}/", "query_string": b"", "headers": headers}
    socket = ApplicationCommunicator(sockets, scope | {"subprotocols": []})
    await socket.send_input({"type": "websocket.connect"})
    said = [await socket.receive_output()]
    if said[0]["type"] == "websocket.accept":
        said.append(await socket.receive_output())
        event = {"type": "game.changed", "game": code, "version": 99}
        await get_channel_layer().group_send(push.group_of(code), event)
        said.append(await socket.receive_output())
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait()
    return said


def _signs(phases: Iterable[Phase]) -> list[str]:
    """What stands in the address of the picture of a game's board; a damaged one has none."""
    found = []
    for phase in phases:
        if phase.adjudicated_at is None:
            with suppress(AdjudicatorError):
                found.append(showcase.sign_of(showcase.board_of(phase)))
    return found


class _Log(logging.Handler):
    """Every line that loggers write when asked for all they have to say, as the site writes it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.addFilter(SealedLogFilter())
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self.lines: list[tuple[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(WIRES):
            return
        self.lines.append((record.name, TOOK.sub("in a while", self.format(record))))

    def take(self) -> list[tuple[str, str]]:
        taken, self.lines = self.lines, []
        return taken
