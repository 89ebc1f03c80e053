"""What an entry becomes, step by step: its standing and its payment, and refusals that stay as rows."""

import importlib
import json

import pytest
from django.apps import apps
from django.urls import reverse

from league.competitions import services
from league.competitions.log.exporting import export
from league.competitions.models import Entry, EntryStep
from league.competitions.rules.draws import draw, seed_of
from league.competitions.state import conditions
from tests.league.competitions.checker import faults_in

pytestmark = pytest.mark.django_db

migration = importlib.import_module("league.competitions.migrations.0014_standing_and_payment")


def steps_of(entry):
    return list(entry.steps.order_by("pk").values_list("state", "payment", "why"))


@pytest.fixture
def strict(make_season):
    """A season that asks for two finished games; no one has any."""
    return make_season(entry_games=2).announce()


def refused(season, person):
    with pytest.raises(conditions.Refused) as error:
        services.enter(competition=season.competition, user=person, word="mine")
    return error.value


def test_every_step_of_an_entry_without_a_fee_says_who_when_and_why(make_season):
    season = make_season().announce()
    one, _two = season.enter("p1"), season.enter("p2")
    season.start()
    services.withdraw(competition=season.refresh().competition, user=one.user)
    assert steps_of(one) == [
        ("applied", "none", "asked"),
        ("accepted", "none", "fit"),
        ("playing", "none", "begun"),
        ("withdrawn", "none", "own"),
    ]
    assert [step.by_id for step in one.steps.order_by("pk")] == [one.user_id, None, None, one.user_id]


def test_a_refusal_is_a_row_with_its_reason_and_numbers(strict):
    person = strict.member("p1")
    assert "You need 2 finished games in this league; you have 0." in str(refused(strict, person))
    entry = Entry.objects.get()
    assert (entry.state, entry.payment, entry.word, entry.left_at) == (
        "refused",
        "none",
        "",
        strict.clock.now,
    )
    assert steps_of(entry) == [("applied", "none", "asked"), ("refused", "none", "unmet")]
    assert entry.steps.latest("pk").unmet == [{"condition": "games", "asked": 2, "has": 0}]


def test_asking_again_for_the_same_reasons_adds_nothing_and_for_others_a_step(strict):
    person = strict.member("p1")
    refused(strict, person), refused(strict, person)
    assert EntryStep.objects.count() == 2
    type(strict.competition).objects.update(rules=strict.competition.rules | {"entry_games": 3})
    refused(strict, person)
    assert [step.unmet[0]["asked"] for step in EntryStep.objects.filter(state="refused").order_by("pk")] == [
        2,
        3,
    ]
    assert Entry.objects.count() == 1


def test_a_person_who_was_refused_can_enter_later_as_another_entry(strict):
    person = strict.member("p1")
    refused(strict, person)
    type(strict.competition).objects.update(rules=strict.competition.rules | {"entry_games": 0})
    entry = services.enter(competition=strict.competition, user=person)
    assert (entry.number, entry.state) == (2, "accepted")
    assert list(Entry.objects.order_by("number").values_list("state", flat=True)) == ["refused", "accepted"]


def test_a_person_who_was_refused_may_become_an_arbiter(strict):
    person = strict.member("p1")
    refused(strict, person)
    assert services.name_arbiter(competition=strict.competition, by=strict.arbiter, user=person).pk


@pytest.mark.slow
def test_a_refused_entry_takes_no_place_and_what_for_is_told_to_its_person_and_the_arbiters(
    strict, client_of, visitor
):
    person, other = strict.member("perpetua"), strict.member("p2")
    refused(strict, person)
    here = strict.competition.get_absolute_url()
    entrant = reverse("tournaments:entrant", args=["calais", strict.competition.code, 1])
    why = "0 of 2 finished games"
    for who in (person, strict.arbiter):
        assert why in client_of(who).get(entrant).content.decode()
        assert why in client_of(who).get(here + "log/?part=entries").content.decode()
    for client in (client_of(other), visitor):
        assert client.get(entrant).status_code == 404
        log = client.get(here + "log/?part=entries").content.decode()
        assert "conditions are not met" in log and why not in log and entrant not in log
        assert "perpetua" not in client.get(here + "entries/").content.decode().lower()
    assert client_of(other).get(here).context["page"].numbers.taken == 0


def test_the_export_tells_standings_and_both_columns_of_each_step(make_season):
    season = make_season(largest=2, entry_games=0).announce()
    for number in (1, 2, 3):
        season.enter(f"p{number}")
    type(season.competition).objects.update(rules=season.competition.rules | {"entry_games": 1})
    refused(season.refresh(), season.member("p4"))
    found = export(season.refresh().competition, season.clock.now)
    assert [row["state"] for row in found["entries"]] == ["accepted", "accepted", "waiting", "refused"]
    steps = [(row["entry"], row["state"], row["payment"]) for row in found["log"] if row["kind"] == "entry"]
    assert steps[-4:] == [
        (3, "applied", "none"),
        (3, "waiting", "none"),
        (4, "applied", "none"),
        (4, "refused", "none"),
    ]
    assert "finished games" not in json.dumps(found["log"])


def test_an_empty_word_stays_empty_and_the_draw_counts_it(make_season):
    season = make_season().announce()
    one, two, three = season.enter("p1"), season.enter("p2", word="sesame"), season.enter("p3")
    assert [each.word for each in (one, two, three)] == ["", "sesame", ""]
    services.set_word(entry=two, user=two.user, word="")
    services.set_word(entry=three, user=three.user, word="open")
    season.start()
    drawn = season.competition.draws.get()
    assert (drawn.label, drawn.words) == ("initial", ["", "", "open"])
    assert season.table == drawn.order == draw(seed_of(drawn.secret, drawn.words), "initial", [1, 2, 3])
    exported = export(season.refresh().competition, season.clock.now)
    assert exported["draws"][0]["words"] == ["", "", "open"]
    assert not faults_in(json.dumps(exported, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


class Old:
    """An entry and its steps of before, as the migration finds them."""

    def __init__(self, state, pay_by, *steps):
        self.state, self.pay_by, self.payment = state, pay_by, "none"
        self.rows = [type("Step", (), {"state": one, "why": why})() for one, why in steps]

    @property
    def payments(self):
        found, before = [], "none"
        for step in self.rows:
            before = migration._payment(step, before)
            found.append(before)
        self.payment = before
        if self.state in ("accepted", "playing", "unpaid"):
            self.payment = migration._of_those_in(self)
        return [*found, self.payment]


ENTERED, PAID = ("unpaid", "to_pay"), ("accepted", "paid")


@pytest.mark.parametrize(
    ("entry", "payments"),
    [
        (Old("unpaid", 1, ENTERED), ["due", "due"]),
        (Old("unpaid", 1, ("applied", "full"), ("unpaid", "free")), ["none", "due", "due"]),
        (Old("playing", None, ENTERED, PAID, ("playing", "begun")), ["due", "paid", "paid", "paid"]),
        (Old("unpaid", 1, ENTERED, PAID, ("unpaid", "charged_back")), ["due", "paid", *["charged_back"] * 2]),
        (Old("withdrawn", None, ENTERED, ("withdrawn", "not_paid")), ["due", "none", "none"]),
        (Old("withdrawn", None, ENTERED, PAID, ("withdrawn", "own")), ["due", "paid", "paid", "paid"]),
        (Old("accepted", None, ("accepted", "asked")), ["none", "none"]),
    ],
)
def test_payments_of_before_follow_from_the_steps(entry, payments):
    assert entry.payments == payments


def test_seasons_without_money_only_part_applied_from_waiting(season):
    entry = season.entry(1)
    before = steps_of(entry)
    migration.part_standing_and_payment(apps, None)
    entry.refresh_from_db()
    assert entry.state == "playing" and steps_of(entry)[1:] == before[1:]
    assert steps_of(entry)[0] == ("waiting", "none", "asked"), "of before, applied was the waiting list"
