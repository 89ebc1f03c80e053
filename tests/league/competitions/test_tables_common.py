"""What all competitions have in common, for games of seven: drafting, entering, results and their disputes,
and every page for every reader.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.core import mail
from django.db import transaction
from django.urls import reverse
from django.utils import translation

from adjudicator.board import standard
from games.adjudication.closing import close
from games.common import clock
from games.common.outbox.delivery import deliver
from games.common.waiting import Scope, waits_of
from games.engine import bridge
from games.engine.misses import Attendance
from games.errors import NotSeated
from games.models import Game, Phase, SeatResult, Vacancy
from games.services.masters.contests import give_up
from games.words.addresses import game_address
from league.competitions import kinds, services
from league.competitions.errors import AlreadyDisputed, BadRules, NotYours
from league.competitions.forms.drafting import DraftForms
from league.competitions.models import Competition, Entry, Pairing
from league.competitions.selectors.disputes import dispute_page
from league.competitions.selectors.ends import told_of_game
from league.competitions.selectors.log import lines_of, lines_of_rulings, results_of, rulings_of
from league.competitions.services import turning
from league.competitions.state.season_access import reader_of
from league.competitions.tables.checking import check_in
from league.competitions.tables.rules import LOOKING, TablesRules
from league.competitions.tables.seating import POWERS
from tests.games.conftest import closing_of, sitting_in
from tests.league.competitions.seasons import DAY, RULES, STARTS, Season

pytestmark = pytest.mark.django_db

BOARD = (9, 7, 7, 4, 4, 3, 0)
ALONE = (18, 10, 6, 0, 0, 0, 0)


class Sevens(Season):
    """An event of one round at one table, whose game ends with the centres that a test wants."""

    base = TablesRules(
        name="Autumn sevens",
        league="calais",
        settings={"players": 7, "rulebook": "modern", "last_year": 1907},
        pace=RULES.pace,
        zone="Europe/Paris",
        enters_from=RULES.enters_from,
        enters_until=RULES.enters_until,
        starts_at=STARTS,
        ends_at=STARTS + 900 * DAY,
        absence=TablesRules.ABSENCE,
        rounds=1,
        best_of=1,
        final=False,
    )

    def close_entries(self) -> Sevens:
        self.clock(self.base.enters_until)
        turning.turn(self.competition)
        return self.refresh()

    def check_in(self) -> None:
        for entry in self.competition.entries.filter(state__in=Entry.IN).select_related("user"):
            check_in(competition=self.competition, user=entry.user, number=1)

    def start(self) -> Sevens:
        self.close_entries()
        self.check_in()
        for moment in (self.base.starts_at - LOOKING, self.base.starts_at):
            self.clock(moment)
            turning.turn(self.competition)
        return self.refresh()

    @property
    def pairing(self) -> Pairing:
        rows = Pairing.objects.select_related("game__league", "competition__league")
        return rows.get(competition=self.competition, number=1)

    @property
    def game(self) -> Game:
        return self.pairing.game

    def seated(self, power: str) -> Entry:
        sides = self.pairing.sides.select_related("entry__user", "entry__competition")
        return sides.get(seat=power).entry

    def ends(self, board=BOARD, **agreed) -> None:
        """Its last year ends with these centres, by powers in their order, a unit on each; or it ends as
        `agreed`.
        """
        game = self.game
        phase = Phase.objects.get(game=game, adjudicated_at=None)
        phase.label, places = "F1907M", iter(standard().centres)
        owned = {
            power: [next(places) for _each in range(count)]
            for power, count in zip(POWERS, board, strict=True)
        }
        phase.position |= {"phase": phase.label, "centres": owned}
        phase.position["units"] = {power: [f"A {each}" for each in there] for power, there in owned.items()}
        phase.save(update_fields=["label", "position"])
        if agreed:
            turn, how = bridge.end(game, phase, agreed), {"agreed": agreed}
        else:
            turn, how = bridge.resolve(game, phase, {}), {"attendance": Attendance(phase, {})}
        with transaction.atomic():
            close([closing_of(game, phase, turn, **how)], sitting_in([game.pk]), clock.now())
        self.hear()
        self.refresh()

    def read_by(self, user):
        member = self.league.memberships.filter(user=user).first()
        return reader_of(self.league, self.competition.code, user, member, clock.now())

    def at(self, name: str, *more) -> str:
        return reverse(f"tournaments:{name}", args=[self.league.slug, self.competition.code, *more])


@pytest.fixture
def draft(calais, carl, set_clock) -> Sevens:
    return Sevens(calais, carl, set_clock)


@pytest.fixture
def sevens(draft) -> Sevens:
    return draft.begin(7)


def text_of(response) -> str:
    assert response.status_code == 200
    body = response.content.decode().partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


# Laying one down


@pytest.fixture
def form(calais, carl, set_clock, client_of):
    """The page of a new one, and what a browser would send of it."""
    set_clock(STARTS - 30 * DAY)
    address = f"{reverse('tournaments:create', args=['calais'])}?kind=tables"
    client = client_of(carl)
    drafted = DraftForms(None, league=calais, user=carl, season=None, kind=kinds.named("tables"))
    sent = {name: value for name, value in drafted.shown.sent().items() if value is not None}
    sent |= {"name": "Winter sevens", "arbiters": "carl", "zone": "Europe/Paris"}
    return client, client.get(address), lambda **more: client.post(address, sent | more), sent


def test_it_is_drafted_by_its_form_edited_reviewed_and_announced(form):
    client, page, post, sent = form
    says = text_of(page)
    assert "The Great War" not in says and "both players" not in says
    made = post()
    season = Competition.objects.get()
    assert made.url == season.get_absolute_url(), made
    assert season.rules["settings"] == {
        "players": 7,
        "rulebook": "modern",
        "last_year": 1907,
        "draws": False,
    }
    assert "Choose a game for two" not in text_of(client.get(season.get_absolute_url()))
    where = reverse("tournaments:edit", args=["calais", season.code])
    assert "Winter sevens" in client.get(where).content.decode()
    assert client.post(where, sent | {"name": "Spring sevens", "scoring": "draw-size"}).status_code == 302
    season.refresh_from_db()
    assert (season.name, season.rules["settings"]["draws"]) == ("Spring sevens", True)
    where = reverse("tournaments:announce", args=["calais", season.code])
    review = text_of(client.get(where))
    assert "another player may take the seat" in review and "lose the game" not in review
    assert "either player" not in review.lower()
    client.post(where)
    season.refresh_from_db()
    assert season.state == Competition.State.ANNOUNCED
    assert season.terms.settings["players"] == 7


def test_its_games_are_played_by_the_settings_that_were_frozen(sevens):
    frozen = sevens.competition.rules["settings"]
    assert frozen["draws"] is False
    assert {name: sevens.game.settings[name] for name in frozen} == frozen


def test_entries_are_withdrawn_and_the_season_is_cancelled(draft, client_of):
    season = draft.announce()
    entry = season.enter("p1")
    assert client_of(entry.user).get(season.at("withdraw")).status_code == 200
    client_of(entry.user).post(season.at("withdraw"))
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    for number in range(2, 9):
        season.enter(f"p{number}")
    season.start()
    services.cancel(competition=season.competition, by=season.arbiter, reason="The hall burnt down.")
    season.hear()
    assert season.refresh().competition.state == Competition.State.CANCELLED
    assert {row.outcome for row in SeatResult.objects.filter(game=season.game)} == {"void"}
    for name in ("season", "entries", "rules", "log", "results"):
        assert client_of(entry.user).get(season.at(name)).status_code == 200


# What every page tells every reader


PAGES = ("season", "entries", "rules", "log", "results", "desk", "export-file", "table-file")


def pages_of(season, client, entries) -> dict[str, str]:
    """What each page answers to someone, those that are not theirs left out."""
    found = {}
    for name in PAGES:
        response = client.get(season.at(name, *(["csv"] if name == "table-file" else [])))
        assert response.status_code in (200, 404), (name, response.status_code)
        if response.status_code == 200 and not response.streaming:
            found[name] = text_of(response)
    for part in ("ladder", "entries", "rulings", "season"):
        found[f"log {part}"] = text_of(client.get(season.at("log"), {"part": part}))
    for entry in entries:
        found[f"entrant {entry.number}"] = text_of(client.get(season.at("entrant", entry.number)))
    league, game = season.league.slug, season.game
    found["league"] = text_of(client.get(reverse("leagues:home", args=[league])))
    found["game"] = text_of(client.get(game_address(league, game.code)))
    found["player"] = text_of(client.get(reverse("leagues:player", args=[league, "p1"])))
    week = client.get(reverse("leagues:week", args=[league]))
    if week.status_code == 200:
        found["week"] = text_of(week)
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_opens_for_everybody_at_every_stage(draft, client_of, language, carl):
    season = draft.announce()
    for number in range(1, 8):
        season.enter(f"p{number}")
    season.start()
    listed, member = season.enter("late"), season.member("mo")
    people = [None, member, carl, season.arbiter, season.member("p1"), listed.user]
    entries = list(season.competition.entries.exclude(pk=listed.pk))

    def all_pages():
        for who in people:
            if who is not None:
                type(who).objects.filter(pk=who.pk).update(language=language)
            client = client_of(who)
            client.cookies["django_language"] = language
            yield who, pages_of(season, client, entries), client

    for _who, found, _client in all_pages():
        assert "game" in found
    season.ends()
    for who, found, client in all_pages():
        if language == "en":
            assert "Austria (" in found["results"] and "has most centres, 9" in found["results"]
            assert "has most centres, 9" in found["league"] and " beat " not in found["results"]
        page = text_of(client.get(season.at("dispute", 1)))
        assert "either player" not in page and ("Dispute the result" in page) == (
            language == "en" and who == season.member("p1")
        )
    services.dispute(pairing=season.pairing, user=season.seated("ITALY").user, said="A build was lost.")
    for who, found, client in all_pages():
        page = text_of(client.get(season.at("dispute", 1)))
        assert "A build was lost." in page
        if language == "en":
            assert "Table 1, round 1" in page and "Forfeit" not in page
            assert who != season.arbiter or "All seven get the points of sitting out" in page
            assert who != carl or "Table 1" in found["desk"]
            assert who != carl or "has most centres" in found["week"]
    ruling = {"ruling": "stands", "reason": "It was there.", "by": season.arbiter}
    services.rule(pairing=season.pairing, **ruling)
    for _each in ("it is played out", "it is finished"):
        season.turn(days=8)
    assert season.competition.state == Competition.State.FINISHED
    for _who, found, _client in all_pages():
        assert "It was there." in found["log rulings"]


# Results and disputes


def said_in_log(season) -> str:
    return lines_of(season.read_by(season.arbiter), results_of(season.competition))[0].says


def test_a_table_is_told_by_who_has_most_centres(sevens):
    sevens.ends()
    first = sevens.seated("AUSTRIA").user.username
    assert said_in_log(sevens) == f"Table 1: Austria ({first}) has most centres, 9"


def test_a_table_with_two_at_the_top_is_told_by_both(sevens):
    sevens.ends((9, 9, 6, 4, 3, 3, 0))
    one, two = (sevens.seated(power).user.username for power in POWERS[:2])
    assert said_in_log(sevens) == f"Table 1: Austria ({one}) and England ({two}) have most centres, 9 each"


def test_a_solo_and_a_void_game_are_told_so(sevens):
    sevens.ends(ALONE)
    alone = sevens.seated("AUSTRIA").user.username
    assert said_in_log(sevens) == f"Table 1: {alone} wins alone as Austria"
    with translation.override("fr"):
        assert said_in_log(sevens).startswith("Table 1\N{NO-BREAK SPACE}: ")
    services.rule(pairing=sevens.pairing, by=sevens.arbiter, ruling="annulled", reason="A fault.")
    assert said_in_log(sevens) == "Table 1: void"
    (line,) = lines_of_rulings(sevens.read_by(sevens.arbiter), rulings_of(sevens.competition))
    assert line.says == "Table 1: Void"


def test_who_played_is_told_their_score(sevens):
    sevens.ends()
    own = sevens.seated("ENGLAND")
    note = told_of_game(sevens.game, own.user.pk)
    assert note.title.startswith("Your score at table 1: ") and note.title.endswith("(England, 7 centres)")
    assert note.stands == f"{note.title}." and note.may_dispute and not note.moved
    other = told_of_game(sevens.game, None)
    assert (other.title, other.stands) == ("", "")
    assert "any of its players can dispute it" in other.more


def test_any_of_the_seven_disputes_and_the_first_of_the_others_answers(sevens):
    sevens.ends()
    users = {power: sevens.seated(power).user for power in POWERS}
    made = services.dispute(pairing=sevens.pairing, user=users["TURKEY"], said="A build was lost.")
    with pytest.raises(AlreadyDisputed):
        services.dispute(pairing=sevens.pairing, user=users["ITALY"], said="Me too.")
    with pytest.raises(NotYours):
        services.answer(dispute=made, user=users["TURKEY"], said="And more.")
    with pytest.raises(NotYours):
        services.dispute(pairing=sevens.pairing, user=sevens.arbiter, said="I saw it.")
    assert [each.more for each in waiting_of(sevens, sevens.arbiter)] == ["No other player has answered yet."]
    assert waiting_of(sevens, users["TURKEY"]) == []
    (asked,) = waiting_of(sevens, users["ITALY"])
    assert asked.says == f"{users['TURKEY'].username} disputes the result of your game"
    services.answer(dispute=made, user=users["ITALY"], said="It was not.")
    (to_rule,) = waiting_of(sevens, sevens.arbiter)
    assert to_rule.says == "Rule on a result: Table 1" and to_rule.more == "Another player has answered."
    assert waiting_of(sevens, users["FRANCE"]) == []


def waiting_of(season, user):
    found = waits_of(user, Scope(league=season.league.pk, contest=season.competition.pk)).needs_you
    return [each for each in found if each.kind in ("dispute", "disputed")]


def test_a_table_is_never_ruled_a_forfeit(sevens):
    sevens.ends()
    page = dispute_page(sevens.read_by(sevens.arbiter), 1)
    assert [option.value for option in page.options] == ["stands", "annulled"]
    assert page.title == "Table 1, round 1" and page.later == 0
    assert "Ranks stay: " in page.options[0].follows
    with pytest.raises(BadRules):
        services.rule(
            pairing=sevens.pairing,
            by=sevens.arbiter,
            ruling="forfeit",
            reason="Absent.",
            forfeited_by=sevens.seated("ITALY"),
        )


def test_what_a_ruling_is_said_to_come_to_is_what_comes(sevens):
    sevens.ends()
    before = sevens.table

    def foretold(value: str) -> str:
        page = dispute_page(sevens.read_by(sevens.arbiter), 1)
        return next(option.follows for option in page.options if option.value == value)

    def as_told() -> str:
        ranks = dict(sevens.competition.standings.values_list("entry__user__username", "rank"))
        people = [entry.user.username for entry in sevens.pairing.entries]
        return ", ".join(f"{name} {ranks[name]}" for name in people)

    for ruling in ("annulled", "stands"):
        said = foretold(ruling)
        services.rule(pairing=sevens.pairing, by=sevens.arbiter, ruling=ruling, reason="So.")
        sevens.refresh()
        assert said.endswith(f": {as_told()}.")
    assert sevens.table == before


def test_a_voted_draw_counts_again_when_its_result_stands_after_all(calais, carl, set_clock):
    season = Sevens(calais, carl, set_clock, scoring="draw-size").begin(7)
    season.ends(how="draw", by=list(POWERS[:6]))
    result = results_of(season.competition).get()
    assert result.facts["voted"] == sorted(POWERS[:6])
    assert "draw by vote of Austria (" in said_in_log(season)
    for ruling in ("annulled", "stands"):
        services.rule(pairing=season.pairing, by=season.arbiter, ruling=ruling, reason="So.")
    assert results_of(season.competition).get().facts == result.facts


def test_all_seven_and_the_arbiter_are_mailed(sevens):
    sevens.ends()
    services.dispute(pairing=sevens.pairing, user=sevens.seated("TURKEY").user, said="A build was lost.")
    services.rule(pairing=sevens.pairing, by=sevens.arbiter, ruling="annulled", reason="A fault.")
    deliver()
    found: dict[str, list[str]] = {}
    for each in mail.outbox:
        found.setdefault(each.subject, []).extend(each.to)
    ruled = next(to for subject, to in found.items() if "Ruling: Table 1" in subject)
    assert len(ruled) == 7


# Seats that change hands


def test_who_gave_a_seat_up_already_can_still_withdraw(sevens):
    entry = sevens.seated("ITALY")
    give_up(game=sevens.game, user=entry.user, cause=Vacancy.Cause.RESIGNED)
    with pytest.raises(NotSeated):
        give_up(game=sevens.game, user=entry.user, cause=Vacancy.Cause.RESIGNED)
    services.withdraw(competition=sevens.competition, user=entry.user)
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    assert sevens.game.is_running


def test_who_withdraws_leaves_the_seat_to_others_and_the_game_goes_on(sevens):
    entry = sevens.seated("ITALY")
    services.withdraw(competition=sevens.competition, user=entry.user)
    assert Vacancy.objects.filter(game=sevens.game, seat__key="ITALY", opened_at__isnull=False).exists()
    assert sevens.game.is_running


def test_rules_say_how_many_play(draft):
    rules = replace(draft.competition.terms, settings={"players": 7, "rulebook": "modern", "last_year": 1907})
    settings = services.founding.computed(draft.league, rules).settings
    assert settings["draws"] is False
