"""A round robin from its draft to its last place: everyone plays everyone once, all games at once."""

from __future__ import annotations

import json

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from games.common import clock
from games.common.outbox.row import OutboxRow
from games.models import Game
from games.services.players import votes
from league.competitions import kinds, services
from league.competitions.errors import BadRules, EntriesClosed
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Entry, FinalPlace, Pairing, Standing
from league.competitions.outbox.post import season_mails
from league.competitions.round_robin.rules import RoundRobinRules
from league.competitions.rules.common_rules import rules_of
from league.competitions.rules.leaving_table import table
from league.competitions.services import turning
from league.competitions.services.fees import mark_paid
from league.competitions.services.suspending import drop_for
from league.competitions.tasks import compare_all
from tests.league.competitions.check_groups import faults_in
from tests.league.competitions.seasons import DAY, RULES, STARTS, Season
from tests.league.competitions.test_stages import deliver
from tests.league.prizes.money_seasons import MoneySeason

ROUND_ROBIN = RoundRobinRules(
    name="Autumn cup",
    league="calais",
    variant="intimate",
    settings={"last_year": 1902},
    pace=RULES.pace,
    zone="Europe/Paris",
    enters_from=RULES.enters_from,
    enters_until=RULES.enters_until,
    starts_at=STARTS,
    ends_at=RULES.ends_at,
)


class RoundRobinSeason(Season):
    """Games are named by the numbers of their two entries."""

    base = ROUND_ROBIN

    def number(self, number: int) -> Entry:
        return Entry.objects.select_related("user", "competition").get(
            competition=self.competition, number=number
        )

    def pairing(self, one: int, two: int) -> Pairing:
        found = Pairing.objects.filter(competition=self.competition)
        for entry in (one, two):
            found = found.filter(sides__entry__number=entry)
        return found.select_related("game", "competition").get()

    def beats(self, winner: int, loser: int, *, hear: bool = True) -> None:
        votes.concede(game=self.pairing(winner, loser).game, user=self.number(loser).user)
        if hear:
            self.hear()

    def points(self) -> dict[int, str]:
        return {row["entry"]: row["points"] for row in self.export["table"]}

    @property
    def export(self) -> dict:
        self.refresh()
        return json.loads(export_bytes(self.competition, clock.now()))


class MoneyRoundRobin(MoneySeason, RoundRobinSeason):
    base = ROUND_ROBIN
    without = {}


@pytest.fixture
def season(calais, carl, set_clock):
    return RoundRobinSeason(calais, carl, set_clock)


def test_all_games_begin_on_the_first_day_and_everybody_meets_everybody(season):
    season.begin(4)
    assert season.competition.state == "running" and season.competition.challenges_until is None
    assert Game.objects.filter(pairing__competition=season.competition, state="running").count() == 6
    pairs = [(p["a"], p["b"]) for p in season.export["rounds"][0]["pairs"]]
    assert pairs == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    assert faults_in(season.export) == []
    with pytest.raises(EntriesClosed):
        season.enter("late")


def test_it_goes_from_its_draw_to_its_places_and_ends_with_its_last_result(season, client_of, visitor):
    season.announce()
    assert faults_in(season.export) == []
    for number in range(1, 5):
        season.enter(f"p{number}")
    season.start()
    for winner, loser in ((1, 2), (1, 3), (4, 1), (2, 3), (2, 4)):
        season.clock.pass_(hours=1)
        season.beats(winner, loser)
        assert faults_in(season.export) == [] and compare_all() == []
    assert not kinds.of(season.competition).ends_early(season.competition)
    season.beats(4, 3)
    assert season.points() == {1: "2", 2: "2", 4: "2", 3: "0"}
    assert season.turn(minutes=1) and season.competition.state == "closing"
    assert not season.turn(hours=1), "its results are not final yet"
    season.turn(days=2)
    assert season.competition.state == "finished" and faults_in(season.export) == []
    assert [each["entry"] for each in season.export["final"]] == season.table
    assert FinalPlace.objects.get(competition=season.competition, rank=1).entry.number == season.table[0]
    assert season.competition.next_seasons.get().kind == "groups", "the next one is drafted by itself"
    for client in (visitor, client_of(season.number(1).user), client_of(season.arbiter)):
        assert client.get(season.competition.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("played", [1, 2])
def test_who_goes_out_early_takes_every_game_along_and_later_none(season, played):
    """With four people half of three games is one and a half: one ended game is fewer, two are not."""
    season.begin(4)
    season.beats(1, 4)
    if played == 2:
        season.beats(4, 2)
    season.clock.pass_(hours=1)
    leaver = season.number(4)
    services.withdraw(competition=season.competition, user=leaver.user)
    season.hear()
    export = season.export
    assert faults_in(export) == [] and compare_all() == []
    of_leaver = [p for p in export["rounds"][0]["pairs"] if 4 in (p["a"], p["b"])]
    if played == 1:
        assert {p["how"] for p in of_leaver} == {"annulled"} and season.points() == {1: "0", 2: "0", 3: "0"}
    else:
        assert {p["winner"] for p in of_leaver} == {1, 3, 4}
        assert season.points() == {1: "1", 2: "0", 3: "1"}
    assert Standing.objects.get(entry=leaver).rank == 0


def test_a_result_not_heard_of_yet_counts_before_somebody_goes(season):
    season.begin(4)
    season.beats(1, 4)
    season.beats(4, 2, hear=False)
    leaver = season.number(4)
    services.withdraw(competition=season.competition, user=leaver.user)
    season.hear()
    (leaves,) = [row for row in season.export["log"] if row["kind"] == "leaves"]
    assert (leaves["ended"], leaves["annuls"]) == (2, False)
    assert faults_in(season.export) == []


def test_a_ruling_changes_the_table_and_says_before_which_ranks_follow(season, client_of):
    season.begin(4)
    season.beats(1, 2)
    pairing = season.pairing(1, 2)
    loser = season.number(2)
    services.dispute(pairing=pairing, user=loser.user, said="My orders were saved.")
    page = client_of(season.arbiter).get(
        reverse("tournaments:dispute", args=["calais", season.competition.code, pairing.number])
    )
    assert page.status_code == 200
    follows = [option.follows for option in page.context["page"].options]
    assert follows[0].startswith("Ranks stay") and follows[1].startswith("Ranks change")
    services.rule(
        pairing=pairing, by=season.arbiter, ruling="forfeit", reason="A page.", forfeited_by=season.number(1)
    )
    assert season.points()[2] == "1" and season.points()[1] == "0"
    assert faults_in(season.export) == [] and compare_all() == []
    ruled = [row for row in season.export["log"] if row["kind"] in ("disputed", "ruled")]
    assert [row["pairing"] for row in ruled] == [1, 1]


def test_both_hear_of_the_end_of_their_game_by_mail(season, mailoutbox):
    season.begin(4)
    OutboxRow.objects.all().delete()
    season.beats(1, 2)
    list(season_mails.send(list(OutboxRow.objects.filter(topic="season_mail"))))
    sent = {mail.to[0]: mail for mail in mailoutbox if "You" in mail.subject}
    assert set(sent) == {season.number(1).user.email, season.number(2).user.email}
    assert "You won" in sent[season.number(1).user.email].subject
    assert "provisional until" in sent[season.number(2).user.email].body


def test_it_waits_for_who_has_just_left_the_league_and_begins_without_them(season):
    season.announce()
    entries = [season.enter(f"p{number}") for number in range(1, 6)]
    season.league.memberships.filter(user=entries[0].user).delete()
    season.clock(STARTS)
    assert not turning.turn(season.competition) and season.refresh().competition.state == "announced"
    deliver()
    assert turning.turn(season.refresh().competition)
    assert Pairing.objects.filter(competition=season.competition).count() == 6


def test_a_suspension_leaves_its_games_as_they_are_and_stands_in_the_log(season):
    from league.leagues import services as leagues

    season.begin(4)
    act = leagues.suspend(
        league=season.league,
        by=season.organiser,
        person=season.number(1).user,
        until=season.clock.now + 3 * DAY,
        reason="Rude.",
    )
    drop_for(act)
    assert Game.objects.filter(pairing__competition=season.competition, state="running").count() == 6
    assert [row["cancelled"] for row in season.export["log"] if row["kind"] == "suspended"] == [[]]


@pytest.mark.parametrize(
    "rules", [{"smallest": 3}, {"largest": 9}, {"variant": "classic"}, {"ends_at": STARTS + 5 * DAY}]
)
def test_what_no_round_robin_can_be_is_refused(calais, carl, set_clock, rules):
    with pytest.raises(BadRules):
        RoundRobinSeason(calais, carl, set_clock, **rules)


def test_its_rules_come_back_from_their_json_and_name_their_chain():
    data = ROUND_ROBIN.to_json()
    assert rules_of(data) == ROUND_ROBIN and data["ties"] == ["direct", "sonneborn", "draw"]
    assert "challenges_until" not in data


def test_nothing_of_a_ladder_is_to_be_had_in_it(season, client_of):
    season.begin(4)
    code, player = season.competition.code, client_of(season.number(1).user)
    for name in ("challenge", "tell-me"):
        address = reverse(f"tournaments:{name}", args=["calais", code])
        assert player.post(address, {"of": "2", "tell": "2"}).status_code == 404
    for name in ("one-challenge", "decline"):
        assert player.get(reverse(f"tournaments:{name}", args=["calais", code, 1])).status_code == 404


def test_no_page_speaks_of_a_ladder_or_challenges(season, client_of):
    season.begin(4)
    arbiter = client_of(season.arbiter)
    for name in ("season", "log", "desk", "move-dates", "extend"):
        page = arbiter.get(reverse(f"tournaments:{name}", args=["calais", season.competition.code]))
        words = page.content.decode().split("<main", 1)[1].split("</main>", 1)[0].lower()
        assert "ladder" not in words, name
        assert "challenge" not in words, name
    assert page.context["running"] == 6


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_of_it_at_every_stage_for_every_reader(season, client_of, visitor, carl, language):
    def look() -> None:
        season.refresh()
        pages = ["season", "entries", "results", "log", "rules", "rules-file", "export-file", "live"]
        people = [visitor, client_of(carl), client_of(season.arbiter)]
        entries = list(season.competition.entries.select_related("user"))
        for client in [*people, *(client_of(entry.user) for entry in entries[:1])]:
            for name in pages if not season.competition.is_draft or client != visitor else []:
                page = client.get(
                    reverse(f"tournaments:{name}", args=["calais", season.competition.code]),
                    headers={"accept-language": language},
                )
                assert page.status_code in (200, 204, 404), name
                assert page.status_code != 404 or season.competition.is_draft, name
            for entry in entries:
                where = reverse("tournaments:entrant", args=["calais", season.competition.code, entry.number])
                assert client.get(where).status_code == 200
            assert client.get(reverse("leagues:home", args=["calais"])).status_code == 200
        for form in ("csv", "json"):
            table = reverse("tournaments:table-file", args=["calais", season.competition.code, form])
            assert season.competition.is_draft or visitor.get(table).status_code == 200
        desk = reverse("tournaments:desk", args=["calais", season.competition.code])
        assert season.competition.is_draft or client_of(season.arbiter).get(desk).status_code == 200

    look()
    season.begin(4)
    look()
    season.beats(1, 2)
    leaver = season.number(3)
    services.withdraw(competition=season.competition, user=leaver.user)
    season.hear()
    look()
    season.beats(1, 4)
    season.beats(2, 4)
    season.turn(minutes=1)
    look()
    season.turn(days=3)
    assert season.competition.state == "finished"
    look()


def test_its_prizes_go_by_its_places(calais, carl, set_clock):
    season = MoneyRoundRobin(calais, carl, set_clock).agree().announce()
    for number in range(1, 5):
        season.enter_and_pay(f"p{number}")
    season.start()
    for winner, loser in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)):
        season.beats(winner, loser)
    season.turn(minutes=1)
    season.turn(minutes=1)
    assert season.competition.state == "finished"
    from league.prizes.services.payouts.proposing import eligible

    assert [each.entries for each in eligible(season.competition)] == [[1], [2], [3], [4]]


def test_the_data_base_keeps_pairings_and_sides_single(season):
    season.begin(4)
    pairing = season.pairing(1, 2)
    with connection.cursor() as cursor:
        for statement in (
            "INSERT INTO tournaments_pairing (competition_id, number) VALUES (%s, 1)",
            "INSERT INTO tournaments_side (pairing_id, entry_id, seat) SELECT pairing_id, entry_id, '' "
            "FROM tournaments_side WHERE pairing_id = %s",
        ):
            given = season.competition.pk if "pairing (" in statement else pairing.pk
            with pytest.raises(IntegrityError), transaction.atomic():
                cursor.execute(statement, [given])


def test_its_rules_let_nobody_in_who_paid_in_time_and_late_is_refunded(calais, carl, set_clock):
    """Its games have all begun by then; a ladder takes them at the bottom."""
    row = next(
        row
        for row in table(kinds.named("groups").leaving, has_fee=True)
        if row.name == "Does not pay the fee in time"
    )
    assert row.during == "A later payment is refunded in full."
    season = MoneyRoundRobin(calais, carl, set_clock).agree().announce()
    for number in range(1, 5):
        season.enter_and_pay(f"p{number}")
    late = season.enter("late", accepts=season.accepts())
    season.start()
    assert season.competition.state == "running"
    assert not mark_paid(season.competition, Entry.objects.get(pk=late.pk), season.clock.now)


def test_withdrawing_says_what_becomes_of_ones_own_games(season, client_of):
    season.begin(4)
    client = client_of(season.number(1).user)
    address = f"{season.competition.get_absolute_url()}withdraw/"

    def page():
        return " ".join(client.get(address).content.decode().partition("<main")[2].split())

    none_counts = "Fewer than half of your games have ended, so none counts for anyone."
    assert f"You concede 3 running games. {none_counts}" in page() and "fee" not in page()
    season.beats(2, 1)
    season.beats(3, 1)
    assert "You concede 1 running game. The results you have stay." in page()
    season.beats(1, 4)
    assert "You have no game running.</p>" in page()
