"""The sheets of Spy Diplomacy, filled in as a browser without scripts does it."""

from __future__ import annotations

import pytest

from games.models import Answer, Phase
from tests.games.pages.conftest import find_form


@pytest.fixture
def desk(client_of, url):
    """`desk(table, power)`: one player's sheet, which can be filled in, checked and saved."""

    class Desk:
        def __init__(self, table, power, language="en"):
            player = table.players[power]
            type(player).objects.filter(pk=player.pk).update(language=language)
            self.table, self.client = table, client_of(player)
            self.power, self.address = power, url(table.game)
            self.open(self.client.get(self.address))

        def open(self, response):
            assert response.status_code == 200
            self.page = response.content.decode()
            self.form = find_form(response, url(self.table.game, "answer"))
            return self

        def check(self, **fields):
            fields = {name.replace("__", " "): value for name, value in fields.items()}
            posted = self.client.post(url(self.table.game, "preview"), self.form.fields | fields)
            return self.open(posted)

        def save(self, fields=None):
            posted = self.client.post(self.form.action, self.form.fields | (fields or {}))
            assert posted.status_code == 302, posted.content.decode()[:2000]
            return self.open(self.client.get(self.address))

        @property
        def text(self):
            return self.form.fields["text"].replace("\r\n", "\n")

        @property
        def problems(self):
            return self.page.split('id="typed-says"')[1].split("answer-buttons")[0]

        @property
        def answer(self):
            phase = self.table.phase
            return Answer.objects.get(phase=phase, seat__key=self.power).answer

    return Desk


@pytest.mark.slow
def test_each_spy_has_two_lists_which_write_one_line(by_season, desk):
    sheet = desk(by_season, "GERMANY")
    assert {"spy-BER-0-to", "spy-KIE-0-to", "spy-MUN-0-to"} <= set(sheet.form.fields)
    assert {"", "SWI", "BUR", "SIL"} <= set(sheet.form.options["spy-MUN-0-to"])
    assert {"BEL VIA", "HEL", "RUH"} <= set(sheet.form.options["spy-KIE-0-to"])
    assert sorted(sheet.form.options["spy-MUN-0-kill"]) == ["", "AUS", "ENG", "FRA", "ITA", "RUS", "TUR"]
    sheet.save({"order-A MUN": "A MUN - BUR", "spy-MUN-0-to": "SIL", "spy-MUN-0-kill": "RUS"})
    assert sheet.text == "A Mun - Bur\nEspionage:\nE Mun - Sil (Rus)"
    assert sheet.answer == {"orders": ["A MUN - BUR"], "later": {"E": [{"orders": ["E MUN - SIL (RUS)"]}]}}
    assert sheet.form.fields["spy-MUN-0-to"] == "SIL"
    sheet.save({"spy-MUN-0-to": "", "order-A MUN": "A MUN H", "order-F KIE": "F KIE - HOL"})
    assert sheet.text == "A Mun H\nF Kie - Hol\nEspionage:\nE Mun H (Rus)"
    sheet.save({"spy-MUN-0-kill": ""})
    assert sheet.text == "A Mun H\nF Kie - Hol"


@pytest.mark.slow
def test_the_map_shows_where_spies_are_sent_in_the_same_season(by_season, desk):
    sheet = desk(by_season, "GERMANY").save({"order-A MUN": "A MUN - BUR"})
    assert sheet.page.count('class="order-mark o-move"') == 1
    sheet.save({"spy-MUN-0-to": "SIL", "spy-BER-0-to": "PRU"})
    assert sheet.page.count('class="order-mark o-move"') == 3
    sheet.save({"ahead-E-0-if-0": "A MUN MOVED", "ahead-E-0-then": "E Kie - Hol"})
    assert sheet.page.count('class="order-mark o-move"') == 3, "what hangs on something may never be done"


@pytest.mark.slow
def test_spies_in_one_place_have_a_line_each(by_phase, desk):
    by_phase.write("GERMANY", "Espionage:\nE Ber - Mun")
    by_phase.pass_deadline()
    by_phase.pass_deadline()  # the espionage
    by_phase.pass_deadline()  # the retreats
    by_phase.pass_deadline()
    assert by_phase.phase.label == "F1901E"
    sheet = desk(by_phase, "GERMANY")
    assert "Spy 2 in Munich" in sheet.page
    sheet.save({"spy-MUN-0-to": "SWI", "spy-MUN-1-to": "SWI"})
    assert sheet.answer == ["E MUN - SWI", "E MUN - SWI"]
    assert (sheet.form.fields["spy-MUN-0-to"], sheet.form.fields["spy-MUN-1-to"]) == ("SWI", "SWI")
    sheet.save({"spy-MUN-1-to": "", "spy-MUN-1-kill": "FRA"})
    assert sheet.answer == ["E MUN - SWI", "E MUN H (FRA)"], "each keeps his own line"
    sheet.save({"spy-MUN-0-to": ""})
    assert sheet.answer == ["E MUN H", "E MUN H (FRA)"]
    assert sheet.form.fields["spy-MUN-1-kill"] == "FRA"


@pytest.mark.slow
def test_the_second_of_two_spies_may_be_ordered_first(by_phase, desk):
    by_phase.write("GERMANY", "Espionage:\nE Ber - Mun")
    for _phase in range(4):
        by_phase.pass_deadline()
    sheet = desk(by_phase, "GERMANY").save({"spy-MUN-1-to": "SIL"})
    assert (sheet.form.fields["spy-MUN-0-to"], sheet.form.fields["spy-MUN-1-to"]) == ("", "SIL")
    sheet.save({"spy-MUN-1-kill": "RUS"})
    assert sheet.answer == ["E MUN H", "E MUN - SIL (RUS)"]


@pytest.mark.slow
def test_a_fleet_at_sea_carries_a_spy(by_phase, desk):
    by_phase.write("ENGLAND", "F Lon - Nth")
    by_phase.pass_deadline()
    sheet = desk(by_phase, "ENGLAND")
    assert "carry-LVP-to" not in sheet.form.fields, "a fleet in port carries nobody"
    sheet.save({"carry-NTH-power": "FRANCE", "carry-NTH-from": "BEL", "carry-NTH-to": "LON"})
    assert sheet.answer == ["F NTH C FRANCE E BEL - LON"]
    sheet.check(**{"carry-NTH-to": ""})
    assert "notice-grave" in sheet.problems, "half a convoy is named as what it is"
    sheet = desk(by_phase, "ENGLAND").save({"carry-NTH-power": "", "carry-NTH-from": "", "carry-NTH-to": ""})
    assert sheet.answer == []


@pytest.mark.slow
def test_a_convoy_is_chosen_list_by_list(by_phase, desk):
    """With scripts each list is saved by itself, so half a convoy has to stand until it is whole."""
    by_phase.write("ENGLAND", "F Lon - Nth")
    by_phase.pass_deadline()
    sheet = desk(by_phase, "ENGLAND").save({"carry-NTH-to": "LON"})
    assert sheet.form.fields["carry-NTH-to"] == "LON"
    assert "A spy’s convoy needs all three" in sheet.problems
    sheet.save({"carry-NTH-power": "FRANCE"})
    assert sheet.answer == [], "half a convoy is none"
    sheet.save({"carry-NTH-from": "BEL"})
    assert sheet.answer == ["F NTH C FRANCE E BEL - LON"]
    assert sheet.text == "F Nth C France E Bel - Lon"
    sheet.save({"carry-NTH-to": "", "carry-NTH-power": ""})
    assert sheet.text == "F Nth C ? E Bel - ?"
    assert sheet.form.fields["carry-NTH-from"] == "BEL"


@pytest.mark.slow
def test_a_convoy_for_the_later_espionage_is_chosen_list_by_list(by_season, desk):
    by_season.write("ENGLAND", "F Lon - Nth")
    by_season.pass_deadline()
    sheet = desk(by_season, "ENGLAND").save({"carry-NTH-from": "BEL"})
    sheet.save({"carry-NTH-to": "LON"})
    sheet.save({"carry-NTH-power": "FRANCE"})
    assert sheet.answer == {"orders": [], "later": {"E": [{"orders": ["F NTH C FRANCE E BEL - LON"]}]}}


@pytest.mark.slow
def test_half_a_convoy_of_nobody_we_know_is_left_as_it_was_typed(by_phase, desk):
    by_phase.write("ENGLAND", "F Lon - Nth")
    by_phase.pass_deadline()
    sheet = desk(by_phase, "ENGLAND")
    sheet.save({"text": "F Nth C Ruritania E ? - Lon"})
    assert sheet.form.fields["carry-NTH-to"] == ""
    assert sheet.text == "F Nth C Ruritania E ? - Lon"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("language", "section"),
    [
        ("en", "Retreats:\nif A Mun was dislodged: A Mun R Tyr\nelse: A Mun D"),
        ("fr", "Retraites :\nsi A Mun a été délogée : A Mun R Tyr\nsinon : A Mun D"),
    ],
)
def test_an_order_that_hangs_on_something_reads_like_a_sentence(by_season, desk, language, section):
    sheet = desk(by_season, "GERMANY", language)
    sheet.check(
        **{
            "ahead-R-0-if-0": "A MUN DISLODGED",
            "ahead-R-0-then": "A Mun R Tyr",
            "ahead-R-else": "A Mun D",
        }
    )
    assert sheet.text.replace("\u202f", " ").replace("\xa0", " ") == section
    assert sheet.form.fields["ahead-R-0-if-0"] == "A MUN DISLODGED"
    assert sheet.form.fields["ahead-R-1-if-0"] == "", "one more to be filled in"
    assert ("less", "R-0") in sheet.form.buttons
    sheet.save()
    later = [{"if": ["A MUN DISLODGED"], "orders": ["A MUN R TYR"]}, {"orders": ["A MUN D"]}]
    assert sheet.answer == {"orders": [], "later": {"R": later}}


@pytest.mark.slow
def test_what_is_saved_stands_in_its_lists_when_the_page_is_opened_again(by_season, desk):
    sheet = desk(by_season, "ITALY")
    fields = {"order-A ROM": "A ROM - APU", "spy-ROM-0-to": "TUS", "ahead-R-0-if-0": "A ROM DISLODGED"}
    sheet.save(fields | {"ahead-R-0-then": "A Rom D"})
    assert fields.items() <= sheet.form.fields.items()


@pytest.mark.slow
def test_cases_are_added_joined_and_taken_away_and_everything_typed_stays(by_season, desk):
    sheet = desk(by_season, "GERMANY")
    typed = sheet.form.fields["text"] = "A Ber - Pru\nnonsense here"
    sheet.check(**{"ahead-E-0-if-0": "A BER FAILED", "ahead-E-0-then": "E Ber - Sil", "more": "E"})
    sheet.check(
        **{
            "ahead-E-0-if-1": "F HOL SEEN",
            "ahead-E-1-if-0": "A BER MOVED",
            "ahead-E-1-then": "E Ber - Pru; gibberish",
            "spy-MUN-0-to": "BUR",
            "more": "E",
        }
    )
    assert sheet.text.startswith(typed)
    assert "if A Ber failed and F Hol was seen: E Ber - Sil" in sheet.text
    assert "if A Ber moved: E Ber - Pru; gibberish" in sheet.text
    assert "else: E Mun - Bur" in sheet.text
    for wrong in ("nonsense here", "gibberish"):
        assert wrong in sheet.problems
    sheet.check(less="E-0")
    assert "A Ber failed" not in sheet.text and "if A Ber moved: E Ber - Pru; gibberish" in sheet.text
    assert "else: E Mun - Bur" in sheet.text and sheet.text.startswith(typed)


@pytest.mark.slow
def test_a_case_without_a_condition_is_kept_and_named(by_season, desk):
    sheet = desk(by_season, "GERMANY").check(**{"ahead-R-0-then": "A Mun R Tyr"})
    assert "A Mun R Tyr" in sheet.text
    assert "notice-grave" in sheet.problems
    assert sheet.form.fields["ahead-R-0-then"] == "A Mun R Tyr"
    sheet.check(**{"ahead-R-0-if-0": "A MUN DISLODGED"})
    assert sheet.text == "Retreats:\nif A Mun was dislodged: A Mun R Tyr"


@pytest.mark.slow
def test_what_was_typed_in_sections_stands_in_the_form(by_season, desk):
    sheet = desk(by_season, "GERMANY")
    sheet.form.fields["text"] = "Retraites:\nsi A Mun délogée et le ciel bleu: A Mun R Tyr"
    sheet.check()
    assert sheet.form.fields["ahead-R-0-if-0"] == "A MUN DISLODGED"
    assert sheet.form.fields["ahead-R-0-if-1"] == "=le ciel bleu"
    assert sheet.text == "Retraites:\nsi A Mun délogée et le ciel bleu: A Mun R Tyr", "nothing is rewritten"


@pytest.mark.slow
def test_help_for_a_unit_out_of_sight_has_a_form_of_its_own(by_season, desk):
    sheet = desk(by_season, "GERMANY")
    assert all("A BUR" not in each.split(" - ")[0] for each in sheet.form.options["order-A MUN"])
    asked = {"unseen-unit": "A MUN", "unseen-how": "S", "unseen-target": "A TYR", "unseen-to": "BOH"}
    assert sheet.check(**asked).text == "", "until its button is pressed nothing is written"
    sheet.check(**asked, help="yes")
    assert sheet.text == "A Mun S A Tyr - Boh"
    assert sheet.form.fields["order-A MUN"] == "A MUN S A TYR - BOH"
    assert sheet.form.fields["unseen-unit"] == ""
    assert "notice-grave" not in sheet.problems, "nobody says whether it is there"


@pytest.mark.slow
def test_half_of_the_help_for_a_unit_out_of_sight_is_kept_and_named(by_season, desk):
    sheet = desk(by_season, "GERMANY")
    half = {"unseen-unit": "A MUN", "unseen-how": "C", "unseen-to": "BOH"}
    sheet.check(**half, help="yes")
    assert sheet.text == ""
    assert half.items() <= sheet.form.fields.items(), "what was chosen still stands"
    assert 'id="unseen-says" role="alert"' in sheet.page
    sheet.check(**{"unseen-how": "S", "unseen-target": "A TYR"}, help="yes")
    assert sheet.text == "A Mun S A Tyr - Boh"
    assert 'id="unseen-says"' not in sheet.page


@pytest.mark.slow
def test_who_saves_before_they_have_put_the_help_on_their_sheet_keeps_what_they_chose(by_season, desk):
    sheet = desk(by_season, "GERMANY")
    asked = {"unseen-unit": "A MUN", "unseen-how": "S", "unseen-target": "A TYR", "unseen-to": "BOH"}
    posted = sheet.client.post(sheet.form.action, sheet.form.fields | asked | {"order-F KIE": "F KIE - HOL"})
    sheet.open(posted)
    assert sheet.answer == ["F KIE - HOL"]
    assert asked.items() <= sheet.form.fields.items()
    assert 'id="unseen-says" role="alert"' in sheet.page, "it says that this is not on the sheet"


@pytest.mark.slow
def test_a_case_asked_for_stands_open(by_season, desk):
    sheet = desk(by_season, "GERMANY")
    assert '<details class="more" id="ahead-R">' in sheet.page
    sheet.check(more="R")
    assert '<details class="more" id="ahead-R" open>' in sheet.page


@pytest.mark.slow
def test_the_next_phase_shows_what_will_be_sent_and_lets_it_be_changed(by_phase, desk):
    by_phase.write("GERMANY", "A Mun - Bur\nEspionage:\nif A Mun failed: E Mun - Tyr\nelse: E Mun - Bur")
    by_phase.pass_deadline()
    sheet = desk(by_phase, "GERMANY")
    assert "You gave these orders ahead" in sheet.page
    assert sheet.text == "E Mun - Bur"
    assert sheet.form.fields["spy-MUN-0-to"] == "BUR"
    assert not Answer.objects.filter(phase=by_phase.phase).exists(), "opening the page saves nothing"
    sheet.save({"spy-MUN-0-to": "SWI"})
    assert "You gave these orders ahead" not in sheet.page
    assert sheet.answer == ["E MUN - SWI"]


@pytest.mark.slow
def test_what_was_given_for_a_later_phase_still_waits_for_it(by_phase, desk):
    by_phase.write("GERMANY", "Retreats:\nif E Mun lost: A Mun D\nelse: A Mun R Tyr")
    by_phase.pass_deadline()
    sheet = desk(by_phase, "GERMANY")
    assert sheet.text == "Retreats:\nif E Mun was lost: A Mun D\nelse: A Mun R Tyr"
    assert sheet.form.fields["ahead-R-0-if-0"] == "E MUN LOST"
    sheet.save({"spy-MUN-0-to": "BUR"})
    later = [{"if": ["E MUN LOST"], "orders": ["A MUN D"]}, {"orders": ["A MUN R TYR"]}]
    assert sheet.answer == {"orders": ["E MUN - BUR"], "later": {"R": later}}


@pytest.mark.slow
def test_winter_builds_spies_beside_units(by_phase, desk):
    by_phase.write("GERMANY", "F Kie - Hol\nA Ber - Kie")
    for _phase in range(3):
        by_phase.pass_deadline()
    for _phase in range(3):
        by_phase.pass_deadline()
    assert by_phase.phase.label == "W1901A"
    phase = by_phase.phase
    # A spy has been lost: one may be built.
    phase.position["spies"]["GERMANY"].pop()
    from games.engine import bridge

    phase.due = bridge.opening(by_phase.game, phase.position).due
    Phase.objects.filter(pk=phase.pk).update(position=phase.position, due=phase.due)
    sheet = desk(by_phase, "GERMANY")
    assert set(sheet.form.options["slot-GERMANY-E1"]) == {"", "E BER B", "E KIE B", "E MUN B"}
    assert all(not line.startswith("E ") for line in sheet.form.options["slot-GERMANY-1"])
    sheet.save({"slot-GERMANY-1": "A BER B", "slot-GERMANY-E1": "E BER B"})
    assert sheet.answer == ["A BER B", "E BER B"]
    assert sheet.form.fields["slot-GERMANY-E1"] == "E BER B"


@pytest.mark.slow
def test_who_has_nothing_left_still_has_a_sheet(by_phase, desk):
    by_phase.pass_deadline()
    by_phase.pass_deadline()
    sheet = desk(by_phase, "ITALY")
    assert by_phase.phase.label == "S1901R"
    assert "order-" not in "".join(sheet.form.fields)
    assert "None of your units was dislodged" in sheet.page
    assert "of 0 written" not in sheet.page
    by_phase.pass_deadline()
    for _phase in range(3):
        by_phase.pass_deadline()
    assert by_phase.phase.label == "W1901A"
    assert "You have nothing to build or disband." in desk(by_phase, "ITALY").page


@pytest.mark.slow
def test_lists_of_places_are_sorted_as_readers_look_them_up(by_season, desk):
    page = desk(by_season, "ENGLAND", "fr").page
    places = ["Espion\u00a0: Édimbourg", "Espion\u00a0: Liverpool", "Espion\u00a0: Londres"]
    assert sorted(places, key=page.index) == places


@pytest.mark.slow
def test_there_is_no_button_to_be_ready(by_season, desk):
    sheet = desk(by_season, "ITALY")
    assert ("ready", "yes") not in sheet.form.buttons
    for word in ("not ready", "nothing to do", "is ready"):
        assert word not in sheet.page
    sheet.save()
    assert "ready" not in sheet.page.split('id="answer-state"')[1].split("</section>")[0]
