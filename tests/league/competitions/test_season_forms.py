"""A season by its forms: drafted, announced, entered, challenged, disputed, left, cancelled."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from games.agreed import game_years
from games.common import clock
from league.competitions import services
from league.competitions.forms.seasons import variants
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.leaving import LEAVING
from league.competitions.live.consumers import watched
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Challenge, Competition, Dispute, Entry, EntryInvitation
from league.competitions.rules import calendar, leaving_table
from tests.league.competitions.rows import streamed
from tests.league.competitions.seasons import DAY, STARTS

pytestmark = pytest.mark.django_db


def at(name, season, *args):
    return reverse(f"tournaments:{name}", args=["calais", season.competition.code, *args])


def text_of(response, status=200):
    assert response.status_code == status, response.status_code
    return " ".join(response.content.decode().split())


@pytest.fixture
def typed(calais, carl, client_of, set_clock):
    """What the form for a new season holds when it is opened."""
    set_clock(STARTS - 30 * DAY)
    page = client_of(carl).get(reverse("tournaments:create", args=["calais"]))
    assert page.status_code == 200
    found = {}
    for form, prefix in (("form", ""), ("pace_form", "pace-"), ("absence_form", "absence-")):
        for field in page.context[form]:
            value = field.value()
            if field.name in ("first", "movement", "retreats", "adjustments", "auctions", "writing"):
                continue
            if isinstance(value, datetime):
                value = value.strftime("%Y-%m-%dT%H:%M")
            if value not in (None, "") and value is not False:
                found[prefix + field.name] = "on" if value is True else value
    return found | {"name": "Season 3", "arbiters": "carl", "zone": "Europe/Paris"}


DATES = {
    "enters_from": "2026-08-18T00:00",
    "enters_until": "2026-08-31T00:00",
    "starts_at": "2026-09-01T00:00",
    "ends_at": "2026-12-27T00:00",
}


def new(client, data):
    return client.post(reverse("tournaments:create", args=["calais"]), data)


@pytest.mark.slow
def test_a_season_is_drafted_changed_and_announced(client_of, visitor, carl, calais, typed):
    client = client_of(carl)
    made = new(client, typed | DATES)
    season = Competition.objects.get()
    assert made.url == season.get_absolute_url(), text_of(made)
    assert season.is_draft
    assert season.starts_at == datetime(2026, 8, 31, 22, tzinfo=UTC)
    assert "arbiters" not in season.rules
    assert [each.user for each in season.arbiters.all()] == [carl]
    assert visitor.get(season.get_absolute_url()).status_code == 404
    assert "This is a draft." in text_of(client.get(season.get_absolute_url()))
    edit = reverse("tournaments:edit", args=["calais", season.code])
    assert 'value="2026-09-01T00:00"' in text_of(client.get(edit))
    client.post(edit, typed | DATES | {"name": "Season 4", "largest": 12})
    season.refresh_from_db()
    assert (season.name, season.rules["largest"]) == ("Season 4", 12)
    announce = reverse("tournaments:announce", args=["calais", season.code])
    page = text_of(client.get(announce))
    for words in ("This freezes the rules", "Up to 4 ranks above you", "from challenge to result"):
        assert words in page
    assert client.post(announce).url == season.get_absolute_url()
    season.refresh_from_db()
    assert season.state == "announced"
    assert client.get(edit).status_code == 404
    assert client.post(announce).status_code == 302  # pressed twice
    assert visitor.get(season.get_absolute_url()).status_code == 200


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("variant", [key for key, _name in variants()])
@pytest.mark.parametrize("reach", [("ranks", 4), ("share", 25), ("rating", 500)])
def test_a_season_of_every_game_on_offer_is_drafted_announced_and_opened(
    client_of, visitor, carl, typed, variant, reach
):
    client = client_of(carl)
    chosen = {"variant": variant, "reach": reach[0], "reach_of": reach[1], "order": "draw"}
    data = typed | DATES | chosen | {"ends_at": "2027-12-27T00:00"}
    made = new(client, data)
    season = Competition.objects.get()
    assert made.url == season.get_absolute_url()
    for name in ("edit", "announce"):
        page = reverse(f"tournaments:{name}", args=["calais", season.code])
        assert client.get(page).status_code == 200
    assert client.post(page).url == season.get_absolute_url()
    for name in ("season", "rules", "export-file"):
        page = reverse(f"tournaments:{name}", args=["calais", season.code])
        assert visitor.get(page).status_code == 200


def test_a_season_can_begin_by_rating(client_of, visitor, carl, typed):
    client = client_of(carl)
    form = client.get(reverse("tournaments:create", args=["calais"])).context["form"]
    assert [value for value, _name in form.fields["order"].choices] == ["draw", "previous", "rating"]
    new(client, typed | DATES | {"order": "rating"})
    season = Competition.objects.get()
    edit, announce = (
        reverse(f"tournaments:{name}", args=["calais", season.code]) for name in ("edit", "announce")
    )
    assert client.get(edit).context["form"]["order"].value() == "rating"
    assert "sorted(order, key=" in client.get(season.get_absolute_url() + "rules/").content.decode()
    assert "By rating, the highest first" in text_of(client.get(announce))
    client.post(announce)
    season.refresh_from_db()
    assert (season.state, season.rules["order"]) == ("announced", "rating")
    assert season.draws.get().label == "ties"


@pytest.mark.slow
def test_the_last_day_to_challenge_is_computed_before_anything_is_saved(client_of, carl, typed):
    page = text_of(new(client_of(carl), typed | DATES | {"check": "yes"}))
    assert not Competition.objects.exists()
    assert "It may take up to" in page
    assert "of extensions" in page
    assert 'value="2026-12-27T00:00"' in page
    without = typed | DATES | {"check": "yes", "absence-extensions": "0", "absence-holidays": "0"}
    page = text_of(new(client_of(carl), without))
    assert "3 days to answer, 25 days for 25 phases." in page


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"enters_until": "2026-08-17T00:00"}, "enters_until", "Entries must close after they open."),
        ({"starts_at": "2026-08-20T00:00"}, "starts_at", "The season cannot start before entries close."),
        ({"ends_at": "2026-09-03T00:00"}, "ends_at", "The season is too short"),
        ({"ends_at": "2026-08-03T00:00"}, "ends_at", "The season must end after it starts."),
        ({"last_year": ""}, "last_year", "Choose the last game year"),
        ({"largest": "3"}, "largest", "can’t be below the minimum"),
        ({"order": "previous"}, "previous", "Choose the season"),
        ({"arbiters": "nobody"}, "arbiters", "No league member is called “nobody”."),
        ({"arbiters": ""}, "arbiters", "This field is required."),
        ({"reach": "share", "reach_of": "101"}, "reach_of", "Choose a number from 1 to 100."),
        ({"starts_at": "soon"}, "starts_at", "Give a day and a time."),
        ({"answer_days": "-1"}, "answer_days", "greater than or equal to 0"),
        ({"name": " "}, "name", "This field is required."),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_nothing_typed_is_lost(
    client_of, carl, typed, changed, field, said
):
    page = text_of(new(client_of(carl), typed | DATES | {"cost": "7"} | changed))
    assert not Competition.objects.exists()
    assert said in page.partition(f'id="id_{field}_error"')[2][:300], page.partition('role="alert"')[2][:600]
    assert 'name="cost" value="7"' in page
    assert 'value="2026-08-18T00:00"' in page


def test_announcing_says_what_of_the_draft_does_not_fit_any_more(client_of, carl, make_season, monkeypatch):
    season = make_season()
    monkeypatch.setattr(calendar, "letters_of_year", lambda kinds: (*game_years.letters_of_year(kinds),) * 99)
    client = client_of(carl)
    assert "The season is too short" in text_of(client.get(at("announce", season)))
    assert "Edit the draft before you announce it." in text_of(client.post(at("announce", season)))
    assert season.refresh().competition.is_draft


@pytest.mark.slow
def test_a_draft_that_was_cancelled_stays_hidden(client_of, visitor, ada, carl, make_season, calais):
    season = make_season()
    services.cancel(competition=season.competition, by=season.organiser, reason="A slip.")
    pages = [at(name, season) for name in ("season", "rules", "rules-file", "log", "results", "entries")]
    exports = [at("export-file", season), at("table-file", season, "csv"), at("live", season)]
    calais.memberships.get_or_create(user=ada)
    for client in (visitor, client_of(ada)):
        for page in (*pages, *exports):
            assert client.get(page).status_code == 404, page
        listed = text_of(client.get(reverse("tournaments:index", args=["calais"])))
        assert season.competition.code not in listed
    for person in (carl, season.arbiter):
        assert "A slip." in text_of(client_of(person).get(pages[0]))
    assert watched(season.competition.code, ada) is None
    assert watched(season.competition.code, carl) is not None


def test_only_organisers_make_seasons(client_of, visitor, ada, calais, make_season):
    season = make_season()
    for client in (visitor, client_of(ada)):
        assert client.get(reverse("tournaments:create", args=["calais"])).status_code == 404
        for name in ("edit", "announce", "cancel", "desk", "invitations"):
            assert client.get(at(name, season)).status_code == 404
            if name != "desk":
                assert client.post(at(name, season)).status_code == 404


@pytest.mark.slow
def test_two_people_enter_and_one_is_refused_with_a_reason(client_of, ada, ben, make_season):
    season = make_season().announce()
    client = client_of(ada)
    assert "Enter the season" in text_of(client.get(season.competition.get_absolute_url()))
    client.post(at("enter", season), {"word": "amiens"})
    entry = Entry.objects.get(user=ada)
    assert (entry.state, entry.word) == ("accepted", "amiens")
    page = text_of(client.get(season.competition.get_absolute_url()))
    assert "You are in." in page
    assert 'value="amiens"' in page
    client.post(at("word", season), {"word": "abbeville"})
    entry.refresh_from_db()
    assert entry.word == "abbeville"
    asked = season.competition.rules | {"entry_games": 3}
    Competition.objects.filter(pk=season.competition.pk).update(rules=asked)
    theirs = client_of(ben)
    ben.language = "en"
    ben.save()
    page = text_of(theirs.get(at("enter", season)))
    assert "You need 3 finished games in this league; you have 0." in page
    assert "You need 3 finished games" in text_of(theirs.post(at("enter", season), {"word": "kept"}))
    assert Entry.objects.get(user=ben).state == "refused"
    client.post(at("withdraw", season))
    entry.refresh_from_db()
    assert entry.state == "withdrawn"
    assert client.post(at("withdraw", season)).status_code == 302  # pressed twice


@pytest.mark.slow
def test_a_challenge_is_one_press_and_so_is_its_answer(client_of, season):
    lower, upper = season.entry(3), season.entry(2)
    client = client_of(lower.user)
    assert "Challenge" in text_of(client.get(season.competition.get_absolute_url()))
    client.post(at("challenge", season), {"of": upper.number})
    client.post(at("challenge", season), {"of": upper.number})  # pressed twice
    made = Challenge.objects.get()
    assert (made.by, made.of, made.state) == (lower, upper, "waiting")
    assert "You have challenged" in text_of(client.get(season.competition.get_absolute_url()))
    theirs = client_of(upper.user)
    page = text_of(theirs.get(season.competition.get_absolute_url()))
    assert "challenges you" in page
    accepted = theirs.post(at("answer", season, made.number), {"answer": "accept"})
    made.refresh_from_db()
    assert made.state == "playing"
    assert accepted.url == reverse("games:game", args=["calais", made.game.code])
    assert client.post(at("take-back", season, made.number)).status_code == 302
    made.refresh_from_db()
    assert made.state == "playing"


@pytest.mark.slow
def test_a_challenge_is_declined_or_taken_back(client_of, season):
    lower, upper = season.entry(3), season.entry(2)
    first = season.challenge(lower, upper)
    client_of(upper.user).post(at("answer", season, first.number), {"answer": "decline", "cost": "0"})
    first.refresh_from_db()
    assert first.state == "declined"
    second = season.challenge(lower, season.entry(1))
    assert client_of(upper.user).post(at("take-back", season, second.number)).status_code == 404
    client_of(lower.user).post(at("take-back", season, second.number))
    second.refresh_from_db()
    assert second.state == "taken_back"


@pytest.mark.slow
def test_the_page_offers_what_the_server_takes_and_nothing_else(client_of, make_season):
    season = make_season().begin(7)
    season.challenge(season.entry(7), season.entry(5))
    me = season.entry(6)
    page = text_of(client_of(me.user).get(season.competition.get_absolute_url()))
    offered = {
        entry.number
        for entry in season.competition.entries.all()
        if f'name="of" value="{entry.number}" id="of-' in page
    }
    for entry in season.competition.entries.exclude(pk=me.pk):
        try:
            made = season.challenge(me, entry)
        except ladder_services.CannotChallenge:
            assert entry.number not in offered
        else:
            assert entry.number in offered
            ladder_services.take_back(challenge=made, user=me.user)


@pytest.mark.slow
def test_a_refused_challenge_is_told_why(client_of, season):
    client = client_of(season.entry(1).user)
    page = client.post(at("challenge", season), {"of": season.entry(2).number}, follow=True)
    assert "Below you." in text_of(page)
    page = client.post(at("challenge", season), {"of": "nonsense"}, follow=True)
    assert "notice-grave" in text_of(page)


@pytest.mark.slow
def test_a_dispute_is_raised_answered_and_ruled(client_of, season):
    lower, upper = season.entry(3), season.entry(2)
    made = season.play(lower, upper)
    loser, winner, arbiter = client_of(upper.user), client_of(lower.user), client_of(season.arbiter)
    page = at("dispute", season, made.number)
    assert "Dispute this result" in text_of(loser.get(page))
    assert "Say what happened" in text_of(loser.post(page, {"act": "dispute", "dispute-said": " "}))
    loser.post(page, {"act": "dispute", "dispute-said": "My orders were not in the report."})
    assert "My orders were not in the report." in text_of(winner.get(page))
    winner.post(page, {"act": "answer", "answer-said": "I saw nothing unusual."})
    desk = text_of(arbiter.get(at("desk", season)))
    assert "Another player has answered." in desk
    shown = text_of(arbiter.get(page))
    for words in ("I saw nothing unusual.", "Publish ruling", "Ranks change:", "Ranks stay:"):
        assert words in shown, words
    assert loser.post(page, {"act": "rule", "ruling": "annulled", "reason": "x"}).status_code == 404
    wrong = text_of(arbiter.post(page, {"act": "rule", "ruling": "", "reason": "Kept."}))
    assert "Choose one of the rulings." in wrong
    assert "Kept." in wrong
    arbiter.post(page, {"act": "rule", "ruling": f"forfeit:{lower.number}", "reason": "A fault."})
    ruled = Dispute.objects.get()
    assert (ruled.ruling, ruled.forfeited_by) == ("forfeit", lower)
    assert season.table.index(upper.number) < season.table.index(lower.number)
    assert "A fault." in text_of(loser.get(page))
    assert "A fault." in text_of(loser.get(at("log", season), {"part": "rulings"}))
    log = text_of(loser.get(at("log", season)))
    assert "replaced by a ruling" in log


@pytest.mark.slow
def test_an_arbiter_takes_somebody_out_with_a_reason(client_of, season):
    entry = season.entry(2)
    client = client_of(season.arbiter)
    page = at("remove", season, entry.number)
    assert client_of(entry.user).get(page).status_code == 404
    assert "Open games are forfeited" in text_of(client.get(page))
    assert "Give a reason." in text_of(client.post(page, {"how": "remove", "reason": ""}))
    client.post(page, {"how": "disqualify", "reason": "Two accounts."})
    entry.refresh_from_db()
    assert entry.state == "disqualified"
    assert entry.number not in season.table
    shown = text_of(client_of(entry.user).get(at("entrant", season, entry.number)))
    assert "Two accounts." in shown


def test_a_season_is_cancelled_with_a_reason(client_of, visitor, carl, season):
    client = client_of(carl)
    page = at("cancel", season)
    assert "Give a reason." in text_of(client.post(page, {"reason": ""}))
    client.post(page, {"reason": "Nobody has time."})
    assert "Nobody has time." in text_of(visitor.get(season.competition.get_absolute_url()))
    assert client.post(page, {"reason": "again"}).status_code == 302  # pressed twice


def test_members_are_invited_and_uninvited(client_of, carl, ada, make_season):
    season = make_season(invitation=True).announce()
    client, page = client_of(carl), at("invitations", season)
    assert "By invitation" in text_of(client_of(ada).get(at("rules", season)))
    assert "No league member is called “nobody”." in text_of(client.post(page, {"name": "nobody"}))
    client.post(page, {"name": "Ada"})
    assert "No one is invited" not in text_of(client.get(page))
    client_of(ada).post(at("enter", season), {"word": ""})
    assert Entry.objects.get().user == ada
    client.post(at("uninvite", season, EntryInvitation.objects.get().pk))
    assert not EntryInvitation.objects.exists()


@pytest.mark.slow
def test_another_arbiter_is_named(client_of, carl, ada, season):
    client, page = client_of(carl), at("arbiters", season)
    assert client_of(ada).get(page).status_code == 404
    assert "No league member is called “nobody”." in text_of(client.post(page, {"name": "nobody"}))
    entered = season.entry(1).user.username
    assert "Arbiters do not enter" in text_of(client.post(page, {"name": entered}))
    client.post(page, {"name": "ada"})
    assert "ada" in text_of(client.get(page)).partition("Arbiters now")[2]
    assert client_of(ada).get(at("desk", season)).status_code == 200


@pytest.mark.slow
def test_leaving_does_at_each_stage_what_the_table_says(season):
    """Compared with what `services.places.take_out` does; docs/competitions.md says the same."""
    made = season.begin_game(season.entry(3), season.entry(2))
    waiting = season.challenge(season.entry(4), season.entry(1))
    leaver, others = season.entry(3), [season.entry(rank).number for rank in (1, 2, 4)]
    services.withdraw(competition=season.competition, user=leaver.user)
    season.hear()
    made.refresh_from_db()
    assert made.state == "over", "open games are conceded"
    assert sorted(season.table) == sorted(others), "the entry leaves the ladder"
    waiting.refresh_from_db()
    assert waiting.state == "waiting", "challenges of others stay"
    rows = {row.name: row for row in leaving_table.table(LEAVING)}
    assert "Open games are conceded" in rows["Withdraws"].during
    assert "at the bottom" in rows["Withdraws"].during
    again = services.enter(competition=season.competition, user=leaver.user)
    assert season.table[-1] == again.number


@pytest.mark.slow
def test_the_whole_season_is_offered_as_the_export_writes_it(visitor, season):
    season.play(season.entry(3), season.entry(2))
    file = streamed(visitor.get(at("export-file", season)))
    assert file == export_bytes(season.competition, clock.now())
    found = json.loads(file)
    assert (found["format"], found["code"]) == (2, season.competition.code)
    assert [row["entry"] for row in found["table"]] == season.table


@pytest.mark.slow
def test_the_export_is_computed_anew_when_the_season_moves_on_and_not_before(
    visitor, season, django_assert_max_num_queries
):
    before = streamed(visitor.get(at("export-file", season)))
    with django_assert_max_num_queries(8):
        assert streamed(visitor.get(at("export-file", season))) == before
    season.play(season.entry(3), season.entry(2))
    assert streamed(visitor.get(at("export-file", season))) != before
