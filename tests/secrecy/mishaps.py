"""Failures, each of which quotes whatever it holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.log import AdminEmailHandler

import adjudicator
from adjudicator.errors import AdjudicatorError
from games.adjudication import courses
from games.common.outbox import push
from games.common.outbox.claims import ATTEMPTS
from games.common.outbox.row import OutboxRow
from games.models import Answer, Game, Phase
from league.competitions.ladder.services import idling
from league.competitions.models import Competition, Entry
from league.competitions.tasks import watch_idle
from league.money import PLAY
from league.prizes.models import Book, WebhookEvent
from league.prizes.services import checking
from league.prizes.services.incoming import webhook_queue
from league.prizes.tasks import process_webhooks, verify_ledger
from tests.conftest import house_was_up
from tests.secrecy.acts import Acts, sheet
from tests.secrecy.ears import WATCHED


class Mishaps(Acts):
    """What goes wrong in the house while something is sealed."""

    def fail_to_save(self) -> None:
        self.at("failing to save")
        with self._quoting("read"):
            reply = self.save(self.ben, self.sealed)
        assert reply.status == 500, reply.bytes[:600]
        self.ears.page(self.ben, "a failure of ours", reply, "")
        with self._quoting("read"), self._without_mail_to_admins():
            assert self.save(self.ben, self.sealed).status == reply.status

    def fail_to_hint(self) -> None:
        """The sockets' server is away for a moment, while there is something to tell; and the worker that
        would have mailed the proposal has died of it, time and again.
        """

        def fail(*args: Any, **given: Any) -> None:
            raise ConnectionError("nobody answers")

        with self.monkeypatch.context() as patch:
            patch.setattr(push, "push_all", fail)
            self.do(self.ada, "vote", {"kind": "draw", "cast": "yes"})
            proposal = OutboxRow.objects.filter(payload__about="proposal", sent_at=None)
            assert proposal.update(in_hand=True, attempts=ATTEMPTS) == 1
            self.work()
        assert OutboxRow.objects.filter(payload__about="proposal", given_up_at__isnull=False).exists()
        self.do(self.ada, "vote", {"kind": "draw", "cast": "no"})

    def fail_to_watch_a_season(self) -> None:
        """Make the ladder unreadable: the error raised holds all of it."""
        self.at("failing to watch a season")

        def fail(*args: Any, **given: Any) -> None:
            raise LookupError(f"cannot read {[vars(each) for each in Entry.objects.all()]}")

        with self.monkeypatch.context() as patch:
            patch.setattr(idling, "watch", fail)
            self.ears.run(watch_idle)

    def fail_to_look_after_money(self) -> None:
        """A provider's word and a season's book cannot be read, and what fails quotes every answer."""
        self.at("failing to look after money")

        def fail(*args: Any, **given: Any) -> None:
            raise LookupError(f"cannot read {[vars(each) for each in Answer.objects.all()]}")

        with self.monkeypatch.context() as patch:
            patch.setattr(webhook_queue, "process", fail)
            patch.setattr(checking, "verify", fail)
            with transaction.atomic():
                now = timezone.now()
                WebhookEvent.objects.create(provider="sandbox", event_id="1", received_at=now)
                Book.objects.create(
                    competition=Competition.objects.earliest("pk"), currency=PLAY, opened_at=now
                )
                for task in (process_webhooks, verify_ledger):
                    self.ears.run(task)
                transaction.set_rollback(True)  # a book is never deleted

    def fail_to_make_a_course(self) -> None:
        """The record of a game that is over cannot be read, and what fails quotes it and every answer."""
        self.at("failing to make a course")

        def fail(*args: Any, **given: Any) -> None:
            answers = [vars(each) for each in Answer.objects.all()]
            raise AdjudicatorError("damage", f"cannot read {args} {answers}")

        with self.monkeypatch.context() as patch, transaction.atomic():
            patch.setattr(courses, "course_of", fail)
            over = {"state": Game.State.FINISHED, "outcome": {"kind": "void"}, "finished_at": timezone.now()}
            Game.objects.filter(pk=self.game.pk).update(**over)
            assert courses.keep_missing() == 0
            self.ears.deliveries()
            transaction.set_rollback(True)  # the game goes on

    def find_damage(self) -> None:
        """The position cannot be read: pages show what was before, and save nothing. Then it is put right."""
        whole = self.phase.position
        self._put({"phase": self.phase.label, "units": "none"})
        self.at("damaged")
        self.ears.look_at(["home", *WATCHED], ["ada", "visitor"])
        self.ears.look_at(["games:game", "games:desk"], ["carl"])
        for player, typed in ((self.ada, sheet("Build F ROM")), (self.ben, self.sealed)):
            assert self.save(player, typed).status == HTTPStatus.SERVICE_UNAVAILABLE
        self.ears.deliveries()
        self._put(whole)

    def _put(self, position: Any) -> None:
        Phase.objects.filter(pk=self.phase.pk).update(position=position)
        Game.objects.filter(pk=self.game.pk).update(version=F("version") + 1)  # nothing kept is shown

    def fail_to_adjudicate(self) -> None:
        self.house.clock.to(self.phase.deadline)
        self.at("failing to adjudicate")
        with self._quoting("resolve"):
            while not self.phase.set_aside_at:
                house_was_up()
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

    @contextmanager
    def _without_mail_to_admins(self) -> Iterator[None]:
        """The mail server takes no report, and quotes it."""

        def fail(*args: Any, **given: Any) -> None:
            raise ConnectionError(f"cannot carry {args} {given}")

        with self.monkeypatch.context() as patch:
            patch.setattr(AdminEmailHandler, "send_mail", fail)
            yield
