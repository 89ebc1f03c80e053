"""The sheet of a divine seat: one unit to touch, what may not be touched and why, and God's favour."""

from __future__ import annotations

import re

import pytest

from games.models import Answer
from games.services.players.answers import save_answer
from tests.games.conftest import phase_of
from tests.games.divine.conftest import POWERS, Table
from tests.games.pages.conftest import Form, find_form

FALL_1903 = "F1903M"


def sheet(table: Table, seat: str, language: str = "en") -> Form:
    client = table.client(seat)
    page = client.get(table.url(), headers={"Accept-Language": language})
    return find_form(page, table.url("answer"))


def saved(table: Table, seat: str) -> Answer:
    return Answer.objects.get(phase=phase_of(table.game), seat__key=seat)


def at(table: Table, label: str, **position: object) -> None:
    """The game's open phase becomes `label`, with what the test needs of its position."""
    from games.engine import bridge

    phase = phase_of(table.game)
    opening = bridge.opening(table.game, phase.position | {"phase": label} | position)
    phase.label, phase.position, phase.due = label, opening.position, opening.due
    phase.save()


@pytest.mark.slow
def test_every_unit_of_every_power_may_be_touched_in_the_first_spring(table: Table):
    offered = sheet(table, "GOD").options["slot-spell"]
    assert len(offered) == 1 + 22 and "F STP/SC" in offered and offered[0] == ""
    assert "favour" not in sheet(table, "GOD").options


@pytest.mark.slow
def test_a_choice_is_saved_as_a_spell(table: Table):
    form = sheet(table, "DEVIL")
    posted = form.fields | {"slot-spell": "F STP/SC", "ready": ""}
    assert table.client("DEVIL").post(form.action, posted).status_code == 302
    assert saved(table, "DEVIL").answer == {"spell": "F STP/SC"}
    again = sheet(table, "DEVIL")
    assert again.fields["slot-spell"] == "F STP/SC" and "Stp" in again.fields["text"]


@pytest.mark.slow
def test_a_new_choice_takes_the_place_of_the_old_one_and_of_nothing_else(table: Table):
    table.say("GOD", "bless A Mun\nwho knows")
    form = sheet(table, "GOD")
    table.client("GOD").post(form.action, form.fields | {"slot-spell": "A PAR"})
    assert saved(table, "GOD").text == "who knows\nA Par"
    form = sheet(table, "GOD")
    table.client("GOD").post(form.action, form.fields | {"slot-spell": ""})
    assert saved(table, "GOD").text == "who knows" and saved(table, "GOD").answer == {}


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(("language", "says"), [("en", "No unit on the board"), ("fr", "Aucune unité")])
def test_what_names_no_unit_is_said_and_stays(table: Table, language, says):
    table.client("GOD").post("/language/", {"language": language})
    form = sheet(table, "GOD")
    page = table.client("GOD").post(
        table.url("preview"), form.fields | {"text": "A Nowhere"}, headers={"Accept-Language": language}
    )
    assert says in page.content.decode() and "A Nowhere" in page.content.decode()
    assert not Answer.objects.exists()


@pytest.mark.slow
def test_a_power_touched_in_spring_is_left_alone_in_autumn_and_the_sheet_says_why(table: Table):
    phase = table.go_on(DEVIL="A Vie", **dict.fromkeys(POWERS, ""))
    assert phase.label == "F1901M"
    offered = sheet(table, "DEVIL").options["slot-spell"]
    assert "A VIE" not in offered and "A PAR" in offered
    page = table.page("DEVIL")
    assert "leave it alone until spring" in page and "DG-3" in page
    assert "A VIE" in sheet(table, "GOD").options["slot-spell"], "each counts his own spells only"
    table.say("DEVIL", "A Bud")
    assert saved(table, "DEVIL").answer == {}
    assert "already this year" in table.page("DEVIL")


@pytest.mark.slow
def test_the_favour_is_asked_for_in_the_third_autumn_and_of_god_alone(table: Table):
    at(table, FALL_1903)
    form = sheet(table, "GOD")
    assert form.options["favour"] == ["", *POWERS]
    assert "favour" not in sheet(table, "DEVIL").options
    table.client("GOD").post(form.action, form.fields | {"favour": "ITALY", "slot-spell": "A ROM"})
    assert saved(table, "GOD").answer == {"spell": "A ROM", "favour": "ITALY"}
    form = sheet(table, "GOD")
    assert form.fields["favour"] == "ITALY"
    table.client("GOD").post(form.action, form.fields | {"favour": "TURKEY"})
    assert saved(table, "GOD").answer == {"spell": "A ROM", "favour": "TURKEY"}


@pytest.mark.slow
def test_a_favour_chosen_in_french_is_written_in_french(table: Table):
    at(table, FALL_1903)
    table.client("GOD").cookies["django_language"] = "fr"
    form = sheet(table, "GOD")
    user = table.seats["GOD"]
    user.language = "fr"
    user.save()
    table.client("GOD").post(form.action, form.fields | {"favour": "AUSTRIA"})
    assert saved(table, "GOD").answer == {"favour": "AUSTRIA"}
    assert saved(table, "GOD").text == "faveur Autriche"


def test_a_retired_seat_owes_nothing_and_its_page_says_so(table: Table):
    at(table, "S1904M", divine_retired=True, divine_winner="GOD")
    page = table.page("GOD")
    assert 'id="answer"' not in page
    assert "Both have retired" in page and "DG-16" in page and "has won" in page
    from games.errors import NotYourTurn

    with pytest.raises(NotYourTurn):
        save_answer(game=table.game, user=table.seats["GOD"], label="S1904M", text="A Mun", version=0)


@pytest.mark.slow
def test_each_reads_whom_they_may_know_to_be_protected(table: Table):
    def protects(page: str) -> list[str]:
        panel = page.split('id="divine"')[1].split("</section>")[0]
        return re.findall(r'data-power="(\w+)"', panel)

    devils, gods = table.protected("DEVIL").lower(), table.protected("GOD").lower()
    assert protects(table.page("GOD")) == [devils, gods]
    assert protects(table.page("DEVIL")) == [devils]
    for seat in (None, *POWERS):
        assert protects(table.page(seat)) == []


@pytest.mark.slow
def test_only_the_favoured_power_is_told_of_it_in_winter(table: Table):
    at(table, "W1903A", favour="ITALY")
    for seat in (None, "DEVIL", *POWERS):
        assert ("has God’s favour" in table.page(seat)) is (seat == "ITALY")
    assert "has God’s favour" in table.page("GOD")
