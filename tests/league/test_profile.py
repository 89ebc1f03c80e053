"""The profile, and in which language and zone the site speaks to whom."""

from __future__ import annotations

from datetime import time
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.common.words.zones import place_of, zone_choices, zone_names
from league.users import services
from league.users.models import Reach, User

pytestmark = pytest.mark.django_db


def test_the_profile_is_for_those_who_are_signed_in(visitor):
    response = visitor.get(reverse("users:profile"))
    assert response.status_code == 302
    assert response.url.startswith(reverse("account_login"))


def test_zone_and_language_are_saved_and_said_in_the_new_language(client_of, ada):
    client = client_of(ada)
    page = client.post(
        reverse("users:profile"), {"time_zone": "Asia/Tokyo", "language": "fr"}, follow=True
    ).content.decode()
    ada.refresh_from_db()
    assert (ada.time_zone, ada.language) == ("Asia/Tokyo", "fr")
    assert '<html lang="fr">' in page
    assert "Les heures affichées sont désormais celles du fuseau Asia/Tokyo" in page


def test_the_mail_of_the_day_goes_by_the_new_clock(ada):
    services.choose_reach(user=ada, reach=Reach.DAILY, digest_at=time(18))
    for zone in ("Europe/London", "Asia/Tokyo"):
        services.update_profile(user=ada, time_zone=zone, language="en")
        ada.refresh_from_db()
        assert ada.digest_due.astimezone(ZoneInfo(zone)).hour == 18


@pytest.mark.parametrize("wrong", [{"time_zone": "Mars/Olympus"}, {"language": "de"}, {"time_zone": ""}])
def test_what_cannot_be_is_refused_and_nothing_is_saved(client_of, ada, wrong):
    good = {"time_zone": "Asia/Tokyo", "language": "fr"}
    page = client_of(ada).post(reverse("users:profile"), good | wrong)
    assert page.status_code == 200
    assert 'class="field-error"' in page.content.decode()
    ada.refresh_from_db()
    assert (ada.time_zone, ada.language) == ("Europe/London", "en")


def test_the_service_refuses_what_the_form_would(ada):
    with pytest.raises(ValidationError):
        services.update_profile(user=ada, time_zone="Mars/Olympus", language="en")
    with pytest.raises(ValidationError):
        services.update_profile(user=ada, time_zone="UTC", language="de")


def test_whoever_is_on_utc_is_told_so(client_of, ada, dora):
    assert "Choose your own time zone" in client_of(dora).get(reverse("users:profile")).content.decode()
    assert "Choose your own time zone" not in client_of(ada).get(reverse("users:profile")).content.decode()


def test_nobody_elses_address_is_on_any_page(client_of, ada, ben, calais):
    for name in ("leagues:home", "leagues:members"):
        page = client_of(ada).get(reverse(name, args=["calais"])).content.decode()
        assert ben.email not in page


def test_every_zone_can_be_chosen_once():
    offered = [
        name
        for value, inside in zone_choices()
        for name in ([value] if isinstance(inside, str) else [zone for zone, _label in inside])
    ]
    assert len(offered) == len(set(offered))
    assert set(offered) < zone_names()
    assert {"Europe/Paris", "Europe/Kyiv", "Asia/Kolkata", "America/New_York", "UTC"} <= set(offered)


def test_no_alias_is_offered_and_a_stored_one_is_kept(client_of, ada):
    aliases = ("W-SU", "Australia/LHI", "Australia/ACT", "US/Pacific", "Etc/GMT+0", "Asia/Calcutta")
    ada.time_zone = "Asia/Calcutta"
    ada.save()
    client = client_of(ada)
    page = client.get(reverse("users:profile")).content.decode()
    assert [alias for alias in aliases if f'value="{alias}"' in page] == ["Asia/Calcutta"]
    client.post(reverse("users:profile"), {"time_zone": "Asia/Calcutta", "language": "en"})
    ada.refresh_from_db()
    assert ada.time_zone == "Asia/Calcutta"


def test_cities_are_named_and_sorted_in_the_readers_language():
    with translation.override("fr"):
        assert place_of("Europe/London") == "Londres"
        choices = dict(zone_choices())
    cities = [city for name, zones in choices.items() if str(name) == "Europe" for _zone, city in zones]
    assert cities.index("Athènes") < cities.index("Berlin") < cities.index("Londres")


def test_a_zone_is_found_by_its_citys_first_letters():
    assert place_of("Europe/Paris") == "Paris"
    assert place_of("America/Argentina/Buenos_Aires") == "Buenos Aires"
    assert place_of("America/Kentucky/Louisville") == "Louisville (Kentucky)"


def switch(client: Client, language: str, next_page: str = "/leagues/"):
    return client.post(reverse("users:language"), {"language": language, "next": next_page})


def test_a_visitor_switches_language_by_cookie_and_comes_back(visitor):
    assert '<html lang="en">' in visitor.get("/leagues/").content.decode()
    response = switch(visitor, "fr", "/leagues/?page=2")
    assert response.url == "/leagues/?page=2"
    assert '<html lang="fr">' in visitor.get("/leagues/").content.decode()
    switch(visitor, "en")
    assert '<html lang="en">' in visitor.get("/leagues/").content.decode()


def test_with_an_account_the_switch_is_kept_in_the_profile(client_of, ada):
    switch(client_of(ada), "fr")
    assert User.objects.get().language == "fr"
    assert '<html lang="fr">' in client_of(ada).get("/").content.decode()


def test_an_unknown_language_changes_nothing(client_of, ada):
    response = switch(client_of(ada), "tlh")
    assert response.status_code == 302
    assert settings.LANGUAGE_COOKIE_NAME not in response.cookies
    assert User.objects.get().language == "en"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "admin:index", "x", ""]
)
def test_the_switch_leads_nowhere_else(visitor, elsewhere):
    assert switch(visitor, "fr", elsewhere).url == "/"


def test_the_switch_takes_a_post(visitor):
    assert visitor.get(reverse("users:language")).status_code == 405


@pytest.mark.parametrize(
    ("wish", "spoken"),
    [("fr-CA,en;q=0.5", "fr"), ("de,fr;q=0.5", "fr"), ("de", "en"), ("", "en"), ("\0", "en")],
)
def test_a_visitors_browser_says_which_language_it_prefers(wish, spoken):
    response = Client(HTTP_ACCEPT_LANGUAGE=wish).get("/")
    assert f'<html lang="{spoken}">' in response.content.decode()
    assert response.headers["Content-Language"] == spoken


def test_times_are_shown_in_the_readers_zone(client_of, ada, ben):
    assert "Times are shown in your zone, London." in client_of(ada).get("/").content.decode()
    assert "Heures de votre fuseau, Paris." in client_of(ben).get("/").content.decode()
