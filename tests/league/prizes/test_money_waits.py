"""What the desks say of money that waits for someone: what, where, and to whom it is nothing."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from games.common import clock
from games.common.waiting import Scope, waits_of
from league.competitions.models import Arbiter
from league.leagues.models import Membership
from league.prizes.models import HandRecord, Payout, Proposal, Refund, Trustee
from league.prizes.services.incoming.manual_entries import confirm_record
from league.prizes.services.payouts import paying_out
from league.prizes.services.payouts.confirming import confirm
from tests.conftest import count_queries, make_user
from tests.league.competitions import rows
from tests.league.prizes.pages import at, text_of
from tests.league.prizes.rows import MONEY, Till
from tests.league.prizes.test_records import record

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("gates_are_wide")]

ORGANISERS = reverse("leagues:desk", args=["calais"])
ENTRY = re.compile(
    r'<li class="entry is-waiting"><div>\s*<p class="entry-name"><a href="([^"]+/competitions/[^"]+)">([^<]+)'
    r'</a></p>\s*<div class="entry-more[^"]*">(.*?)</div>',
    re.DOTALL,
)
LIKES = re.compile(ENTRY.pattern.replace("entry is-waiting", "entry"), re.DOTALL)


def desk_of(season) -> str:
    return reverse("tournaments:desk", args=["calais", season.competition.code])


def waits(client, address) -> dict[str, str]:
    """What is said to wait on a desk, with where it leads."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.status_code
    return {unescape(says): where for where, says, _more in ENTRY.findall(answer.content.decode())}


def likes(client, address) -> dict[str, str]:
    """What is told on a desk and needs someone else, or no one."""
    found = LIKES.findall(client.get(address).content.decode())
    return {unescape(says): where for where, says, _more in found}


@pytest.fixture
def behind(make_money_season):
    """One record waits for the second person, one payment is no one's, and one of two fees is late."""
    season = make_money_season({"second_above": 5000}).agree()
    season.announce()
    season.enter("p1")
    season.enter_and_pay("p2")
    record(season, "gift", 9000, name="Librairie du Port")
    record(season, payer="J. Doe")
    season.clock.pass_(days=8)
    return season


@pytest.fixture
def over(make_money_season):
    """Three paid by hand, and the season is over: its prizes are proposed."""
    return make_money_season().begin(3).finish()


def organise(season, person) -> None:
    Membership.objects.filter(league=season.league, user=person).update(role=Membership.Role.ORGANISER)


@pytest.mark.slow
def test_both_desks_say_what_waits_and_lead_to_it(client_of, behind):
    organiser, other = client_of(behind.organiser), client_of(behind.ines)
    organise(behind, behind.ines)
    told = ["1 logged payment to confirm", "1 payment to match", "1 fee is late"]
    found = waits(other, ORGANISERS)
    assert list(found) == told, "the second person can do all of it"
    assert found == waits(other, desk_of(behind)) == likes(organiser, desk_of(behind))
    assert likes(organiser, ORGANISERS) == found, "who only organises may look at it"
    assert waits(organiser, ORGANISERS) == waits(organiser, desk_of(behind)) == {}
    for client in (organiser, other):
        for where in found.values():
            page, _hash, place = where.partition("#")
            shown = f'id="{place}"' if place else "fee due by"
            assert shown in client.get(page).content.decode()
    page = other.get(ORGANISERS).content.decode()
    assert f"<span>{behind.competition.name}</span>" in page
    assert '<h2 id="h-today">Needs you today</h2><p>3</p>' in page
    for client in (organiser, other):
        for address in (ORGANISERS, desk_of(behind)):
            assert "Everything is in order." not in client.get(address).content.decode()


def test_who_recorded_it_waits_for_the_other_and_one_of_the_two_is_enough(client_of, behind):
    """Confirming leaves both lists at once."""
    first, second = client_of(behind.henrik), client_of(behind.ines)
    [waiting] = HandRecord.objects.filter(state=HandRecord.State.WAITING)
    assert waiting.by == behind.henrik
    assert "1 logged payment to confirm" not in waits(first, desk_of(behind))
    assert "1 payment you logged is not confirmed" in likes(first, desk_of(behind))
    assert "1 logged payment to confirm" in waits(second, desk_of(behind))
    confirm_record(record=waiting, by=behind.ines)
    for client in (first, second):
        assert list(waits(client, desk_of(behind))) == ["1 payment to match", "1 fee is late"]
        assert likes(client, desk_of(behind)) == {}


def test_what_either_of_two_can_do_leaves_both_lists(client_of, make_money_season):
    season = make_money_season().begin(3)
    season.cancel()
    both = client_of(season.henrik), client_of(season.ines)
    for client in both:
        assert list(waits(client, desk_of(season))) == ["3 offline refunds to make"]
    for refund in Refund.objects.filter(book=season.book):
        paying_out.hand_refund(refund=refund, by=season.henrik, reference="back")
    for client in both:
        assert waits(client, desk_of(season)) == likes(client, desk_of(season)) == {}


DUE = re.compile(
    r'<li class="entry"><div>\s*<p class="entry-name"><a href="([^"]+/entries/)">([^<]+ due)</a></p>'
    r'\s*<div class="entry-more[^"]*">(.*?)</div>',
    re.DOTALL,
)


def dues(client, address) -> list[tuple[str, str]]:
    """The fees that are said to be due on a desk, and until when."""
    found = DUE.findall(client.get(address).content.decode())
    return [(says, " ".join(re.sub("<[^>]+>", " ", more).split())) for _where, says, more in found]


def test_a_fee_that_can_still_be_paid_is_due_but_waits_for_nobody_here(client_of, money_season):
    organiser = client_of(money_season.organiser)
    assert dues(organiser, ORGANISERS) == dues(organiser, desk_of(money_season)) == []
    first = money_season.enter("p1")
    [(says, until)] = dues(organiser, desk_of(money_season))
    assert says == "1 fee is due"
    assert until.startswith("It can be paid until")
    money_season.clock.pass_(days=1)
    last = money_season.enter("p2")
    assert first.pay_by < last.pay_by
    [(says, until)] = dues(organiser, desk_of(money_season))
    assert says == "2 fees are due"
    assert until.startswith("The first can be paid until") and ", the last until" in until
    [(says, more)] = dues(organiser, ORGANISERS)
    assert (says, more) == ("2 fees are due", f"{money_season.competition.name} {until}")
    assert waits(organiser, ORGANISERS) == waits(organiser, desk_of(money_season)) == {}
    for address in (ORGANISERS, desk_of(money_season)):
        page = organiser.get(address).content.decode()
        assert "Nothing to do right now." in page
        assert "Everything is in order." not in page
    money_season.pay_by_hand(first)
    money_season.pay_by_hand(last)
    assert dues(organiser, ORGANISERS) == dues(organiser, desk_of(money_season)) == []
    for address in (ORGANISERS, desk_of(money_season)):
        assert "Everything is in order." in organiser.get(address).content.decode()


def test_a_late_fee_is_not_told_as_due_as_well(client_of, behind):
    assert dues(client_of(behind.organiser), ORGANISERS) == []
    assert dues(client_of(behind.organiser), desk_of(behind)) == []


def test_an_organiser_who_plays_is_not_told_of_fees_that_are_due(client_of, money_season):
    plays = money_season.enter("p1").user
    organise(money_season, plays)
    assert dues(client_of(plays), ORGANISERS) == []
    assert len(dues(client_of(money_season.organiser), ORGANISERS)) == 1


@pytest.mark.slow
def test_payouts_are_told_to_those_who_answer_for_the_money_alone(client_of, over):
    organise(over, over.henrik)
    henrik, organiser = client_of(over.henrik), client_of(over.organiser)
    proposal = Proposal.objects.get(book=over.book)
    for address in (ORGANISERS, desk_of(over)):
        assert waits(henrik, address) == {
            "Confirm the prizes": at("proposal", over, proposal.pk),
        }
        assert waits(organiser, address) == {}
    assert "0 of 2 confirmations" in henrik.get(ORGANISERS).content.decode()
    for person in (over.henrik, over.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    assert waits(henrik, ORGANISERS) == {}, "their winners have to claim them first"
    Payout.objects.filter(rank__lte=2).update(state="claimed", claimed_at=clock.now(), not_before=None)
    for address in (ORGANISERS, desk_of(over)):
        assert waits(henrik, address) == {"2 prizes to pay out": f"{at('desk', over)}#to-pay-out"}
        assert waits(organiser, address) == {}
    assert 'id="to-pay-out"' in henrik.get(at("desk", over)).content.decode()
    Payout.objects.filter(rank=1).update(not_before=clock.now() + rows.DAY)
    assert list(waits(henrik, ORGANISERS)) == ["1 prize to pay out"]


@pytest.mark.slow
def test_refunds_by_hand_of_a_cancelled_season_are_told(client_of, make_money_season):
    season = make_money_season().begin(3)
    season.cancel()
    found = waits(client_of(season.henrik), desk_of(season))
    assert found == {"3 offline refunds to make": f"{at('desk', season)}#refunds"}
    assert 'id="refunds"' in client_of(season.henrik).get(at("desk", season)).content.decode()


@pytest.mark.slow
def test_an_organiser_who_plays_is_told_nothing(client_of, make_money_season):
    season = make_money_season({"second_above": 5000}).agree()
    season.announce()
    plays = season.enter("p1").user
    organise(season, plays)
    client = client_of(plays)

    def today() -> str:
        page = client.get(ORGANISERS).content.decode()
        return page[page.index('id="h-today"') : page.index('id="h-late"')]

    before = today()
    record(season, "gift", 9000, name="Librairie du Port")
    assert likes(client_of(season.organiser), ORGANISERS)
    assert today() == before
    assert client.get(desk_of(season)).status_code == 404


def retire(season, person) -> None:
    """Let the arbiter and treasurer rule and confirm no more: they hold the money, that is all."""
    Arbiter.objects.filter(competition=season.competition, user=person).update(left_at=clock.now())


def test_who_only_holds_the_money_hears_of_claims_and_opens_what_tells_how(client_of, over):
    for person in (over.henrik, over.ines):
        proposal = Proposal.objects.get(book=over.book)
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    Payout.objects.filter(rank__lte=2).update(
        state="claimed", claimed_at=clock.now(), pay_to="FR76 OF A WINNER", not_before=None
    )
    retire(over, over.henrik)
    client, desk = client_of(over.henrik), at("desk", over)
    assert told(over.henrik, over) == {"2 prizes to pay out": f"{desk}#to-pay-out"}
    page = client.get(desk)
    assert 'id="to-pay-out"' in page.content.decode()
    assert page.content.decode().count("FR76 OF A WINNER") == 2
    assert "tell a treasurer the reference" in text_of(page)
    assert "confirm payouts: ines" in text_of(page)
    payout = Payout.objects.get(rank=1)
    assert at("payout", over, payout.pk) not in page.content.decode(), "treasurers record it"
    assert client.get(at("payout", over, payout.pk)).status_code == 404
    file = client.get(at("transfers", over, over.cash.pk))
    assert b"FR76 OF A WINNER" in b"".join(file)
    assert client.get(at("transfers", over, over.operator.pk)).status_code == 404
    Payout.objects.filter(rank=1).update(not_before=clock.now() + rows.DAY)
    assert client.get(desk).content.decode().count("FR76 OF A WINNER") == 1
    Payout.objects.update(holder=over.operator)
    assert told(over.henrik, over) == {}, "what others hold is not theirs to send"
    assert "FR76" not in client.get(desk).content.decode()


def test_who_only_holds_the_money_hears_of_refunds(client_of, make_money_season):
    season = make_money_season().begin(3)
    season.cancel()
    retire(season, season.henrik)
    client, desk = client_of(season.henrik), at("desk", season)
    assert told(season.henrik, season) == {"3 offline refunds to make": f"{desk}#refunds"}
    page = client.get(desk)
    assert 'id="refunds"' in page.content.decode()
    refund = Refund.objects.first()
    assert at("refund", season, refund.pk) not in page.content.decode()
    assert client.get(at("refund", season, refund.pk)).status_code == 404
    for each in Refund.objects.filter(book=season.book):
        paying_out.hand_refund(refund=each, by=season.ines, reference="back")
    assert told(season.henrik, season) == {}
    assert "Nothing to do" in text_of(client.get(desk))


def test_the_pages_of_the_money_lead_its_holder_to_the_desk(client_of, money_season):
    retire(money_season, money_season.henrik)
    client = client_of(money_season.henrik)
    for page in ("bank", "statement"):
        assert f'href="{at("desk", money_season)}"' in client.get(at(page, money_season)).content.decode()
    other = client_of(money_season.enter("p1").user)
    assert other.get(at("desk", money_season)).status_code == 404
    assert other.get(at("transfers", money_season, money_season.cash.pk)).status_code == 404
    Membership.objects.filter(user=money_season.henrik).delete()
    assert client.get(at("desk", money_season)).status_code == 404


def told(person, season) -> dict[str, str]:
    """What the register says that needs someone in the season, with where it leads."""
    found = waits_of(person, Scope(contest=season.competition.pk))
    return {str(each.says): each.address for each in found.needs_you}


@pytest.mark.slow
def test_who_has_not_agreed_to_the_money_rules_is_told_nothing_of_payouts(client_of, over):
    organise(over, over.henrik)
    Trustee.objects.filter(user=over.henrik).update(agreed_sha256="")
    for address in (ORGANISERS, desk_of(over)):
        assert waits(client_of(over.henrik), address) == {}


def test_in_a_season_without_money_nothing_of_it_waits(client_of, calais, carl, ada, ben):
    season = rows.make_season(calais, carl, [ada], arbiters=[ben])
    address = reverse("tournaments:desk", args=["calais", season.code])
    assert "Everything is in order." in client_of(carl).get(address).content.decode()


def owing(entry):
    """An entry whose fee can still be paid."""
    entry.payment, entry.pay_by = "due", clock.now() + rows.DAY
    entry.save(update_fields=["payment", "pay_by"])
    return entry


@pytest.mark.slow
def test_neither_desk_makes_more_queries_for_more_money_or_seasons(client_of, calais, carl, ada, ben, eve):
    def add(code: str) -> Till:
        season = rows.make_season(calais, carl, [ada, ben], arbiters=[carl], money=MONEY, code=code)
        till = Till(season, carl, eve)
        till.add(season.entries.select_related("user").get(number=1))
        owing(season.entries.get(number=2))
        return till

    client, till = client_of(carl), add("first")
    own = reverse("tournaments:desk", args=["calais", "first"])
    client.get(own)
    client.get(ORGANISERS)  # members are counted once until someone joins
    few = [count_queries(client, ORGANISERS), count_queries(client, own)]
    told = ["1 logged payment to confirm", "1 prize to pay out", "1 offline refund to make"]
    assert list(waits(client, ORGANISERS)) == list(waits(client, own)) == told
    assert [says for says, _until in dues(client, own)] == ["1 fee is due"]
    for number in range(3, 6):
        till.add(owing(rows.enter(till.season, make_user(f"p{number}"), number)))
    for code in ("second", "third"):
        add(code)
    assert len(ENTRY.findall(client.get(ORGANISERS).content.decode())) == 3 * len(told)
    assert [says for says, _until in dues(client, ORGANISERS)] == ["4 fees are due", *["1 fee is due"] * 2]
    assert [count_queries(client, ORGANISERS), count_queries(client, own)] == few
