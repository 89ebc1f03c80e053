"""What mails look like, what stands in their heads, and what becomes of those that cannot be delivered."""

from __future__ import annotations

import re
import smtplib
from datetime import UTC, datetime, timedelta
from email.policy import compat32
from pathlib import Path

import pytest
from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone, translation

from games import notices
from games.agreed.pace import Pace
from games.common import outbox
from games.common.outbox import delivery, mailer
from games.common.outbox import notices as written_notices
from games.common.outbox.row import OutboxRow
from games.common.outbox.subjects import one_line
from games.engine.winners import Winners
from games.models import Mailing, MasterAct
from games.notices import post
from games.notices.mail_context import MailContext, moment_words
from games.services.players import votes
from games.services.players.letters import send_letter
from games.services.players.read_marks import mark_read
from league.users import wishes
from tests.games.conftest import NOON, phase_of

SNAPSHOTS = Path(__file__).parents[1] / "artifacts" / "mails"
KINDS = ("started", "waiting", "reminder", "missed", "letters", "finished", "set_aside")
KINDS += (
    "proposal",
    "seated",
    "replaced",
    "announcement",
    "taken_back",
    "invited",
    "clock",
    "clock_vote",
    "nomination",
)


def html_of(message):
    ((html, kind),) = message.alternatives
    assert kind == "text/html"
    return html


def stop_link(message):
    return message.extra_headers["List-Unsubscribe"].strip("<>")


@pytest.fixture
def written(running_game, ada, ben):
    """Writes a mail of a kind to someone about one game or several; keeps it in `tests/artifacts/mails/`."""
    phase = phase_of(running_game)
    running_game.outcome = {"winners": ["1"], "how": "ID-16"}

    def write(about, reader=ada, count=1):
        asks = about not in ("finished", "letters", "invited")
        facts = {"seat": "1", "before": "ben", "after": "ada", "powers": ["FRANCE"]}
        kind = about if about in ("announcement", "taken_back") else "replacement"
        act = MasterAct(kind=kind, phase=phase, facts=facts, reason="The ferry is late.", by=ben)
        matters = [
            MailContext(
                running_game,
                phase if asks else None,
                "homes" if asks else "",
                Winners(("ada",)),
                1 + n,
                act=act if about in ("seated", "replaced", "announcement", "taken_back") else None,
                vote="draw" if about == "proposal" else "",
                voters=("ben",) if about == "proposal" else (),
                host="ben" if about == "invited" else "",
            )
            for n in range(count)
        ]
        message = written_notices.write(post.parcel(reader, about, matters, [], f"{about} 1"), NOON)
        SNAPSHOTS.mkdir(parents=True, exist_ok=True)
        name = f"{about}-{count}-{reader.language}"
        (SNAPSHOTS / f"{name}.html").write_text(html_of(message))
        (SNAPSHOTS / f"{name}.txt").write_text(f"{message.subject}\n\n{message.body}")
        return message

    return write


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("about", KINDS)
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_mail_has_a_text_and_its_twin(written, ada, ben, running_game, about, count, language):
    reader = ada if language == "en" else ben
    message = written(about, reader, count)
    html = html_of(message)
    assert "\n" not in message.subject and message.subject
    assert "Channel" in message.body and "Channel" in html
    assert reader.username in message.body and reader.username in html
    address = f"/l/calais/g/{running_game.code}/"
    assert address in message.body and f'href="http://localhost:8000{address}' in html
    assert stop_link(message) in message.body and stop_link(message) in html
    assert f'lang="{language}"' in html
    assert not re.search(r"{[{%]|&amp;(lt|amp|quot)|None", message.body + html)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("about", KINDS)
def test_mails_bring_nothing_from_elsewhere_and_run_nothing(written, about):
    """No pictures, so none that tell who opened the mail; styles in attributes, but for those of the dark."""
    html = html_of(written(about))
    assert not re.search(r"<(img|script|link|iframe|object|form|svg)|url\(|@import|\son\w+=", html)
    assert set(re.findall(r'(?:src|href)="([^/:]*:?//[^/"]*)', html)) == {"http://localhost:8000"}
    assert 'style="' in html
    sheet = re.search(r"<style>(.*?)</style>", html, re.S)[1]
    assert "prefers-color-scheme:dark" in sheet.replace(" ", "")
    assert "utm_" not in html


def test_mails_stay_small(written):
    """Gmail cuts a mail off at 102 kB."""
    assert len(html_of(written("reminder", count=50))) < 102_000


def test_whoever_writes_a_name_writes_no_html(written, running_game, ada):
    running_game.name = "<b>Dover</b> & <script>alert(1)</script>"
    message = written("waiting")
    assert running_game.name in message.body and running_game.name in message.subject
    html = html_of(message)
    assert "&lt;b&gt;Dover&lt;/b&gt; &amp; &lt;script&gt;" in html
    assert "<script" not in html


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\u2028", "\x85"])
def test_a_name_with_line_breaks_makes_no_header(running_game, ada, end):
    running_game.name = f"Dover{end}Bcc: eve@example.org{end}{end}<p>Hello"
    running_game.save()
    delivery.deliver()
    to_ada = next(message for message in mail.outbox if message.to == [ada.email])
    assert to_ada.subject.startswith("Dover Bcc: eve@example.org <p>Hello")
    sent = to_ada.message()
    assert sent["Bcc"] is None and to_ada.recipients() == [ada.email]
    assert "“Dover Bcc: eve@example.org <p>Hello”" in to_ada.body


def test_the_same_form_is_filled_for_each_reader_with_their_own_words(written, running_game, ada):
    first = written("waiting", ada, 2)
    running_game.name = "\ue0000\ue001 and \\g1"
    ada.username = "eve"
    second = written("waiting", ada, 2)
    old, new = first.body, second.body
    assert old.replace("Hello ada", "Hello eve").replace("“Channel”", f"“{running_game.name}”") == new
    assert new.count(f"“{running_game.name}”") == 2 and running_game.name in html_of(second)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("name", ["Channel", "Été", "Dover " * 20, "Dover " * 5 + "Été " * 30, "D" * 900])
@pytest.mark.parametrize("about", KINDS)
def test_a_mail_is_written_as_the_library_writes_it(written, running_game, about, name):
    running_game.name = name
    message = written(about).message()
    plainly = message.as_bytes(linesep="\r\n")
    message.policy = compat32
    assert plainly == message.as_bytes(linesep="\r\n")


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("about", KINDS)
def test_a_name_without_a_space_is_broken_at_the_mails_edge(written, about):
    (body,) = re.findall(r'class="mail-body" style="([^"]*)"', html_of(written(about)))
    assert "overflow-wrap: anywhere" in body and "word-break: break-word" in body


def test_a_mail_says_how_to_have_no_more_of_them(running_game, ada):
    """RFC 8058: mail programs show a button that posts to this address by itself."""
    delivery.deliver()
    message = next(message for message in mail.outbox if message.to == [ada.email])
    head = message.message()
    assert head["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<http://localhost:8000/mails/key/[^/>]+/>", head["List-Unsubscribe"])
    assert wishes.read(stop_link(message).split("/")[-2]) == (ada.pk, "news")
    assert head["Auto-Submitted"] == "auto-generated"


def test_a_mail_that_is_sent_again_is_known_for_the_same(running_game, ada, monkeypatch, set_clock):
    sent, send = [], EmailBackend.send_messages

    def lose_the_answer(self, messages):
        sent.extend(message.message()["Message-ID"] for message in messages if message.to == [ada.email])
        if len(sent) == 1 and messages[0].to == [ada.email]:
            raise TimeoutError
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", lose_the_answer)
    delivery.deliver()
    set_clock.pass_(seconds=5)
    delivery.deliver()
    assert len(sent) == 2 and len(set(sent)) == 1


@pytest.mark.parametrize(
    ("moment", "zone", "language", "words"),
    [
        ("2026-03-02T12:00", "Europe/London", "en", "Monday 2 March 2026, 12:00 (London)"),
        ("2026-03-02T12:00", "Europe/Paris", "fr", "lundi 2 mars 2026, 13:00 (Paris)"),
        ("2026-07-02T12:00", "Europe/London", "en", "Thursday 2 July 2026, 13:00 (London)"),
        ("2026-03-29T00:59", "Europe/Paris", "en", "Sunday 29 March 2026, 01:59 (Paris)"),
        ("2026-03-29T01:00", "Europe/Paris", "en", "Sunday 29 March 2026, 03:00 (Paris)"),
        ("2026-10-25T00:30", "Europe/Paris", "en", "Sunday 25 October 2026, 02:30 (Paris, UTC+2:00)"),
        ("2026-10-25T01:30", "Europe/Paris", "en", "Sunday 25 October 2026, 02:30 (Paris, UTC+1:00)"),
        (
            "2026-10-25T01:30",
            "Europe/Paris",
            "fr",
            "dimanche 25 octobre 2026, 02:30 (Paris, UTC+1:00)",
        ),
        (
            "2026-11-01T06:30",
            "America/New_York",
            "en",
            "Sunday 1 November 2026, 01:30 (New York, UTC−5:00)",
        ),
        ("2026-03-02T20:00", "Asia/Kathmandu", "en", "Tuesday 3 March 2026, 01:45 (Kathmandu)"),
    ],
)
def test_moments_are_those_of_the_readers_zone(moment, zone, language, words):
    """Where clocks are put back an hour comes twice: the distance from UTC says which is meant."""
    with timezone.override(zone), translation.override(language):
        assert moment_words(datetime.fromisoformat(moment).replace(tzinfo=UTC)) == words


def test_one_line_to_the_mail_server_does_for_all(running_game, make_game, seat_both, monkeypatch):
    seat_both(make_game(name="Second"))
    opened = []
    monkeypatch.setattr(EmailBackend, "open", lambda self: opened.append("open") or True, raising=False)
    backends = []
    monkeypatch.setattr(mailer, "get_connection", lambda: backends.append(EmailBackend()) or backends[-1])
    delivery.deliver()
    assert len(mail.outbox) == 2
    assert len(backends) == 1


def test_a_server_that_cannot_be_reached_is_asked_once_for_all(running_game, monkeypatch):
    asked = []

    def fail(self):
        asked.append(1)
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "open", fail, raising=False)
    delivery.deliver()
    assert len(asked) == 1
    assert OutboxRow.objects.filter(topic="mail", sent_at=None, attempts=1).count() == 2
    assert set(Mailing.objects.values_list("handed_at", "last_error")) == {(None, "ConnectionRefusedError")}


# The log of mails.


def test_every_mail_is_logged_and_nothing_of_what_it_says(running_game, ada, set_clock):
    made = set_clock.now
    set_clock.pass_(seconds=7)
    delivery.deliver()
    row = Mailing.objects.get(user=ada)
    assert (row.kind, row.made_at, row.handed_at, row.attempts, row.last_error) == (
        "started",
        made,
        set_clock.now,
        1,
        "",
    )
    assert not row.phases.exists()


def test_a_mail_that_is_tried_again_is_one_row(running_game, ada, monkeypatch, set_clock):
    send = EmailBackend.send_messages

    def fail(self, messages):
        raise smtplib.SMTPDataError(451, b"try later, ada@example.org")

    monkeypatch.setattr(EmailBackend, "send_messages", fail)
    delivery.deliver()
    row = Mailing.objects.get(user=ada)
    assert (row.handed_at, row.attempts, row.last_error) == (None, 1, "SMTPDataError 451")
    monkeypatch.setattr(EmailBackend, "send_messages", send)
    set_clock.pass_(seconds=5)
    delivery.deliver()
    again = Mailing.objects.get(user=ada)
    assert (again.pk, again.attempts, again.last_error) == (row.pk, 2, "")
    assert again.handed_at == set_clock.now


# Addresses that are refused.


@pytest.fixture
def slow_game(make_game, seat_both):
    """A game whose first phase is open for thirty days."""
    return seat_both(make_game(pace=Pace(kind="custom", auctions=30 * 24 * 3600)))


@pytest.fixture
def refusing(ada, monkeypatch):
    """The mail server refuses ada, with the code that `refusing` holds; everyone else it takes."""
    code, address, send = [550], ada.email, EmailBackend.send_messages

    def refuse(self, messages):
        if messages[0].to == [address] and code:
            raise smtplib.SMTPRecipientsRefused({address: (code[0], b"no such mailbox")})
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    return code


def tell(game, *users, now):
    phase = phase_of(game)
    outbox.put(*notices.mails("set_aside", [user.pk for user in users], game=game, phase=phase, now=now))
    delivery.deliver()


@pytest.mark.slow
def test_an_address_refused_on_three_days_is_written_to_no_more(slow_game, ada, ben, refusing, set_clock):
    for day in range(3):
        for _often in range(3):
            tell(slow_game, ada, ben, now=set_clock.now)
        ada.refresh_from_db()
        assert ada.is_out_of_reach == (day == 2), "a fault of an hour or two is none of hers"
        set_clock.pass_(days=1)
    logged = Mailing.objects.filter(user=ada)
    assert set(logged.values_list("last_error", flat=True)) == {"SMTPRecipientsRefused 550"}
    assert not OutboxRow.objects.filter(sent_at=None).exists(), "it is not tried again and again"
    before = logged.count()
    tell(slow_game, ada, ben, now=set_clock.now)
    assert logged.count() == before
    ben.refresh_from_db()
    assert not ben.refusals


def test_a_mail_that_is_taken_puts_an_end_to_it(slow_game, ada, refusing, set_clock):
    for _day in range(2):
        tell(slow_game, ada, now=set_clock.now)
        set_clock.pass_(days=1)
    refusing.clear()
    tell(slow_game, ada, now=set_clock.now)
    ada.refresh_from_db()
    assert (ada.refusals, ada.refused_address) == (0, "")


def test_a_refusal_for_now_is_tried_again(slow_game, ada, refusing, set_clock):
    refusing[0] = 450
    tell(slow_game, ada, now=set_clock.now)
    ada.refresh_from_db()
    assert ada.refusals == 0
    refusing.clear()
    set_clock.pass_(minutes=1)
    delivery.deliver()
    assert any(message.to == [ada.email] for message in mail.outbox)


def test_another_address_is_tried_anew(slow_game, ada, refusing, set_clock):
    for _day in range(3):
        tell(slow_game, ada, now=set_clock.now)
        set_clock.pass_(days=1)
    ada.refresh_from_db()
    assert ada.is_out_of_reach
    ada.email = "ada@example.net"
    ada.save()
    tell(slow_game, ada, now=set_clock.now)
    assert [message.to for message in mail.outbox][-1] == ["ada@example.net"]


# Messages that wait.


@pytest.fixture
def quiet_game(running_game):
    """The running game, its first mails delivered."""
    delivery.deliver()
    mail.outbox.clear()
    return running_game


def letters_to(user):
    return [
        message
        for message in mail.outbox
        if message.to == [user.email] and wishes.read(stop_link(message).split("/")[-2])[1] == "letters"
    ]


def write_letter(game, sender, body, to="2"):
    return send_letter(game=game, user=sender, to=[to], body=body, key=body)


def test_letters_that_wait_are_told_of_in_one_mail_without_their_words(quiet_game, ada, ben, set_clock):
    write_letter(quiet_game, ada, "Shall we take Munich?")
    write_letter(quiet_game, ada, "Or Kiel?")
    set_clock.pass_(minutes=9, seconds=59)
    delivery.deliver()
    assert letters_to(ben) == []
    set_clock.pass_(seconds=1)
    delivery.deliver()
    (message,) = letters_to(ben)
    assert letters_to(ada) == []
    assert "2" in message.subject and "Channel" in message.subject
    for said in (message.body, html_of(message)):
        assert "Munich" not in said and "Kiel" not in said
        assert f"/l/calais/g/{quiet_game.code}/#letters" in said


def test_who_has_read_them_or_was_here_since_gets_no_mail(quiet_game, ada, ben, set_clock):
    letter = write_letter(quiet_game, ada, "Read at once")
    mark_read(game=quiet_game, user=ben, thread=letter.circle.key, upto=letter.pk)
    set_clock.pass_(minutes=10)
    delivery.deliver()
    write_letter(quiet_game, ada, "Seen, not read")
    set_clock.pass_(minutes=10)
    UserSession.objects.create(user=ben, session_key="s", ip="127.0.0.1", last_seen_at=set_clock.now)
    UserSession.objects.update(last_seen_at=set_clock.now - timedelta(minutes=4))
    delivery.deliver()
    assert letters_to(ben) == []
    assert not OutboxRow.objects.filter(sent_at=None).exists()


def test_there_is_one_such_mail_an_hour_at_most(quiet_game, ada, ben, set_clock):
    write_letter(quiet_game, ada, "One")
    set_clock.pass_(minutes=10)
    delivery.deliver()
    told = set_clock.now
    write_letter(quiet_game, ada, "Two")
    for _minute in range(59):
        set_clock.pass_(minutes=1)
        delivery.deliver()
    assert len(letters_to(ben)) == 1
    set_clock(told + timedelta(hours=1))
    delivery.deliver()
    _first, second = letters_to(ben)
    assert "2" in second.subject


def test_who_does_not_want_them_gets_none(quiet_game, ada, ben, set_clock):
    ben.mail_letters = False
    ben.save()
    write_letter(quiet_game, ada, "Hello")
    set_clock.pass_(minutes=10)
    delivery.deliver()
    assert letters_to(ben) == []


def test_the_subject_of_a_finished_game_says_who_won(quiet_game, ada, ben):
    votes.concede(game=quiet_game, user=ada)
    delivery.deliver()
    subjects = {message.to[0]: message.subject for message in mail.outbox}
    assert (
        subjects[ben.email] == "Channel\u00a0: vous avez gagné" and subjects[ada.email] == "Channel: ben won"
    )


# Wishes.


@pytest.mark.parametrize(
    ("wish", "happens"),
    [
        ("turns", lambda game, ada, advance: advance()),
        ("news", lambda game, ada, advance: votes.concede(game=game, user=ada)),
    ],
)
def test_nobody_gets_what_they_do_not_want(quiet_game, ada, ben, advance, wish, happens):
    setattr(ada, f"mail_{wish}", False)
    ada.save()
    happens(quiet_game, ada, advance)
    OutboxRow.objects.filter(payload__about="missed").delete()  # goes by the other wish
    delivery.deliver()
    assert [message.to for message in mail.outbox] == [[ben.email]]
    assert not OutboxRow.objects.filter(sent_at=None).exists()


def test_a_subject_is_one_line_with_the_spaces_that_french_needs():
    assert one_line(" Calais\u00a0:\n mer.\u2028 25 \x85nov.\u202f? ") == "Calais\u00a0: mer. 25 nov.\u202f?"
