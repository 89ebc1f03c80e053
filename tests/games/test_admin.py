import re
from dataclasses import asdict
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import transaction
from django.urls import reverse

from games.adjudication.results import Over, keep_results
from games.common.outbox import OWN
from games.common.outbox.row import OutboxRow
from games.models import (
    Answer,
    Asked,
    AskedAgain,
    Block,
    Branch,
    ClockEntry,
    ClockProposal,
    ClockVote,
    Contest,
    Course,
    Game,
    GameArbiter,
    GameInvitation,
    Happening,
    Holiday,
    LetterDraft,
    Mailing,
    MasterAct,
    Nomination,
    Notebook,
    Objection,
    Phase,
    Pin,
    Practice,
    PracticeTurn,
    ReadMark,
    Sandbox,
    SandboxStep,
    SeatResult,
    StandIn,
    TenureResult,
    Vacancy,
    Vote,
    Withheld,
)
from games.services.players.answers import save_answer
from games.services.players.letters import send_letter
from games.services.players.votes import cast, concede
from games.services.seats.seating import take_seat
from league.leagues import services
from tests.conftest import make_user
from tests.games.conftest import phase_of
from tests.games.contests import terms

SEALED = "Germany 17 sealed"
LETTER = "Dear Ben, keep this"
KEPT_OUT = [
    Answer,
    Asked,
    AskedAgain,
    GameInvitation,
    Happening,
    LetterDraft,
    Notebook,
    Pin,
    ReadMark,
    Practice,
    PracticeTurn,
    Sandbox,
    SandboxStep,
]
# Who blocks whom; who votes and objects, which games keep to themselves; and why a seat opened (HR-3).
KEPT_OUT += [Course]  # what a finished game's own page shows of it, and nothing else
KEPT_OUT += [Block, Withheld, ClockProposal, ClockVote, Nomination, Objection, Vacancy]
"""Their number, keys and versions would tell who has saved something, how often, and what they have read;
whom someone invites to a game is between the two.
Practice games belong to no one, and no one has to look after them; sandboxes are their makers' alone."""
MODELS = [model for model in apps.get_app_config("games").get_models() if model not in KEPT_OUT]


@pytest.fixture
def root(db, client_of):
    """The browser of someone who runs the site."""
    return client_of(make_user("root", is_staff=True, is_superuser=True))


@pytest.fixture
def full_game(auction_game, ada, ben, set_clock):
    """A game with a row of everything that a running game has."""
    save_answer(game=auction_game, user=ada, label="S1901B", text=SEALED, version=0, ready=True)
    send_letter(game=auction_game, user=ada, to=["2"], body=LETTER, key="k")
    cast(game=auction_game, user=ada, kind="draw")
    ClockEntry.objects.create(
        phase=phase_of(auction_game),
        reason="admin",
        before=set_clock.now,
        after=set_clock.now,
        at=set_clock.now,
    )
    Mailing.objects.create(user=ada, kind="waiting", made_at=set_clock.now)
    act = MasterAct.objects.create(
        game=auction_game,
        phase=phase_of(auction_game),
        kind="ruling",
        reason="So be it.",
        by=ben,
        at=set_clock.now,
    )
    Branch.objects.create(game=auction_game, number=1, at=0, until=1, version=9, act=act)
    Holiday.objects.create(
        league=auction_game.league,
        user=ada,
        first=set_clock.now.date(),
        last=set_clock.now.date(),
        zone="UTC",
        begins_at=set_clock.now,
        ends_at=set_clock.now + timedelta(hours=1),
        announced_at=set_clock.now,
    )
    StandIn.objects.create(game=auction_game, user=ben, offered_at=set_clock.now)
    told = asdict(terms(rules_sha256="f" * 64))
    Contest.objects.create(game=auction_game, league=auction_game.league, **told)
    GameArbiter.objects.create(game=auction_game, user=ben, named_at=set_clock.now)
    return auction_game


def address(model, act="changelist", *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{act}", args=args)


def test_every_model_is_in_the_admin():
    assert set(MODELS) <= set(admin.site._registry)


def test_what_is_a_seats_own_is_not_in_the_admin():
    assert not set(KEPT_OUT) & set(admin.site._registry)


@pytest.fixture
def game_over(make_game, seat_both, ben):
    """Another game, which has rows of its results."""
    concede(game=seat_both(make_game(name="Over")), user=ben)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_list_and_row_can_be_looked_at_and_shows_nothing_sealed(model, root, full_game, game_over):
    row = model.objects.last()
    assert row is not None
    secrets = [SEALED, "17", LETTER, "from ada", full_game.lots_secret, full_game.lots, full_game.join_token]
    for url in (address(model), address(model, "change", row.pk)):
        response = root.get(url)
        assert response.status_code == 200
        shown = re.sub(r"(csrf\w*|nonce)\S+", "", response.content.decode())
        for secret in secrets[0:1] + secrets[2:]:
            assert secret not in shown, (url, secret)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_nothing_is_added_changed_or_deleted_there(model, root, full_game, game_over):
    row = model.objects.last()
    before = model.objects.count()
    assert root.get(address(model, "add")).status_code == 403
    assert root.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert root.post(address(model, "change", row.pk), {}).status_code == 403
    assert model.objects.count() == before


def test_deleting_an_account_does_not_tell_what_was_mailed_to_it(root, full_game, ada):
    """Django would name the kinds of rows that go with it, a reminder's among them."""
    page = root.get(reverse("admin:users_user_delete", args=[ada.pk]))
    assert page.status_code == 403
    assert "mail" not in page.content.decode().partition("<main")[2]
    chosen = {"action": "delete_selected", "_selected_action": [ada.pk]}
    root.post(reverse("admin:users_user_changelist"), chosen | {"post": "yes"})
    ada.refresh_from_db()
    assert ada.is_active


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("path", "guess"),
    [
        ("phase", "drafts__text__startswith=Germany"),
        ("seat", "drafts__answer__bids__GERMANY=17"),
        ("message", "body__contains=keep"),
        ("game", "lots_secret__startswith=0"),
        ("tenure", "nonce__startswith=from"),
        ("seat", "drafts__text__startswith=Germany"),
        ("turn", "answers__contains=x"),
        ("tenure", "letter_drafts__body__startswith=Dear"),
        ("tenure", "read_marks__unread=1"),
        ("circle", "read_marks__upto__gt=0"),
        ("circle", "letters__body__contains=keep"),
        ("phase", "drafts__text__startswith=Germany"),
    ],
)
def test_nobody_guesses_at_sealed_texts_by_filtering(path, guess, root, full_game):
    response = root.get(f"/admin/games/{path}/?{guess}")
    assert response.status_code in (302, 400)
    assert "e=1" in response.get("Location", "e=1")


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_lists_cost_the_same_however_long(
    model, root, full_game, make_game, seat_both, assert_queries_do_not_grow, set_clock
):
    def make_more():
        for _each in range(3):
            seat_both(make_game())
        ClockEntry.objects.bulk_create(
            ClockEntry(
                phase=phase, reason="admin", before=set_clock.now, after=set_clock.now, at=set_clock.now
            )
            for phase in Phase.objects.all()
        )

    assert_queries_do_not_grow(root, address(model), make_more)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("query", ["?stage=open", "?stage=aside", "?q=abc"])
def test_phases_are_found(query, root, full_game):
    assert root.get(address(Phase) + query).status_code == 200


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("query", ["?delivery=waiting", "?delivery=given-up", "?delivery=sent"])
def test_post_is_found(query, root, full_game):
    assert root.get(address(OutboxRow) + query).status_code == 200


@pytest.mark.slow
def test_games_are_found_by_code_and_state(root, full_game, make_game):
    other = make_game(name="Elsewhere")
    found = root.get(f"/admin/games/game/?q={full_game.code}").content.decode()
    assert full_game.code in found and other.code not in found
    waiting = root.get("/admin/games/game/?state__exact=waiting").content.decode()
    assert other.code in waiting and full_game.code not in waiting


@pytest.mark.slow
def test_an_administrator_moves_a_deadline_with_a_reason(root, full_game):
    phase = phase_of(full_game)
    url = reverse("admin:games_phase_clock", args=[phase.pk])
    assert root.get(url).status_code == 200
    to = phase.deadline + timedelta(hours=2)
    asked = {"to_0": to.strftime("%Y-%m-%d"), "to_1": to.strftime("%H:%M:%S"), "note": "A storm"}
    response = root.post(url, asked)
    assert response.status_code == 302, response.content.decode()
    assert phase_of(full_game).deadline == to
    entry = ClockEntry.objects.last()
    assert (entry.note, entry.by.username) == ("A storm", "root")
    assert "A storm" in root.get(url).content.decode()


@pytest.mark.slow
def test_a_deadline_that_cannot_be_moved_so_says_why(root, full_game):
    url = reverse("admin:games_phase_clock", args=[phase_of(full_game).pk])
    for asked in (
        {},
        {"to_0": "2026-01-01", "to_1": "00:00", "note": "x"},
        {"to_0": "2030-01-01", "to_1": "00:00"},
    ):
        response = root.post(url, asked)
        assert response.status_code == 200
        assert "errorlist" in response.content.decode()
    assert ClockEntry.objects.count() == 1


@pytest.mark.slow
def test_an_administrator_resumes_phases_that_were_set_aside(root, full_game, set_clock):
    phase = phase_of(full_game)
    Phase.objects.filter(pk=phase.pk).update(set_aside_at=set_clock.now, attempts=3)
    root.post(address(Phase), {"action": "resume", "_selected_action": [phase.pk]})
    assert phase_of(full_game).set_aside_at is None
    Phase.objects.filter(pk=phase.pk).update(set_aside_at=set_clock.now, attempts=3)
    url = reverse("admin:games_phase_clock", args=[phase.pk])
    assert "Resume" in root.get(url).content.decode()
    assert root.post(url, {"note": "mended"}).status_code == 302
    assert phase_of(full_game).set_aside_at is None
    root.post(address(Phase), {"action": "resume", "_selected_action": [phase.pk]})  # not set aside: says so
    assert ClockEntry.objects.filter(reason="resumed").count() == 2


def test_a_given_up_letter_can_be_tried_again(root, full_game, set_clock):
    row = OutboxRow.objects.first()
    OutboxRow.objects.filter(pk=row.pk).update(given_up_at=set_clock.now, attempts=10)
    root.post(address(OutboxRow), {"action": "try_again", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert (row.given_up_at, row.attempts) == (None, 0)


def test_who_may_only_look_moves_no_clock(full_game, client_of, db):
    from django.contrib.auth.models import Permission

    clerk = make_user("clerk", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_phase"))
    browser = client_of(clerk)
    assert browser.get(address(Phase)).status_code == 200
    assert browser.get(reverse("admin:games_phase_clock", args=[phase_of(full_game).pk])).status_code == 404


def test_no_membership_ends_of_whoever_plays_or_presides(root, make_game, calais, ada, ben):
    dan = make_user("dan")
    services.join(league=calais, user=dan)
    take_seat(game=make_game(master=dan), user=ada)
    for person, status in ((ada, 403), (dan, 403), (ben, 200)):
        membership = calais.memberships.get(user=person)
        assert (
            root.get(reverse("admin:leagues_membership_delete", args=[membership.pk])).status_code == status
        )


def mailed_reminder(phase, user, now):
    mailing = Mailing.objects.create(user=user, kind="reminder", made_at=now, handed_at=now)
    mailing.phases.add(phase)
    Phase.objects.filter(pk=phase.pk).update(adjudicated_at=now)
    return mailing


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("variant", "is_secret"), [("intimate", False), ("spy", True), ("devil-and-god", True)]
)
def test_who_was_reminded_is_told_when_the_game_is_over_where_owing_is_secret(
    root, running_game, ada, set_clock, variant, is_secret
):
    """SPY-7, DG-14: players who were reminded owed something."""
    Game.objects.filter(pk=running_game.pk).update(variant=variant)
    mailing = mailed_reminder(phase_of(running_game), ada, set_clock.now)

    def is_shown():
        listed = str(mailing.pk) in root.get(address(Mailing)).content.decode()
        assert (root.get(address(Mailing, "change", mailing.pk)).status_code == 200) is listed
        return listed

    assert is_shown() is not is_secret
    Game.objects.filter(pk=running_game.pk).update(
        state="finished", outcome={"winners": [], "how": "RB-12"}, finished_at=set_clock.now
    )
    assert is_shown()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(("day", "is_open"), [("2026-03-02", False), ("2026-03-01", True), (None, True)])
def test_what_is_secret_in_a_game_stays_so_until_the_day_of_its_record(
    root, running_game, ada, set_clock, day, is_open
):
    """SPY-6: a game in fog that is over may open later. The clock stands at 1 March 2026."""
    phase = phase_of(running_game)
    cast(game=running_game, user=ada, kind="draw")
    mailing = mailed_reminder(phase, ada, set_clock.now)
    settings = {} if day is None else {"reveal_at": day}
    over = {"state": "finished", "outcome": {"winners": [], "how": "RB-12"}, "finished_at": set_clock.now}
    Game.objects.filter(pk=running_game.pk).update(variant="spy", settings=settings, **over)
    with transaction.atomic():
        keep_results([Over(running_game, set_clock.now, phase.position, over["outcome"])], set_clock.now)
    secrets = (
        (Mailing, mailing),
        (Vote, Vote.objects.get()),
        (SeatResult, SeatResult.objects.first()),
        (TenureResult, TenureResult.objects.first()),
    )
    for model, row in secrets:
        assert (root.get(address(model, "change", row.pk)).status_code == 200) is is_open


# One of the site's team, who plays.


PLAYED = [
    model
    for model in MODELS
    if model._meta.model_name
    not in ("tally", "heartbeat", "holiday", "mailing", "outboxrow", "claim", "seatresult", "tenureresult")
]


@pytest.fixture
def playing_root(full_game, ada, client_of):
    """ada's browser: she plays in the full game, and runs the site."""
    ada.is_staff = ada.is_superuser = True
    ada.save()
    return client_of(ada)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("model", PLAYED, ids=lambda model: model.__name__)
def test_nothing_is_shown_of_a_game_that_the_reader_plays_in(model, playing_root, root, full_game):
    row = model.objects.last()
    assert root.get(address(model, "change", row.pk)).status_code == 200
    assert playing_root.get(address(model, "change", row.pk)).status_code == 302, (
        "as if there were no such row"
    )
    page = playing_root.get(address(model)).content.decode()
    assert full_game.code not in page and full_game.name not in page
    code = playing_root.get(address(model) + f"?q={full_game.code}").content.decode()
    assert f"/{model._meta.model_name}/{row.pk}/change/" not in code


@pytest.mark.slow
def test_nor_of_its_mails_and_hints(playing_root, root, full_game):
    rows = [row for row in OutboxRow.objects.all() if row.payload.get("about") not in OWN]
    assert rows
    for row in rows:
        path = address(OutboxRow, "change", row.pk)
        assert root.get(path).status_code == 200
        assert playing_root.get(path).status_code == 302, row.payload


def test_nor_has_it_a_clock_there(playing_root, full_game):
    path = reverse("admin:games_phase_clock", args=[phase_of(full_game).pk])
    assert playing_root.get(path).status_code == 404


@pytest.mark.slow
def test_letters_stay_hidden_from_their_players_when_the_game_is_over(playing_root, full_game, set_clock):
    outcome = {"winners": [], "how": "ID-18"}
    Game.objects.filter(pk=full_game.pk).update(state="finished", outcome=outcome, finished_at=set_clock.now)
    assert full_game.code in playing_root.get(address(Game)).content.decode()
    for model in (apps.get_model("games", "Circle"), apps.get_model("games", "Message")):
        assert full_game.code not in playing_root.get(address(model)).content.decode()


# Finding what waits for someone.


@pytest.mark.slow
def test_the_first_page_tells_of_games_that_are_held_up(root, full_game, set_clock):
    index = reverse("admin:index")
    page = root.get(index).content.decode()
    assert "paused by an error" not in page and "Poste Restante" in page
    phase = phase_of(full_game)
    Phase.objects.filter(pk=phase.pk).update(set_aside_at=set_clock.now, attempts=3)
    page = root.get(index).content.decode()
    assert "1 game is paused by an error and waits for you." in page
    assert reverse("admin:games_phase_clock", args=[phase.pk]) in page
    assert phase.label in root.get(address(Phase) + "?stage=aside").content.decode()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("page", ["/admin/", "/admin/games/"])
def test_but_to_nobody_who_plays_in_them_or_may_not_see_phases(
    playing_root, root, full_game, set_clock, client_of, page
):
    phase = phase_of(full_game)
    Phase.objects.filter(pk=phase.pk).update(set_aside_at=set_clock.now, attempts=3)
    assert full_game.code in root.get(page).content.decode()
    clerk = make_user("clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="view_seat"))
    for reader in (playing_root, client_of(clerk)):
        said = reader.get(page).content.decode()
        assert "paused by an error" not in said and full_game.code not in said


@pytest.mark.slow
def test_overdue_phases_are_found(root, full_game, set_clock):
    path, link = address(Phase) + "?stage=overdue", f"/phase/{phase_of(full_game).pk}/change/"
    assert link not in root.get(path).content.decode()
    set_clock(phase_of(full_game).closes_at + timedelta(minutes=2))
    assert link in root.get(path).content.decode()


@pytest.mark.slow
def test_acts_are_searched_and_a_game_leads_to_its_phases(root, full_game, make_game, seat_both):
    acts = address(MasterAct)
    assert "So be it." in root.get(f"{acts}?q={full_game.code}").content.decode()
    assert "So be it." in root.get(f"{acts}?q=So+be").content.decode()
    assert "So be it." not in root.get(f"{acts}?q=nothing").content.decode()
    other = seat_both(make_game(name="Elsewhere"))
    link = f"{address(Phase)}?game__id__exact={full_game.pk}"
    assert link in root.get(address(Game)).content.decode()
    page = root.get(link).content.decode()
    assert full_game.code in page and other.code not in page


def test_what_can_be_done_about_a_phase_stands_in_the_third_column():
    assert admin.site._registry[Phase].list_display.index("clock") == 2
