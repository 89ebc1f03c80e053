"""The rest of the desk: invitations by e-mail, presets, exports, and the list of running games."""

from __future__ import annotations

import csv
import json
from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse

from games.agreed.pace import Pace
from games.common import clock
from games.common.guards import limits
from games.common.outbox.delivery import deliver
from games.models import Game, SeatResult, TenureResult
from games.services.players import votes
from games.services.seats.seating import take_seat
from league.leagues import services
from league.leagues.models import Invitation, Preset
from league.leagues.selectors import export
from league.leagues.views import exporting, organising
from tests.conftest import make_user
from tests.opening import open_game

pytestmark = pytest.mark.django_db


def at(name: str, *args) -> str:
    return reverse(f"leagues:{name}", args=["calais", *args])


def text_of(response) -> str:
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def sent_by_mail(client, address: str, **changes):
    given = {"mail-address": address, "mail-language": "fr", "mail-days": "7"} | changes
    return client.post(at("invitations"), given, follow=True)


# Invitations by e-mail.


def test_an_invitation_goes_to_an_address_in_the_chosen_language(client_of, calais, carl, visitor):
    said = text_of(sent_by_mail(client_of(carl), "fay@example.org"))
    assert "The invitation to fay@example.org is on its way." in said
    invitation = Invitation.objects.get()
    assert invitation.link_path not in said, "the link is for the reader at that address"
    deliver()
    (letter,) = mail.outbox
    assert letter.to == ["fay@example.org"]
    assert "carl vous invite dans la ligue" in letter.body
    assert invitation.link_path in letter.body
    assert "List-Unsubscribe" not in letter.extra_headers
    assert text_of(visitor.get(invitation.link_path))


def test_its_link_lets_in_one_person(calais, carl, dora, eve):
    invitation = services.invite_by_mail(
        league=calais, by=carl, address="fay@example.org", days=7, language="en"
    )
    services.join_by_invitation(invitation=invitation, user=eve)
    with pytest.raises(services.joining.InvitationOver):
        services.join_by_invitation(invitation=invitation, user=dora)


def test_what_is_said_and_sent_is_the_same_for_an_address_with_an_account(client_of, calais, carl, dora):
    desk = client_of(carl)
    pages, letters = [], []
    for address in (dora.email, "nobody@example.org"):
        page = text_of(sent_by_mail(desk, address, **{"mail-language": "en"}))
        pages.append(page.split('<div class="notices"')[1].split("</div>")[0].replace(address, "X"))
        deliver()
        letters.append(mail.outbox.pop().body.replace(Invitation.objects.latest("pk").token, "T"))
    assert pages[0] == pages[1]
    assert letters[0] == letters[1]


def test_invitations_by_mail_are_limited_by_organiser_and_by_address(client_of, calais, carl, monkeypatch):
    desk = client_of(carl)
    for _again in range(2):
        text_of(sent_by_mail(desk, "fay@example.org"))
    assert sent_by_mail(desk, "FAY@example.org ").status_code == 429
    monkeypatch.setattr(organising, "MAILED", limits.Limit("mailed-invitations", 3, 24 * 3600))
    assert sent_by_mail(desk, "gil@example.org").status_code == 429
    assert Invitation.objects.count() == 2


def test_a_withdrawn_invitation_is_mailed_no_more(calais, carl):
    invitation = services.invite_by_mail(
        league=calais, by=carl, address="fay@example.org", days=7, language="en"
    )
    services.withdraw(league=calais, by=carl, invitation=invitation)
    deliver()
    assert not mail.outbox


# Presets.


def posted_preset(**changes):
    given = {
        "name": "Slow and silent",
        "variant": "intimate",
        "rulebook": "modern",
        "press": "none",
        "press_pauses": "rulebook",
        "press_opens": "",
        "press_locks": "on",
        "visibility": "public",
        "reliability": "90",
        "dealing": "lots",
        "pace-kind": "daily",
        "pace-zone": "UTC",
        "absence-policy": "tournament",
    }
    return given | changes


@pytest.mark.slow
def test_a_member_begins_a_game_with_a_preset(client_of, calais, carl, ada):
    desk = client_of(carl)
    said = text_of(desk.post(at("presets"), posted_preset(), follow=True))
    assert "Slow and silent" in said
    preset = Preset.objects.get()
    theirs = client_of(ada)
    address = reverse("games:open", args=["calais"])
    assert "Slow and silent" in text_of(theirs.get(address))
    response = theirs.get(f"{address}?preset={preset.pk}")
    form = response.context["form"]
    assert form.initial["press"] == "none"
    assert form.initial["rulebook"] == "modern"
    assert form.initial["reliability"] == 90
    assert form.initial["press_locks"] is True
    assert form.initial["draws"] is False
    assert response.context["absence_form"].initial["policy"] == "tournament"
    assert "ada" in form.initial["name"]
    for wrong in ("0", "x", "9" * 30, "-1"):
        assert theirs.get(f"{address}?preset={wrong}").status_code == 200


def test_a_preset_of_the_same_name_takes_the_place_of_the_first(client_of, calais, carl):
    desk = client_of(carl)
    for press in ("none", "open"):
        desk.post(at("presets"), posted_preset(press=press))
    preset = Preset.objects.get()
    assert preset.values["press"] == "open"
    desk.post(at("delete-preset", preset.pk))
    assert not Preset.objects.exists()
    kinds = list(calais.acts.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["preset", "preset", "preset_gone"]


def test_a_name_too_long_is_said_to_be_and_is_still_there(client_of, calais, carl):
    name = "A preset for long evenings " * 3
    said = text_of(client_of(carl).post(at("presets"), posted_preset(name=name)))
    assert "at most 60 characters" in said
    assert name.strip() in said
    assert not Preset.objects.exists()


def test_presets_of_other_leagues_are_not_found(client_of, calais, douvres, dora, carl, ada):
    preset = services.save_preset(
        league=douvres, by=dora, name="Theirs", values={"press": "none"}, pace={}, absence={}
    )
    address = reverse("games:open", args=["calais"])
    response = client_of(ada).get(f"{address}?preset={preset.pk}")
    assert response.context["form"].initial["press"] == "open"
    client_of(carl).post(at("delete-preset", preset.pk))
    assert Preset.objects.exists()


# Exports.


@pytest.fixture
def finished(calais, ada, ben, carl):
    def play(**values) -> Game:
        given = {"name": "=Channel", "variant": "intimate", "settings": {}, "pace": Pace()} | values
        game = open_game(league=calais, user=carl, **given)
        for user in (ada, ben):
            take_seat(game=game, user=user)
        votes.concede(game=game, user=ben)
        return game

    return play


def exported(client, what: str, form: str) -> str:
    response = client.post(at("export", what, form))
    assert response.status_code == 200
    return b"".join(response.streaming_content).decode()


def test_results_are_exported_in_both_forms(client_of, calais, carl, finished):
    game = finished()
    desk = client_of(carl)
    rows = json.loads(exported(desk, "results", "json"))
    won = {row["player"]: row["share"] for row in rows}
    assert won == {"ada": "1/1", "ben": "0/1"}
    assert {row["game"] for row in rows} == {game.code}
    table = list(csv.DictReader(exported(desk, "results", "csv").removeprefix("\ufeff").splitlines()))
    columns = ("share", "share_numerator", "share_denominator")
    assert [[row[name] for name in columns] for row in table] == [["1", "1", "1"], ["0", "0", "1"]]
    assert [row["player"] for row in table] == [row["player"] for row in rows]
    assert table[0]["name"] == "'=Channel", "no formula"
    assert calais.acts.filter(kind="exported").count() == 2


def test_nothing_of_private_games_or_records_still_closed_is_exported(client_of, calais, carl, ada, finished):
    private = finished(name="Tunnel", visibility="private")
    closed = finished(name="Fog")
    Game.objects.filter(pk=closed.pk).update(settings={"reveal_at": "2999-01-01"})
    desk = client_of(carl)
    assert json.loads(exported(desk, "results", "json")) == []
    games = {row["code"]: row for row in json.loads(exported(desk, "games", "json"))}
    assert (games[private.code]["name"], games[private.code]["variant"]) == ("", "")
    assert games[closed.code]["name"] == "Fog"


def test_members_are_exported_without_their_addresses(client_of, calais, carl, monkeypatch):
    monkeypatch.setattr(export.export, "ROWS_AT_ONCE", 2)
    for number in range(5):
        services.join(league=calais, user=make_user(f"member{number}"))
    text = exported(client_of(carl), "members", "csv")
    assert len(text.splitlines()) == 1 + 8
    assert "example.org" not in text


def test_an_export_asks_as_often_for_two_thousand_rows_as_for_one(
    calais, carl, finished, django_assert_max_num_queries
):
    for _each in range(3):
        finished()
    assert SeatResult.objects.count() == 6
    # The time, the games, who held their seats, what came of these, and that there are no more games.
    with django_assert_max_num_queries(5):
        assert len(list(export.written(calais, "results", "json"))) == 8


def test_results_come_game_by_game_whatever_their_parts(calais, finished, monkeypatch, client_of, carl):
    games = [finished(name=f"No {number}") for number in range(5)]
    monkeypatch.setattr(export.export, "GAMES_AT_ONCE", 2)
    rows = json.loads(exported(client_of(carl), "results", "json"))
    assert [row["game"] for row in rows] == [game.code for game in games for _seat in range(2)]
    assert set(rows[0]) == set(export.export.RESULTS)


def test_a_seat_that_nobody_held_has_a_row_without_a_name(calais, finished, client_of, carl):
    game = finished()
    TenureResult.objects.filter(tenure__user__username="ben").delete()
    rows = json.loads(exported(client_of(carl), "results", "json"))
    assert [(row["player"], row["share"]) for row in rows] == [("ada", "1/1"), ("", "0/1")]
    assert {row["game"] for row in rows} == {game.code}


def test_exports_are_limited(calais, client_of, carl, monkeypatch):
    """Each keeps a process of the house busy for as long as it lasts."""
    monkeypatch.setattr(exporting, "EXPORTS_MADE", limits.Limit("exports", 1, 3600))
    desk = client_of(carl)
    assert exported(desk, "members", "csv")
    said = text_of(desk.post(at("export", "members", "csv"), follow=True))
    assert "Too many attempts" in said
    assert calais.acts.count() == 1


def test_only_organisers_export(client_of, calais, ada):
    assert client_of(ada).post(at("export", "members", "csv")).status_code == 404
    assert client_of(ada).get(at("exports")).status_code == 404


def test_an_unknown_export_is_not_found(client_of, calais, carl):
    for what, form in (("letters", "csv"), ("members", "xml")):
        assert client_of(carl).post(at("export", what, form)).status_code == 404


# The list of running games, and what waits.


def test_running_games_are_listed_by_what_they_need(client_of, calais, carl, ada, ben):
    from games.models import Phase

    names = ("First", "Second")
    for name in names:
        game = open_game(league=calais, user=carl, name=name, variant="intimate", settings={}, pace=Pace())
        for user in (ada, ben):
            take_seat(game=game, user=user)
    Phase.objects.filter(game__name="First").update(set_aside_at=clock.now())
    desk = client_of(carl)
    page = text_of(desk.get(at("desk-games")))
    assert all(name in page for name in names)
    narrowed = text_of(desk.get(at("desk-games"), {"need": "set_aside"}))
    assert "First" in narrowed
    assert "Second" not in narrowed
    assert "1 game is paused by an error" in text_of(desk.get(at("desk")))
    assert "Decide" in page


def test_who_plays_in_a_game_has_no_power_over_it_at_the_desk(client_of, calais, carl, ada):
    game = open_game(league=calais, user=ada, name="Own", variant="intimate", settings={}, pace=Pace())
    for user in (ada, carl):
        take_seat(game=game, user=user)
    page = text_of(client_of(carl).get(at("desk-games")))
    assert "You play in it" in page
    assert "Decide" not in page


@pytest.mark.slow
def test_a_season_is_run_without_the_admin(client_of, calais, carl, ada, ben, eve):
    """Invite, begin with a preset, announce, warn, extend, remove, replace, export: by forms alone."""
    desk, theirs = client_of(carl), client_of(ben)
    desk.post(at("presets"), posted_preset(reliability="0"))
    sent_by_mail(desk, eve.email)
    client_of(eve).post(Invitation.objects.get().link_path)
    desk.post(at("announce"), {"title": "Season 1", "text": "Begins.", "is_pinned": "on", "is_mailed": "on"})
    game = open_game(league=calais, user=ada, name="One", variant="intimate", settings={}, pace=Pace())
    for user in (ada, ben):
        take_seat(game=game, user=user)
    desk.post(at("person", "ben"), {"act": "warn", "warn-reason": "Answer, please."})
    key = desk.get(at("extend")).context["form"].initial["key"]
    desk.post(at("extend"), {"hours": 24, "reason": "Holiday", "sure": "on", "key": key})
    deliver()
    desk.post(at("remove", "ben"), {"how": "remove", "reason": "Silent for weeks."})
    deliver()
    seat = game.vacancies.get().seat
    client_of(eve).post(reverse("games:take-over", args=["calais", game.code, seat.key]))
    assert game.tenures.filter(user=eve, left_at=None).exists()
    assert "no longer" not in text_of(theirs.get(at("home")))
    assert exported(desk, "members", "json")
    kinds = list(calais.acts.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["preset", "mailed", "announced", "warned", "extended", "removed", "exported"]
    assert clock.now() - timedelta(hours=1) < calais.acts.latest("pk").at
