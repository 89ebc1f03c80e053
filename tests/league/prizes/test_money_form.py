"""The money part of a draft: laid down by its organisers, agreed to by two arbiters, announced."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from league.competitions import services
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.services.sequels import draft_next
from league.prizes.models import Agreement
from league.prizes.services.money_draft import set_money
from league.prizes.services.treasurers.agreeing import agree
from tests.league.competitions.seasons import RULES
from tests.league.prizes.money_seasons import hash_for
from tests.league.prizes.pages import at, said, text_of, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(make_money_season):
    return make_money_season()


@pytest.fixture
def carls(client_of, carl):
    return client_of(carl)


def money_of(draft):
    return draft.refresh().competition.terms.money


def change(client, draft, **given):
    """Open the form, change these fields, and save it."""
    page = client.get(at("rules", draft))
    data = typed(page.context["form"]) | given
    return client.post(at("rules", draft), data)


@pytest.mark.slow
def test_an_organiser_lays_down_all_of_it(carls, draft):
    saved = change(
        carls,
        draft,
        fee="15,50",
        pay_days="5",
        league_percent="10",
        charges_from="site",
        share_1="60",
        share_2="40",
        share_3="",
        fixed_1="20",
        extra_sponsor_1="Librairie du Port",
        extra_rank_1="1",
        extra_sum_1="40",
        guaranteed="300",
        guarantor="ines",
        prize_games="1",
        least_age="18",
        countries=["FR", "DE"],
        hold_days="10",
        second_above="100",
        cash_holder="ines",
    )
    assert saved.url == at("trust", draft)
    given = money_of(draft)
    assert (given.fee, given.pay_days, given.league_percent, given.charges_from) == (1550, 5, 10, "site")
    assert (given.shares, given.fixed) == ((60, 40), (2000,))
    assert [(each.sponsor, each.rank, each.amount) for each in given.extras] == [
        ("Librairie du Port", 1, 4000)
    ]
    assert (given.guaranteed, given.guarantor, given.prize_games, given.least_age) == (30000, "ines", 1, 18)
    assert (given.countries, given.hold_days, given.second_above) == (("DE", "FR"), 10, 10000)
    assert (given.online, given.cash_holder, given.currency) == (True, "ines", "XTS")
    # Opened again, the form holds what was saved; saved again, nothing changes.
    assert change(carls, draft).url == at("trust", draft)
    assert money_of(draft) == given


def test_it_says_where_a_prize_takes_more_games_than_there_is_time_for(carls, make_money_season):
    draft = make_money_season(smallest=8)
    shown = change(carls, draft, prize_games="7", check="yes").content.decode()
    assert re.search(r"players have time for only [2-6] games\. It takes 7 to win a prize\.", shown)
    assert "time for only" not in change(carls, draft, prize_games="2", check="yes").content.decode()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("fee", "-1", "0 or more"),
        ("fee", "12.345", "at most 2 digits"),
        ("fee", "€12", "Enter a sum such as"),
        ("fee", "12 EUR", "Enter a sum such as"),
        ("fee", "99999999999", "too large"),
        ("fee", "1e3", "Enter a sum such as"),
        ("fee", "NaN", "Enter a sum such as"),
        ("share_1", "49", "The shares must come to 100% in all."),
        ("share_1", "101", "less than or equal to 100"),
        ("pay_days", "0", "greater than or equal to 1"),
        ("league_percent", "51", "less than or equal to 50"),
        ("currency", "EUR", "EUR is not one of the available choices"),
        ("currency", "ZZZ", "ZZZ is not one of the available choices"),
        ("countries", ["XX"], "XX is not one of the available choices"),
        ("cash_holder", "carl", "carl is not one of the available choices"),
        ("guarantor", "nobody", "No member of the league is called nobody."),
        ("guarantor", "", "Name a guarantor"),
        ("extra_sponsor_1", "Librairie", "leave all three empty"),
        ("guaranteed", "0.001", "at most 2 digits"),
    ],
)
def test_what_cannot_be_is_said_beside_the_field_and_nothing_is_lost(carls, draft, field, value, words):
    before = money_of(draft)
    page = (
        change(carls, draft, pay_days="9", **{field: value})
        if field != "pay_days"
        else change(carls, draft, pay_days=value)
    )
    text = text_of(page)
    assert words in text
    assert page.context["form"].errors
    assert str(value if isinstance(value, str) else value[0]) in text or field == "countries"
    assert money_of(draft) == before


@pytest.mark.slow
def test_checking_shows_the_split_and_saves_nothing(carls, draft):
    before = money_of(draft)
    page = change(
        carls, draft, fee="10", league_percent="0", share_1="70", share_2="30", share_3="", check="yes"
    )
    text = text_of(page)
    assert "With 2 entries" in text
    assert "With 40 entries" in text
    assert "14.00 tokens" in text  # 70 % of two fees
    assert "280.00 tokens" in text  # 70 % of forty
    assert money_of(draft) == before
    data = typed(page.context["form"]) | {"check": "yes"}
    part = carls.post(at("rules", draft), data, headers={"HX-Request": "true"})
    assert text_of(part).startswith("<section")
    assert "280.00 tokens" in text_of(part)


@pytest.mark.slow
def test_real_money_is_offered_where_the_site_takes_it(carls, draft, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    settings.PRIZES_FEE_CAP = 2000
    text = text_of(carls.get(at("rules", draft)))
    assert "Euro (EUR)" in text
    page = change(carls, draft, currency="EUR", fee="20.01", online="")
    assert "The fee may be at most €20.00 on this site." in text_of(page)
    page = change(carls, draft, currency="JPY", fee="12.50", online="", second_above="13", guaranteed="0")
    assert "at most 0 digits" in text_of(page)
    form = typed(carls.get(at("rules", draft)).context["form"]) | {"currency": "EUR", "fee": "20"}
    form.pop("online")
    assert carls.post(at("rules", draft), form).url == at("trust", draft)
    assert (money_of(draft).currency, money_of(draft).fee) == ("EUR", 2000)


def test_in_real_money_the_limit_is_just_above_the_fee_if_it_is_left_empty_and_never_0(
    carls, draft, settings
):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    given = {"currency": "EUR", "fee": "12", "confirmations": "2", "guarantor": "ines", "online": ""}
    for typed_in, saved in (("", 1201), ("50", 5000)):
        change(carls, draft, **given, second_above=typed_in)
        assert money_of(draft).second_above == saved
    page = change(carls, draft, **given, second_above="0")
    assert "In real money give a sum above 0" in str(page.context["form"].errors["second_above"])
    assert page.context["form"]["second_above"].value() == "0"
    assert money_of(draft).second_above == 5000
    change(carls, draft, **{**given, "fee": "0"}, second_above="")
    assert money_of(draft).second_above == 1
    change(carls, draft, currency="XTS", fee="12", second_above="")
    assert money_of(draft).second_above == 0


@pytest.mark.slow
def test_prize_money_is_removed_again(carls, draft):
    assert carls.post(at("rules", draft), {"remove": "yes"}).url == draft.competition.get_absolute_url()
    assert money_of(draft) is None
    page = text_of(carls.get(draft.competition.get_absolute_url()))
    assert "Add prize money" in page
    assert text_of(carls.get(at("trust", draft)), 404)
    # And a draft without any gets some.
    assert change(carls, draft, fee="3", cash_holder="henrik").url == at("trust", draft)
    assert money_of(draft).fee == 300


@pytest.mark.slow
def test_others_find_no_form_and_an_announced_season_has_none(client_of, visitor, carls, ada, draft):
    for client in (visitor, client_of(ada), client_of(draft.henrik)):
        assert client.get(at("rules", draft)).status_code == 404
        assert client.post(at("rules", draft), {"remove": "yes"}).status_code == 404
    draft.agree().announce()
    assert carls.get(at("rules", draft)).status_code == 404
    assert money_of(draft).fee == 1200


@pytest.mark.slow
def test_other_rules_of_the_draft_keep_the_money_and_the_agreement(carl, carls, draft):
    """Editing dates or names changes neither; changing money makes both agree again."""
    draft.agree()
    named = dict(draft.competition.arbiters.values_list("user", "pk"))
    edit = reverse("tournaments:edit", args=["calais", draft.competition.code])
    page = carls.get(edit)
    data = {}
    for form, prefix in (("form", ""), ("pace_form", "pace-"), ("absence_form", "absence-")):
        for field in page.context[form]:
            value = field.value()
            if hasattr(value, "strftime"):
                value = value.strftime("%Y-%m-%dT%H:%M")
            if value not in (None, "") and value is not False and not isinstance(value, list):
                data[prefix + field.name] = "on" if value is True else value
    before = money_of(draft)
    assert carls.post(edit, data | {"name": "Season 9"}).status_code == 302
    assert draft.refresh().competition.name == "Season 9"
    assert money_of(draft) == before
    assert dict(draft.competition.arbiters.values_list("user", "pk")) == named
    draft.announce()
    assert draft.competition.state == "announced"


@pytest.mark.slow
def test_an_arbiter_agrees_and_takes_it_back(client_of, carls, draft):
    henrik, url = client_of(draft.henrik), at("trust", draft)
    page = henrik.get(url)
    assert "henrik has not agreed yet (treasurer, cash holder and guarantor)." in text_of(page)
    assert "ines has not agreed yet (treasurer)." in text_of(page)
    assert "12.00 tokens. Pay within 7 days" in text_of(page)
    done = henrik.post(url, {"act": "agree", "sha256": page.context["page"].sha256}, follow=True)
    assert said(done) == ["You have agreed. The organisers can see it."]
    assert "henrik has not agreed yet" not in text_of(done)
    done = henrik.post(url, {"act": "take-back"}, follow=True)
    assert "henrik has not agreed yet" in text_of(done)
    assert not Agreement.objects.filter(agreed_at__isnull=False).exists()
    # An organiser who is no arbiter looks on.
    assert "I agree" not in text_of(carls.get(url))
    assert carls.post(url, {"act": "agree", "sha256": page.context["page"].sha256}).status_code == 404


@pytest.mark.slow
def test_nobody_agrees_to_rules_they_have_not_seen(client_of, carl, draft):
    henrik, url = client_of(draft.henrik), at("trust", draft)
    seen = henrik.get(url).context["page"].sha256
    set_money(competition=draft.competition, by=carl, money=replace(money_of(draft), fee=9900))
    done = henrik.post(url, {"act": "agree", "sha256": seen}, follow=True)
    assert said(done) == ["The money rules have changed since you opened this page. Read them again."]
    assert not Agreement.objects.exists()


def test_changed_money_rules_ask_for_agreement_anew(client_of, carl, carls, draft):
    draft.agree()
    set_money(competition=draft.competition, by=carl, money=replace(money_of(draft), fee=500))
    announce = reverse("tournaments:announce", args=["calais", draft.competition.code])
    text = text_of(carls.get(announce))
    assert "henrik has not agreed yet" in text and "ines has not agreed yet" in text
    assert "Agreed to earlier rules, and has to agree again." in text


@pytest.mark.slow
def test_with_one_who_agrees_the_season_is_not_announced(carls, draft):
    """Refused in words: two people who do not enter have to answer for the money."""
    draft.agree(draft.henrik)
    announce = reverse("tournaments:announce", args=["calais", draft.competition.code])
    assert "ines has not agreed yet (treasurer)." in text_of(carls.get(announce))
    done = carls.post(announce, follow=True)
    assert said(done) == ["ines has not agreed yet (treasurer)."]
    assert draft.refresh().competition.is_draft
    draft.agree(draft.ines)
    carls.post(announce)
    assert draft.refresh().competition.state == "announced"
    assert money_of(draft).trustees == ("henrik", "ines")


def test_the_same_person_under_two_roles_agrees_once(client_of, calais, carl, set_clock):
    """carl organises and rules: that makes one who answers for the money, not two."""
    set_clock(RULES.enters_from - (RULES.enters_until - RULES.enters_from))
    money = PrizeRules(fee=500, cash_holder="carl", prize_games=1)
    season = services.create_season(
        league=calais, by=carl, rules=replace(RULES, money=money), arbiters=[carl]
    )
    for _time in range(2):
        agree(competition=season, user=carl, sha256=hash_for(season, carl))
    assert Agreement.objects.get(competition=season).roles == ["arbiter", "treasurer", "holder"]
    announce = reverse("tournaments:announce", args=["calais", season.code])
    client_of(carl).post(announce)
    season.refresh_from_db()
    assert season.is_draft


def test_the_next_season_is_drafted_with_the_money_but_nobodys_word(money_season, set_clock):
    before = money_of(money_season)
    drafted = draft_next(money_season.refresh().competition, RULES.ends_at)
    given = drafted.terms.money
    assert (given.fee, given.shares, given.cash_holder) == (before.fee, before.shares, before.cash_holder)
    assert (given.trustees, given.operator, given.site_percent) == (before.trustees, "", 0)
    assert Agreement.objects.filter(competition=money_season.competition).exists()
    assert not Agreement.objects.filter(competition=drafted).exists()


def test_the_rules_page_says_what_the_money_is_handled_by(visitor, money_season):
    text = text_of(visitor.get(reverse("tournaments:rules", args=["calais", money_season.competition.code])))
    for words in (
        "Play money: it has no value, and you can’t buy it or cash it in.",
        "11.40 tokens to the prize pool, 0.60 tokens to the league’s costs",
        "rank 1: 50%, rank 2: 30%, rank 3: 20%",
        "Until your first game starts: 12.00 tokens back, unless you are disqualified.",
        "2 treasurers, who do not play, confirm each prize. The rules name henrik and ines;",
    ):
        assert words in text, words


@pytest.mark.parametrize(
    ("language", "says", "site"),
    [
        (
            "en",
            "The league’s share of each fee is 0.25 tokens. The site pays the rest, 0.07 tokens a fee",
            "The site’s share",
        ),
        (
            "fr",
            "La part de la ligue sur chaque inscription est de 0,25 jeton. Le site paie le reste, 0,07 jeton",
            "La part du site",
        ),
    ],
    ids=["en", "fr"],
)
def test_a_draft_foresees_charges_that_its_fees_do_not_cover(carl, client_of, draft, language, says, site):
    """Of 5.00 paid online the sandbox keeps 0.32; 5 % for the league are 0.25, 7 % 0.35."""
    carl.language = language
    carl.save()
    browser = client_of(carl)

    def page(**given):
        form = browser.get(at("rules", draft)).context["form"]
        data = typed(form) | {"fee": "5", "check": "yes"} | given
        answer = browser.post(at("rules", draft), data, headers={"accept-language": language})
        return text_of(answer).replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")

    assert says in page(league_percent="5")
    assert site in page(league_percent="50", charges_from="site")
    covered = page(league_percent="7")
    assert says[:20] not in covered and site not in covered
    data = typed(browser.get(at("rules", draft)).context["form"])
    assert "online" in data
    del data["online"]
    answer = browser.post(at("rules", draft), data | {"fee": "5", "check": "yes"})
    assert "notice-care" not in text_of(answer).partition('id="split"')[2].partition("</section>")[0]
    change(browser, draft, fee="5", league_percent="5")
    announce = browser.get(
        reverse("tournaments:announce", args=[draft.league.slug, draft.competition.code]),
        headers={"accept-language": language},
    )
    assert says in text_of(announce).replace("\N{NO-BREAK SPACE}", " ").replace(
        "\N{NARROW NO-BREAK SPACE}", " "
    )
