"""What a season's mails say, to whom, in which language; and what the admin does not show."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.core import mail
from django.urls import reverse

from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.models import Mailing
from league.competitions import services
from league.competitions.errors import NotArbiter
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.rules.challenge_rules import ChallengeRules
from league.competitions.ladder.state import declining
from league.competitions.models import Challenge, Draw, Event
from league.competitions.outbox.post import season_mails
from league.competitions.rules.common_rules import STRICTEST
from league.competitions.services.receiving import take_out_of_competitions
from league.users.models import User
from tests.league.competitions.seasons import RULES


def written():
    """The mails of all rows that wait: by occasion, the first of each."""
    rows = list(OutboxRow.objects.filter(topic="season_mail").order_by("pk"))
    list(season_mails.send(rows))
    return mail.outbox


RARE = {
    *("idle", "let_in", "finished", "no_arbiter", "not_paid", "suspected", "dates_moved", "too_few"),
    *("fee_due", "fee_reminder", "waits_again", "written", "moved", "can_challenge", "stepped_down"),
    *("nudged", "proposed", "proposal_decided", "ended", "opens", "announced", "begun_at_once"),
    *("bracket", "bracket_game", "round_called", "round_begun", "seat_open"),
}


@pytest.fixture(params=["old", "new"])
def busy(season, request):
    """A season in which everything that is mailed has happened, with the rules of before and those of today:
    in these a challenge is undone before anyone is mailed.
    """
    season.never = set() if request.param == "old" else {"taken_back"}
    if request.param == "old":
        season.of_old()
    services.invite(competition=season.competition, by=season.arbiter, user=season.member("guest"))
    one, two, three, four = (season.entry(rank) for rank in range(1, 5))
    declined = season.challenge(two, one)
    ladder_services.decline(challenge=declined, user=one.user)
    back = season.challenge(three, two)
    ladder_services.take_back(challenge=back, user=three.user)
    silent = season.challenge(four, three)
    season.turn(days=4)
    played = season.play(two, one)
    made = services.dispute(pairing=played.pairing, user=one.user, said="My orders were saved at 19:41.")
    services.answer(dispute=made, user=two.user, said="I saw nothing.")
    services.rule(pairing=played.pairing, by=season.arbiter, ruling="stands", reason="Nothing was lost.")
    season.clock.pass_(days=6)  # the pause after the silence
    season.challenge(four, three)
    named = {"number": one.number, "name": three.user.username}
    services.suspect(competition=season.competition, user=four.user, **named, said="They share a keyboard.")
    services.remove(competition=season.competition, entry=three, by=season.arbiter, reason="Two accounts.")
    silent.refresh_from_db()
    assert silent.state == "unanswered"
    services.cancel(competition=season.competition, by=season.arbiter, reason="The hall burnt down.")
    return season


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_mail_of_a_season_in_both_languages(busy, language):
    User.objects.update(language=language)
    mail.outbox.clear()
    sent = written()
    occasions = set(OutboxRow.objects.filter(topic="season_mail").values_list("payload__occasion", flat=True))
    # What was answered is not mailed any more; the others have a test of their own.
    rare = {"challenged", "answer_due", *RARE}
    assert occasions >= set(season_mails.by_occasion) - rare - busy.never
    assert not occasions & busy.never
    assert len(sent) >= 12
    for each in sent:
        html = each.alternatives[0][0]
        assert "Season 3" in each.subject and "Season 3" in each.body
        assert "http" in each.body and "None" not in each.body + html
        assert "{" not in each.body
        greeting = "Hello" if language == "en" else "Bonjour"
        assert greeting in each.body and greeting in html
    said = "\n".join(each.body for each in sent)
    for words in ("Nothing was lost.", "The hall burnt down.", "Two accounts.", "19:41"):
        assert words in said
    assert Mailing.objects.filter(kind="league", handed_at__isnull=False).count() == len(sent)


def test_a_challenge_that_was_answered_is_not_mailed_any_more(season):
    made = season.challenge(season.entry(2), season.entry(1))
    OutboxRow.objects.exclude(payload__occasion="challenged").delete()
    ladder_services.accept(challenge=made, user=made.of.user)
    OutboxRow.objects.exclude(payload__occasion="challenged").delete()
    assert written() == []


@pytest.mark.parametrize("holidays", [0, 7])
def test_a_challenge_names_both_ranks_and_the_way_to_more_time(make_season, holidays):
    season = make_season(absence=replace(STRICTEST, holidays=holidays)).begin()
    User.objects.update(language="en")
    mail.outbox.clear()
    OutboxRow.objects.all().delete()
    made = season.challenge(season.entry(3), season.entry(2))
    (sent,) = written()
    assert f"{made.by.user.username} is at rank 3, you are at rank 2." in sent.body
    assert ("Announce a holiday" in sent.body) == (holidays > 0)


@pytest.mark.parametrize(("language", "says"), [("en", "Entries are open from"), ("fr", "Season 3")])
def test_the_invited_are_mailed_when_the_season_is_announced_and_later_ones_at_once(
    make_season, language, says
):
    season = make_season(invitation=True)
    early, gone, late = (season.member(name) for name in ("early", "gone", "late"))
    User.objects.update(language=language)
    for guest in (early, gone):
        services.invite(competition=season.competition, by=season.organiser, user=guest)
    season.league.memberships.filter(user=gone).delete()
    assert written() == [], "nobody invited to a draft could open it"
    season.announce()
    OutboxRow.objects.filter(payload__occasion="arbiter").delete()
    assert [(each.to, says in each.body) for each in written()] == [([early.email], True)]
    OutboxRow.objects.all().delete()
    mail.outbox.clear()
    for _twice in range(2):
        services.invite(competition=season.competition, by=season.organiser, user=late)
    assert [(each.to, says in each.body) for each in written()] == [([late.email], True)]


def test_whoever_wants_no_invitations_is_mailed_none(make_season):
    season = make_season(invitation=True).announce()
    OutboxRow.objects.all().delete()
    guest, other = season.member("guest"), season.member("other")
    User.objects.filter(pk=guest.pk).update(mail_invitations=False)
    for person in (guest, other):
        services.invite(competition=season.competition, by=season.organiser, user=person)
    (sent,) = written()
    assert sent.to == [other.email]
    assert "List-Unsubscribe" in sent.extra_headers


def test_a_challenge_waits_for_its_answer_in_a_mail(season):
    OutboxRow.objects.all().delete()
    made = season.challenge(season.entry(2), season.entry(1))
    (sent,) = written()
    assert sent.to == [made.of.user.email]
    assert "challenges you" in sent.subject
    assert "you lose no ranks this time" in sent.body
    assert Challenge.objects.get(pk=made.pk).state == "waiting"
    delivery.deliver()
    waiting = OutboxRow.objects.filter(topic="season_mail", sent_at=None)
    assert waiting.count() == 1, "it can still be undone"
    season.clock.pass_(minutes=2)
    delivery.deliver()
    assert waiting.count() == 0


@pytest.mark.slow
def test_a_mail_leads_to_the_page_on_which_the_challenge_is_accepted(season, client_of, visitor):
    OutboxRow.objects.all().delete()
    made = season.challenge(season.entry(2), season.entry(1))
    season.turn(days=2)
    asked, again = written()
    page = f"{season.competition.get_absolute_url()}challenges/{made.number}/"
    assert page in asked.body and page in again.body
    assert "Accept or decline the challenge" in again.subject
    assert visitor.get(page).status_code == 302
    assert client_of(season.arbiter).get(page).status_code == 404
    client = client_of(made.of.user)
    shown = client.get(page).content.decode()
    assert "Accept" in shown and 'value="decline"' in shown and "If you lose, you go to rank 2." in shown
    assert "undo" not in client_of(made.by.user).get(page).content.decode().lower(), "two minutes are over"
    (answer,) = set(re.findall(r'action="([^"]+/answer/)"', shown))
    assert client.post(answer, {"answer": "accept"}).status_code == 302
    made.refresh_from_db()
    assert made.state == "playing"
    shown = client.get(page).content.decode()
    assert "Your game against" in shown and 'value="accept"' not in shown
    season.clock.pass_(hours=1)
    season.concede(made, made.of)
    season.hear()
    assert "Accepted. The game is over." in client.get(page).content.decode()


@pytest.mark.parametrize(
    ("language", "won", "lost", "until"),
    [
        ("en", "You won: rank 2 → 1", "You lost: rank 1 → 2", "provisional until"),
        ("fr", "Vous avez gagné : rang 2 → 1", "Vous avez perdu : rang 1 → 2", "provisoire jusqu’au"),
    ],
    ids=["en", "fr"],
)
def test_both_are_mailed_what_came_of_their_game_and_how_to_dispute_it(season, language, won, lost, until):
    low, high = season.entry(2), season.entry(1)
    User.objects.update(language=language)
    played = season.play(low, high)
    OutboxRow.objects.exclude(payload__occasion="result").delete()
    mail.outbox.clear()
    sent = {each.to[0]: each for each in written()}
    page = f"/disputes/{played.number}/"
    for person, title in ((low.user, won), (high.user, lost)):
        assert title in sent[person.email].subject.replace("\N{NO-BREAK SPACE}", " ")
        assert until in sent[person.email].body and page in sent[person.email].body
    services.rule(pairing=played.pairing, by=season.arbiter, ruling="annulled", reason="A fault.")
    mail.outbox.clear()
    OutboxRow.objects.filter(payload__occasion="result").update(sent_at=None)
    OutboxRow.objects.exclude(payload__occasion="result").delete()
    assert written() == [], "another e-mail tells of the ruling"
    OutboxRow.objects.all().delete()
    kept = season.play(season.entry(3), season.entry(4), by=season.entry(4))
    assert people_told("result") == sorted([kept.by.user_id, kept.of.user_id])
    mail.outbox.clear()
    OutboxRow.objects.exclude(payload__occasion="result").delete()
    assert len([each for each in written() if "3" in each.subject or "4" in each.subject]) == 2


def test_mails_of_competitions_can_be_stopped_but_not_those_about_money_or_duties(season, client):
    low, high = season.entry(2), season.entry(1)
    OutboxRow.objects.all().delete()
    mail.outbox.clear()
    made = season.challenge(low, high)
    (sent,) = written()
    (link,) = set(re.findall(r"http://[^\s\"<]+(/mails/key/[^\s\"<]+)", sent.body))
    assert link in sent.extra_headers["List-Unsubscribe"] and link in sent.alternatives[0][0]
    assert client.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    high.user.refresh_from_db()
    assert not high.user.mail_competitions
    User.objects.update(mail_competitions=False)
    mail.outbox.clear()
    made = ladder_services.accept(challenge=made, user=high.user)
    season.clock.pass_(hours=1)
    season.concede(made, high)
    season.hear()
    made.refresh_from_db()
    services.dispute(pairing=made.pairing, user=high.user, said="My orders were saved at 19:41.")
    assert {"challenged", "accepted", "result", "disputed"} <= set(
        OutboxRow.objects.filter(topic="season_mail").values_list("payload__occasion", flat=True)
    )
    (sent,) = written()
    assert sent.to == [season.arbiter.email], "who rules is asked, whatever mails they chose"
    assert "can’t unsubscribe" in sent.body and "can’t unsubscribe" in sent.alternatives[0][0]
    assert "List-Unsubscribe" not in sent.extra_headers and "/mails/key/" not in sent.body


@pytest.mark.parametrize(
    ("language", "says", "free"),
    [
        ("en", "You did not answer {by} in 3 days. That counts as declining.", "It cost you nothing."),
        (
            "fr",
            "Vous n’avez pas répondu à {by} en 3 jours. Cela compte comme un refus.",
            "Cela ne vous a rien coûté.",
        ),
    ],
    ids=["en", "fr"],
)
def test_silence_says_what_it_cost_in_ranks(make_season, language, says, free):
    season = make_season(challenges=ChallengeRules(pause_days=0)).begin(4)
    User.objects.update(language=language)
    high, low = season.entry(1), season.entry(2)
    for is_free in (True, False):
        OutboxRow.objects.all().delete()
        mail.outbox.clear()
        made = season.challenge(low, high)
        season.turn(days=4)
        OutboxRow.objects.exclude(payload__occasion__in=["unanswered", "declined"]).delete()
        sent = {each.to[0]: plain(each.body) for each in written()}
        assert (free in sent[high.user.email]) is is_free
        assert (says.format(by=made.by.user.username) in sent[high.user.email]) is not is_free
        told = "1" in sent[low.user.email] and "4" in sent[low.user.email]
        assert told or is_free, "the challenger reads what it cost"


def plain(text: str) -> str:
    return " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())


def test_page_and_log_say_what_a_decline_cost(make_season, client_of):
    season = make_season(challenges=ChallengeRules(pause_days=0)).begin(4)
    high, low = season.entry(1), season.entry(2)
    home = season.competition.get_absolute_url()

    def declined():
        made = season.challenge(low, high)
        client = client_of(high.user)
        cost = declining.cost_of_declining(made.of)
        answer = {"answer": "decline", "cost": cost}
        client.post(f"{home}challenges/{made.number}/answer/", answer)
        season.clock.pass_(days=5)
        return client.get(home).content.decode()

    name = low.user.username
    assert (
        f"You declined the challenge of {name}. It cost you nothing. The next decline costs ranks."
        in declined()
    )
    assert f"You declined the challenge of {name}. You drop from rank 1 to 4." in declined()
    log = client_of(high.user).get(f"{home}log/").content.decode()
    assert f"{high.user.username} declined the challenge of {name}, and drops from rank 1 to 4" in log
    silent = season.challenge(season.entry(2), season.entry(1))
    season.turn(days=4)
    log = client_of(high.user).get(f"{home}log/").content.decode()
    assert f"did not answer the challenge of {silent.by.user.username}: a free decline" in log


@pytest.mark.slow
def test_mail_and_page_say_what_declining_costs_who_has_entered_again(make_season, client_of):
    season = make_season(challenges=ChallengeRules(pause_days=0)).begin(4)
    low, again = season.entry(2), season.entry(1)
    ladder_services.decline(challenge=season.challenge(low, again), user=again.user)
    services.withdraw(competition=season.competition, user=again.user)
    again = services.enter(competition=season.competition, user=again.user)
    bottom = season.enter("late")
    OutboxRow.objects.all().delete()
    season.challenge(bottom, again)
    assert "If you decline, you lose 3 ranks." in written()[0].body
    page = client_of(again.user).get(season.competition.get_absolute_url()).content.decode()
    assert "Declining costs 3 ranks." in page
    ladder_services.decline(challenge=Challenge.objects.latest("pk"), user=again.user)
    assert Event.objects.get(kind="declined", entry=again).facts["cost"] == 3


@pytest.mark.slow
def test_the_admin_shows_neither_secret_nor_word_before_the_draw(make_season, admin_client):
    season = make_season().announce()
    entry = season.enter("p1", word="xyzzy-plugh")
    draw = Draw.objects.get()
    for model, key in (("draw", draw.pk), ("entry", entry.pk), ("competition", season.competition.pk)):
        for address in (
            reverse(f"admin:tournaments_{model}_changelist"),
            reverse(f"admin:tournaments_{model}_change", args=[key]),
        ):
            page = admin_client.get(address).content.decode()
            assert draw.secret not in page and "xyzzy" not in page
    listed = admin_client.get(reverse("admin:tournaments_entry_changelist"), {"word__startswith": "x"})
    assert listed.status_code in (302, 400, 403)


def people_told(occasion):
    told = OutboxRow.objects.filter(topic="season_mail", payload__occasion=occasion)
    return sorted(told.values_list("payload__user", flat=True))


def test_whoever_ends_two_games_at_once_is_told_of_both(season):
    top, third, low = (season.entry(rank) for rank in (1, 3, 4))
    games = [season.begin_game(each, top) for each in (third, low)]
    for each in games:
        season.concede(each, each.by)
    season.hear()
    told = OutboxRow.objects.filter(topic="season_mail", payload__occasion="result")
    of_top = told.filter(payload__user=top.user_id).values_list("payload__challenge", flat=True)
    assert sorted(of_top) == [each.pk for each in games]
    assert told.count() == 4


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_rare_mails_are_sent_once_to_those_they_concern(make_season, language):
    season = make_season(largest=3, idle_weeks=1, dispute_days=0).announce()
    entries = [season.enter(f"p{number}") for number in (1, 2, 3, 4)]
    services.withdraw(competition=season.competition, user=entries[2].user)
    assert people_told("let_in") == [entries[3].user_id]
    season.clock(RULES.starts_at)
    season.turn()
    season.watch(days=8)
    low, high = season.entry(3), season.entry(1)
    assert people_told("idle") == sorted(season.entry(rank).user_id for rank in (2, 3))
    made = season.begin_game(low, high)
    season.clock(RULES.ends_at)
    season.turn(days=20)
    season.league.memberships.filter(user=season.arbiter).delete()
    departures = list(OutboxRow.objects.filter(topic="season_departure"))
    for _again in range(2):
        list(take_out_of_competitions(departures))
    assert people_told("no_arbiter") == [season.organiser.pk]
    other = season.member("judge")
    services.name_arbiter(competition=season.competition, by=season.organiser, user=other)
    for _again in range(3):
        season.turn(days=1)
    made.refresh_from_db()
    assert made.state == "over"
    assert people_told("finished") == sorted(each.user_id for each in entries if each != entries[2])
    User.objects.update(language=language)
    mail.outbox.clear()
    assert len(written()) >= 8
    for each in mail.outbox:
        assert "Season 3" in each.body and "None" not in each.body, each.body


@pytest.mark.slow
def test_an_organiser_who_plays_names_an_arbiter_where_nobody_rules(season, client_of):
    services.enter(competition=season.competition, user=season.organiser)
    address = reverse("tournaments:arbiters", args=["calais", season.competition.code])
    client, other = client_of(season.organiser), season.member("judge")
    with pytest.raises(NotArbiter):
        services.name_arbiter(competition=season.competition, by=season.organiser, user=other)
    assert client.get(address).status_code == 404
    season.competition.arbiters.update(left_at=season.clock.now)
    assert client.get(address).status_code == 200
    assert client.post(address, {"name": "judge"}).status_code == 302
    assert season.competition.arbiters.get(left_at=None).user == other
    assert client.get(address).status_code == 404


@pytest.mark.slow
def test_the_desk_says_how_much_waits(season, client_of):
    played = season.play(season.entry(2), season.entry(1))
    services.dispute(pairing=played.pairing, user=season.entry(2).user, said="My orders were saved at 19:41.")
    page = client_of(season.arbiter).get(season.competition.get_absolute_url()).content.decode()
    assert "1 to rule on" in page
    page = client_of(season.organiser).get(season.competition.get_absolute_url()).content.decode()
    assert "to rule on" not in page
