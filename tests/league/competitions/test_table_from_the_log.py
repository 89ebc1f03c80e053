"""The table kept in rows is what the log comes to, whatever arrives in whatever order."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.competitions.ladder import log
from league.competitions.ladder.selectors import rank_history
from league.competitions.ladder.services import table
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Challenge, Competition, Entry, Event, Standing
from league.competitions.services.locking import lock
from league.competitions.tasks import compare_all
from tests.conftest import make_user
from tests.league.competitions.seasons import DAY, RULES, STARTS

PEOPLE = 6
ACTS = st.lists(
    st.tuples(
        st.sampled_from(["result", "result", "result", "declined", "idle", "leaves", "joins", "ruling"]),
        st.integers(0, 30),
        st.integers(0, 30),
        st.integers(0, 40),
    ),
    max_size=25,
)


class Rows:
    """A competition whose log a test writes by hand, without games."""

    def __init__(self, competition: Competition, people: list) -> None:
        self.competition, self.people = competition, people
        self.entries = [self.entry(number) for number in range(1, PEOPLE + 1)]
        self.number = 0
        opens = log.opens(competition, [each.number for each in self.entries], STARTS, STARTS)
        table.record(competition, opens)

    def entry(self, number: int) -> Entry:
        return Entry.objects.create(
            competition=self.competition,
            number=number,
            user=self.people[number - 1],
            state=Entry.State.PLAYING,
            word="x",
            entered_at=STARTS,
        )

    def challenge(self, by: Entry, of: Entry, at) -> Challenge:
        self.number += 1
        ranks = dict(Standing.objects.values_list("entry", "rank"))
        made = Challenge.objects.create(
            competition=self.competition,
            number=self.number,
            by=by,
            of=of,
            state="dropped",
            over_at=at,
            by_rank=ranks.get(by.pk, 0),
            of_rank=ranks.get(of.pk, 0),
            made_at=at,
            answer_by=at,
        )
        table.record(self.competition, log.challenged(made, (None, None)))
        return made

    def result(
        self, challenge: Challenge, winner: int | None, loser: int | None, how: str, at, **more
    ) -> Event:
        facts = {"challenge": challenge.number, "game": "", "winner": winner, "loser": loser, "how": how}
        return Event(
            competition=self.competition,
            at=at,
            kind="result",
            number=challenge.number,
            facts=facts,
            recorded_at=at,
            **more,
        )

    def act(self, what: str, one: int, other: int, hours: int) -> None:
        """One thing that happens, `hours` after the beginning, however late it is heard of."""
        at = STARTS + timedelta(hours=hours)
        playing = list(Entry.objects.filter(competition=self.competition, state="playing").order_by("number"))
        if not playing:
            return
        entry, opponent = playing[one % len(playing)], playing[other % len(playing)]
        if what == "joins":
            if len(self.entries) < len(self.people):
                self.entries.append(self.entry(len(self.entries) + 1))
                table.record(self.competition, log.joins(self.entries[-1], at))
        elif what == "leaves":
            Entry.objects.filter(pk=entry.pk).update(state="withdrawn", left_at=at)
            table.record(self.competition, log.leaves(entry, at, "withdrawn"))
        elif what == "idle":
            table.record(self.competition, log.idle(entry, at, 1 + other % 3, at))
        elif what == "ruling":
            told = Event.objects.filter(kind="result", superseded_by=None, competition=self.competition)
            if (event := told.order_by("pk").first()) is not None:
                facts = event.facts | {"winner": None, "loser": None, "how": "HR-6"}
                ruled = Event(
                    at=event.at,
                    kind="result",
                    number=event.number,
                    facts=facts,
                    recorded_at=at,
                    supersedes=event,
                )
                table.record(self.competition, ruled)
        elif entry != opponent:
            made = self.challenge(entry, opponent, STARTS)
            if what == "declined":
                table.record(self.competition, log.declined(made, at, other % 4, at))
            else:
                how = ("ID-15", "HR-5", "ID-16", "ID-19")[hours % 4]
                won = None if how == "ID-16" else entry.number
                lost = None if how == "ID-16" else opponent.number
                table.record(self.competition, self.result(made, won, lost, how, at))


@pytest.fixture
def rows(calais, carl):
    people = [make_user(f"p{number}") for number in range(1, PEOPLE + 5)]
    made = []

    def make():
        competition = Competition.objects.create(
            league=calais,
            name="Season",
            variant="intimate",
            state="running",
            rules={"dispute_days": 2, "names": "people"},
            rules_sha256="0" * 64,
            opened_by=carl,
            opened_at=STARTS,
            announced_at=STARTS,
            started_at=STARTS,
            enters_from=STARTS,
            enters_until=STARTS + DAY,
            starts_at=STARTS + DAY,
            challenges_until=STARTS + 2 * DAY,
            ends_at=STARTS + 3 * DAY,
        )
        made.append(competition)
        return Rows(competition, people)

    return make


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_rows_are_what_the_log_comes_to_after_any_acts(rows, acts):
    season = rows()
    for act in acts:
        season.act(*act)
        assert not table.has_drifted(season.competition)
    before = table.table_bytes(season.competition)
    assert not table.refold(season.competition)
    ranks = list(
        Standing.objects.filter(competition=season.competition, rank__gt=0)
        .order_by("rank")
        .values_list("rank", flat=True)
    )
    assert ranks == list(range(1, len(ranks) + 1))
    steps = rank_history.steps_since(season.competition, STARTS - 400 * DAY)
    for standing in Standing.objects.filter(competition=season.competition):
        own = (standing.entry_id, standing.rank)
        around = rank_history.changes_of_entry(*own, rank_history.steps_around(standing))
        assert around == rank_history.changes_of_entry(*own, steps)
    Standing.objects.filter(competition=season.competition).update(rank=0, won=7)
    assert table.refold(season.competition)
    assert table.table_bytes(season.competition) == before


def test_a_challenge_that_ends_as_it_is_made_comes_before_its_result_in_rows_and_export(rows):
    """However late the result is heard of, and whatever else happened at that moment."""
    season = rows()
    one, two, three, four, *_rest = season.entries
    at = STARTS + timedelta(hours=1)
    first, second = season.challenge(three, one, at), season.challenge(four, two, at)
    table.record(season.competition, season.result(second, four.number, two.number, "ID-15", at))
    table.record(season.competition, season.result(first, three.number, one.number, "ID-15", at))
    assert not table.has_drifted(season.competition)
    season.competition.rules = RULES.to_json()
    text = export_bytes(season.competition, at).decode()
    events = [(each["kind"], each.get("challenge")) for each in json.loads(text)["events"]]
    assert events == [
        ("opens", None),
        *(("challenge", 1), ("result", 1), ("challenge", 2), ("result", 2)),
    ]
    in_table = Standing.objects.filter(competition=season.competition).order_by("rank")
    assert list(in_table.values_list("entry__number", flat=True)) == [3, 1, 4, 2, 5, 6]
    assert list(Challenge.objects.order_by("number").values_list("by_rank", "of_rank")) == [(3, 1), (4, 3)]


def test_the_command_puts_a_table_right_that_has_drifted_and_the_night_alarms(rows, capsys):
    from games.models import OutboxRow

    season = rows()
    for act in (("result", 3, 0, 5), ("idle", 1, 2, 9), ("result", 2, 1, 4)):
        season.act(*act)
    right = table.table_bytes(season.competition)
    assert compare_all() == []
    Standing.objects.filter(competition=season.competition, rank=1).update(won=9)
    assert compare_all() == [season.competition.code]
    assert OutboxRow.objects.get(topic="alarm").payload == {"competitions": [season.competition.code]}
    call_command("recompute_competitions", season.competition.code)
    assert "made anew" in capsys.readouterr().out
    assert table.table_bytes(lock(season.competition)) == right
    call_command("recompute_competitions")
    assert "0 of 1 tables were different" in capsys.readouterr().out
    with pytest.raises(CommandError, match="nonesuch"):
        call_command("recompute_competitions", "nonesuch")


def test_facts_of_events_are_plain_json(rows):
    season = rows()
    season.act("result", 3, 0, 5)
    for event in Event.objects.all():
        assert json.loads(json.dumps(event.facts)) == event.facts


def test_a_false_result_in_the_log_is_followed_by_nobody_until_somebody_says_so(make_season, capsys):
    """Neither side is believed by itself: which of them was changed, no program can know."""
    season = make_season().begin(3)
    winner, loser = season.entry(2), season.entry(1)
    game = season.play(winner, loser).game
    right, order = table.table_bytes(season.competition), season.table
    event = Event.objects.get(kind="result")
    swapped = event.facts | {"winner": event.facts["loser"], "loser": event.facts["winner"]}
    Event.objects.filter(pk=event.pk).update(facts=swapped)
    assert compare_all() == [season.competition.code], "although table and log may agree"
    with pytest.raises(CommandError, match="--believe results or --believe log"):
        call_command("recompute_competitions")
    said = capsys.readouterr().out
    assert f"the log says {loser.user.username} won" in said and str(game) in said
    assert f"the results say {winner.user.username} won" in said
    assert table.table_bytes(season.competition) == right, "and nothing was made anew"
    call_command("recompute_competitions", "--believe", "results")
    assert compare_all() == [] and season.table == order
    assert Event.objects.filter(kind="result").count() == 2, "the false one stands in the log, superseded"
    Event.objects.filter(superseded_by=None, kind="result").update(at=event.at - DAY)
    assert compare_all() == [season.competition.code], "another moment is another result"


def test_the_log_can_be_believed_too(make_season, capsys):
    season = make_season().begin(3)
    season.play(season.entry(2), season.entry(1))
    before = season.table
    event = Event.objects.get(kind="result")
    swapped = event.facts | {"winner": event.facts["loser"], "loser": event.facts["winner"]}
    Event.objects.filter(pk=event.pk).update(facts=swapped)
    call_command("recompute_competitions", "--believe", "log")
    assert season.table != before and "made anew" in capsys.readouterr().out
