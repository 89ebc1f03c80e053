"""Reports: organisers see what the reporter quoted, and nothing else; the reporter sees what came of it."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse

from games.common.outbox.delivery import deliver
from games.common.waiting import EVERYWHERE
from games.common.words import people
from games.models import Withheld
from games.services.players.blocking import block
from games.services.players.letters import send_letter
from league.leagues import services as leagues
from league.leagues.errors import NotAllowed, NoWords
from league.leagues.models import Report
from league.leagues.selectors.reports import reports_to
from league.leagues.services.reports import decide_report, report
from league.leagues.waiting import reports_to_decide
from tests.games.conftest import (  # noqa: F401  (fixtures)
    end,
    make_game,
    opened_game,
    running_game,
    seat_both,
    set_clock,
)

RUDE, OTHER, OWN = "You are a fool.", "Nobody else shall read this.", "Why do you say so?"


@pytest.fixture
def quarrel(running_game, ada, ben):  # noqa: F811
    """A game in which ben is rude to ada, who organises nothing; carl organises the league."""
    for user, to, body, key in ((ben, "1", RUDE, "k1"), (ada, "2", OWN, "k2"), (ben, "1", OTHER, "k3")):
        send_letter(game=running_game, user=user, to=[to], body=body, key=key)
    return running_game


def at(name, *more):
    return reverse(f"leagues:{name}", args=["calais", *more])


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def key_of(body, game):
    return game.messages.get(body=body).pk


@pytest.mark.slow
def test_organisers_see_what_was_quoted_and_nothing_else(quarrel, ada, carl, client_of):
    address = f"{at('report')}?game={quarrel.code}&thread=0-1"
    assert RUDE in page(client_of(ada), address)
    form = {"reason": "He insults me.", "quotes": [key_of(RUDE, quarrel), key_of(OWN, quarrel)]}
    assert client_of(ada).post(address, form).headers["Location"] == at("own-reports")
    found = Report.objects.get()
    assert found.about.username == "ben" and found.reporter == ada
    assert "ben" in page(client_of(carl), at("reports"))
    shown = page(client_of(carl), at("decide-report", found.pk))
    assert RUDE in shown and OWN in shown and "He insults me." in shown
    assert OTHER not in shown


def test_a_report_needs_a_reason_and_a_message_of_somebody_else(quarrel, ada, calais, client_of):
    address = f"{at('report')}?game={quarrel.code}&thread=0-1"
    shown = client_of(ada).post(address, {"reason": "Rude.", "quotes": []}).content.decode()
    assert "Rude." in shown and not Report.objects.exists()  # what was typed is still there
    with pytest.raises(NoWords):
        report(league=calais, user=ada, reason=" ", game=quarrel, quotes=[key_of(RUDE, quarrel)])
    with pytest.raises(NotAllowed):
        report(league=calais, user=ada, reason="Hm", game=quarrel, quotes=[key_of(OWN, quarrel)])
    with pytest.raises(NotAllowed):
        report(league=calais, user=ada, reason="Hm", about=ada)


def test_nobody_quotes_what_they_cannot_read(quarrel, ada, carl, eve, calais, client_of):
    leagues.join(league=calais, user=eve)
    for person in (eve, carl):
        assert client_of(person).get(f"{at('report')}?game={quarrel.code}").status_code == 404
        with pytest.raises(NotAllowed):
            report(league=calais, user=person, reason="Hm", game=quarrel, quotes=[key_of(RUDE, quarrel)])
    assert client_of().get(f"{at('report')}?game={quarrel.code}").status_code == 302


def test_a_withheld_message_cannot_be_quoted(quarrel, ada, ben, calais, client_of):
    block(user=ada, person=ben)
    letter = send_letter(game=quarrel, user=ben, to=["1"], body="Withheld words.", key="k4")
    assert Withheld.objects.get().message == letter
    assert "Withheld words." not in page(client_of(ada), f"{at('report')}?game={quarrel.code}")
    with pytest.raises(NotAllowed):
        report(league=calais, user=ada, reason="Hm", game=quarrel, quotes=[letter.pk])


def test_organisers_who_play_or_are_meant_do_not_see_it(quarrel, ada, ben, carl, calais, client_of, end):  # noqa: F811
    found = report(league=calais, user=ada, reason="Rude.", game=quarrel, quotes=[key_of(RUDE, quarrel)])
    for person in (ada, ben):
        membership = calais.memberships.get(user=person)
        leagues.change_role(league=calais, by=carl, membership=membership, role="organiser")
        assert not reports_to(calais, person).exists()
        assert client_of(person).get(at("decide-report", found.pk)).status_code == 404
        with pytest.raises(NotAllowed):
            decide_report(league=calais, by=person, key=found.pk, state="dismissed", note="No.")
    assert [each.says for each in reports_to_decide(carl, EVERYWHERE)] == ["1 report to decide"]
    end(quarrel, how="concession", by=["1"])
    assert not reports_to(calais, ben).exists()  # it is about ben, now as before


def test_an_organiser_who_plays_sees_a_report_about_others_when_the_game_is_over(
    quarrel,
    ada,
    ben,
    carl,
    calais,
    end,  # noqa: F811
):
    found = report(league=calais, user=ben, reason="Rude.", game=quarrel, quotes=[key_of(OWN, quarrel)])
    Report.objects.filter(pk=found.pk).update(about=carl)
    membership = calais.memberships.get(user=ada)
    leagues.change_role(league=calais, by=carl, membership=membership, role="organiser")
    assert not reports_to(calais, ada).exists() and not reports_to(calais, carl).exists()
    end(quarrel, how="concession", by=["1"])
    assert reports_to(calais, ada).get() == found


def test_the_reporter_alone_reads_what_became_of_it(quarrel, ada, ben, carl, calais, client_of):
    report(league=calais, user=ada, reason="Rude.", game=quarrel, quotes=[key_of(RUDE, quarrel)])
    key = Report.objects.get().pk
    answer = client_of(carl).post(at("decide-report", key), {"state": "handled", "note": "Ben was warned."})
    assert answer.headers["Location"] == at("reports")
    assert "Ben was warned." in page(client_of(ada), at("own-reports"))
    assert "Ben was warned." not in page(client_of(ben), at("own-reports"))
    decide_report(league=calais, by=carl, key=key, state="dismissed", note="Once more.")
    assert Report.objects.get().note == "Ben was warned."
    with pytest.raises(NotAllowed):
        decide_report(league=calais, by=ben, key=key, state="handled", note="I am nice.")


def test_the_same_report_twice_is_one_while_it_is_open(quarrel, ada, ben, carl, calais):
    given = {"league": calais, "user": ada, "reason": "Rude."}
    quoted = {"game": quarrel, "quotes": [key_of(RUDE, quarrel)]}
    first = report(**given, **quoted)
    assert report(**given, **quoted) == first
    assert report(**given, about=ben) != first
    deliver()
    assert len([each for each in mail.outbox if at("reports") in each.body]) == 2
    decide_report(league=calais, by=carl, key=first.pk, state="handled", note="Warned.")
    assert report(**given, **quoted) != first


def test_a_person_is_reported_from_their_page(ada, ben, carl, dora, calais, client_of):
    client = client_of(ada)
    assert f"{at('report')}?person=ben" in page(client, at("player", "ben"))
    assert client.get(f"{at('report')}?person=ada").status_code == 404
    assert client.get(f"{at('report')}?person=dora").status_code == 404  # of another league
    assert client.post(f"{at('report')}?person=ben", {"reason": "Spams."}).status_code == 302
    assert Report.objects.get().about == ben
    assert client_of(dora).get(f"{at('report')}?person=ben").status_code == 404


def test_a_name_that_no_data_base_holds_is_nobodys(ada, calais, client_of, django_assert_num_queries):
    """PostgreSQL fails on NUL; it is not asked."""
    with django_assert_num_queries(0):
        assert people.named("ben\0") is None
    for address in (at("report"), reverse("games:blocked")):
        assert client_of(ada).get(address, {"person": "ben\0"}).status_code == 404


def test_reports_of_one_league_are_unknown_in_another(ada, ben, carl, dora, calais, douvres, client_of):
    found = report(league=calais, user=ada, reason="Spams.", about=ben)
    assert client_of(dora).get(at("decide-report", found.pk)).status_code == 404
    elsewhere = reverse("leagues:decide-report", args=["douvres", found.pk])
    assert client_of(dora).get(elsewhere).status_code == 404
    with pytest.raises(NotAllowed):
        decide_report(league=douvres, by=dora, key=found.pk, state="handled", note="Hm")


@pytest.mark.slow
def test_lists_ask_no_more_with_more_reports(ada, ben, carl, calais, client_of, assert_queries_do_not_grow):
    def more():
        for number in range(8):
            report(league=calais, user=ada, reason=f"Spams {number}.", about=ben)

    more()
    assert_queries_do_not_grow(client_of(carl), at("reports"), more)
    assert_queries_do_not_grow(client_of(ada), at("own-reports"), more)


def test_organisers_and_then_the_reporter_are_told_by_mail(quarrel, ada, carl, calais):
    """The mail to organisers says neither who nor what: some of them may play in the game."""
    found = report(league=calais, user=ada, reason="Rude.", game=quarrel, quotes=[key_of(RUDE, quarrel)])
    deliver()
    [sent] = [each for each in mail.outbox if at("reports") in each.body]
    assert sent.to == [carl.email]
    assert not any(word in sent.body for word in ("ada", "ben", "Rude.", RUDE, quarrel.name))
    decide_report(league=calais, by=carl, key=found.pk, state="handled", note="Ben was warned.")
    deliver()
    [sent] = [each for each in mail.outbox if "Ben was warned." in each.body]
    assert sent.to == [ada.email]


def test_a_report_about_the_only_organiser_goes_to_the_administrators(
    ada, ben, carl, calais, client_of, settings
):
    settings.ADMINS = [("admin", "admin@example.org")]
    address = f"{at('report')}?person=carl"
    reader = client_of(ada)
    assert "your report goes to the site’s team" in page(reader, address)
    said = reader.post(address, {"reason": "Unfair."}, follow=True).content.decode()
    assert "Report sent to the site’s team" in said
    deliver()
    (told,) = mail.outbox
    assert told.to == ["admin@example.org"]
    assert "ada about carl" in told.body and "Unfair." in told.body
    leagues.change_role(league=calais, by=carl, membership=calais.memberships.get(user=ben), role="organiser")
    mail.outbox.clear()
    assert [each.says for each in reports_to_decide(ben, EVERYWHERE)] == ["1 report to decide"]
    assert "your report goes to the site’s team" not in page(reader, address)
    report(league=calais, user=ada, reason="Again.", about=carl)
    deliver()
    assert not [each for each in mail.outbox if each.to == ["admin@example.org"]]


def test_a_report_whose_game_all_organisers_play_goes_to_the_administrators(
    quarrel, ada, carl, calais, settings
):
    settings.ADMINS = [("admin", "admin@example.org")]
    calais.memberships.filter(user=carl).update(role="member")
    calais.memberships.filter(user=ben_of(quarrel)).update(role="organiser")
    report(league=calais, user=ada, reason="Rude.", game=quarrel, quotes=[key_of(RUDE, quarrel)])
    mail.outbox.clear()
    deliver()
    (told,) = [each for each in mail.outbox if each.to == ["admin@example.org"]]
    assert RUDE not in told.body and quarrel.code in told.body


def ben_of(game):
    return game.tenures.get(user__username="ben").user
