"""Names: of plain letters of one script, and none that is taken for another's or for the site's own."""

from __future__ import annotations

import importlib
import threading

import pytest
from django.apps import apps
from django.contrib.auth import BACKEND_SESSION_KEY
from django.db import IntegrityError, connection, connections, transaction
from django.test import Client
from django.urls import reverse

from league.leagues import services as league_services
from league.users import names
from league.users.models import User
from tests.league.test_accounts import sign_up

pytestmark = pytest.mark.django_db


def refusal(page) -> str:
    """What stands beside the field of the name."""
    assert page.status_code == 200
    return " ".join(page.context["form"].errors["username"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("\uff41\uff44\uff41", "Write it plainly: “ada”"),  # full width
        ("\u017ftaff", "“staff”"),  # long s
        ("\ufb01n", "“fin”"),  # a ligature
        ("ad\u0430", "“\u0430”"),  # Cyrillic a
        ("b\u0435n", "“\u0435”"),
        ("\u0391da", "“\u0391”"),  # Greek capital Alpha
        ("\u0430dmin", "“\u0430”"),
        ("adrnin", "reserved for the site"),
        ("r00t", "reserved for the site"),
        ("s-t-a-f-f", "reserved for the site"),
        ("ADMIN_", "reserved for the site"),
        ("Ad+Min", "reserved for the site"),
        ("ädmin", "reserved for the site"),
        ("Modérateur", "reserved for the site"),
        ("game-master", "reserved for the site"),
        ("Security", "reserved for the site"),
        ("everyone", "reserved for the site"),
        ("otto", "reserved for the site"),
        ("treasurer", "reserved for the site"),
        ("Trésorier", "reserved for the site"),
        ("Bank", "reserved for the site"),
        ("Pay-Ments", "reserved for the site"),
        ("stripe", "reserved for the site"),
        ("arbitre", "reserved for the site"),
        ("tre\u0301sorie\u0300re", "reserved for the site"),
        ("account-locked.evil.com", "Use only letters, digits and + - _"),
        ("a.d.a", "Use only letters, digits and + - _"),
        ("\ua4ee\ua4d3\ua4df\ua4f2\ua4e0", "can’t contain"),  # Lisu, which looks like ADMIN
        ("\u1160\u1160", "can’t contain"),  # fillers, which no one sees
        ("\uae40\u115f", "“\u115f”"),
        ("\u1d00\u1d05\u1d00", "can’t contain"),  # small capitals
        ("ada\u02ce", "“\u02ce”"),  # a low grave accent
    ],
)
def test_a_name_that_could_be_taken_for_another_is_refused_with_what_to_change(visitor, name, words):
    assert words in refusal(sign_up(visitor, username=name))
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("taken", "like_it"),
    [
        ("Ivan", "lvan"),  # capital I, small l
        ("bob", "b0b"),
        ("carl", "car1"),
        ("nemo", "nerno"),
        ("cop", "\u0441\u043e\u0440"),  # all of it Cyrillic
        ("\u0441\u043e\u0440", "cop"),
        ("kim", "\u041a\u0406\u041c"),  # KIM in Cyrillic
        ("\u041a\u0406\u041c", "kim"),
        ("iris", "lris"),
        ("ada", "ad\u0101"),
        ("\u00e0d\u00e0", "ada"),
        ("lukas", "\u0141ukas"),
        ("\u0430\u043d\u0434\u0440\u0435\u0438", "\u0430\u043d\u0434\u0440\u0435\u0439"),  # й beside и
    ],
)
def test_a_name_that_looks_like_somebody_elses_is_refused(visitor, taken, like_it):
    User.objects.create_user(taken)
    assert "looks too much like another player’s" in refusal(sign_up(visitor, username=like_it))
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(like_it)


def test_a_name_that_is_taken_is_refused_in_the_sites_own_words(visitor, ada):
    assert refusal(sign_up(visitor, username="ADA")) == "This name is taken. Choose another."
    page = sign_up(Client(HTTP_ACCEPT_LANGUAGE="fr"), username="ada").content.decode()
    assert "Ce nom est déjà pris. Choisissez-en un autre." in page


def test_marks_that_are_letters_of_their_own_tell_names_apart(visitor):
    User.objects.create_user("\u304b\u304f")  # ka-ku
    assert sign_up(visitor, username="\u304c\u304f").status_code == 302  # ga-ku


def test_a_letter_typed_as_two_characters_is_a_letter(visitor, calais):
    """é as e and an accent, as some systems send it: in names, logins, searches and addresses."""
    assert sign_up(visitor, username="Zoe\u0301").status_code == 302
    zoe = User.objects.get(username="Zo\u00e9")
    zoe.emailaddress_set.update(verified=True)
    league_services.join(league=calais, user=zoe)
    login = {"login": "zoe\u0301", "password": "les sanglots longs"}
    browser = Client()
    assert browser.post(reverse("account_login"), login).status_code == 302
    for query in ("zoe\u0301", "zo\u00e9"):
        found = browser.get(reverse("leagues:members", args=["calais"]), {"search": query, "q": query})
        assert "Zo\u00e9" in found.content.decode()
    page = browser.get("/l/calais/p/Zoe%CC%81/")
    assert page.status_code == 200 and "Zo\u00e9" in page.content.decode()


def test_passwords_are_left_as_they_are_typed(ada):
    ada.set_password("e\u0301te\u0301 en ville")
    ada.save()
    login = {"login": "ada", "password": "e\u0301te\u0301 en ville"}
    assert Client().post(reverse("account_login"), login).status_code == 302


@pytest.mark.parametrize(
    "name", ["Zoé", "Łukasz", "Νίκος", "Наташа", "山田たろう", "김철수", "שרה", "o-k_", "ada2"]
)
def test_names_of_one_script_are_welcome(visitor, ada, name):
    assert sign_up(visitor, username=name).status_code == 302
    user = User.objects.get(username=name)
    assert user.skeleton == names.skeleton(name)
    assert user.skeleton_of_capitals == names.skeleton_of_capitals(name)


def test_scripts_are_known_to_the_letter():
    assert [names.script_of(each) for each in "aé1_жα名\u0378"] == [
        "Latin", "Latin", "", "", "Cyrillic", "Greek", "Han", "",
    ]  # fmt: skip


def test_no_skeleton_is_too_long_for_its_column():
    for each in ("\u1b06" * 30, "\u0390" * 30):
        assert len(names.skeleton(each)) <= names.SKELETON_LENGTH
        assert len(names.skeleton_of_capitals(each)) <= names.SKELETON_LENGTH


def test_two_who_sign_up_at_once_with_names_that_look_alike_are_told_apart(visitor, monkeypatch):
    """Both forms are checked before either is saved: the database has the last word."""
    User.objects.create_user("nemo")
    monkeypatch.setattr(User, "looks_taken", lambda *_args, **_more: False)
    page = sign_up(visitor, username="nerno")
    assert refusal(page) == "This name is taken. Choose another."
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("sqlite" in connection.vendor, reason="one writer at a time")
def test_of_two_rows_inserted_at_once_that_look_alike_one_is_refused():
    came = []

    def insert(name: str) -> None:
        try:
            User.objects.create_user(name)
        except IntegrityError:
            came.append("refused")
        else:
            came.append("taken")
        finally:
            connections.close_all()

    both = [threading.Thread(target=insert, args=[name]) for name in ("nemo", "nerno")]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert sorted(came) == ["refused", "taken"]


def alike(*pairs: str) -> list[User]:
    """Accounts as they were before names were compared."""
    User.objects.bulk_create(User(username=name, password="!") for name in ("x1", "x2", "x3")[: len(pairs)])
    for old, name in zip(("x1", "x2", "x3"), pairs, strict=False):
        User.objects.filter(username=old).update(username=name, skeleton=None, skeleton_of_capitals=None)
    return list(User.objects.order_by("pk"))


def test_accounts_that_look_alike_already_keep_their_names(visitor):
    alike("ada", "ad\u0430", "\uff41\uff44\uff41")
    importlib.import_module("league.users.migrations.0005_skeletons_of_names").fill(apps, None)
    kept = dict(User.objects.values_list("username", "skeleton"))
    full_width = "\uff41\uff44\uff41"
    assert kept == {"ada": "ada", "ad\u0430": None, full_width: None}
    for user in User.objects.all():
        user.set_password("les sanglots longs")
        user.save()
        browser = Client()
        login = {"login": user.username, "password": "les sanglots longs"}
        assert browser.post(reverse("account_login"), login).status_code == 302
    assert "looks too much like" in refusal(sign_up(visitor, username="\u0430\u0501\u0430"))


def test_looks_are_noted_anew_for_all_accounts():
    alike("ada", "ad\u0430", "Kim")
    User.objects.filter(username="Kim").update(skeleton="ada")  # as an earlier reckoning had it
    importlib.import_module("league.users.migrations.0010_skeletons_anew").fill(apps, None)
    kept = User.objects.order_by("pk").values_list("username", "skeleton", "skeleton_of_capitals")
    assert list(kept) == [("ada", "ada", "ada"), ("ad\u0430", None, None), ("Kim", "kirn", "klm")]


@pytest.mark.slow
def test_staff_give_no_name_that_looks_like_anothers(client_of, ada, ben):
    ada.is_staff = ada.is_superuser = True
    ada.save()
    staff = client_of(ada)
    new = {"username": "b\u0435n", "email": "", "usable_password": "false"}
    page = staff.post(reverse("admin:users_user_add"), new)
    assert "username" in page.context["adminform"].form.errors
    page = staff.post(reverse("admin:users_user_change", args=[ben.pk]), {"username": "acla"})
    assert "username" not in page.context["adminform"].form.errors
    page = staff.post(reverse("admin:users_user_change", args=[ben.pk]), {"username": "Ben"})
    assert "username" not in page.context["adminform"].form.errors


def test_those_who_are_signed_in_stay_so_when_the_backend_changes_its_name(client_of, ada):
    browser = client_of(ada)
    session = browser.session
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session.save()
    assert browser.get(reverse("users:profile")).status_code == 302
    importlib.import_module("league.users.migrations.0007_sessions_of_one_backend").rename(apps, None)
    browser.cookies["sessionid"] = session.session_key
    assert browser.get(reverse("users:profile")).status_code == 200
