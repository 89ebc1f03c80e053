"""Lays a world into an empty house and plays it, through the site's own services and tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import time, timedelta
from typing import Any

import pytest

from adjudicator.variants.variant import GAME_MASTER
from games import tasks
from games.adjudication import clock_votes, vacancies
from games.agreed.pace import Pace
from games.common import clock
from games.engine import bridge, sight
from games.features.fog import notebook_services
from games.models import Answer, ClockProposal, Contest, Game, GameArbiter, LetterDraft, Phase, Seat, Tenure
from games.services.masters import presiding
from games.services.players import (
    answers,
    letter_drafts,
    letters,
    read_marks,
    votes,
)
from games.services.seats import (
    holidays,
    resigning,
    seating,
)
from games.words.threads import circle_key
from league.competitions.models import Side
from league.leagues import services as leagues
from league.tasks import find_opponents
from league.users import calendars
from league.users.models import User
from tests.conftest import house_was_up, make_user
from tests.games.contests import terms
from tests.opening import open_game
from tests.secrecy.ears import Ears
from tests.secrecy.house import Browser, House
from tests.secrecy.worlds import events
from tests.secrecy.worlds.beside import Beside
from tests.secrecy.worlds.world import MEMBER, ORGANISER, STAFF, VISITOR, Act, Json, World


class Stage(Beside):
    """One world in one house, with a browser for each of `viewers`. `cast` are all who have an account."""

    def __init__(
        self,
        house: House,
        world: World,
        cast: Iterable[str],
        viewers: Iterable[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self.house, self.world, self.moment = house, world, ""
        self.players = dict(world.players)
        house.chance.seed("the house opens")
        self.people: dict[str, User] = {}
        cast = {*cast} - {VISITOR}
        for number, name in enumerate(sorted({*cast, MEMBER, ORGANISER, STAFF})):
            power = {"is_staff": True, "is_superuser": True} if name == STAFF else {}
            self.people[name] = make_user(name, language=("en", "fr")[number % 2], **power)
        self._found_league()
        if world.beside:
            self._begin_event()
        else:
            self._open()
            self._sit_down()
            if world.arbiter:
                self._enter_for(world.arbiter)
        readers = {name: Browser(house, name, self.people.get(name)) for name in viewers}
        self.ears = Ears(house, [self.game], "no-such-token", readers, monkeypatch)
        if world.beside:
            self.ears.seasons = [self.game.contest.key]
        self.ears.slugs, self.ears.sandboxes = [world.variant], [self.sandbox_code()]
        self.ears.watchers = [name for name in readers if name != STAFF]
        for name, reader in readers.items():
            if reader.user is not None:
                house.chance.seed(f"{name} makes a calendar")
                self.ears.calendars[name] = calendars.make_address(user=reader.user)
        self.work()

    @property
    def phase(self) -> Phase:
        """The phase that is open, or the last one."""
        return Phase.objects.filter(game=self.game).latest("ordinal")

    @property
    def labels(self) -> list[str]:
        """Of all phases so far."""
        return list(Phase.objects.filter(game=self.game).order_by("ordinal").values_list("label", flat=True))

    def _found_league(self) -> None:
        self.league = leagues.create_league(
            user=self.people[ORGANISER],
            name="Calais",
            slug="calais",
            description="",
            visibility="public",
        )
        for name, person in self.people.items():
            if name not in (ORGANISER, STAFF):
                leagues.join(league=self.league, user=person)

    def _open(self) -> None:
        self.house.chance.seed("the game opens")
        self.game = open_game(
            **{
                "league": self.league,
                "user": self.people[ORGANISER],
                "name": "Channel",
                "variant": self.world.variant,
                "settings": dict(self.world.settings),
                "pace": Pace(),
                "master": self.people.get(self.world.master),
                **self.world.terms,
            }
        )

    def _sit_down(self) -> None:
        """All in the order of their names, whatever the lots deal; then each has the seat of this world."""
        sitting = sorted(self.world.players.items(), key=lambda each: each[1])
        for _seat, player in sitting:
            self.house.chance.seed(f"{player} sits down")
            seating.take_seat(game=self.game, user=self.people[player], nonce=f"from {player}")
        self._seat_as_here()

    def _seat_as_here(self) -> None:
        sitting = sorted(self.world.players.items(), key=lambda each: each[1])
        seats = {seat.key: seat for seat in Seat.objects.filter(game=self.game)}
        places = {tenure.user_id: tenure for tenure in Tenure.objects.filter(game=self.game)}
        Tenure.objects.filter(game=self.game).delete()
        for key, player in sitting:
            tenure = places[self.people[player].pk]
            tenure.seat = seats[key]
        Tenure.objects.bulk_create(sorted(places.values(), key=lambda tenure: tenure.pk))
        if self.world.lots is not None:
            Game.objects.filter(pk=self.game.pk).update(lots=self.world.lots)
        self.game.refresh_from_db()
        self.seats = seats
        if self.world.opening is not None:
            opening = bridge.opening(self.game, self.world.opening)
            Phase.objects.filter(game=self.game, ordinal=0).update(
                label=opening.label, position=opening.position, due=opening.due
            )

    def _begin_event(self) -> None:
        """The game is an event's, and begun: its players have the seats of this world."""
        begun = {"intimate": events.cup, "standard": events.tables}[self.world.variant]
        players = {seat: self.people[name] for seat, name in self.players.items()}
        others = [self.people[name] for name in self.world.beside]
        given = {"organiser": self.people[ORGANISER], "arbiter": self.people[self.world.arbiter]}
        self.house.chance.seed("an event is announced")
        self.game = begun(self.league, players, others, **given)
        self._seat_as_here()
        for seat, user in players.items():
            Side.objects.filter(pairing__game=self.game, entry__user=user).update(seat=seat)

    def _enter_for(self, arbiter: str) -> None:
        """Make the game a competition's, which someone arbitrates."""
        Game.objects.filter(pk=self.game.pk).update(is_contest=True)
        now = clock.now()
        given = asdict(terms())
        Contest.objects.create(game=self.game, league=self.league, **given)
        GameArbiter.objects.create(game=self.game, user=self.people[arbiter], named_at=now)
        self.game.refresh_from_db()

    def seat_of(self, person: str) -> str | None:
        """The seat that someone holds by now; None for a watcher."""
        return next((seat for seat, player in self.players.items() if player == person), None)

    # What is done.

    def do(self, act: Act) -> None:
        """Perform one act, as the holder of the seat."""
        self.house.chance.seed(f"{self.moment} {act}")
        if not act.seat:
            getattr(self, f"_{act.does}")(**act.given)
            return
        user = self.people[self.players[act.seat]]
        getattr(self, f"_{act.does}")(act.seat, user, **act.given)

    def _save(self, seat: str, user: User, **given: Any) -> None:
        phase = self.phase
        draft = Answer.objects.filter(phase=phase, seat=self.seats[seat]).first()
        version = draft.version if draft else 0
        answers.save_answer(game=self.game, user=user, label=phase.label, version=version, **given)

    def _ready(self, seat: str, user: User, *, ready: bool) -> None:
        answers.set_ready(game=self.game, user=user, label=self.phase.label, ready=ready)

    def _write(self, seat: str, user: User, *, to: list[str], body: str) -> None:
        key = f"{seat}-{self.moment}"[:36]
        letters.send_letter(game=self.game, user=user, to=to, body=body, key=key)

    def _begin_letter(self, seat: str, user: User, *, to: list[str], body: str) -> None:
        thread = circle_key(self.seats[key].order for key in (seat, *to))
        begun = LetterDraft.objects.filter(tenure__user=user, thread=thread).first()
        version = begun.version if begun else 0
        letter_drafts.keep_draft(game=self.game, user=user, thread=thread, body=body, version=version, to=to)

    def _vote(self, seat: str, user: User, *, kind: str, is_cast: bool) -> None:
        (votes.cast if is_cast else votes.withdraw)(game=self.game, user=user, kind=kind)

    def _propose_pause(self, seat: str, user: User, *, days: int) -> None:
        until = self.phase.opened_at + timedelta(days=days)
        clock_votes.propose(game=self.game, user=user, kind=ClockProposal.Kind.PAUSE, until=until)

    def _agree(self, seat: str, user: User, *, is_agreed: bool) -> None:
        proposal = ClockProposal.objects.get(phase=self.phase, closed_at=None).pk
        (clock_votes.vote if is_agreed else clock_votes.take_back)(
            game=self.game, user=user, proposal=proposal
        )

    def _concede(self, seat: str, user: User) -> None:
        votes.concede(game=self.game, user=user)

    def _resign(self, seat: str, user: User) -> None:
        resigning.resign(game=self.game, user=user)

    def _wanted(self, seat: str, user: User) -> None:
        resigning.ask_for_replacement(game=self.game, user=user)

    def _give_up(self, seat: str, user: User, *, cause: str) -> None:
        tenure = Tenure.objects.select_related("seat").get(game=self.game, user=user, left_at=None)
        game = Game.objects.get(pk=self.game.pk)
        vacancies.open_seat(game=game, phase=self.phase, tenure=tenure, cause=cause, now=clock.now())

    def _go_away(self, seat: str, user: User, *, days: int) -> None:
        first = self.phase.deadline.date()
        last = first + timedelta(days=days - 1)
        holidays.announce(league=self.league, user=user, first=first, last=last, back=time(20), zone="UTC")

    def _pin(self, seat: str, user: User, **given: Any) -> None:
        notebook_services.pin(game=self.game, user=user, **given)

    def _read(self, seat: str, user: User) -> None:
        for circle in self.seats[seat].circles.order_by("pk"):
            upto = circle.letters.latest("pk").pk
            read_marks.mark_read(game=self.game, user=user, thread=circle.key, upto=upto)

    def _wait(self, **length: int) -> None:
        self._wait_until(clock.now() + timedelta(**length))

    def _offer(self, person: str) -> None:
        presiding.offer_to_stand_in(game=self.game, user=self.people[person])

    def _replace(self, seat: str, person: str) -> None:
        presiding.replace_player(
            game=self.game,
            user=self.people[self.world.master],
            seat=seat,
            stand_in=self.people[person].pk,
            reason="Long silent.",
        )
        self.players = {key: name for key, name in self.players.items() if name != person} | {seat: person}

    # What happens by itself.

    def work(self) -> None:
        for task in (tasks.drain_due, tasks.send_reminders, find_opponents, tasks.send_outbox):
            self.ears.run(task)

    def to_the_deadline(self) -> None:
        """Adjudicate the open phase at its deadline, and tell everyone."""
        self._wait_until(self.phase.deadline)

    def to_the_reminder(self) -> None:
        """Remind those who owe, where the phase is long enough."""
        if self.phase.remind_at is not None:
            self._wait_until(self.phase.remind_at)

    def _wait_until(self, moment: Any) -> None:
        self.house.clock.to(moment)
        house_was_up()
        self.work()

    def seen_by(self, person: str) -> list[Mapping[str, Any]]:
        """What the engine's `view` shows of every phase to someone, by its label."""
        seat = GAME_MASTER if person == self.world.master else self.seat_of(person)
        seen: list[Json] = []
        for phase in Phase.objects.filter(game=self.game).select_related("turn").order_by("ordinal"):
            shown = {"phase": phase.label, "position": sight.position_of(self.game, phase.position, seat)}
            if not phase.is_open:
                shown["turn"] = sight.turn_of(self.game, phase, seat)
            seen.append(shown)
        return seen
