"""A link leads a stranger to where it wanted to go, through every page that comes between."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from league.leagues import services
from league.users.models import User
from league.users.ways_on import is_ours
from tests.conftest import PASSWORD
from tests.league.competitions.conftest import make_game, make_season, opened_game, set_clock  # noqa: F401
from tests.league.test_accounts import SIGNUP, code_in
from tests.league.test_keys import code_of, guarded  # noqa: F401

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a\b[^>]*?href="([^"]+)"[^>]*>\s*(.*?)\s*</a>', re.DOTALL)
FORM = re.compile(r'<form\b[^>]*action="([^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')

LOGIN, SIGN_UP, CODE = map(reverse, ("account_login", "account_signup", "account_email_verification_sent"))

FOREIGN = (
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "///evil.example/",
    "javascript:alert(1)",
    "http://testserver.evil.example/",
    "https://other.example/l/calais/",
    "l/calais/",
)


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def link(page: str, words: str) -> str:
    """Where the link with these words leads, in the page itself."""
    main = page.partition("<main")[2]
    return next(href for href, said in LINK.findall(main) if words in said).replace("&amp;", "&")


def hidden_in(page: str, action: str) -> dict[str, str]:
    """What the form with this address carries."""
    inside = next(inside for address, inside in FORM.findall(page) if address == action)
    return dict(FIELD.findall(inside))


def sign_up_from(client: Client, page: str, words: str) -> str:
    """From a link that says `words` through sign-up and code, as a browser goes; where it ends."""
    form = page_of(client, link(page, words))
    answer = client.post(SIGN_UP, SIGNUP | hidden_in(form, SIGN_UP))
    assert answer.status_code == 302, answer.content.decode()
    code = page_of(client, answer.url)
    given = hidden_in(code, CODE) | {"code": code_in(mail.outbox[-1])}
    return str(client.post(CODE, given).url)


def join_on(client: Client, page: str) -> str:
    """The button that joins the league; where it leads."""
    return str(client.post("/l/calais/join/", hidden_in(page, "/l/calais/join/")).url)


def test_a_seasons_link_leads_a_stranger_to_its_form_in_four_steps(visitor, make_season):  # noqa: F811
    """Sign up and enter, the form, the code, one press to join: there is the form of entry."""
    season = make_season().announce().competition
    enter = f"{season.get_absolute_url()}enter/"
    page = page_of(visitor, season.get_absolute_url())
    assert sign_up_from(visitor, page, "Sign up and enter") == enter
    page = page_of(visitor, enter)
    assert "Enter the season</button>" not in page
    assert join_on(visitor, page) == enter
    page = page_of(visitor, enter)
    assert "Enter the season" in page and "/l/calais/join/" not in page
    assert visitor.post(enter, {}).url == season.get_absolute_url()
    assert season.entries.get().user.username == "zoe"


def test_a_games_link_leads_a_stranger_to_its_seat_in_four_steps(visitor, opened_game):  # noqa: F811
    room = f"/l/calais/g/{opened_game.code}/"
    page = page_of(visitor, room)
    assert sign_up_from(visitor, page, "Sign up and take a seat") == room
    assert join_on(visitor, page_of(visitor, room)) == room
    assert f'action="{room}seat/"' in page_of(visitor, room)


def test_a_leagues_link_leads_a_stranger_back_to_it(visitor, calais):
    assert sign_up_from(visitor, page_of(visitor, "/l/calais/"), "Sign up and join") == "/l/calais/"


def test_an_invitation_leads_a_stranger_into_a_closed_league(visitor, dora, douvres):
    token = services.invite(league=douvres, by=dora, days=7).token
    invited = f"/l/douvres/join/{token}/"
    assert sign_up_from(visitor, page_of(visitor, invited), "Sign up and join") == invited
    assert visitor.post(invited).url == "/l/douvres/"


def test_whoever_has_an_account_goes_the_same_way(visitor, make_season, dora):  # noqa: F811
    season = make_season().announce().competition
    enter = f"{season.get_absolute_url()}enter/"
    to = link(page_of(visitor, season.get_absolute_url()), "Sign in")
    given = hidden_in(page_of(visitor, to), LOGIN) | {"login": "dora", "password": PASSWORD}
    assert visitor.post(LOGIN, given).url == enter
    assert join_on(visitor, page_of(visitor, enter)) == enter


def test_a_member_of_no_league_joins_on_the_seasons_own_page(client_of, dora, make_season):  # noqa: F811
    season = make_season().announce().competition
    client = client_of(dora)
    enter = f"{season.get_absolute_url()}enter/"
    assert join_on(client, page_of(client, season.get_absolute_url())) == enter


def test_a_season_by_invitation_sends_nobody_round(visitor, make_season):  # noqa: F811
    page = page_of(visitor, make_season(invitation=True).announce().competition.get_absolute_url())
    assert "This season is by invitation" in page and "Sign up and enter" not in page


def test_the_masthead_of_a_leagues_pages_brings_back_to_them(visitor, make_season):  # noqa: F811
    here = make_season().announce().competition.get_absolute_url()
    head = page_of(visitor, f"{here}?a=1&b=2").partition("<main")[0]
    for entrance in (LOGIN, SIGN_UP):
        [first, *_rest] = re.findall(rf'href="{entrance}\?([^"]*)"', head)
        assert parse_qs(first.replace("&amp;", "&")) == {"next": [f"{here}?a=1&b=2"]}
    assert f'href="{LOGIN}"' in page_of(visitor, "/").partition("<main")[0]


def test_a_new_address_or_another_code_does_not_lose_the_way(visitor):
    visitor.post(SIGN_UP, SIGNUP | {"next": "/rules/"})
    here = f"{CODE}?next=%2Frules%2F"
    for change in ({"action": "resend"}, {"action": "change", "email": "zoe@example.net"}):
        given = hidden_in(page_of(visitor, here), CODE) | change
        assert visitor.post(CODE, given).url == here
    given = hidden_in(page_of(visitor, here), CODE) | {"code": code_in(mail.outbox[-1])}
    assert visitor.post(CODE, given).url == "/rules/"


def test_a_code_that_is_too_late_leads_to_the_sign_in_page_and_on(visitor):
    sent = visitor.post(SIGN_UP, SIGNUP | {"next": "/rules/"})
    visitor.cookies.clear()
    assert visitor.get(sent.url).url == f"{LOGIN}?next=%2Frules%2F"
    EmailAddress.objects.update(verified=True)
    given = {"login": "zoe", "password": SIGNUP["password1"], "next": "/rules/"}
    assert visitor.post(LOGIN, given).url == "/rules/"


def test_too_many_wrong_codes_and_cancelling_keep_the_way(visitor):
    visitor.post(SIGN_UP, SIGNUP | {"next": "/rules/"})
    page = page_of(visitor, f"{CODE}?next=%2Frules%2F")
    out = reverse("account_logout")
    assert hidden_in(page, out)["next"] == f"{LOGIN}?next=%2Frules%2F"
    for _again in range(10):
        answer = visitor.post(CODE, {"code": "WRONG1", "next": "/rules/"})
        if answer.status_code == 302:
            break
    assert answer.url == f"{LOGIN}?next=%2Frules%2F"


def test_another_link_opened_before_the_code_is_typed_is_the_one_that_counts(visitor):
    visitor.post(SIGN_UP, SIGNUP | {"next": "/rules/"})
    here = visitor.get(f"{SIGN_UP}?next=/leagues/").url
    assert here == f"{CODE}?next=%2Fleagues%2F"
    given = hidden_in(page_of(visitor, here), CODE) | {"code": code_in(mail.outbox[-1])}
    assert visitor.post(CODE, given).url == "/leagues/"


def test_a_second_step_keeps_the_way(guarded):  # noqa: F811
    _client, secret = guarded
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    asked = client.post(LOGIN, {"login": "ada", "password": PASSWORD, "next": "/leagues/"}).url
    assert urlsplit(asked).path == reverse("mfa_authenticate")
    page = page_of(client, asked)
    assert f'action="{asked}"' in page
    assert hidden_in(page, reverse("account_logout"))["next"] == f"{LOGIN}?next=%2Fleagues%2F"
    assert client.post(asked, {"code": "000000"}).status_code == 200
    assert client.post(asked, {"code": code_of(secret)}).url == "/leagues/"


def test_a_passkey_that_is_refused_leads_back_with_the_way(visitor):
    page = page_of(visitor, f"{LOGIN}?next=/leagues/")
    passkey = reverse("mfa_login_webauthn")
    given = hidden_in(page, passkey)
    assert given["next"] == "/leagues/"
    assert visitor.post(passkey, given | {"credential": "{}"}).url == f"{LOGIN}?next=%2Fleagues%2F"


def test_whoever_signs_up_without_a_way_begins_at_the_first_page(visitor):
    visitor.post(SIGN_UP, SIGNUP)
    assert visitor.post(CODE, {"code": code_in(mail.outbox[-1])}).url == "/"


@pytest.mark.parametrize("foreign", FOREIGN)
def test_other_sites_are_nobodys_way(visitor, ada, foreign):
    with override_settings(ALLOWED_HOSTS=["testserver", "other.example"]):
        given = {"login": "ada", "password": PASSWORD, "next": foreign}
        assert visitor.post(LOGIN, given).url == reverse("games:mine")
        cache.clear()
        new = Client()
        sent = new.post(SIGN_UP, SIGNUP | {"next": foreign})
        assert sent.url == CODE
        there = new.post(CODE, {"code": code_in(mail.outbox[-1]), "next": foreign})
        assert there.url == "/"
        assert User.objects.filter(username="zoe").exists()


@pytest.mark.parametrize("foreign", FOREIGN)
def test_joining_leads_nowhere_but_into_its_league(client_of, eve, calais, foreign):
    assert client_of(eve).post("/l/calais/join/", {"next": foreign}).url == "/l/calais/"


def test_the_very_site_is_ours_and_no_other():
    request = RequestFactory().get("/")
    assert is_ours(request, "/l/calais/?a=1#h")
    assert not any(is_ours(request, foreign) for foreign in ("", *FOREIGN))


def new_password_from(client: Client, here: str) -> str:
    """From a page of signing in, through a forgotten password, to a new one; the link to sign in with it."""
    asking = link(page_of(client, here), "Forgot your password?")
    reset = reverse("account_reset_password")
    given = hidden_in(page_of(client, asking), reset) | {"email": "ada@example.org"}
    sent = client.post(reset, given).url
    assert urlsplit(sent).path == reverse("account_reset_password_done")
    address = re.search(r"https?://[^/\s]+(/accounts/password/reset/key/\S+)", mail.outbox[-1].body)[1]
    form = client.get(address, follow=True)
    [(choosing, inside)] = [
        (to, inside) for to, inside in FORM.findall(form.content.decode()) if "password1" in inside
    ]
    new = {"password1": SIGNUP["password1"], "password2": SIGNUP["password1"]}
    done = client.post(choosing, dict(FIELD.findall(inside)) | new).url
    assert urlsplit(done).path == reverse("account_reset_password_from_key_done")
    return link(page_of(client, done), "Sign in")


def test_a_forgotten_password_leads_back_to_the_season(ada, make_season):  # noqa: F811
    here = make_season().announce().competition.get_absolute_url()
    entrance = Client(HTTP_ACCEPT_LANGUAGE="en")
    to = new_password_from(entrance, link(page_of(entrance, here), "Sign in"))
    given = hidden_in(page_of(entrance, to), LOGIN) | {"login": "ada", "password": SIGNUP["password1"]}
    assert entrance.post(LOGIN, given).url == f"{here}enter/"


def test_the_link_to_a_new_password_may_be_opened_in_another_browser(ada, visitor):
    asked = reverse("account_reset_password")
    visitor.post(asked, {"email": "ada@example.org", "next": "/rules/?a=1"})
    address = re.search(r"https?://[^/\s]+(/accounts/password/reset/key/\S+)", mail.outbox[-1].body)[1]
    assert parse_qs(urlsplit(address).query) == {"next": ["/rules/?a=1"]}
    opened = Client(HTTP_ACCEPT_LANGUAGE="en").get(address)
    assert parse_qs(urlsplit(opened.url).query) == {"next": ["/rules/?a=1"]}


@pytest.mark.parametrize("foreign", FOREIGN)
def test_a_link_to_a_new_password_names_no_other_site(ada, visitor, foreign):
    with override_settings(ALLOWED_HOSTS=["testserver", "other.example"]):
        sent = visitor.post(reverse("account_reset_password"), {"email": "ada@example.org", "next": foreign})
        assert sent.url == reverse("account_reset_password_done")
        assert "next=" not in mail.outbox[-1].body
