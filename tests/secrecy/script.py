"""One script: a year of Intimate Diplomacy in which ben's envelopes hold now this, now that.

Whatever ben seals in an envelope is looked for by everybody else, and then, before the deadline, replaced by
what the script gives him; so the year takes the same course whatever he had sealed. The last envelope is
opened, after adjudicating it has failed: from then on the runs differ, and show that the ears can hear it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

import adjudicator
from games import push, tasks
from games.models import Answer, Game, LetterDraft, Message, Phase
from games.pace import Pace
from games.services import outage
from games.services.opening import open_game
from league.leagues import services as leagues
from tests.conftest import make_user
from tests.secrecy.ears import Ears
from tests.secrecy.house import Browser, House, Reply
from tests.secrecy.transcript import REVEALED, Transcript

Post = Mapping[str, str]
"""The fields of a sheet."""

SEE_OTHER = 302
"""The answer to a form that was taken."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What ben seals in each kind of phase, by its letter; None: he saves nothing at all.

    `begun` is a letter that he begins and does not send, having read ada's; None: he does neither.
    """

    name: str
    homes: Post | None
    bids: Post | None
    orders: Post | None
    retreats: Post | None
    builds: Post | None
    begun: str | None = None

    def of(self, label: str) -> Post | None:
        kinds = {"H": self.homes, "B": self.bids, "M": self.orders, "R": self.retreats, "A": self.builds}
        return kinds[label[-1]]


MONTH = 30 * 24 * 3600
SLOW = Pace(kind="custom", first=MONTH, movement=MONTH, retreats=MONTH, adjustments=MONTH, auctions=MONTH)
"""The private game is at its first phase all the while."""


def sheet(*lines: str) -> Post:
    return {"text": "\n".join(lines)}


PLAYED: Mapping[str, tuple[Post | None, Post | None]] = {
    "S1901H": (
        sheet("France", "England", "Germany", "Austria", "Italy", "Russia", "Turkey"),
        sheet("Turkey", "Russia", "Germany", "Austria", "Italy", "France", "England"),
    ),
    "S1901B": ({"bid-ITALY": "5"}, {"bid-AUSTRIA": "5"}),
    "S1901M": (
        sheet("A VEN - TYR", "A ROM - VEN", "F NAP - ION"),
        sheet("F TRI H", "A VIE H", "A BUD H", "A CON - BUL", "A SMY - CON", "F ANK - BLA"),
    ),
    "F1901M": (sheet("A TYR - TRI", "A VEN S A TYR - TRI", "F ION - TUN"), sheet("F TRI H", "A BUL H")),
    "F1901R": (None, sheet("F TRI - ALB")),
    "W1901A": (sheet("Build A ROM", "Build A NAP"), None),
}
"""What each phase is adjudicated with, ada's and ben's: ben is dislodged from Trieste in autumn."""


class Script:
    """Plays the year in a house. `transcript` is what could be heard."""

    def __init__(self, house: House, envelope: Envelope, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house, self.envelope, self.monkeypatch = house, envelope, monkeypatch
        house.chance.seed("the house opens")
        people = {name: make_user(name) for name in ("ada", "ben", "eve", "carl", "dora")}
        people["root"] = make_user("root", is_staff=True, is_superuser=True)
        league = leagues.create_league(
            user=people["carl"], name="Calais", slug="calais", description="", visibility="public"
        )
        for name in ("ada", "ben", "eve"):
            leagues.join(league=league, user=people[name])
        invitation = leagues.invite(league=league, by=people["carl"], days=7)
        carl = people["carl"]
        self.game = self._open(league, carl, "Channel", Game.Visibility.PUBLIC, Pace(), master=carl)
        self.hidden = self._open(league, people["ada"], "Tunnel", Game.Visibility.PRIVATE, SLOW)
        readers = {name: Browser(house, name, person) for name, person in people.items()}
        readers["visitor"] = Browser(house, "visitor")
        self.ada, self.ben, self.root = readers["ada"], readers["ben"], readers["root"]
        self.ears = Ears(house, [self.game, self.hidden], invitation.token, readers, monkeypatch)

    def _open(
        self, league: Any, user: Any, name: str, visibility: str, pace: Pace, master: Any = None
    ) -> Game:
        self.house.chance.seed(f"{name} opens")
        return open_game(
            league=league,
            user=user,
            name=name,
            variant="intimate",
            settings={},
            pace=pace,
            visibility=visibility,
            master=master,
        )

    @property
    def transcript(self) -> Transcript:
        return self.ears.transcript

    @property
    def phase(self) -> Phase:
        return Phase.objects.filter(game=self.game).latest("ordinal")

    # The year.

    def whole(self) -> Transcript:
        self.sit_down()
        self.choose_homes()
        self.bid()
        self.move_in_spring()
        self.move_in_autumn()
        self.retreat()
        self.build_and_fail()
        self.open_the_envelope()
        return self.transcript

    def first_evening(self) -> Transcript:
        """The choice of homes alone, until the envelope is sealed."""
        self.sit_down()
        self.seal()
        self.at("sealed")
        self.ears.look_closely()
        return self.transcript

    def sit_down(self) -> None:
        self.at("taking seats")
        for game in (self.game, self.hidden):
            for player in (self.ada, self.ben):
                player.get(reverse("games:join-private", args=["calais", game.code, game.join_token]))
                self.do(player, "take-seat", {"nonce": f"from {player.name}"}, game=game)
        self.work()

    def choose_homes(self) -> None:
        self.seal()
        self.do(self.ada, "press", self.letter("2", "Shall we?"))
        self.do(self.ben, "press", self.letter("1", "Let us."))
        self.begin_a_letter()
        self.look("sealed, with a letter begun and another read")
        self.throw_the_letter_away()
        self.look("sealed")
        self.save(self.ben, PLAYED["S1901H"][1], ready="yes")
        self.do(self.ben, "ready", {"label": "S1901H", "ready": "no"})
        self.look("ben ready, and not ready after all")
        self.to_the_deadline()

    def bid(self) -> None:
        self.seal()
        self.do(self.ada, "vote", {"kind": "draw", "cast": "yes"})
        self.look("sealed, with a vote")
        self.do(self.ada, "vote", {"kind": "draw", "cast": "no"})
        self.remind()
        self.give_in()
        self.to_the_deadline()

    def move_in_spring(self) -> None:
        self.seal()
        self.do(self.ben, "preview", {"label": self.phase.label, "version": "1", **self.sealed})
        self.at("sealed, everywhere")
        self.ears.look_everywhere()
        self.save(self.ben, self.sealed, version=40)
        self.fail_to_save()
        self.look("after a stale save and a failed one")
        self.save(self.ben, self.sealed, ready="yes")
        self.look("ready with what is sealed")
        self.save(self.ben, self.sealed, writing=True)
        self.look("ready, and saved again as it was")
        self.save(self.ben, sheet("and now to"), writing=True)
        self.look("writing on, so not ready any more")
        self.save(self.ben, sheet("and now to something else"), writing=True)
        self.look("writing on")
        self.give_in()
        self.house.clock.to(self.phase.deadline)
        late = self.save(self.ben, self.sealed)
        assert b"Too late" in late.body
        self.look("a save too late")
        self.to_the_deadline()

    def move_in_autumn(self) -> None:
        self.seal()
        self.stand_still(timedelta(hours=2))
        self.look("sealed, after an outage")
        self.give_in()
        self.to_the_deadline()

    def retreat(self) -> None:
        self.seal()
        self.fail_to_hint()
        self.look("sealed")
        self.give_in()
        self.to_the_deadline()

    def build_and_fail(self) -> None:
        self.seal()
        self.look("sealed")
        self.fail_to_adjudicate()
        assert self.phase.set_aside_at
        self.at("set aside")
        self.ears.look_closely()
        self.ears.look_through_the_admin()

    def open_the_envelope(self) -> None:
        clock_of = reverse("admin:games_phase_clock", args=[self.phase.pk])
        self.at("resumed")
        self.ears.in_admin(self.root, "games_phase_clock", clock_of, {"note": "mended"})
        self.ears.look_closely()
        self.transcript.moment = REVEALED
        self.work()
        self.ears.look_closely()
        self.do(self.ben, "concede", {})
        self.work()
        self.ears.look_closely()

    # Acts.

    def at(self, moment: str) -> None:
        self.transcript.moment = f"{self.phase.label if self.game.phases.exists() else ''} {moment}".strip()

    def look(self, moment: str) -> None:
        self.at(moment)
        self.ears.look()

    @property
    def sealed(self) -> Post:
        """The envelope of this phase; an empty sheet where there is to be none."""
        return self.envelope.of(self.phase.label) or sheet()

    def seal(self) -> None:
        """ada saves what the script gives her, ben what the envelope holds, or nothing; in both games."""
        self.at("sealing")
        given, envelope = PLAYED[self.phase.label][0], self.envelope.of(self.phase.label)
        if given is not None:
            assert self.save(self.ada, given).status == SEE_OTHER
        if envelope is not None:
            assert self.save(self.ben, envelope).status == SEE_OTHER
        if envelope is not None and self.phase.label == "S1901H":
            assert self.save(self.ben, envelope, game=self.hidden).status == SEE_OTHER

    def give_in(self) -> None:
        """ben saves what the script gives him, over the envelope."""
        given = PLAYED[self.phase.label][1]
        assert given is not None
        assert self.save(self.ben, given).status == SEE_OTHER

    def save(
        self,
        player: Browser,
        fields: Post,
        *,
        ready: str = "",
        version: int | None = None,
        game: Game | None = None,
        writing: bool = False,
    ) -> Reply:
        """Save by his own word, or while he is `writing`."""
        game = game or self.game
        phase = game.phases.latest("ordinal")
        if version is None:
            draft = Answer.objects.filter(phase=phase, seat__tenures__user=player.user).first()
            version = draft.version if draft else 0
        posted = {"label": phase.label, "version": str(version), "ready": ready, **fields}
        posted |= {"writing": "yes"} if writing else {}
        return self.do(player, "answer", posted, game=game)

    def do(self, player: Browser, act: str, fields: Post, *, game: Game | None = None) -> Reply:
        """Post one of the forms of the game's page."""
        game = game or self.game
        reply = player.post(reverse(f"games:{act}", args=["calais", game.code]), fields)
        self.ears.page(player, f"games:{act}", reply, "")
        return reply

    @staticmethod
    def letter(to: str, body: str) -> Post:
        return {"to": to, "body": body, "key": f"00000000-0000-4000-8000-00000000000{to}"}

    def begin_a_letter(self) -> None:
        """ben reads what ada wrote to him, and begins an answer; or does neither."""
        if self.envelope.begun is None:
            return
        self.do(self.ben, "letters-read", {"thread": "0-1", "upto": str(self._last_letter_to_ben)})
        self.do(self.ben, "letter-draft", self.draft(self.envelope.begun, "0"))
        assert LetterDraft.objects.get().body == self.envelope.begun

    def throw_the_letter_away(self) -> None:
        """And whoever had not read reads now: from here on nothing differs."""
        self.do(self.ben, "letters-read", {"thread": "0-1", "upto": str(self._last_letter_to_ben)})
        begun = LetterDraft.objects.filter(tenure__user=self.ben.user).first()
        self.do(self.ben, "letter-draft", self.draft("", str(begun.version if begun else 0)))
        assert not LetterDraft.objects.exclude(body="").exists()

    @property
    def _last_letter_to_ben(self) -> int:
        return Message.objects.exclude(sender__tenures__user=self.ben.user).latest("pk").pk

    @staticmethod
    def draft(body: str, version: str) -> Post:
        key = "00000000-0000-4000-8000-000000000009"
        return {"thread": "0-1", "to": "1", "body": body, "key": key, "version": version}

    def work(self) -> None:
        for task in (tasks.drain_due, tasks.send_reminders, tasks.send_outbox):
            self.ears.run(task)
        for task in (tasks.prune_outbox, tasks.forget_practices):
            self.ears.run(task)

    def remind(self) -> None:
        """Those who have saved nothing are reminded; in the private game that is ada, whatever ben did."""
        moment = self.phase.remind_at
        assert moment is not None
        self.house.clock.to(moment)
        Phase.objects.filter(game=self.hidden).update(remind_at=moment)
        outage.beat()
        self.at("near the deadline")
        self.work()
        self.ears.look_closely()
        self.ears.look_through_the_admin()

    def to_the_deadline(self) -> None:
        self.at("the deadline")
        before = self.phase
        self.house.clock.to(before.deadline)
        outage.beat()
        self.work()
        assert self.phase.ordinal == before.ordinal + 1

    def stand_still(self, length: timedelta) -> None:
        """Nothing works for a while; then the site wakes up and makes up for it."""
        self.house.clock.to(timezone.now() + length)
        self.at("an outage")
        self.work()

    # Failures, each of which quotes whatever it holds.

    def fail_to_save(self) -> None:
        self.at("failing to save")
        with self._quoting("read"):
            reply = self.save(self.ben, self.sealed)
        assert reply.status == 500, reply.bytes[:600]
        self.ears.page(self.ben, "a failure of ours", reply, "")

    def fail_to_hint(self) -> None:
        """The sockets' server is away for a moment, while there is something to tell."""

        def fail(*args: Any, **given: Any) -> None:
            raise ConnectionError("nobody answers")

        with self.monkeypatch.context() as patch:
            patch.setattr(push, "push_all", fail)
            self.do(self.ada, "vote", {"kind": "draw", "cast": "yes"})
            self.work()
        self.do(self.ada, "vote", {"kind": "draw", "cast": "no"})

    def fail_to_adjudicate(self) -> None:
        self.house.clock.to(self.phase.deadline)
        self.at("failing to adjudicate")
        with self._quoting("resolve"):
            while not self.phase.set_aside_at:
                outage.beat()
                self.work()
                self.house.clock.to(timezone.now() + timedelta(seconds=10))

    @contextmanager
    def _quoting(self, question: str) -> Iterator[None]:
        """The engine fails at `question`, in words that hold all it was given."""

        def fail(*args: Any, **given: Any) -> None:
            raise LookupError(f"cannot digest {args} {given}") from KeyError(str(given))

        with self.monkeypatch.context() as patch:
            patch.setattr(adjudicator, question, fail)
            yield
