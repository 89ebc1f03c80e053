"""What every page has, and what is said when something goes wrong."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.contrib.messages import constants
from django.contrib.sessions.models import Session
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils import timezone

from games.agreed.pace import Pace
from games.services.seats.seating import take_seat
from league import tasks
from league.leagues import services
from league.leagues.views import site
from league.users.models import User
from tests.alike.plain import plain
from tests.conftest import PASSWORD, make_user
from tests.opening import open_game

pytestmark = pytest.mark.django_db

STYLESHEETS = 40_000


def test_the_first_page_costs_the_same_however_many_leagues(client_of, ada, carl, assert_queries_do_not_grow):
    numbers = iter(range(100))

    def make_more() -> None:
        for number in (next(numbers) for _ in range(4)):
            slug = f"l-{number:02}"
            league = services.create_league(
                user=carl, name=slug, slug=slug, description="", visibility="public"
            )
            services.join(league=league, user=ada)

    make_more()
    assert_queries_do_not_grow(client_of(ada), "/", make_more)


@pytest.mark.parametrize("path", ["/", "/leagues/", "/accounts/login/", "/accounts/signup/", "/nowhere/"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_has_its_language_a_way_past_the_masthead_and_nothing_inline(path, language):
    response = Client(HTTP_ACCEPT_LANGUAGE=language).get(path)
    page = response.content.decode()
    assert f'<html lang="{language}">' in page
    assert 'class="skip" href="#main"' in page
    assert page.count('<main id="main"') == 1
    assert page.count("<h1") == 1
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\bsrc=)", page)
    assert "Natural Earth" in page
    policy = response.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("path", ["/", "/leagues/", "/l/calais/", "/l/calais/games/", "/rules/"])
def test_masthead_and_footer_are_each_readers_own(path, client_of, ada, ben, visitor, calais):
    """They are kept for all: one reader after another, again and again, sees the own name and no other's."""
    for _time in range(2):
        for client, own, others in (
            (client_of(ada), ["ada", "Sign out"], ["ben", "Sign in"]),
            (client_of(ben), ["ben"], ["ada", "Sign in"]),
            (visitor, ["Sign in"], ["ada", "ben", "My games", "Sign out"]),
        ):
            page = client.get(path, headers={"accept-language": "en"}).content.decode()
            links = re.findall(r">([^<>]+)</a>", page.partition("</header>")[0])
            assert all(links.count(name) == 2 for name in own), links
            assert not set(others) & set(links)
            assert "\0" not in page
            footer = page.partition('<footer class="footer">')[2]
            assert f'name="next" value="{path}"' in footer
            assert len(set(re.findall(r'csrfmiddlewaretoken" value="([^"]{64})"', footer))) == 1


def test_the_footer_leads_back_to_an_address_and_takes_nothing_of_it_for_its_own(visitor):
    page = visitor.get('/leagues/?q="><b>%00token%00&page=1').content.decode()
    footer = page.partition('<footer class="footer">')[2]
    assert "<b>" not in footer
    assert footer.count("csrfmiddlewaretoken") == 1


def test_of_the_links_of_the_masthead_the_page_itself_is_marked(client_of, ada, calais):
    for path in ("/leagues/", "/games/", "/l/calais/", "/l/calais/members/", "/profile/", "/rules/"):
        page = client_of(ada).get(path).content.decode().partition("</header>")[0]
        assert set(re.findall(r'href="([^"]+)" aria-current="page"', page)) == {path}
    assert (
        "aria-current" not in client_of(ada).get("/leagues/new/").content.decode().partition("</header>")[0]
    )


def test_htmx_comes_from_here_and_evaluates_nothing(visitor):
    page = visitor.get("/").content.decode()
    assert '"allowEval":false' in page
    sources = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert any("htmx" in source for source in sources)
    assert not [source for source in sources if source.startswith(("http", "//"))]


def test_the_stylesheets_of_a_page_together_stay_small():
    """Whatever a page asks for besides, it asks for what `base.html` does."""
    size = {sheet.name: sheet.stat().st_size for sheet in (settings.ROOT / "static").glob("*.css")}
    templates = settings.ROOT / "templates"
    linked = {
        str(template.relative_to(templates)): set(
            re.findall(r"{% static '(\w[\w-]*\.css)' %}", template.read_text())
        )
        for template in templates.rglob("*.html")
    }
    always = linked["base.html"]
    assert len(always) >= 2
    for name, sheets in linked.items():
        assert sum(size[sheet] for sheet in sheets | always) <= STYLESHEETS, name


def test_ids_do_not_repeat(client_of, carl, calais):
    client = client_of(carl)
    for name in ("home", "members", "settings", "invitations"):
        page = client.get(reverse(f"leagues:{name}", args=["calais"])).content.decode()
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), sorted(one for one in ids if ids.count(one) > 1)


def test_switching_language_leads_back_to_a_page_that_can_be_read(client_of, ada, ben, calais):
    """A page that answers a POST to an address of its own offers the game's page instead."""
    game = open_game(league=calais, user=ada, name="Channel", variant="intimate", settings={}, pace=Pace())
    for user in (ada, ben):
        take_seat(game=game, user=user)
    url = reverse("games:press", args=["calais", game.code])
    page = client_of(ada).post(url, {"body": ""}).content.decode()
    back = re.search(r'name="next" value="([^"]+)"', page)[1]
    assert back == reverse("games:game", args=["calais", game.code])
    assert client_of(ada).get(back).status_code == 200


class Sample(forms.Form):
    plain = forms.CharField(help_text="a hint")
    choice = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect, help_text="pick")
    tick = forms.BooleanField()
    hidden = forms.IntegerField(widget=forms.HiddenInput)


def test_a_field_is_tied_to_its_hint_and_its_error():
    page = str(Sample({"plain": "", "hidden": "x"}))
    for name in ("plain", "choice"):
        assert f'aria-describedby="id_{name}_helptext id_{name}_error"' in page
        assert f'id="id_{name}_helptext"' in page
        assert f'id="id_{name}_error"' in page
    assert '<label for="id_plain">' in page
    assert '<legend class="label">Choice</legend>' in page
    assert 'aria-invalid="true"' in page


def test_what_is_wrong_stands_first_with_a_link_to_each_field():
    page = plain(str(Sample({"plain": "", "hidden": "x"})), is_html=True)
    assert page.index('role="alert"') < page.index("<label")
    assert '<a href="#id_plain">Plain</a>' in page
    assert "Enter a whole number." in page  # a hidden field's error has no other place


def test_texts_in_forms_are_escaped():
    form = Sample({"plain": '"><script>', "hidden": 1})
    form.add_error("plain", "<i>no</i>")
    page = str(form)
    assert "<script>" not in page
    assert "&lt;i&gt;no" in page


@pytest.mark.parametrize(
    ("level", "css"),
    [
        (constants.SUCCESS, "notice-done"),
        (constants.WARNING, "notice-care"),
        (constants.ERROR, "notice-grave"),
    ],
)
def test_a_notice_is_an_icon_and_words(level, css):
    kind = {constants.SUCCESS: "success", constants.WARNING: "warning", constants.ERROR: "error"}[level]
    page = render_to_string("_notice.html", {"kind": kind, "text": "<b>what</b>"})
    assert css in page
    assert "&lt;b&gt;what" in page
    assert "<use href=" in page


def test_a_failure_of_ours_asks_the_data_base_nothing(django_assert_num_queries):
    with django_assert_num_queries(0):
        response = site.server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert "Something went wrong on our side" in response.content.decode()


def test_a_failure_in_a_view_is_answered_in_the_readers_language(monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("secret detail")

    monkeypatch.setattr("league.leagues.selectors.public_leagues", fail)
    client = Client(HTTP_ACCEPT_LANGUAGE="fr", raise_request_exception=False)
    response = client.get("/leagues/")
    assert response.status_code == 500
    assert '<html lang="fr">' in response.content.decode()
    assert "secret detail" not in response.content.decode()


def test_a_form_from_elsewhere_is_refused_with_a_page(ada):
    client = Client(enforce_csrf_checks=True)
    response = client.post(reverse("account_login"), {"login": "ada", "password": "x"})
    assert response.status_code == 403
    assert "This page has expired" in response.content.decode()


def test_the_admin_is_for_staff(visitor, client_of, ada):
    for client in (visitor, client_of(ada)):
        assert client.get("/admin/").url.startswith("/admin/login/")


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    "path",
    ["users/user/", "leagues/league/", "leagues/membership/", "leagues/invitation/", "account/emailaddress/"],
)
def test_admin_lists_are_searchable_and_cost_the_same(
    client_of, carl, calais, path, assert_queries_do_not_grow
):
    root = make_user("root_", is_staff=True, is_superuser=True)
    services.invite(league=calais, by=carl, days=1)
    client = client_of(root)

    def make_more() -> None:
        for number in range(20):
            services.join(league=calais, user=make_user(f"p{number}"))
            services.invite(league=calais, by=carl, days=1)

    assert_queries_do_not_grow(client, f"/admin/{path}?q=a", make_more)


def test_the_admin_shows_no_link_that_lets_in(client_of, carl, calais):
    root = make_user("root_", is_staff=True, is_superuser=True)
    invitation = services.invite(league=calais, by=carl, days=1)
    client = client_of(root)
    for path in ("", f"{invitation.pk}/change/"):
        page = client.get(f"/admin/leagues/invitation/{path}")
        assert page.status_code == 200
        assert invitation.token not in page.content.decode()
    assert client.get("/admin/leagues/invitation/add/").status_code == 403


def test_the_admin_keeps_a_leagues_address(client_of, calais):
    root = make_user("root_", is_staff=True, is_superuser=True)
    page = client_of(root).get(f"/admin/leagues/league/{calais.pk}/change/").content.decode()
    assert 'name="name"' in page
    assert 'name="slug"' not in page


def test_the_admin_shuts_nobody_out_of_their_own_games(client_of, ada, carl, calais):
    client = client_of(make_user("root_", is_staff=True, is_superuser=True))
    game = open_game(league=calais, user=carl, name="Channel", variant="intimate", settings={}, pace=Pace())
    take_seat(game=game, user=ada)
    playing, idle = (calais.memberships.get(user=user).pk for user in (ada, carl))
    deleting = "/admin/leagues/membership/{}/delete/"
    assert client.post(deleting.format(playing), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [playing], "post": "yes"}
    client.post("/admin/leagues/membership/", chosen)
    assert calais.memberships.filter(pk=playing).exists()
    assert client.post(deleting.format(idle), {"post": "yes"}).status_code == 302
    assert not calais.memberships.filter(pk=idle).exists()
    page = client.get(f"/admin/leagues/membership/{playing}/change/").content.decode()
    assert 'name="role"' in page
    assert 'name="user"' not in page


@override_settings(DEBUG=False)
def test_an_unknown_address_says_so_in_the_frame(visitor):
    response = visitor.get("/nowhere/")
    assert response.status_code == 404
    assert "Page not found" in response.content.decode()


@pytest.mark.parametrize("path", ["p/a%00b/", "join/a%00b/", "g/a%00b/join/c%00d/"])
def test_an_address_that_postgresql_cannot_be_asked_for_is_unknown(visitor, calais, path):
    visitor.raise_request_exception = False
    assert visitor.get(f"/l/calais/{path}").status_code == 404


@pytest.mark.slow
def test_the_admin_makes_and_changes_accounts(client_of):
    client = client_of(make_user("root_", is_staff=True, is_superuser=True))
    form = {
        "username": "zoe",
        "email": "zoe@example.org",
        "usable_password": "true",
        "password1": "les sanglots longs",
        "password2": "les sanglots longs",
    }
    made = client.post("/admin/users/user/add/", form)
    zoe = User.objects.get(username="zoe")
    assert made.url == f"/admin/users/user/{zoe.pk}/change/"
    assert zoe.check_password("les sanglots longs")
    change = {"username": "zoe", "email": "zoe@example.org", "time_zone": "Asia/Tokyo", "language": "fr"}
    assert client.post(made.url, change | {"time_zone": "Mars/Olympus"}).status_code == 200
    assert client.post(made.url, change).status_code == 302
    zoe.refresh_from_db()
    assert (zoe.time_zone, zoe.language, zoe.is_active) == ("Asia/Tokyo", "fr", False)


def test_who_may_change_accounts_gives_no_rights_and_changes_no_superuser(client_of, ada):
    """The right to shut someone out is not the right to everything."""
    sam = make_user("sam", is_staff=True)
    sam.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    root = make_user("root_", is_staff=True, is_superuser=True)
    client = client_of(sam)
    groups = Group.objects.create(name="all")
    every = {"is_active": "on", "is_staff": "on", "is_superuser": "on", "groups": groups.pk}
    rights = every | {"user_permissions": Permission.objects.first().pk, "time_zone": "UTC", "language": "en"}

    def change(user, **fields):
        return client.post(f"/admin/users/user/{user.pk}/change/", {"username": user.username} | fields)

    assert change(sam, **rights).status_code == 302
    sam = User.objects.get(pk=sam.pk)
    assert not sam.is_superuser and sam.user_permissions.count() == 2 and not sam.groups.exists()
    assert change(ada, **rights).status_code == 302
    assert not User.objects.get(pk=ada.pk).is_staff
    assert change(ada, time_zone="UTC", language="en").status_code == 302
    assert not User.objects.get(pk=ada.pk).is_active, "shutting somebody out is what the right is for"
    assert change(root, time_zone="UTC", language="en").status_code == 403
    assert User.objects.get(pk=root.pk).is_active
    made = client_of(root).post(f"/admin/users/user/{sam.pk}/change/", {"username": "sam"} | rights)
    assert made.status_code == 302 and User.objects.get(pk=sam.pk).is_superuser


TYPED = {
    "order-A PAR": "A PAR - BUR",
    "was-A PAR": "A PAR - BUR",
    "order-F BRE": "F BRE - MAO",
    "was-F BRE": "",
    "text": "A Par - Bur\n<b>F Bre</b>",
    "bid-ITALY": "7",
    "body": "Dear Ben",
    "password": "hush",
    "label": "x",
}


@override_settings(DEBUG=False)
@pytest.mark.parametrize(
    "path", ["/l/calais/g/abcdefgh/answer/", "/l/douvres/g/abcdefgh/press/", "/nowhere/"]
)
def test_who_is_signed_out_while_they_write_gets_back_what_they_typed(visitor, calais, douvres, path):
    response = visitor.post(path, TYPED)
    page = response.content.decode()
    assert response.status_code == 404
    assert "A Par - Bur\n&lt;b&gt;F Bre&lt;/b&gt;\n\nDear Ben\n\nF BRE - MAO\nITALY 7</textarea>" in page
    assert "hush" not in page
    assert "Sign in" in page
    assert 'id="typed-before"' not in visitor.get(path).content.decode()


def test_a_form_from_before_signing_in_again_gives_back_what_was_typed(ada, calais):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ada, backend=settings.AUTHENTICATION_BACKENDS[0])
    response = browser.post("/l/calais/g/abcdefgh/answer/", TYPED | {"csrfmiddlewaretoken": "x" * 64})
    assert response.status_code == 403
    assert "ITALY 7</textarea>" in response.content.decode()


def test_another_site_puts_no_words_on_a_page_of_ours(ada, calais):
    browser = Client(enforce_csrf_checks=True)
    for origin, is_given_back in (("http://testserver", True), ("https://elsewhere.example", False)):
        page = browser.post("/leagues/new/", TYPED, headers={"origin": origin}).content.decode()
        assert ("Dear Ben" in page) == is_given_back


def test_sessions_whose_time_is_past_are_forgotten(client_of, ada, calais):
    client_of(ada)
    client_of(ada)
    old = Session.objects.first()
    old.expire_date = timezone.now() - timedelta(seconds=1)
    old.save()
    tasks.forget_sessions()
    assert Session.objects.count() == 1
    assert not Session.objects.filter(pk=old.pk).exists()


def test_the_admin_gives_nobody_anothers_account(client_of, ada):
    """Who sets a player's password or address reads their hidden answers: neither can be done there."""
    root = make_user("root", is_staff=True, is_superuser=True)
    client = client_of(root)
    page = f"/admin/users/user/{ada.pk}"
    client.post(
        f"{page}/password/", {"password1": "a new one, to sign in", "password2": "a new one, to sign in"}
    )
    given = {"username": "ada", "email": "root@example.org", "time_zone": "UTC", "language": "en"}
    assert client.post(f"{page}/change/", given | {"is_active": "on"}).status_code == 302
    address = EmailAddress.objects.get(user=ada)
    changed = {"user": ada.pk, "email": "root@example.org", "verified": "on", "primary": "on"}
    assert client.post(f"/admin/account/emailaddress/{address.pk}/change/", changed).status_code == 403
    assert client.post("/admin/account/emailaddress/add/", changed).status_code == 403
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)
    assert (ada.email, ada.time_zone) == ("ada@example.org", "UTC")
    assert [each.email for each in EmailAddress.objects.filter(user=ada)] == ["ada@example.org"]
