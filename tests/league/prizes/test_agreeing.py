"""Who agrees to a season's money: asked by a button, agreed or declined, frozen by the announcement."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import pytest
from django.apps import apps
from django.core import mail
from django.db import IntegrityError, transaction
from django.urls import reverse

from games.common import clock
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.common.waiting import waits_of
from league.competitions import services
from league.competitions.errors import NotInState, NotOrganiser
from league.competitions.services.founding import arbiters_now
from league.competitions.services.sequels import draft_next
from league.leagues.models import Membership
from league.prizes.agreed.fingerprints import fingerprint
from league.prizes.agreed.roles import standing_of
from league.prizes.agreed.treasurers import trustees_of
from league.prizes.errors import NoPrizeMoney, NotAgreed, NotNamed, OtherRules
from league.prizes.models import Agreement, PurseSetting, Trustee, TrustStep
from league.prizes.selectors.asked import agreements_asked
from league.prizes.services.money_draft import set_money
from league.prizes.services.treasurers import agreeing
from league.prizes.services.treasurers.bank_details import set_details
from league.users.deletion import CannotDelete, delete_account
from tests.conftest import make_user
from tests.league.competitions.seasons import RULES, Season
from tests.league.prizes.money_seasons import hash_for, let_agree
from tests.league.prizes.pages import at, said, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(make_money_season, calais):
    """Henrik and ines are arbiters and treasurers, henrik holds the cash, and grete guarantees."""
    grete = make_user("grete")
    Membership.objects.create(league=calais, user=grete)
    season = make_money_season({"guarantor": "grete"})
    season.grete = grete
    return season


def agree(season, user):
    sha256 = hash_for(season.competition, user)
    agreeing.agree(competition=season.competition, user=user, sha256=sha256)


def ask(season):
    return agreeing.ask(competition=season.competition, by=season.organiser)


def asked() -> list[int]:
    rows = OutboxRow.objects.filter(topic="prize_mail", payload__occasion="asked").order_by("pk")
    return [row.payload["user"] for row in rows]


def steps(season) -> list[tuple[str, str]]:
    found = TrustStep.objects.filter(competition=season.competition).order_by("pk")
    return list(found.values_list("user__username", "kind"))


def change(season, **money):
    given = season.refresh().competition.terms.money
    set_money(competition=season.competition, by=season.organiser, money=replace(given, **money))
    season.refresh()


def refusal(season) -> str:
    with pytest.raises(NotAgreed) as refused:
        services.announce(competition=season.refresh().competition, by=season.organiser)
    assert season.refresh().competition.is_draft
    return str(refused.value)


# Asking ----------------------------------------------------------------------------------------------------


def test_saving_mails_nobody_and_the_button_mails_everybody_once(draft, client_of, carl):
    change(draft, fee=900)
    assert not OutboxRow.objects.filter(topic="prize_mail").exists()
    carls = client_of(carl)
    url = at("ask", draft)
    done = carls.post(url, follow=True)
    assert said(done) == ["3 people have been asked by e-mail."]
    assert asked() == [draft.henrik.pk, draft.ines.pk, draft.grete.pk]
    assert said(carls.post(url, follow=True)) == [
        "Everyone who has not answered was e-mailed less than a day ago."
    ]
    assert len(asked()) == 3


def test_arbiters_who_are_no_treasurers_are_told_once_and_count_as_agreed(draft):
    change(draft, trustees=("henrik",), confirmations=1)
    assert ask(draft) == 3
    draft.clock.pass_(days=2)
    assert ask(draft) == 2  # ines knows
    for person in (draft.henrik, draft.grete):
        agree(draft, person)
    draft.announce()
    assert draft.competition.terms.money.trustees == ("henrik",)
    assert [each.user for each in trustees_of(draft.competition)] == [draft.henrik]
    assert draft.ines in arbiters_now(draft.competition)


def test_after_a_change_there_is_at_most_one_mail_a_day(draft):
    ask(draft)
    agree(draft, draft.henrik)
    change(draft, fee=900)
    assert ask(draft) == 0
    draft.clock.pass_(days=1, seconds=-1)
    assert ask(draft) == 0
    draft.clock.pass_(seconds=1)
    assert ask(draft) == 3
    change(draft, fee=800)
    assert ask(draft) == 0
    assert len(asked()) == 6


def test_nobody_is_mailed_who_has_agreed_or_said_no(draft):
    ask(draft)
    agree(draft, draft.henrik)
    agreeing.decline(competition=draft.competition, user=draft.grete)
    draft.clock.pass_(days=1)
    assert ask(draft) == 1
    assert asked()[-1] == draft.ines.pk


def test_the_mail_names_the_roles_and_leads_to_the_page(draft, client_of):
    ask(draft)
    deliver()
    letter = next(each for each in mail.outbox if each.to == [draft.henrik.email])
    assert "You are named: treasurer, cash holder and guarantor" not in letter.body
    assert "You are named: treasurer and cash holder." in letter.body
    assert at("trust", draft) in letter.body
    guarantors = next(each for each in mail.outbox if each.to == [draft.grete.email])
    assert "You are named: guarantor." in guarantors.body
    text = text_of(client_of(draft.grete).get(at("trust", draft)))
    assert "Bear online payments that banks reverse once the prizes are confirmed." in text
    assert "I agree" in text and "No, thank you" in text


def test_only_organisers_ask_and_only_in_drafts(draft, client_of, ada, carl):
    with pytest.raises(NotOrganiser):
        agreeing.ask(competition=draft.competition, by=draft.henrik)
    for client in (client_of(ada), client_of(draft.henrik)):
        assert client.post(at("ask", draft)).status_code == 404
    let_agree(draft.competition)
    draft.announce()
    with pytest.raises(NotInState):
        ask(draft)
    assert not asked()


def test_seven_silent_days_are_said_and_another_may_be_named_at_any_time(draft, client_of, carl):
    ask(draft)
    page = client_of(carl).get(at("trust", draft))
    assert "silent" not in text_of(page)
    draft.clock.pass_(days=7)
    ask(draft)  # being reminded is not being asked for the first time
    text = text_of(client_of(carl).get(at("trust", draft)))
    assert "Someone hasn’t answered for 7 days. You can name someone else in the money rules." in text
    change(draft, guarantor="henrik")
    assert standing_of(draft.competition, draft.competition.terms.money, draft.grete) is None


# Agreeing --------------------------------------------------------------------------------------------------


def test_everybody_agrees_once_for_all_their_roles_and_the_season_opens(draft):
    ask(draft)
    for _again in range(2):
        agree(draft, draft.henrik)
    agree(draft, draft.ines)
    assert steps(draft) == [("henrik", "agreed"), ("ines", "agreed")]
    assert refusal(draft) == "grete has not agreed yet (guarantor)."
    agree(draft, draft.grete)
    draft.announce()
    assert draft.competition.terms.money.trustees == ("henrik", "ines")
    frozen = Agreement.objects.filter(frozen_at__isnull=False).order_by("pk")
    assert [(each.user, each.roles) for each in frozen] == [
        (draft.henrik, ["arbiter", "treasurer", "holder"]),
        (draft.ines, ["arbiter", "treasurer"]),
        (draft.grete, ["guarantor"]),
    ]
    assert all(each.agreed_sha256 for each in frozen)
    assert [each.user for each in trustees_of(draft.competition)] == [draft.henrik, draft.ines]


def test_each_missing_one_is_named(draft):
    assert refusal(draft) == (
        "henrik has not agreed yet (treasurer and cash holder). ines has not agreed yet (treasurer). "
        "grete has not agreed yet (guarantor)."
    )
    agree(draft, draft.ines)
    change(draft, confirmations=1)
    agree(draft, draft.ines)
    # One treasurer is enough in play money; henrik is still wanted, as who holds the cash.
    assert refusal(draft).startswith("henrik has not agreed yet")


def test_two_treasurers_are_needed_in_real_money(make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Poste Restante SARL"
    money = {"currency": "EUR", "online": False, "guarantor": "", "trustees": ("henrik",)}
    season = make_money_season(money)
    agree(season, season.henrik)
    assert refusal(season) == "Name 1 more treasurer: an arbiter who does not enter."
    change(season, trustees=())
    assert refusal(season) == "ines has not agreed yet (treasurer)."
    agree(season, season.ines)
    season.announce()


def test_only_who_is_named_agrees_and_only_to_what_is_written(draft):
    for person in (draft.organiser, draft.grete):  # grete was not asked, so knows of nothing
        with pytest.raises(NotNamed):
            agreeing.agree(competition=draft.competition, user=person, sha256="0" * 64)
    with pytest.raises(OtherRules):
        agreeing.agree(competition=draft.competition, user=draft.henrik, sha256="0" * 64)
    with pytest.raises(OtherRules):  # the hash of the rules alone names no roles
        agreeing.agree(competition=draft.competition, user=draft.henrik, sha256=draft.money.agreed_sha256)
    with pytest.raises(OtherRules):  # nor is someone else's agreement one's own
        sha256 = hash_for(draft.competition, draft.ines)
        agreeing.agree(competition=draft.competition, user=draft.henrik, sha256=sha256)
    assert not Agreement.objects.exists()


def test_a_season_without_money_has_nothing_to_agree_to(calais, carl, set_clock):
    season = Season(calais, carl, set_clock)
    with pytest.raises(NoPrizeMoney):
        agreeing.agree(competition=season.competition, user=season.arbiter, sha256="")
    with pytest.raises(NoPrizeMoney):
        agreeing.ask(competition=season.competition, by=carl)


@pytest.mark.parametrize("what", ["fee", "bank", "role"])
def test_what_changes_after_the_agreement_keeps_the_season_from_being_announced(draft, carl, client_of, what):
    ask(draft)
    for person in (draft.henrik, draft.ines, draft.grete):
        agree(draft, person)
    if what == "fee":
        change(draft, fee=99)
    elif what == "bank":
        set_details(competition=draft.competition, by=draft.henrik, details="another account of henrik")
    else:
        change(draft, guarantor="ines")
    lines = refusal(draft)
    assert "ines has not agreed yet" in lines
    assert "henrik has not agreed yet" in lines
    page = text_of(client_of(draft.ines).get(at("trust", draft)))
    assert "What has changed since you agreed" in page
    expected = {"fee": "0.99 tokens", "bank": "Bank details", "role": "treasurer and guarantor"}[what]
    assert expected in page.split("What has changed since you agreed")[1].split("I agree")[0]
    assert "Days to pay" not in page.split("What has changed since you agreed")[1].split("I agree")[0]


def test_bank_details_are_in_the_agreement_as_an_hmac_alone(draft, carl):
    details = "FR76 3000"
    set_details(competition=draft.competition, by=draft.henrik, details=details)
    agree(draft.refresh(), draft.henrik)
    row = Agreement.objects.get(user=draft.henrik)
    code = draft.competition.code
    assert row.agreed_to["bank_details"] == fingerprint(details, season=code)
    assert details not in str(row.agreed_to)
    assert fingerprint(details, season=code) != fingerprint(details, season="another")
    assert fingerprint("", season=code) == ""


def test_an_agreement_outlives_a_new_secret_key_of_the_site(draft, carl, settings):
    set_details(competition=draft.competition, by=draft.henrik, details="FR76 3000")
    agree(draft.refresh(), draft.henrik)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, which nobody has guessed so far"
    standing = standing_of(draft.competition, draft.competition.terms.money, draft.henrik)
    assert standing is not None and standing.has_agreed
    settings.SECRET_KEY_FALLBACKS = []
    standing = standing_of(draft.competition, draft.competition.terms.money, draft.henrik)
    assert standing is not None and standing.is_outdated


def test_an_agreement_is_taken_back_before_the_announcement_and_never_after(draft, client_of):
    ask(draft)
    for person in (draft.henrik, draft.ines, draft.grete):
        agree(draft, person)
    for _again in range(2):
        agreeing.take_back(competition=draft.competition, user=draft.grete)
    assert steps(draft)[-2:] == [("grete", "agreed"), ("grete", "took_back")]
    assert refusal(draft) == "grete has not agreed yet (guarantor)."
    agree(draft, draft.grete)
    draft.announce()
    for act in (agreeing.take_back, agreeing.decline):
        with pytest.raises(NotInState):
            act(competition=draft.competition, user=draft.grete)
    assert client_of(draft.grete).post(at("trust", draft), {"act": "decline"}).status_code == 404
    assert Agreement.objects.get(user=draft.grete).agreed_sha256


def test_nothing_takes_a_frozen_agreement_back(money_season):
    """Neither other bank details nor other people than those who were named."""
    frozen = list(Agreement.objects.order_by("pk").values())
    PurseSetting.objects.update_or_create(
        competition=money_season.competition, defaults={"bank_details": "Changed"}
    )
    assert len(trustees_of(money_season.refresh().competition)) == 2
    assert list(Agreement.objects.order_by("pk").values()) == frozen
    row = Agreement.objects.get(user=money_season.henrik)
    row.agreed_at, row.agreed_sha256 = None, ""
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


# Declining -------------------------------------------------------------------------------------------------


def test_who_says_no_ends_it_and_the_organiser_is_told(draft, client_of, carl):
    ask(draft)
    agree(draft, draft.ines)
    ines, url = client_of(draft.ines), at("trust", draft)
    for _again in range(2):
        done = ines.post(url, {"act": "decline", "reason": "I want to play"}, follow=True)
        assert said(done) == ["You said no. The organiser has been told."]
    rows = OutboxRow.objects.filter(topic="prize_mail", payload__occasion="declined")
    assert [row.payload["user"] for row in rows] == [carl.pk]
    assert draft.ines not in arbiters_now(draft.refresh().competition)
    assert ines.get(url).status_code == 404
    text = text_of(client_of(carl).get(url))
    assert "Said no" in text and "I want to play" in text
    # What someone would rather not do is no one else's business once the season is open.
    assert steps(draft) == [("ines", "agreed")]
    deliver()
    letter = next(each for each in mail.outbox if each.to == [carl.email])
    assert "ines doesn’t agree" in letter.subject and "I want to play" in letter.body


def test_a_guarantor_who_says_no_stops_the_season_until_another_is_named(draft):
    ask(draft)
    for person in (draft.henrik, draft.ines):
        agree(draft, person)
    agreeing.decline(competition=draft.competition, user=draft.grete)
    assert refusal(draft) == "grete said no (guarantor): name another."
    change(draft, guarantor="henrik")
    for person in (draft.henrik, draft.ines):
        agree(draft, person)
    draft.announce()


def test_who_said_no_may_still_agree_while_they_are_named(draft):
    ask(draft)
    agreeing.decline(competition=draft.competition, user=draft.grete)
    for person in (draft.henrik, draft.ines, draft.grete):
        agree(draft, person)
    draft.announce()


def test_an_arbiter_alone_says_no_too(draft):
    change(draft, trustees=("henrik",), confirmations=1)
    agreeing.decline(competition=draft.competition, user=draft.ines)
    assert arbiters_now(draft.refresh().competition) == [draft.henrik]
    with pytest.raises(NotNamed):
        agreeing.decline(competition=draft.competition, user=draft.organiser)


# Who may look ----------------------------------------------------------------------------------------------


def test_who_is_asked_opens_that_page_of_the_draft_and_no_other(draft, client_of, visitor, ada, dora):
    grete, url = client_of(draft.grete), at("trust", draft)
    assert grete.get(url).status_code == 404
    ask(draft)
    assert grete.get(url).status_code == 200
    season = reverse("tournaments:season", args=["calais", draft.competition.code])
    assert grete.get(season).status_code == 404
    assert season + '"' not in grete.get(url).content.decode()
    for client in (client_of(ada), client_of(dora)):
        assert client.get(url).status_code == 404
        for act in ("agree", "decline", "take-back"):
            assert client.post(url, {"act": act, "sha256": "0" * 64}).status_code == 404
    assert visitor.get(url).status_code == 302
    change(draft, guarantor="henrik")
    assert grete.get(url).status_code == 404
    Membership.objects.filter(user=draft.grete).delete()
    assert grete.get(url).status_code == 404


def test_what_waits_for_somebody_is_found_by_one_query(draft, django_assert_num_queries):
    assert agreements_asked(draft.henrik) == []
    ask(draft)
    with django_assert_num_queries(1):
        found = agreements_asked(draft.henrik)
    assert [(each.season.pk, each.roles) for each in found] == [
        (draft.competition.pk, ("arbiter", "treasurer", "holder"))
    ]
    told = [each for each in waits_of(draft.henrik).needs_you if each.kind == "agreement"]
    assert [each.address for each in told] == [at("trust", draft)]
    agree(draft, draft.henrik)
    assert agreements_asked(draft.henrik) == []
    change(draft, fee=500)
    assert len(agreements_asked(draft.henrik)) == 1
    assert len(agreements_asked(draft.grete)) == 1
    agreeing.decline(competition=draft.competition, user=draft.grete)
    assert agreements_asked(draft.grete) == []
    change(draft, trustees=("henrik",))
    assert agreements_asked(draft.ines) == []  # an arbiter alone has nothing to do
    let_agree(draft.competition, draft.henrik)
    services.cancel(competition=draft.refresh().competition, by=draft.organiser, reason="No.")
    change_of = Agreement.objects.get(user=draft.ines)
    assert change_of.frozen_at is None and agreements_asked(draft.ines) == []


# Later -----------------------------------------------------------------------------------------------------


def test_a_sequel_names_the_same_people_and_asks_nobody(draft):
    change(draft, trustees=("henrik",), confirmations=1)
    ask(draft)
    for person in (draft.henrik, draft.grete):
        agree(draft, person)
    draft.announce()
    made = draft_next(draft.competition, RULES.ends_at)
    assert made is not None
    assert made.terms.money.trustees == ("henrik",)
    assert not Agreement.objects.filter(competition=made).exists()
    assert agreeing.ask(competition=made, by=draft.organiser) == 3


def test_who_did_not_have_to_agree_is_said_to_be_named_by_the_organiser(money_season, client_of, carl):
    Agreement.objects.all().delete()  # as of a season announced before there were agreements
    page = client_of(carl).get(at("trust", money_season))
    assert "Named by the organiser; did not have to agree." in text_of(page)
    assert len(trustees_of(money_season.competition)) == 2


def test_a_guarantor_who_never_agreed_is_kept_from_nothing(draft):
    season = draft
    let_agree(season.competition)
    season.announce()
    record = season.give("guarantee", "guarantor", 100, name="grete")
    assert record.pk
    with pytest.raises(CannotDelete, match="guarantee"):
        delete_account(user=season.grete)  # a deposit is theirs, no matter who named them
    from league.prizes.book import ledger

    sums = {("guarantor", season.cash): 400, ("pool", season.cash): -400}
    ledger.post(season.book, "top_up", sums, key="top_up:1")
    with pytest.raises(CannotDelete, match="guarantee"):
        delete_account(user=season.grete)
    Agreement.objects.filter(user=season.grete).delete()
    delete_account(user=season.grete)


def test_the_page_of_a_draft_asks_a_fixed_number_of_queries(
    draft, django_assert_max_num_queries, client_of, carl
):
    for number in range(6):
        services.name_arbiter(competition=draft.competition, by=carl, user=draft.member(f"arbiter{number}"))
    ask(draft)
    client = client_of(carl)
    client.get(at("trust", draft))
    with django_assert_max_num_queries(24):
        assert client.get(at("trust", draft)).status_code == 200


MIGRATION = "league.prizes.migrations.0023_agreements_to_money"


def test_older_agreements_of_a_draft_are_to_earlier_rules(draft):
    Trustee.objects.create(
        competition=draft.competition, user=draft.ines, agreed_at=clock.now(), agreed_sha256="0" * 64
    )
    import_module(MIGRATION).move(apps, None)
    assert not Trustee.objects.exists()
    standing = standing_of(draft.competition, draft.competition.terms.money, draft.ines)
    assert standing is not None and standing.is_outdated and not standing.has_agreed
    assert "ines has not agreed yet" in refusal(draft)


def test_the_treasurers_of_older_seasons_are_those_they_were(money_season):
    """Who had agreed to the rules that were frozen, and no one who had agreed to others."""
    given = money_season.competition.terms.money
    Trustee.objects.filter(user=money_season.henrik).update(agreed_sha256=given.agreed_sha256)
    Trustee.objects.filter(user=money_season.ines).update(agreed_sha256="of other rules")
    import_module(MIGRATION).move(apps, None)
    assert [each.user for each in trustees_of(money_season.competition)] == [money_season.henrik]
    assert Trustee.objects.get(user=money_season.ines).lost_at is None
