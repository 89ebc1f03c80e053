"""The pages of leagues: what they show, what they refuse, and to whom there is nothing at all."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.html import escape

from games.agreed.pace import Pace
from games.common import clock
from games.services.seats.seating import take_seat
from league.leagues import selectors, services
from league.leagues.forms import slug_of
from league.leagues.models import Invitation, League
from tests.conftest import make_user
from tests.opening import open_game

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"')


def at(name: str, *args) -> str:
    return reverse(f"leagues:{name}", args=args)


def text_of(response) -> str:
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def settings_form(league: League, **changes):
    values = {
        name: getattr(league, name)
        for name in (
            *("name", "description", "visibility", "who_opens_games", "rulebook", "press"),
            *("press_pauses", "dealing"),
        )
    }
    return values | {"draws_allowed": "on", "pace-kind": "daily", "pace-zone": "UTC"} | changes


def test_the_list_shows_public_leagues_and_hides_the_others(visitor, client_of, ada, calais, douvres):
    for client in (visitor, client_of(ada)):
        page = text_of(client.get(at("list")))
        assert "Calais" in page
        assert "Douvres" not in page


def test_ones_own_leagues_stand_beside_the_list(client_of, dora, douvres):
    assert "Douvres" in text_of(client_of(dora).get(at("list")))


def test_searching_finds_names_and_descriptions_and_never_a_hidden_league(visitor, calais, douvres):
    assert "Calais" in text_of(visitor.get(at("list"), {"q": "channel"}))
    for words in ("Douvres", "cliffs"):
        page = text_of(visitor.get(at("list"), {"q": words}))
        assert "No public league has" in page
        assert "/l/douvres/" not in page


def test_the_list_is_turned_page_by_page_and_costs_the_same(
    visitor, carl, assert_queries_do_not_grow, calais
):
    def make_more() -> None:
        for number in range(30):
            services.create_league(
                user=carl, name=f"L{number:02}", slug=f"l-{number:02}", description="", visibility="public"
            )

    assert_queries_do_not_grow(visitor, at("list"), make_more)
    assert "Page 1 of 2" in text_of(visitor.get(at("list")))
    second = text_of(visitor.get(at("list"), {"page": 2, "q": "L"}))
    assert 'href="?page=1&amp;q=L"' in second
    assert "Page 2 of 2" in text_of(visitor.get(at("list"), {"page": "999"}))
    assert "Page 1 of 2" in text_of(visitor.get(at("list"), {"page": "nonsense"}))


def test_founding_takes_an_account(visitor):
    assert visitor.get(at("create")).url.startswith(reverse("account_login"))
    assert visitor.post(at("create"), {"name": "X"}).status_code == 302
    assert not League.objects.exists()


def test_founding_makes_the_address_from_the_name(client_of, ada):
    form = {"name": "L’Œuvre des Écluses", "description": "", "visibility": "invitation"}
    response = client_of(ada).post(at("create"), form, follow=True)
    league = League.objects.get()
    assert league.slug == "l-oeuvre-des-ecluses"
    assert response.redirect_chain == [(league.get_absolute_url(), 302)]
    assert "is created, and you are its organiser" in text_of(response)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"name": "Other", "slug": "calais"}, "Another league has the address"),
        ({"name": "Calais"}, "Another league has the address"),
        ({"name": "!!!"}, "Type an address"),
        ({"name": "X", "slug": "Sp ace"}, "Use 3 to 40 of a–z"),
        ({"name": ""}, "This field is required"),
    ],
)
def test_a_league_that_cannot_be_is_refused_and_the_form_keeps_what_was_typed(
    client_of, ada, calais, form, said
):
    typed = {"slug": "", "description": "All that was typed", "visibility": "public"} | form
    page = text_of(client_of(ada).post(at("create"), typed))
    assert said in page
    assert "All that was typed" in page
    assert 'role="alert"' in page
    assert League.objects.count() == 1


@pytest.mark.parametrize(("name", "slug"), [("Été 1901", "ete-1901"), ("a" * 80, "a" * 40), ("東京", "")])
def test_addresses_are_made_of_plain_letters(name, slug):
    assert slug_of(name) == slug


def test_a_public_league_is_open_to_all_and_says_how_games_open(visitor, calais):
    page = text_of(visitor.get(at("home", "calais")))
    for words in (
        "Calais",
        "Across the Channel",
        "3 members",
        "carl",
        "Classic",
        "by vote",
        "Sign up and join",
    ):
        assert words in page


def test_the_unknown_and_the_forbidden_are_the_same_page(visitor, client_of, ada, calais, douvres):
    """No one learns by trying addresses which leagues exist."""
    for client in (visitor, client_of(ada)):
        pages = []
        for slug in ("douvres", "nowhere"):
            for name in ("home", "members", "settings", "invitations", "join", "leave"):
                response = client.get(at(name, slug))
                assert response.status_code == 404, (slug, name)
                pages.append(TOKEN.sub("", response.content.decode()).replace(at(name, slug), "PATH"))
        assert len(set(pages)) == 1


def test_posts_to_a_hidden_league_find_nothing(client_of, ada, dora, calais, douvres):
    client = client_of(ada)
    membership = douvres.memberships.get()
    for url in (
        at("join", "douvres"),
        at("leave", "douvres"),
        at("settings", "douvres"),
        at("invitations", "douvres"),
        at("role", "douvres", membership.pk),
        at("invited", "douvres", "guessed"),
    ):
        assert client.post(url, {"role": "member", "days": 7}).status_code == 404, url
    assert douvres.memberships.count() == 1
    assert not douvres.invitations.exists()


def test_joining_by_the_button(client_of, dora, calais, douvres):
    page = text_of(client_of(dora).post(at("join", "calais"), follow=True))
    assert "You are now a member of “Calais”." in page
    assert calais.memberships.filter(user=dora).exists()


def test_a_code_that_no_game_can_have_is_no_game(client_of, dora, calais):
    """PostgreSQL has no text for it."""
    assert client_of(dora).post(at("join", "calais"), {"game": "abc\0d"}).url == at("home", "calais")
    assert calais.memberships.filter(user=dora).exists()


def test_a_visitor_who_joins_signs_in_first(visitor, calais):
    response = visitor.post(at("join", "calais"))
    assert response.url == f"{reverse('account_login')}?next=%2Fl%2Fcalais%2F"
    assert visitor.get(at("join", "calais")).status_code == 405


@pytest.fixture
def link(dora, douvres) -> Invitation:
    return services.invite(league=douvres, by=dora, days=7)


def test_an_invitation_shows_its_league_and_lets_in(client_of, ada, link):
    client = client_of(ada)
    page = text_of(client.get(link.link_path))
    assert "Douvres" in page
    assert "White cliffs" in page
    assert client.get(at("home", "douvres")).status_code == 404  # looking is not joining
    joined = client.post(link.link_path, follow=True)
    assert "You are now a member of “Douvres”." in text_of(joined)
    assert client.get(link.link_path).url == at("home", "douvres")


def test_a_visitor_with_an_invitation_signs_in_and_comes_back(visitor, link):
    page = text_of(visitor.get(link.link_path))
    assert f"{reverse('account_login')}?next={link.link_path}" in page
    assert visitor.post(link.link_path).url.startswith(reverse("account_login"))
    assert link.league.memberships.count() == 1


def test_an_invitation_opens_its_own_league_alone(client_of, ada, calais, link):
    assert client_of(ada).get(at("invited", "calais", link.token)).status_code == 404
    assert client_of(ada).get(at("invited", "douvres", link.token[:-1])).status_code == 404


@pytest.mark.slow
def test_an_invitation_that_is_over_says_so_and_shows_nothing_of_the_league(client_of, ada, dora, link):
    services.withdraw(league=link.league, by=dora, invitation=link)
    for response in (
        client_of(ada).get(link.link_path),
        client_of(ada).post(link.link_path),
    ):
        assert response.status_code == 410
        assert "was withdrawn or has expired" in response.content.decode()
        assert "White cliffs" not in response.content.decode()
        assert link.league.name not in response.content.decode(), "nor does the masthead name it"


def test_leaving_asks_first(client_of, ada, calais):
    client = client_of(ada)
    assert "Leave “Calais”?" in text_of(client.get(at("leave", "calais")))
    assert calais.memberships.filter(user=ada).exists()
    assert "You have left “Calais”." in text_of(client.post(at("leave", "calais"), follow=True))
    assert not calais.memberships.filter(user=ada).exists()


def test_a_refused_leave_says_why(client_of, ada, carl, calais):
    game = open_game(league=calais, user=carl, name="Channel", variant="intimate", settings={}, pace=Pace())
    take_seat(game=game, user=ada)
    client = client_of(ada)
    page = text_of(client.post(at("leave", "calais"), follow=True))
    assert "You have a seat in a game" in page
    assert 'class="notice notice-grave"' in page
    asking = text_of(client.get(at("leave", "calais")))
    assert "You have a seat in a game" in asking
    assert ">Leave</button>" not in asking, "nobody confirms what is refused then"


def test_the_last_organiser_is_told_who_comes_after(client_of, carl, calais):
    client = client_of(carl)
    asking = text_of(client.get(at("leave", "calais")))
    assert "ada becomes organiser" in asking
    client.post(at("leave", "calais"))
    assert calais.memberships.get(role="organiser").user.username == "ada"


def test_leaving_is_for_members(visitor, client_of, dora, calais):
    assert client_of(dora).get(at("leave", "calais")).status_code == 404
    assert visitor.get(at("leave", "calais")).status_code == 302


def test_every_member_is_on_one_page_in_the_order_of_the_list(client_of, carl, calais, monkeypatch):
    monkeypatch.setattr(selectors, "MEMBERS_A_PAGE", 2)
    for name in ("fay", "gus"):
        services.join(league=calais, user=make_user(name))
    fay = calais.memberships.get(user__username="fay")
    services.change_role(league=calais, by=carl, membership=fay, role="organiser")
    reader = client_of(carl)
    pages = [reader.get(f"/l/calais/members/?page={number}") for number in (1, 2, 3)]
    names = [[each.user.username for each, _may in page.context["members"]] for page in pages]
    assert names == [["carl", "fay"], ["ada", "ben"], ["gus"]]
    found = reader.get("/l/calais/members/?q=A&page=2").context["members"]
    assert [each.user.username for each, _may in found] == ["ada"]
    assert "No member has “zoe” in the name." in text_of(reader.get("/l/calais/members/?q=zoe"))


@pytest.mark.slow
def test_members_are_listed_organisers_first_at_a_fixed_cost(
    client_of, carl, calais, assert_queries_do_not_grow
):
    def make_more() -> None:
        for number in range(60):
            services.join(league=calais, user=make_user(f"p{number:02}"))

    client = client_of(carl)
    assert_queries_do_not_grow(client, at("members", "calais"), make_more)
    page = text_of(client.get(at("members", "calais")))
    assert "63 people" in page
    assert page.index(">carl") < page.index(">ada") < page.index(">p00")
    assert ">p59" not in page
    assert ">p59" in text_of(client.get(at("members", "calais"), {"q": "p59"}))


def test_only_organisers_see_the_buttons_that_change_roles(visitor, client_of, ada, carl, calais):
    assert "an organiser</button>" not in text_of(visitor.get(at("members", "calais")))
    assert "an organiser</button>" not in text_of(client_of(ada).get(at("members", "calais")))
    assert text_of(client_of(carl).get(at("members", "calais"))).count("an organiser</button>") == 2


def test_an_organiser_makes_another(client_of, ada, carl, calais):
    membership = calais.memberships.get(user=ada)
    page = client_of(carl).post(at("role", "calais", membership.pk), {"role": "organiser"}, follow=True)
    assert "ada is now: Organiser." in text_of(page)
    membership.refresh_from_db()
    assert membership.is_organiser


def test_changing_a_role_leads_back_to_where_the_member_was_found(client_of, ada, carl, calais):
    membership = calais.memberships.get(user=ada)
    client = client_of(carl)
    found = at("members", "calais") + "?q=ada&page=1"
    assert f'name="next" value="{escape(found)}"' in text_of(client.get(found))
    for asked, back in (
        (found, found),
        ("", at("members", "calais")),
        ("//evil.example/?", at("members", "calais")),
    ):
        form = {"role": "organiser", "next": asked}
        assert client.post(at("role", "calais", membership.pk), form).headers["Location"] == back


@pytest.mark.parametrize("who", ["ada", "dora"])
def test_organisers_pages_are_nothing_to_others(request, client_of, calais, who):
    user = request.getfixturevalue(who)
    client = client_of(user)
    membership = calais.memberships.get(user__username="ben")
    assert client.get(at("settings", "calais")).status_code == 404
    assert client.post(at("settings", "calais"), settings_form(calais, name="Mine")).status_code == 404
    assert client.get(at("invitations", "calais")).status_code == 404
    assert client.post(at("invitations", "calais"), {"days": 7}).status_code == 404
    assert client.post(at("role", "calais", membership.pk), {"role": "organiser"}).status_code == 404
    calais.refresh_from_db()
    membership.refresh_from_db()
    assert (calais.name, membership.role, calais.invitations.count()) == ("Calais", "member", 0)


def test_a_role_is_changed_within_ones_own_league_alone(client_of, carl, dora, calais, douvres):
    """Organising one league is nothing in another, whichever way the address is put together."""
    membership = douvres.memberships.get(user=dora)
    assert client_of(carl).post(at("role", "calais", membership.pk), {"role": "member"}).status_code == 404
    membership.refresh_from_db()
    assert membership.is_organiser


def test_settings_are_saved_with_the_pace(client_of, carl, calais):
    form = settings_form(calais, name="Calais-Ville", press="none", **{"pace-kind": "live"})
    del form["draws_allowed"]
    page = text_of(client_of(carl).post(at("settings", "calais"), form, follow=True))
    assert "Saved. New games start with these settings" in page
    calais.refresh_from_db()
    assert (calais.name, calais.press, calais.draws_allowed) == ("Calais-Ville", "none", False)
    assert calais.pace["kind"] == "live"


@pytest.mark.slow
def test_a_league_sets_weekends_off_for_its_new_games(client_of, carl, ada, calais):
    client = client_of(carl)
    weekends = {"pace-weekends_off": "on", "pace-zone": "Europe/Paris"}
    client.post(at("settings", "calais"), settings_form(calais, **weekends))
    calais.refresh_from_db()
    assert (calais.pace["weekends_off"], calais.pace["zone"]) == (True, "Europe/Paris")
    assert "never closing on a Saturday or Sunday (Paris)" in text_of(client.get(at("home", "calais")))
    for page in (client.get(at("settings", "calais")), client_of(ada).get("/l/calais/games/new/")):
        assert re.search(r'name="pace-weekends_off"[^>]* checked', text_of(page))
    client.post(at("settings", "calais"), settings_form(calais))
    calais.refresh_from_db()
    assert calais.pace["weekends_off"] is False


def test_refused_settings_keep_what_was_typed_and_the_league_as_it_was(client_of, carl, calais):
    form = settings_form(calais, name="", description="Typed with care", **{"pace-kind": "custom"})
    page = text_of(client_of(carl).post(at("settings", "calais"), form))
    assert "Typed with care" in page
    assert 'id="id_name_error"' in page
    assert "Say how long this lasts" in page
    assert ">Calais</a>" in page  # the masthead still shows the league that is
    calais.refresh_from_db()
    assert (calais.name, calais.pace) == ("Calais", {})


def test_invitations_are_made_shown_and_withdrawn(client_of, carl, calais):
    client = client_of(carl)
    page = text_of(client.post(at("invitations", "calais"), {"days": 30}, follow=True))
    invitation = calais.invitations.get()
    assert f'<span id="link-{invitation.pk}">http://testserver{invitation.link_path}</span>' in page
    assert f'type="button" data-copy="link-{invitation.pk}"' in page
    assert timedelta(days=29) < invitation.expires_at - clock.now() <= timedelta(days=30)
    withdrawn = client.post(at("withdraw", "calais", invitation.pk), follow=True)
    assert "No one can join with it any more" in text_of(withdrawn)
    invitation.refresh_from_db()
    assert invitation.withdrawn_at is not None


@pytest.mark.parametrize("days", ["0", "-1", "10000", "", "many"])
def test_an_invitation_lasts_as_long_as_the_form_offers(client_of, carl, calais, days):
    page = text_of(client_of(carl).post(at("invitations", "calais"), {"days": days}))
    assert 'class="field-error"' in page
    assert not calais.invitations.exists()


def test_invitations_are_shown_at_a_fixed_cost(client_of, carl, calais, assert_queries_do_not_grow):
    services.invite(league=calais, by=carl, days=1)

    def make_more() -> None:
        for _ in range(15):
            services.invite(league=calais, by=carl, days=1)

    assert_queries_do_not_grow(client_of(carl), at("invitations", "calais"), make_more)


def test_the_home_costs_the_same_however_many_belong(client_of, ada, calais, assert_queries_do_not_grow):
    def make_more() -> None:
        for number in range(10):
            services.join(league=calais, user=make_user(f"p{number}"))

    assert_queries_do_not_grow(client_of(ada), at("home", "calais"), make_more)


def test_names_and_descriptions_are_text_not_markup(client_of, ada):
    form = {
        "name": "<script>x</script>",
        "slug": "xss",
        "description": "<b>y</b>\n\nz",
        "visibility": "public",
    }
    page = text_of(client_of(ada).post(at("create"), form, follow=True))
    assert "<script>x" not in page
    assert "&lt;b&gt;y" in page
