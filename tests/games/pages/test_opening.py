"""Opening a game, and its waiting room."""

from __future__ import annotations

import hashlib

import pytest
from django.urls import reverse

from games.agreed.pace import Pace
from games.forms.opening import LEADS, described_variants
from games.models import Game, Tenure
from tests.games.pages.conftest import find_form

OPEN = "/l/calais/games/new/"
PRESETS = "/l/calais/desk/presets/"


@pytest.fixture
def opening(client_of, ada, calais, set_clock):
    """The form for opening a game as ada sees it, and a way to send it with changes."""
    client = client_of(ada)
    form = find_form(client.get(OPEN), "")

    def send(**changes):
        return client.post(OPEN, form.fields | {"name": "Channel"} | changes, follow=True)

    return send


def test_a_game_opens_with_what_the_league_usually_plays(opening, ada, calais):
    page = opening().content.decode()
    game = Game.objects.get()
    assert game.name == "Channel"
    assert game.variant == "intimate"
    assert game.settings == {"rulebook": "classic", "draws": True, "last_year": 1920}
    assert game.pace["kind"] == "daily"
    assert (game.press, game.visibility, game.opened_by) == ("open", "public", ada)
    assert "Channel" in page


WEEKS = {"pace-kind": "custom"}
for _name in ("first", "movement", "retreats", "adjustments", "auctions"):
    WEEKS |= {f"pace-{_name}_number": "7", f"pace-{_name}_unit": "86400"}


def last_year_of(name: str) -> int | None:
    return Game.objects.get(name=name).settings.get("last_year")


@pytest.mark.slow
def test_a_last_year_that_is_left_alone_follows_the_pace(opening, visitor, url):
    """HR-7: a year’s play at most; one that was chosen, or taken away, stays."""
    opening(name="Slow", **WEEKS)
    opening(name="Short", **WEEKS, **{"intimate-last_year": "1904"})
    opening(name="Endless", **WEEKS, **{"intimate-last_year": ""})
    opening(name="Large", **WEEKS, variant="standard")
    assert last_year_of("Slow") == 1908
    assert last_year_of("Short") == 1904
    assert last_year_of("Endless") is None and last_year_of("Large") is None
    assert "1908" in visitor.get(url(Game.objects.get(name="Slow"))).content.decode(), "before joining"


@pytest.mark.slow
def test_the_form_offers_the_last_year_of_the_pace_it_begins_with(opening, client_of, calais, ada):
    calais.pace = Pace(kind="custom", movement=60 * 24 * 3600, first=60 * 24 * 3600).to_json()
    calais.save()
    fields = find_form(client_of(ada).get(OPEN), "").fields
    assert (fields["intimate-last_year"], fields["intimate-ii-last_year"]) == ("1902", "1902")
    assert not fields["standard-last_year"] and not fields["spy-last_year"]


@pytest.mark.slow
def test_a_game_created_again_keeps_its_last_year_and_gets_one_where_it_had_none(opening, client_of, ada):
    opening(name="Short", **WEEKS, **{"intimate-last_year": "1904"})
    opening(name="Endless", **WEEKS, **{"intimate-last_year": ""})
    years = {
        name: find_form(client_of(ada).get(f"{OPEN}?like={Game.objects.get(name=name).code}"), "").fields[
            "intimate-last_year"
        ]
        for name in ("Short", "Endless")
    }
    assert years == {"Short": "1904", "Endless": "1908"}


@pytest.mark.slow
def test_a_preset_keeps_what_was_chosen_of_the_last_year(client_of, calais, ada, carl):
    """One from before there was a default begins with the default of its pace."""
    desk = client_of(carl)
    form = find_form(desk.get(PRESETS), "")
    for name, given in (("Slow", {}), ("Endless", {"intimate-last_year": ""})):
        assert desk.post(PRESETS, form.fields | WEEKS | {"name": name} | given).status_code == 302
    old = calais.presets.get(name="Slow")
    old.pk, old.name = None, "Old"
    del old.values["intimate-last_year"]
    old.save()
    years = {
        preset.name: find_form(client_of(ada).get(f"{OPEN}?preset={preset.pk}"), "").fields.get(
            "intimate-last_year", ""
        )
        for preset in calais.presets.all()
    }
    assert years == {"Slow": "1908", "Endless": "", "Old": "1908"}


def test_who_opens_a_game_takes_a_seat(opening, ada):
    opening()
    assert Tenure.objects.get().user == ada


@pytest.mark.slow
def test_who_may_join_is_chosen_and_kept_for_the_next_time(opening, client_of, ada, ben):
    assert "Players with a reliability of at least 80%" in opening(reliability="80").content.decode()
    game = Game.objects.get()
    assert game.reliability == 80
    assert find_form(client_of(ada).get(f"{OPEN}?like={game.code}"), "").fields["reliability"] == "80"
    opening(name="Others", reliability="")
    assert Game.objects.get(name="Others").reliability == 0
    refused = opening(name="Odd", reliability="33").content.decode()
    assert not Game.objects.filter(name="Odd").exists() and "Odd" in refused


@pytest.mark.slow
def test_a_form_sent_twice_opens_one_game(client_of, ada, calais, set_clock):
    client = client_of(ada)
    fields = find_form(client.get(OPEN), "").fields | {"name": "Channel"}
    first, second = (client.post(OPEN, fields) for _click in range(2))
    assert first.url == second.url
    assert Tenure.objects.get().game == Game.objects.get()
    # The browser kept the form, and something else was typed into it.
    client.post(OPEN, fields | {"name": "North Sea"})
    assert Game.objects.count() == 2


def test_leaving_the_box_out_leaves_the_seats_empty(client_of, ada, calais, set_clock):
    client = client_of(ada)
    fields = find_form(client.get(OPEN), "").fields | {"name": "Channel"}
    del fields["play"]
    client.post(OPEN, fields)
    assert Game.objects.count() == 1
    assert not Tenure.objects.exists()


def test_a_private_game_is_found_by_whoever_opened_it(client_of, ada, calais, set_clock, visitor):
    client = client_of(ada)
    fields = find_form(client.get(OPEN), "").fields | {"name": "Whispers", "visibility": "private"}
    del fields["play"]
    page = client.post(OPEN, fields, follow=True)
    assert page.status_code == 200
    game = Game.objects.get()
    link = reverse("games:join-private", args=["calais", game.code, game.join_token])
    assert link in page.content.decode()
    assert visitor.get(reverse("games:game", args=["calais", game.code])).status_code == 404


@pytest.mark.slow
def test_every_variant_can_be_opened(opening):
    for variant in ("standard", "intimate"):
        assert opening(variant=variant, name=f"A game of {variant}").status_code == 200
    assert Game.objects.count() == 2


def test_lengths_of_ones_own(opening):
    opening(
        **{
            "pace-kind": "custom",
            "pace-first_number": "2",
            "pace-first_unit": "86400",
            "pace-movement_number": "36",
            "pace-movement_unit": "3600",
            "pace-retreats_number": "90",
            "pace-retreats_unit": "60",
            "pace-adjustments_number": "60",
            "pace-adjustments_unit": "1",
            "pace-auctions_number": "1",
            "pace-auctions_unit": "86400",
            "pace-at": "21:00",
            "pace-zone": "Europe/Paris",
        }
    )
    pace = Game.objects.get().pace
    assert [pace[name] for name in ("first", "movement", "retreats", "adjustments", "auctions")] == [
        172800, 129600, 5400, 60, 86400,
    ]  # fmt: skip
    assert (pace["at"], pace["zone"]) == ("21:00", "Europe/Paris")


@pytest.mark.slow
def test_weekends_off_are_chosen_shown_before_joining_and_kept_for_the_next_game(
    opening, visitor, client_of, ada, url
):
    opening(**{"pace-weekends_off": "on", "pace-zone": "Europe/Paris"})
    game = Game.objects.get()
    assert (game.pace["weekends_off"], game.pace["at"], game.pace["zone"]) == (True, None, "Europe/Paris")
    assert "never closing on a Saturday or Sunday (Paris)" in visitor.get(url(game)).content.decode()
    assert "1 day a phase, weekends off" in visitor.get("/l/calais/").content.decode()
    fields = find_form(client_of(ada).get(f"{OPEN}?like={game.code}"), "").fields
    assert (fields["pace-weekends_off"], fields["pace-zone"]) == ("on", "Europe/Paris")


@pytest.mark.slow
def test_a_pace_that_cannot_be_kept_is_refused_with_everything_typed(opening):
    page = opening(
        **{"pace-kind": "custom", "pace-first_number": "1", "pace-first_unit": "1", "name": "Too fast"}
    ).content.decode()
    assert not Game.objects.exists()
    assert 'value="Too fast"' in page
    assert "at least 5 seconds" in page


@pytest.mark.slow
def test_a_game_without_a_name_is_refused(opening):
    assert "field-error" in opening(name="").content.decode()
    assert not Game.objects.exists()


@pytest.mark.slow
def test_who_may_open_games(client_of, visitor, ada, carl, dora, calais):
    assert visitor.get(OPEN).status_code == 302
    assert client_of(dora).get(OPEN).status_code == 404
    assert client_of(ada).get(OPEN).status_code == 200
    calais.who_opens_games = "organisers"
    calais.save()
    assert client_of(ada).get(OPEN).status_code == 404
    assert client_of(carl).get(OPEN).status_code == 200
    assert "Create a game" not in client_of(ada).get("/l/calais/games/").content.decode()


def test_the_waiting_room_tells_the_terms_and_the_fingerprint(opened_game, url, visitor):
    page = visitor.get(url(opened_game)).content.decode()
    opened_game.refresh_from_db()
    fingerprint = hashlib.sha256(bytes.fromhex(opened_game.lots_secret)).hexdigest()
    assert fingerprint in page
    assert opened_game.lots_secret not in page
    assert "Intimate Diplomacy" in page
    assert "Sign up and take a seat" in page


def test_taking_a_seat_with_a_part_of_ones_own(opened_game, url, client_of, ada):
    client = client_of(ada)
    client.post(url(opened_game, "take-seat"), {"nonce": "seven herrings"})
    assert Tenure.objects.get().nonce == "seven herrings"
    page = client.get(url(opened_game)).content.decode()
    assert "Leave the seat" in page
    assert "seven herrings" not in page


def test_the_game_starts_when_the_last_seat_is_taken(opened_game, url, client_of, ada, ben):
    for user in (ada, ben):
        client_of(user).post(url(opened_game, "take-seat"))
    opened_game.refresh_from_db()
    assert opened_game.is_running
    assert "Choice of home powers" in client_of(ada).get(url(opened_game)).content.decode()


def test_only_members_take_seats(opened_game, url, client_of, visitor, dora):
    room = client_of(dora).get(url(opened_game)).content.decode()
    assert ">Join Calais</button>" in room
    assert "Take a seat" not in room
    answered = visitor.post(url(opened_game, "take-seat"))
    assert answered.status_code == 302
    assert "login" in answered.url
    page = client_of(dora).post(url(opened_game, "take-seat"), follow=True).content.decode()
    assert "Only members of the league can take seats" in page
    assert not Tenure.objects.exists()


def test_a_part_of_the_lots_that_is_too_long_is_refused(opened_game, url, client_of, ada):
    page = client_of(ada).post(url(opened_game, "take-seat"), {"nonce": "x" * 65}).content.decode()
    assert "field-error" in page
    assert not Tenure.objects.exists()


def test_leaving_and_calling_off(opened_game, url, client_of, ada, carl):
    client_of(ada).post(url(opened_game, "take-seat"))
    assert client_of(ada).post(url(opened_game, "cancel")).status_code == 404
    client_of(ada).post(url(opened_game, "leave-seat"))
    assert not Tenure.objects.filter(left_at=None).exists()
    client_of(carl).post(url(opened_game, "cancel"))
    opened_game.refresh_from_db()
    assert opened_game.state == "cancelled"
    assert "cancelled" in client_of(ada).get(url(opened_game)).content.decode()


def test_a_list_of_wishes_is_given_back_with_a_refusal(make_game, url, client_of, ada, ben):
    game = make_game(variant="standard", settings={"players": 4}, dealing="ranking")
    wishes = {"rank-1": "3", "rank-2": "1"}
    client = client_of(ada)
    answer = client.post(url(game, "take-seat"), {"seat": "9", "nonce": "mine", **wishes})
    assert answer.status_code == 200 and not Tenure.objects.exists()
    assert "Every seat is taken. Choose another game" in answer.content.decode()
    fields = find_form(answer, url(game, "take-seat")).fields
    assert {name: fields[name] for name in wishes} == wishes and fields["nonce"] == "mine"


def test_nobody_sends_a_list_where_none_is_asked_for(opened_game, make_game, url, client_of, ada):
    client = client_of(ada)
    for game in (opened_game, make_game(variant="standard", settings={"players": 4}, dealing="ranking")):
        client.post(url(game, "take-seat"), {"seat": "", "nonce": ""})
    assert client.post(url(opened_game, "rank-seats"), {"rank-1": "1"}).status_code == 404
    Game.objects.filter(pk=game.pk).update(state="cancelled")
    answer = client.post(url(game, "rank-seats"), {"rank-1": "1"}, follow=True)
    assert answer.redirect_chain and "The game is over" in answer.content.decode()


def test_only_those_inside_see_the_link_of_a_private_game(make_game, url, client_of, ada, visitor):
    game = make_game(visibility="private")
    client = client_of(ada)
    client.get(url(game, "join-private", game.join_token))
    client.post(url(game, "take-seat"))
    assert game.join_token in client.get(url(game)).content.decode()


def test_whoever_joins_from_a_waiting_room_comes_back_to_it(opened_game, url, client_of, dora):
    client = client_of(dora)
    room = url(opened_game)
    there = client.post("/l/calais/join/", {"next": room}, follow=True)
    assert there.redirect_chain == [(room, 302)]
    assert "Take a seat</button>" in there.content.decode()
    sat = client.post(f"{room}seat/", follow=True).content.decode()
    assert "You’re in. We’ll e-mail you when the game starts." in sat


@pytest.mark.parametrize("elsewhere", ["https://example.com/", "//example.com/", "/l/douvres/", "nonsense"])
def test_joining_leads_nowhere_else(calais, client_of, visitor, dora, elsewhere):
    assert visitor.post("/l/calais/join/", {"next": elsewhere}).url.endswith("?next=%2Fl%2Fcalais%2F")
    assert client_of(dora).post("/l/calais/join/", {"next": elsewhere}).url == "/l/calais/"


def test_a_game_has_a_name_before_one_thinks_of_another(calais, client_of, ada):
    page = client_of(ada).get("/l/calais/games/new/").content.decode()
    assert 'value="Who plays with ada?"' in page


def test_each_game_is_described_in_a_line(calais, client_of, ada):
    client = client_of(ada)
    assert (
        "2 players</strong><br>Every year you bid in secret for five mercenary powers"
        in client.get(OPEN).content.decode()
    )
    assert len(described_variants()) == len(LEADS), "a new game has a line too"


@pytest.mark.slow
def test_a_cancelled_game_is_created_again_with_its_settings(opening, client_of, url, ada, ben):
    opening(variant="standard", name="Typo", press="none", rulebook="modern", **{"pace-kind": "live"})
    game = Game.objects.get()
    client = client_of(ada)
    page = client.post(url(game, "cancel"), follow=True)
    page = client.get(url(game)).content.decode()
    again = f"{OPEN}?like={game.code}"
    assert f'href="{again}"' in page
    fields = find_form(client.get(again), "").fields
    assert {name: fields[name] for name in ("name", "variant", "press", "rulebook", "pace-kind")} == {
        "name": "Typo",
        "variant": "standard",
        "press": "none",
        "rulebook": "modern",
        "pace-kind": "live",
    }
    client.post(again, fields)
    assert Game.objects.latest("pk").settings == game.settings
    assert Game.objects.count() == 2
    others = find_form(client_of(ben).get(again), "").fields
    assert (others["name"], others["press"]) != ("Typo", "none"), "it is filled in for its creator alone"


def test_nothing_of_the_draw_stands_between_a_newcomer_and_a_seat(make_game, url, client_of, ada):
    page = client_of(ada).get(url(make_game())).content.decode()
    button = page.index("Take a seat</button>")
    assert button < page.index('name="nonce"') and button < page.index("SHA-256")
    assert "<details>" in page[button : page.index('name="nonce"')]
    assert (
        reverse("rules:page", args=["intimate"]) in page
        and f'"{reverse("rules:index")}"' not in page.split('id="room"')[1].split("</aside>")[0]
    )
