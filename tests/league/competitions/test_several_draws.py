"""A kind that commits to several draws at once: each made when it is needed, the rest opened at the end."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.common import clock
from league.competitions import kinds, services
from league.competitions.ladder.kind import Ladder
from league.competitions.log.exporting import export
from league.competitions.models import Draw
from league.competitions.rules import draws
from league.competitions.services.drawing import draw_now
from league.competitions.services.locking import lock
from tests.league.competitions.seasons import RULES

LABELS = ["seeds", *(f"advance {number}" for number in range(1, 129))]


@pytest.fixture(autouse=True)
def several(monkeypatch):
    monkeypatch.setattr(Ladder, "draws", lambda self, rules: LABELS)


def begun(make_season):
    season = make_season().announce()
    for name in ("p1", "p2", "p3", "p4"):
        season.enter(name, word=f"word of {name}")
    return season.start()


def exported(season):
    return {draw["label"]: draw for draw in export(season.refresh().competition, clock.now())["draws"]}


@pytest.mark.slow
def test_all_are_committed_to_when_it_is_announced(make_season, django_assert_max_num_queries):
    season = make_season()
    with django_assert_max_num_queries(60):
        season.announce()
    rows = list(season.competition.draws.order_by("pk"))
    assert [row.label for row in rows] == LABELS
    assert len({row.secret for row in rows}) == len(LABELS)
    assert all(draws.commitment_to(row.secret) == row.commitment and not row.is_open for row in rows)
    assert kinds.of(season.competition).draw_called("advance 3") == "advance 3"


@pytest.mark.slow
def test_the_first_orders_the_entries_and_keeps_the_words_of_all(make_season):
    season = begun(make_season)
    first, *others = season.competition.draws.order_by("pk")
    words = ["word of p1", "word of p2", "word of p3", "word of p4"]
    assert (first.words, first.over, first.order) == (words, [1, 2, 3, 4], season.table)
    assert not any(row.is_open or row.words for row in others)
    now = clock.now()
    order = draw_now(lock(season.competition), "advance 7", [4, 2], now)
    row = season.competition.draws.get(label="advance 7")
    assert order == row.order == draws.draw(draws.seed_of(row.secret, words), "advance 7", [2, 4])
    assert (row.words, row.over, row.drawn_at) == ([], [2, 4], now)


@pytest.mark.slow
def test_drawing_again_changes_nothing_and_over_others_is_refused(make_season):
    season = begun(make_season)
    order = draw_now(season.competition, "advance 7", [4, 2], clock.now())
    before = Draw.objects.filter(label="advance 7").values().get()
    season.clock.pass_(hours=1)
    assert draw_now(season.competition, "advance 7", [2, 4], clock.now()) == order
    assert Draw.objects.filter(label="advance 7").values().get() == before
    with pytest.raises(ValueError, match="was made over"):
        draw_now(season.competition, "advance 7", [1, 4], clock.now())


@pytest.mark.slow
def test_none_is_made_before_the_first(make_season):
    season = make_season().announce()
    with pytest.raises(ValueError, match="before the first"):
        draw_now(season.competition, "advance 7", [1, 2], clock.now())


@pytest.mark.slow
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_any_order_of_drawing_gives_the_same_orders(begun_once, data):
    asked = [(label, over) for label, over in begun_once.asked]
    with transaction.atomic():
        found = {
            label: draw_now(begun_once.competition, label, over, clock.now())
            for label, over in data.draw(st.permutations(asked))
        }
        transaction.set_rollback(True)
    assert found == begun_once.orders


@pytest.fixture
def begun_once(make_season):
    season = begun(make_season)
    season.asked = [
        ("advance 1", [1, 2]),
        ("advance 2", [3, 4]),
        ("advance 3", [1, 4]),
        ("advance 9", [1, 2, 3]),
    ]
    words = season.competition.draws.get(label="seeds").words
    secrets = dict(season.competition.draws.values_list("label", "secret"))
    season.orders = {
        label: draws.draw(draws.seed_of(secrets[label], words), label, over) for label, over in season.asked
    }
    return season


@pytest.mark.slow
@pytest.mark.parametrize("end", ["finished", "cancelled"])
def test_secrets_are_shown_when_they_are_needed_or_when_all_is_over(make_season, client_of, end):
    season = begun(make_season)
    draw_now(season.competition, "advance 7", [4, 2], clock.now())
    secrets = dict(season.competition.draws.values_list("label", "secret"))
    drawn = {"seeds", "advance 7"}
    assert {label for label, row in exported(season).items() if row["secret"]} == drawn
    rules = reverse("tournaments:rules", args=["calais", season.competition.code])
    files = [
        rules,
        f"{rules}?page=2",
        reverse("tournaments:export-file", args=["calais", season.competition.code]),
    ]

    def read():
        shown = []
        for page in files:
            answer = client_of(season.organiser).get(page)
            shown.append(b"".join(answer) if answer.streaming else answer.content)
        return b"".join(shown).decode()

    page = read()
    assert {label for label, secret in secrets.items() if secret in page} == drawn
    if end == "cancelled":
        services.cancel(competition=season.competition, by=season.arbiter, reason="The hall burnt down.")
    else:
        season.clock(RULES.ends_at)
        for _step in range(3):
            season.turn(days=1)
    assert season.refresh().competition.state == end
    page = read()
    assert all(secret in page for secret in secrets.values())
    unused = exported(season)["advance 8"]
    assert unused["secret"] == secrets["advance 8"] and unused["order"] == unused["over"] == []
    with pytest.raises(ValueError, match="after its secret was shown"):
        draw_now(season.competition, "advance 8", [1, 2], clock.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.filter(label="advance 8").update(drawn_at=clock.now())


@pytest.mark.slow
def test_a_season_of_one_draw_that_is_cancelled_keeps_its_secret(make_season, monkeypatch):
    monkeypatch.setattr(Ladder, "draws", lambda self, rules: ["initial"])
    season = make_season().announce()
    services.cancel(competition=season.competition, by=season.arbiter, reason="The hall burnt down.")
    assert exported(season)["initial"]["secret"] is None


@pytest.mark.slow
def test_a_page_shows_those_that_are_made_first_and_a_hundred_at_most(make_season, client_of):
    season = make_season().announce()
    page = reverse("tournaments:season", args=["calais", season.competition.code])
    shown = client_of(season.organiser).get(page).content.decode()
    first, second = season.competition.draws.order_by("pk")[:2]
    assert first.commitment[:16] in shown and second.commitment[:16] not in shown
    assert "The rules list 128 more draws" in shown
    for name in ("p1", "p2", "p3"):
        season.enter(name)
    season.start()
    draw_now(season.competition, "advance 120", [1, 2], clock.now())
    rows = {row.label: row.commitment for row in season.competition.draws.all()}
    page = reverse("tournaments:rules", args=["calais", season.competition.code])
    one, two = (client_of().get(page, {"page": number}).content.decode() for number in (1, 2))
    assert "This season has 129 draws" in one and "Page 1 of 2" in one and 'page=2#draws"' in one
    made, folded = one.split("Draws that were not needed")
    assert [label for label in LABELS if rows[label] in made] == ["seeds", "advance 120"]
    assert [label for label in LABELS if rows[label] in folded] == LABELS[1:99]
    assert [label for label in LABELS if rows[label] in two] == [*LABELS[99:120], *LABELS[121:]]
    assert "{name}/{k}" in one
