"""Names of games, leagues and competitions, which other people read in their e-mails."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games.common.words.plain_names import check_plain
from games.models import Game
from games.words.wording import offered_name
from league.competitions.forms.seasons import SeasonForm
from league.leagues.models import League

BAD = [
    "Your account is locked: https://evil.example/login?u=0",
    "evil.example",
    "Go to www.evil.example",
    "evil\u3002example",
    "a\nBcc: all@example.org",
    "Game \u202etxet",
    "Game \u2066 hidden",
    "\u2028",
]


@pytest.mark.parametrize("name", BAD)
def test_a_name_with_an_address_or_something_unseen_is_refused(name):
    with pytest.raises(ValidationError):
        check_plain(name)


@pytest.mark.parametrize(
    "name",
    ["Channel (2)", "Mr. Brown’s", "Game no. 2", "v1.10", "St. Petersburg", "L’Œuvre…", "一号", "🏴‍☠️", "נמל"],
)
def test_ordinary_names_are_taken(name):
    check_plain(name)


def test_what_the_form_offers_can_be_sent():
    check_plain(offered_name("jean.paul"))


@pytest.mark.django_db
def test_no_game_and_no_league_goes_by_a_web_address(client_of, ada, calais):
    client: Client = client_of(ada)
    where = reverse("games:open", args=[calais.slug])
    page = client.post(where, {"name": BAD[0]}).content.decode()
    assert "A name contains no web address" in page and not Game.objects.exists()
    page = client.post("/leagues/new/", {"name": BAD[0], "visibility": "public"}).content.decode()
    assert "A name contains no web address" in page and League.objects.get() == calais
    assert check_plain in SeasonForm.base_fields["name"].validators


@pytest.mark.slow
@pytest.mark.django_db
def test_a_league_that_has_such_a_name_may_keep_it(client_of, carl, calais):
    League.objects.filter(pk=calais.pk).update(name="calais.example")
    page = client_of(carl).post(reverse("leagues:settings", args=[calais.slug]), {"name": "calais.example"})
    assert "A name contains no web address" not in page.content.decode()
    page = client_of(carl).post(reverse("leagues:settings", args=[calais.slug]), {"name": "dover.example"})
    assert "A name contains no web address" in page.content.decode()
