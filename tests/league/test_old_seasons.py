"""Seasons whose rows an older release left: brought forward by today's migrations, played to the last payout.

`tests/old_seasons/README.md` says how the rows were made, and `acts.py` beside it what people do.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection

from games.common import clock
from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.models import Contest
from league.competitions import services
from league.competitions.ladder.rules.ladder_rules import LadderRules
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Challenge, Competition
from league.competitions.rules.canonical import canonical, sha256_of
from league.prizes.book.verifying import verify
from league.prizes.models import Checkout, HandRecord
from league.ratings import lists
from tests import migrated
from tests.league.competitions.checker import faults_in
from tests.old_seasons.acts import GUARANTOR, HOLDER, SECOND, Acts, person
from tests.old_seasons.days import Days
from tests.old_seasons.kept import kept, lost

DATA = migrated.ROOT / "tests" / "data"
RELEASE = "fcc1dff"
RULES = [json.loads(line) for line in (DATA / "rules_format_1.jsonl").read_text().splitlines()]
KEPT: dict[str, Any] = json.loads((DATA / "old_seasons" / f"{RELEASE}.json").read_text())

State = Competition.State


@pytest.mark.parametrize("frozen", RULES, ids=lambda each: f"{each['of']} {each['what']}")
def test_rules_that_a_release_froze_are_written_back_to_the_byte(frozen):
    """Those of every release, with its hash of what trustees agreed to."""
    rules = LadderRules.from_json(json.loads(frozen["rules"]))
    assert canonical(rules.to_json()) == frozen["rules"]
    assert sha256_of(rules.to_json()) == rules.sha256 == frozen["sha256"]
    assert (rules.money.agreed_sha256 if rules.money else None) == frozen.get("agreed_sha256")


@pytest.fixture(scope="module")
def brought_forward(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of that release's site after today's migrations."""
    if connection.vendor != "sqlite":
        pytest.skip("The rows are those of an SQLite file.")
    folder = tmp_path_factory.mktemp("old")
    rows = gzip.decompress((DATA / "old_seasons" / f"{RELEASE}.sql.gz").read_bytes()).decode()
    file = sqlite3.connect(folder / migrated.NAME)
    file.executescript(rows)
    file.close()
    # With the key of the tests: migrations may sign rows.
    migrated.migrate({"DJANGO_SETTINGS_MODULE": "league.settings.test", "VAR_DIR": str(folder)})
    return folder / migrated.NAME


@dataclass
class Site:
    """The site at the moment at which the older release left it."""

    days: Days

    def season(self, stands: str) -> Acts:
        return Acts(self.days, KEPT["states"][f"The {stands} season"])


@pytest.fixture
def site(
    brought_forward: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    django_db_blocker: Any,
) -> Iterator[Site]:
    """That file's site, a copy for each test, at the moment at which the older release left it."""
    copy = tmp_path / migrated.NAME
    shutil.copy(brought_forward, copy)
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    settings.PRIZES_SITE_PERCENT = 5
    days = Days(datetime.fromisoformat(KEPT["stands_at"]))
    monkeypatch.setattr(clock, "read", days)
    with django_db_blocker.unblock():
        connection.close()
        monkeypatch.setitem(connection.settings_dict, "NAME", copy)
        forget_other_rows()
        yield Site(days)
        connection.close()
        forget_other_rows()


def forget_other_rows() -> None:
    """What this process keeps of another database."""
    cache.clear()
    ContentType.objects.clear_cache()


def said_by(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


BEFORE: dict[str, Any] = {"format": 1, "table": [{"rank": 1}], "log": [{"at": 1}, {"at": 3}]}


@pytest.mark.parametrize(
    ("now", "faults"),
    [
        ({"format": 2, "table": [{"rank": 1, "new": 0}], "log": [{"at": 1}, {"at": 2}, {"at": 3}]}, 0),
        ({"format": 1, "table": [{"rank": 2}], "log": BEFORE["log"]}, 1),
        ({"format": 1, "table": [{"rank": 1}, {"rank": 2}], "log": BEFORE["log"]}, 1),
        ({"format": 1, "table": [{}], "log": [{"at": 3}, {"at": 1}]}, 2),
        ({"format": 1, "table": BEFORE["table"]}, 1),
    ],
)
def test_what_is_lost_of_a_file_is_told_and_what_is_added_is_not(now, faults):
    assert len([*lost(BEFORE, now)]) == faults


def test_rules_files_and_figures_of_announced_seasons_stay(site):
    assert [*lost(KEPT["seasons"], kept(site.days.now))] == []


def test_frozen_rules_are_read_and_written_back_to_the_byte(site):
    for code, before in KEPT["seasons"].items():
        season = site_row(code)
        assert canonical(season.rules) == canonical(season.terms.to_json()) == before["rules"]
        assert season.terms.sha256 == season.rules_sha256 == before["rules_sha256"]
        for contest in Contest.objects.filter(league=season.league_id, key=code):
            assert canonical(contest.rules) == before["rules"]
            assert contest.rules_sha256 == before["rules_sha256"]
        accepted = season.entries.values_list("accepted_sha256", flat=True)
        assert {*accepted} <= {before["rules_sha256"]}


def site_row(code: str) -> Competition:
    return Competition.objects.select_related("league").get(code=code)


def test_nothing_is_found_where_rows_are_compared_with_what_they_are_made_of(site):
    books = said_by("verify_ledger").splitlines()
    assert len(books) == 4 and all(line.endswith(", ok") for line in books)
    # What workers do after the release: new columns of tables, records, and ratings by today's formula.
    OutboxRow.objects.filter(topic__in=["refold", "count_results"]).update(due_at=clock.now())
    delivery.deliver()
    lists.refold_late()
    assert "0 of 2 tables were different" in said_by("recompute_competitions")
    assert all(
        line.endswith(": 0 differences") for line in said_by("recompute_ratings", "--check").splitlines()
    )
    assert "0 rows were wrong" in said_by("recompute_standings")
    assert "0 differ" in said_by("replay_games")


def play_three_games(season: Acts) -> None:
    """One to its end by its own rules, one that is disputed and stands, one that is conceded early."""
    season.play(season.ranked[-1], seed=11)
    made = season.begin_game(season.ranked[-1])
    season.play_on(made, seed=12, phases=2)
    season.concede(made, made.by)
    season.days.pass_(hours=1)
    services.dispute(pairing=season.answered(made).pairing, user=made.by.user, said="It was a mistake.")
    season.days.pass_(hours=1)
    services.rule(
        pairing=season.answered(made).pairing, by=person(HOLDER), ruling="stands", reason="It was one."
    )
    made = season.begin_game(season.rank(2))
    season.days.pass_(hours=1)
    season.concede(made, made.of)
    season.days.pass_(hours=1)


def pay_out(season: Acts) -> None:
    """What is won is claimed and paid, what is owed goes back, and the shares of the fees are spent."""
    assert season.pay_out_all() > 0
    season.give_back_all()
    season.spend_shares()
    assert season.balances() == {}, "nothing is left anywhere"
    assert verify(season.book).is_right
    competition = season.competition
    assert faults_in(export_bytes(competition, season.days.now).decode()) == []
    if season.code in KEPT["seasons"]:
        assert canonical(competition.rules) == KEPT["seasons"][season.code]["rules"]


def takes_entries(season: Acts) -> None:
    """Those who owe their fee pay it, but for eva; two come to it; kim lays down the guarantee."""
    season.pay_by_hand("cleo")
    season.pay_online("dan", Checkout.objects.get(book=season.book, state="open").provider_id)
    for name in ("finn", "gail"):
        season.enter(name)
    season.pay_by_hand("finn")
    season.pay_online("gail")
    season.keep("guarantee", 6000, name="kim")
    begin(season, "ada", "ben", "cleo", "dan", "finn", "gail")


def runs(season: Acts) -> None:
    """What waits is accepted, confirmed and ruled on; the games are conceded; idle weeks cost ranks."""
    waiting = season.competition.challenges.get(state=Challenge.State.WAITING)
    season.accept(waiting)
    season.confirm_record(HandRecord.objects.get(book=season.book, state=HandRecord.State.WAITING))
    disputed = season.competition.disputes.select_related("pairing").get(ruled_at=None).pairing
    ruling = {"by": person(SECOND), "ruling": "annulled", "reason": "Neither meant it."}
    services.rule(pairing=disputed, **ruling)
    for challenge in season.competition.challenges.filter(state=Challenge.State.PLAYING):
        found = season.answered(challenge)
        season.play_on(found, seed=13, phases=1)
        season.concede(found, found.of)
    before = season.competition.events.filter(kind="idle").count()
    season.days.pass_(days=21)
    assert season.competition.events.filter(kind="idle").count() > before > 0
    play_three_games(season)


def is_a_draft(season: Acts) -> None:
    """One had agreed, the other does now; it is announced."""
    season.agree(HOLDER, SECOND, GUARANTOR)
    season.announce()
    season.days.to(season.competition.enters_from)
    for name in ("ada", "ben", "cleo"):
        season.enter(name)
        season.pay_by_hand(name)
    season.keep("guarantee", 6000, name="kim")
    begin(season, "ada", "ben", "cleo")


def is_in_euros(season: Acts) -> None:
    """One of those who owe their fee pays it, and one more comes."""
    season.pay_by_hand("gail")
    season.enter("hugo")
    season.pay_by_hand("hugo")
    begin(season, "finn", "gail", "hugo")


def begin(season: Acts, *names: str) -> None:
    """It begins with these people, who play."""
    season.days.to(season.competition.starts_at)
    assert season.competition.state == State.RUNNING
    assert {entry.user.username for entry in season.ranked} == {*names}
    play_three_games(season)


COURSES = {"announced": takes_entries, "running": runs, "draft": is_a_draft, "euros": is_in_euros}
"""What happens in a season before its end, by how it stands in the older rows."""


@pytest.mark.slow(but_first=True)
@pytest.mark.long
@pytest.mark.parametrize("stands", COURSES)
def test_a_season_goes_on_to_its_last_payout(site, stands):
    season = site.season(stands)
    COURSES[stands](season)
    season.finish()
    season.confirm_prizes()
    pay_out(season)


def test_the_prizes_of_a_season_that_is_over_are_claimed_and_paid_out(site):
    pay_out(site.season("finished"))
