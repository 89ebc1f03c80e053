"""What the people of the script do, each act once: saving, writing, seeing results, working, waiting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from games import notices, tasks
from games.adjudication.vacancies import open_seat
from games.agreed.absence import Absence
from games.agreed.pace import Pace
from games.common import clock, outbox
from games.models import Answer, Game, LetterDraft, Message, Phase, Tenure
from league.competitions import services as competitions
from league.competitions.ladder import services as ladder_services
from league.competitions.models import Competition
from league.competitions.services import turning
from league.leagues import outbox as league_outbox
from league.leagues import services as leagues
from league.leagues.models import Membership, OrganiserAct
from league.leagues.services.log import enter
from league.tasks import send_digests, send_weeks
from league.users.models import Reach, User
from league.users.services import choose_reach
from tests.conftest import house_was_up, make_user
from tests.league.competitions.seasons import RULES
from tests.opening import open_game
from tests.secrecy.ears import Ears
from tests.secrecy.house import Browser, House, Reply
from tests.secrecy.transcript import Transcript

Post = Mapping[str, str]
"""The fields of a sheet."""

SEE_OTHER = 302
"""The answer to a form that was taken."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What ben seals in each kind of phase, by its letter; None: ben saves nothing at all.

    `begun` is a message that ben begins and does not send, having read ada's; None: ben does neither. `word`
    is ben's part of a draw that waits.
    """

    name: str
    homes: Post | None
    bids: Post | None
    orders: Post | None
    retreats: Post | None
    builds: Post | None
    begun: str | None = None
    word: str = ""

    def of(self, label: str) -> Post | None:
        kinds = {"H": self.homes, "B": self.bids, "M": self.orders, "R": self.retreats, "A": self.builds}
        return kinds[label[-1]]


MONTH = 30 * 24 * 3600
SLOW = Pace(kind="custom", first=MONTH, movement=MONTH, retreats=MONTH, adjustments=MONTH, auctions=MONTH)
"""The private game, and the ladder's, are at their first phase all the while."""
MOMENTS = {"enters_from": -2, "enters_until": 1, "starts_at": 1, "challenges_until": 2, "ends_at": 900}
"""When a season does what, in days from now."""


def sheet(*lines: str) -> Post:
    return {"text": "\n".join(lines)}


PLAYED: Mapping[str, tuple[Post | None, Post | None]] = {
    "S1901H": (
        None,
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
"""What each phase is adjudicated with, ada's and ben's: she misses the choice of homes, and ben is
dislodged from Trieste in autumn."""


class Acts:
    """A house with its people, two games and a ladder's, and a season to come. `transcript` is what could be
    heard.
    """

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
        entrants = [people["ada"], people["ben"]]
        season = self._season(league, carl, entrants)
        self.challenged = self._challenge(season)
        house.chance.seed("another season is announced")
        announced = self._announced(league, carl, entrants, word=envelope.word)
        self.game = self._open(league, carl, "Channel", Game.Visibility.PUBLIC, Pace(), master=carl)
        self.hidden = self._open(league, people["ada"], "Tunnel", Game.Visibility.PRIVATE, SLOW)
        readers = {name: Browser(house, name, person) for name, person in people.items()}
        readers["visitor"] = Browser(house, "visitor")
        self.ada, self.ben, self.eve = readers["ada"], readers["ben"], readers["eve"]
        self.carl, self.root = readers["carl"], readers["root"]
        self.ears = Ears(
            house,
            [self.game, self.hidden],
            invitation.token,
            readers,
            monkeypatch,
            seasons=[season.code, announced.code],
        )

    def _season(self, league: Any, organiser: Any, people: Sequence[Any]) -> Competition:
        """A season of the ladder that runs beside the games."""
        now = clock.now()
        self.house.chance.seed("a season is announced, and begins")
        made = self._announced(league, organiser, people)
        Competition.objects.filter(pk=made.pk).update(enters_until=now, starts_at=now)
        turning.turn(Competition.objects.get(pk=made.pk))
        return Competition.objects.get(pk=made.pk)

    def _announced(
        self, league: Any, organiser: Any, people: Sequence[Any], word: str = "marbles"
    ) -> Competition:
        """A season that takes entries; `word` is ben's for its draw."""
        rules = replace(
            RULES,
            pace=SLOW,
            **{name: clock.now() + timedelta(days=days) for name, days in MOMENTS.items()},
        )
        made = competitions.create_season(league=league, by=organiser, rules=rules, arbiters=[organiser])
        competitions.announce(competition=made, by=organiser)
        for person in people:
            own = word if person.username == "ben" else "chestnuts"
            competitions.enter(competition=made, user=person, word=own)
        return made

    def _challenge(self, season: Competition) -> Game:
        """The game of the ladder, at its first phase all the while: the lower has challenged the higher."""
        self.house.chance.seed("a challenge")
        higher, lower = (
            each.entry for each in season.standings.select_related("entry__user").order_by("rank")
        )
        made = ladder_services.challenge(competition=season, user=lower.user, of=higher.number)
        game = ladder_services.accept(challenge=made, user=higher.user).game
        assert game is not None
        return game

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
            absence=Absence("friendly", extensions=1, in_a_row=9, in_all=0, holidays=21),
        )

    @property
    def transcript(self) -> Transcript:
        return self.ears.transcript

    @property
    def phase(self) -> Phase:
        return Phase.objects.filter(game=self.game).latest("ordinal")

    def at(self, moment: str) -> None:
        self.transcript.moment = f"{self.phase.label if self.game.phases.exists() else ''} {moment}".strip()

    def look(self, moment: str) -> None:
        self.at(moment)
        self.ears.look()

    @property
    def sealed(self) -> Post:
        """The envelope of this phase; an empty answer where there is to be none."""
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
            for game in (self.hidden, self.challenged):
                assert self.save(self.ben, envelope, game=game).status == SEE_OTHER

    def give_in(self) -> None:
        """ben saves what the script gives, over the envelope."""
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
        """Save as by the button, or as a script does while ben is `writing`."""
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
        """ben reads what ada wrote to ben, and begins an answer; or does neither."""
        if self.envelope.begun is None:
            return
        self.do(self.ben, "letters-read", {"thread": "0-1", "upto": str(self._last_letter_to_ben)})
        self.do(self.ben, "letter-draft", self.draft(self.envelope.begun, "0"))
        assert LetterDraft.objects.get().body == self.envelope.begun

    def throw_the_letter_away(self) -> None:
        """And a world's ben who had not read reads now: from here on nothing differs."""
        self.do(self.ben, "letters-read", {"thread": "0-1", "upto": str(self._last_letter_to_ben)})
        begun = LetterDraft.objects.filter(tenure__user=self.ben.user).first()
        self.do(self.ben, "letter-draft", self.draft("", str(begun.version if begun else 0)))
        assert not LetterDraft.objects.exclude(body="").exists()

    def see_results(self, *readers: Browser) -> None:
        """They look at what the last phase gave."""
        last = Phase.objects.filter(game=self.game, adjudicated_at__isnull=False).latest("ordinal")
        for reader in readers:
            self.do(reader, "results-seen", {"label": last.label})

    def hand_over(self, seat: str, to: Browser) -> None:
        """`to` offers to take the seat `seat` over, and carl, who presides, gives it to them."""
        to.get(reverse("games:acts", args=["calais", self.game.code]))  # there one offers oneself
        self.do(to, "stand-in", {})
        given = {"seat": seat, "stand_in": str(to.user.pk), "reason": "They asked me to."}
        given["confirm"] = f"{seat} {to.user.pk}"
        fields = {"act": "replacement"} | {f"replacement-{name}": value for name, value in given.items()}
        assert self.do(self.carl, "desk", fields).status == SEE_OTHER
        self.work()

    def take_back(self, to: str) -> None:
        """Carl, who presides, takes the game back to the phase `to`."""
        given = {"to": to, "confirm": self.phase.label, "reason": "The map was wrong."}
        fields = {"act": "taken_back"} | {f"taken_back-{name}": value for name, value in given.items()}
        assert self.do(self.carl, "desk", fields).status == SEE_OTHER
        assert self.phase.label == to
        self.work()

    def open_seat(self, key: str) -> None:
        """The player of the seat `key` is removed from the game: it is open to others."""
        with transaction.atomic():
            tenure = Tenure.objects.select_related("seat").get(game=self.game, seat__key=key, left_at=None)
            game = Game.objects.get(pk=self.game.pk)
            open_seat(game=game, phase=self.phase, tenure=tenure, cause="removed", now=clock.now())
        self.work()

    def say_who_removed(self, about: Browser, to: Browser) -> None:
        """The mail to the others of a table: an organiser who plays there has removed `about` from it."""
        people = {
            user.username: user for user in User.objects.filter(username__in=["carl", about.name, to.name])
        }
        act = enter(
            self.game.league,
            OrganiserAct.Kind.REMOVED,
            by=people["carl"],
            about=people[about.name],
            reason="Silence.",
            now=clock.now(),
            together=1,
        )
        outbox.put(league_outbox.mail(people[to.name].pk, act.at, together=act.pk, game=self.game.pk))
        self.work()

    def take_over(self, key: str, person: Browser) -> None:
        """`person`, who plays nowhere, takes the open seat `key`."""
        address = reverse("games:take-over", args=["calais", self.game.code, key])
        reply = person.post(address, {})
        self.ears.page(person, "games:take-over", reply, "")
        assert reply.status == SEE_OTHER
        self.work()

    def announce(self, text: str) -> None:
        """Carl, who presides, writes to all who see the game."""
        fields = {"act": "announcement", "announcement-reason": text}
        assert self.do(self.carl, "desk", fields).status == SEE_OTHER
        self.work()

    def nominate(self) -> None:
        """Carl, who has the private game's link, nominates eve as its master; ada objects."""
        self.carl.get(
            reverse("games:join-private", args=["calais", self.hidden.code, self.hidden.join_token])
        )
        fields = {"to": "eve", "reason": "You have none."}
        assert self.do(self.carl, "nomination", fields, game=self.hidden).status == SEE_OTHER
        self.work()
        assert self.do(self.ada, "nomination", {"act": "object"}, game=self.hidden).status == SEE_OTHER
        self.work()

    def stop_the_clock(self) -> None:
        """ada proposes a pause; carl, who presides, pauses, and soon ends it: all the time is left."""
        self.ada.get(reverse("games:clock", args=["calais", self.game.code]))
        until = timezone.localtime(self.phase.deadline) + timedelta(days=2)
        asked = {"act": "pause", "pause-day": f"{until:%Y-%m-%d}", "pause-time": "12:00"}
        assert self.do(self.ada, "clock", asked).status == SEE_OTHER
        self.work()
        fields = {"day": f"{until:%Y-%m-%d}", "time": "12:00", "reason": "Moving house."}
        for act, given in (("pause", fields), ("go_on", {"reason": "All are back."})):
            posted = {"act": act} | {f"{act}-{name}": value for name, value in given.items()}
            assert self.do(self.carl, "desk", posted).status == SEE_OTHER
            self.look(f"the clock: {act}")
            self.work()

    def tell_rules(self) -> None:
        """Both players read by e-mail that rules of absence hold, as in games that were there before them."""
        users = [self.ada.user.pk, self.ben.user.pk]
        outbox.put(*notices.mails("rules", users, game=self.game, now=clock.now()))
        self.work()

    @property
    def _last_letter_to_ben(self) -> int:
        return Message.objects.exclude(sender__tenures__user=self.ben.user).latest("pk").pk

    @staticmethod
    def draft(body: str, version: str) -> Post:
        key = "00000000-0000-4000-8000-000000000009"
        return {"thread": "0-1", "to": "1", "body": body, "key": key, "version": version}

    def work(self) -> None:
        for task in (tasks.drain_due, tasks.send_reminders, tasks.send_hints, tasks.send_outbox):
            self.ears.run(task)
        for task in (tasks.prune_outbox, tasks.forget_practices, tasks.follow_games):
            self.ears.run(task)

    def tell_once_a_day(self, reader: Browser) -> None:
        """The mail of the day to someone who hears once a day."""
        person = User.objects.get(pk=reader.user.pk)
        choose_reach(user=person, reach=Reach.DAILY)
        User.objects.filter(pk=person.pk).update(digest_due=clock.now())
        self.ears.run(send_digests)
        self.work()
        choose_reach(user=User.objects.get(pk=person.pk), reach=Reach.EVERYTHING)

    def tell_the_week(self) -> None:
        """The mail of the week to those who organise a league."""
        Membership.objects.filter(role=Membership.Role.ORGANISER).update(week_at=clock.now())
        self.ears.run(send_weeks)
        self.work()

    def remind(self) -> None:
        """Those who have saved nothing are reminded; in the private game that is ada, whatever ben did."""
        moment = self.phase.remind_at
        assert moment is not None
        self.house.clock.to(moment)
        Phase.objects.filter(game=self.hidden).update(remind_at=moment)
        house_was_up()
        self.at("near the deadline")
        self.work()
        self.ears.look_closely()
        self.ears.look_through_the_admin()

    def to_the_deadline(self) -> None:
        self.at("the deadline")
        before = self.phase
        while self.phase == before:  # it may be extended once, for ada
            self.house.clock.to(self.phase.deadline)
            house_was_up()
            self.work()
        assert self.phase.ordinal == before.ordinal + 1

    def stand_still(self, length: timedelta) -> None:
        """Nothing works for a while; then the site wakes up and makes up for it."""
        self.house.clock.to(timezone.now() + length)
        self.at("an outage")
        self.work()
