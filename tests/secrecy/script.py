"""One script: a year of Intimate Diplomacy in which ben's envelopes hold now this, now that.

Whatever ben seals in an envelope is looked for by everyone else, and then, before the deadline, replaced by
what the script gives them; so the year takes the same course whatever they had sealed. The last envelope is
opened, after adjudicating it has failed: from then on the runs differ, and show that the ears can hear it.
"""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse

from games.models import Game
from tests.secrecy.acts import PLAYED, sheet
from tests.secrecy.ears import WATCHED
from tests.secrecy.mishaps import Mishaps
from tests.secrecy.transcript import REVEALED, Transcript


class Script(Mishaps):
    """Plays the year in a house."""

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
        self.do(self.ada, "invite", {"guests_to_add": "eve"}, game=self.hidden)
        self.work()
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
        self.see_results(*[self.ben] if self.envelope.begun else [])
        self.do(self.ada, "vote", {"kind": "draw", "cast": "yes"})
        self.announce("Nobody plays on Sunday.")
        self.stop_the_clock()
        self.tell_rules()
        self.nominate()
        self.look("sealed, with a vote")
        self.remind()
        self.do(self.ada, "vote", {"kind": "draw", "cast": "no"})
        self.see_results(self.ada, self.ben)
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
        self.take_back("S1901M")
        self.look("taken back: what was sealed is nobody's any more")
        self.seal()
        self.look("sealed in spring again")
        self.give_in()
        self.to_the_deadline()
        self.seal()
        self.at("sealed, beside phases taken back")
        self.ears.look_at(["games:game", "games:taken-back-phase"], ["ada", "visitor", "carl"])
        self.stand_still(timedelta(hours=2))
        self.look("sealed, after an outage")
        self.give_in()
        self.to_the_deadline()

    def retreat(self) -> None:
        self.seal()
        self.fail_to_hint()
        self.fail_to_watch_a_season()
        self.fail_to_look_after_money()
        self.fail_to_make_a_course()
        self.look("sealed")
        self.at("ben's seat open")
        self.open_seat("2")
        self.say_who_removed(self.ben, self.ada)
        self.ears.look_at([*WATCHED, "games:take-over", "games:open-seats", "leagues:home"], ["ada", "eve"])
        self.ears.rows()
        self.at("ben replaced")
        self.take_over("2", self.eve)
        self.ears.look_at(WATCHED, ["ada", "eve"])
        self.hand_over("2", self.ben)
        self.tell_once_a_day(self.eve)
        self.tell_the_week()
        self.give_in()
        self.to_the_deadline()

    def build_and_fail(self) -> None:
        # An extension tells at the deadline who has saved nothing, as it should (HR-2): here none is left.
        Game.objects.filter(pk=self.game.pk).update(absence={**self.game.absence, "extensions": 0})
        self.seal()
        self.look("sealed")
        self.find_damage()
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
