"""Dates that are moved after the rules were frozen: a registration that too few used, a start, an end."""

import uuid
from datetime import timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.urls import reverse

from games.common.outbox.row import OutboxRow
from games.common.words import local
from league.competitions import services
from league.competitions.errors import BadRules, NoReason, NotArbiter, NothingMoves, NotInState, NotOrganiser
from league.competitions.log.exporting import export
from league.competitions.models import Competition, DateMove
from league.competitions.outbox.post import season_mails
from league.competitions.rules.canonical import written
from league.competitions.rules.common_rules import Names
from league.competitions.services import turning
from tests.league.competitions.seasons import DAY, RULES

pytestmark = pytest.mark.django_db
State = Competition.State
WHY = "Half the league is ill."


@pytest.fixture
def short(make_season):
    """A season for three that one has entered, when entries close."""
    season = make_season(smallest=3).announce()
    season.enter("p1")
    season.clock(RULES.enters_until)
    season.turn()
    return season


def extended(season, *, by=None, days=3, reason=WHY, key=None):
    return services.extend_registration(
        competition=season.competition,
        by=by or season.organiser,
        days=days,
        reason=reason,
        key=key or uuid.uuid4(),
    )


def moved(season, *, by=None, reason=WHY, key=None, **moments):
    return services.move_dates(
        competition=season.competition,
        by=by or season.arbiter,
        moments=moments,
        reason=reason,
        key=key or uuid.uuid4(),
    )


def told(occasion):
    return OutboxRow.objects.filter(topic="season_mail", payload__occasion=occasion).count()


def mails_of(occasion):
    list(season_mails.send(list(OutboxRow.objects.filter(topic="season_mail", payload__occasion=occasion))))
    return [f"{each.subject} {each.body}" for each in mail.outbox]


def log_rows(season, kind):
    found = export(season.refresh().competition, season.clock.now)["log"]
    return [row for row in found if row["kind"] == kind]


def test_a_season_that_too_few_have_entered_waits_two_days_for_its_organisers(short):
    assert short.competition.state == State.ANNOUNCED and told("too_few") == 1
    (said,) = mails_of("too_few")
    assert "Too few people have entered" in said and "Otherwise the season is cancelled" in said
    short.clock(RULES.enters_until + timedelta(days=2, seconds=-1))
    assert not turning.turn(short.competition) and told("too_few") == 1
    short.turn(seconds=1)
    assert (short.competition.state, short.competition.cancelled_by) == (State.CANCELLED, None)
    assert short.competition.cancel_reason == turning.TOO_FEW


def test_an_organiser_extends_the_registration_once_and_everything_follows_later(short):
    before, key = short.competition, uuid.uuid4()
    made = extended(short, key=key)
    assert extended(short, key=key) == made
    season = short.refresh().competition
    for name in ("enters_until", "starts_at", "ends_at", "challenges_until"):
        assert getattr(season, name) - getattr(before, name) == 3 * DAY
        assert made.before[name] == written(getattr(before, name)) and made.after[name] == written(
            getattr(season, name)
        )
    assert season.rules == before.rules and season.rules_sha256 == before.rules_sha256
    assert told("dates_moved") == 1 and not mails_of("too_few"), "it is decided"
    (said,) = mails_of("dates_moved")
    assert "Entries are open for longer" in said and local.moment(season.ends_at) in said and WHY in said
    short.enter("p2")
    short.clock(season.enters_until)
    short.turn()
    assert short.competition.state == State.CANCELLED, "once, and still too few"


def test_with_enough_entries_after_the_extension_it_begins_on_the_later_day(short):
    extended(short)
    short.enter("p2"), short.enter("p3")
    short.clock(RULES.starts_at)
    short.turn()
    assert short.competition.state == State.ANNOUNCED
    short.clock(RULES.starts_at + 3 * DAY)
    short.turn()
    assert short.competition.state == State.RUNNING and len(short.table) == 3


def test_what_no_organiser_can_extend(short, make_season):
    with pytest.raises(NotOrganiser):
        extended(short, by=short.arbiter)
    with pytest.raises(NoReason):
        extended(short, reason=" \n")
    for days in (2, 31):
        with pytest.raises(BadRules):
            extended(short, days=days)
    extended(short)
    with pytest.raises(NotInState):
        extended(short)
    assert DateMove.objects.count() == 1


def test_while_entries_are_open_or_enough_have_entered_there_is_nothing_to_extend(make_season):
    season = make_season(smallest=2).announce()
    with pytest.raises(NotInState):
        extended(season)
    season.enter("p1"), season.enter("p2")
    season.clock(RULES.enters_until)
    with pytest.raises(NotInState):
        extended(season)


def test_the_database_knows_of_one_extension_a_season(short):
    made = extended(short)
    with pytest.raises(IntegrityError), transaction.atomic():
        made.pk, made.key = None, uuid.uuid4()
        made.save(force_insert=True)


def test_an_arbiter_moves_the_end_and_the_last_moment_to_challenge_follows(season):
    before, key = season.competition, uuid.uuid4()
    made = moved(season, ends_at=before.ends_at + 3 * DAY, key=key)
    assert moved(season, ends_at=before.ends_at + 20 * DAY, key=key) == made
    now = season.refresh().competition
    assert now.ends_at == before.ends_at + 3 * DAY
    assert now.challenges_until == now.dated_terms.challenges_until == before.challenges_until + 3 * DAY
    assert now.terms.ends_at == before.ends_at, "the rules keep the planned date"
    assert now.starts_at == before.starts_at
    assert told("dates_moved") == 4
    season.clock(before.ends_at)
    assert not season.turn() and season.competition.state == State.RUNNING


def test_before_it_begins_the_start_moves_too(make_season):
    season = make_season().announce()
    moved(season, starts_at=RULES.starts_at + 3 * DAY)
    season.enter("p1"), season.enter("p2")
    season.clock(RULES.starts_at)
    season.turn()
    assert season.competition.state == State.ANNOUNCED
    season.clock(RULES.starts_at + 3 * DAY)
    season.turn()
    assert season.competition.state == State.RUNNING


def test_what_no_arbiter_can_move(season):
    competition = season.competition
    later = competition.ends_at + DAY
    with pytest.raises(NotArbiter):
        moved(season, by=season.organiser, ends_at=later)
    with pytest.raises(NoReason):
        moved(season, ends_at=later, reason=" ")
    with pytest.raises(NothingMoves):
        moved(season, ends_at=competition.ends_at)
    with pytest.raises(NotInState):
        moved(season, starts_at=competition.starts_at + DAY)
    with pytest.raises(NotInState):
        moved(season, enters_until=later)
    for past in (season.clock.now, competition.starts_at + DAY):
        with pytest.raises(BadRules):
            moved(season, ends_at=past)
    season.clock(competition.ends_at)
    season.turn()
    with pytest.raises(NotInState):
        moved(season, ends_at=later)
    assert not DateMove.objects.exists()


def test_moved_dates_stand_in_the_log_of_the_export_and_on_the_pages(season, visitor):
    before = season.competition.ends_at
    made = moved(season, ends_at=before + 3 * DAY)
    assert log_rows(season, "dates-moved") == [
        {
            "at": written(made.at),
            "kind": "dates-moved",
            "before": made.before,
            "after": made.after,
            "by": "henrik",
            "reason": WHY,
        }
    ]
    assert set(made.after) == {"ends_at", "challenges_until"}
    here = season.competition.get_absolute_url()
    for page in ("log/?part=season", "rules/"):
        said = visitor.get(here + page).content.decode()
        assert WHY in said and "Season ends: " in said and " instead of " in said
    facts = {term.name: term.says for term in visitor.get(here).context["page"].facts}
    now = season.competition
    assert facts["Ends"] == local.moment(now.ends_at) != local.moment(before)
    assert facts["Last moment to challenge"].startswith(local.moment(now.challenges_until))


def test_an_extension_stands_in_the_log_without_names_where_the_rules_show_numbers(make_season):
    season = make_season(smallest=3, names=Names.NUMBERS).announce()
    season.enter("p1")
    season.clock(RULES.enters_until)
    season.turn()
    extended(season)
    (row,) = log_rows(season, "registration-extended")
    assert (row["by"], row["reason"]) == (None, "")


@pytest.mark.slow
def test_the_arbiters_page_moves_the_end(season, client_of, carl):
    here = reverse("tournaments:move-dates", args=["calais", season.competition.code])
    for who in (carl, season.entry(1).user):
        assert client_of(who).get(here).status_code == 404
        assert client_of(who).post(here, {"reason": WHY}).status_code == 404
    client = client_of(season.arbiter)
    page = client.get(here)
    assert here in client.get(here.replace("dates/", "")).content.decode(), "the desk leads there"
    form = page.context["form"]
    shown = {"ends_at": form.initial["ends_at"].strftime("%Y-%m-%dT%H:%M"), "key": form.initial["key"]}
    assert "No date was changed." in client.post(here, shown | {"reason": WHY}).content.decode()
    assert "Give a reason" in client.post(here, shown).content.decode()
    past = client.post(here, shown | {"ends_at": "2026-08-01T00:00", "reason": WHY}).content.decode()
    assert "This moment is past" in past and WHY in past
    before = season.competition.ends_at
    later = (form.initial["ends_at"] + 10 * DAY).strftime("%Y-%m-%dT%H:%M")
    sent = shown | {"ends_at": later, "reason": WHY}
    assert [client.post(here, sent).status_code for _pressed in range(2)] == [302, 302]
    assert DateMove.objects.count() == 1
    assert timedelta(days=9) < season.refresh().competition.ends_at - before < timedelta(days=11)
    assert WHY in client.get(here).content.decode()


@pytest.mark.slow
def test_the_organisers_page_extends_the_registration(short, client_of, carl, visitor):
    here = reverse("tournaments:extend-registration", args=["calais", short.competition.code])
    season = short.competition.get_absolute_url()
    assert "Too few people have entered." in visitor.get(season).content.decode()
    assert here not in visitor.get(season).content.decode()
    assert client_of(short.arbiter).get(here).status_code == 404
    client = client_of(carl)
    assert here in client.get(season).content.decode()
    key = client.get(here).context["form"].initial["key"]
    assert "Give a reason" in client.post(here, {"days": "3", "key": key}).content.decode()
    sent = {"days": "3", "key": key, "reason": WHY}
    assert [client.post(here, sent).status_code for _pressed in range(2)] == [302, 302]
    assert DateMove.objects.count() == 1
    assert client.get(here).status_code == 404
