"""What pages say of a seat that saved nothing, and whose reports they print."""

from __future__ import annotations

import pytest

from games.adjudication.drain import drain
from games.engine import bridge
from games.models import Phase
from tests.conftest import house_was_up
from tests.games.conftest import RANKS, phase_of

pytestmark = pytest.mark.django_db


def page_of(client_of, url, game, user) -> str:
    return client_of(user).get(url(game)).content.decode()


@pytest.mark.slow
def test_turns_keep_who_missed_them_and_tell_the_player_in_the_second_person(
    running_game, answer, advance, client_of, url, ada, ben
):
    answer(ada, RANKS["ada"])
    answer(ben, "Turkey")
    advance()
    assert running_game.phases.get(ordinal=0).turn.missed == {"2": True}
    assert "Vous avez manqué cette phase." in page_of(client_of, url, running_game, ben)
    assert "You missed this phase." not in page_of(client_of, url, running_game, ada)
    answer(ada, "")
    advance()
    answer(ada, "")
    advance()
    page = page_of(client_of, url, running_game, ben)
    assert "<strong>Vous n’avez rien enregistré</strong>" in page
    assert "Vous avez manqué cette phase." not in page
    assert "<strong>ben saved nothing</strong>" in page_of(client_of, url, running_game, ada)
    assert phase_of(running_game).ordinal == 3


def lay(game, label: str, **position) -> Phase:
    """The game's open phase, with this position."""
    phase = phase_of(game)
    opening = bridge.opening(game, {"phase": label, **position})
    phase.label, phase.position, phase.due = label, opening.position, opening.due
    phase.save()
    return phase


def pass_deadline(game, set_clock) -> None:
    set_clock(phase_of(game).deadline)
    house_was_up()
    drain()


def test_whoever_only_let_a_build_go_is_not_said_to_be_silent(make_game, seat_all, client_of, url, set_clock):
    game = make_game(variant="standard")
    seats = seat_all(game)
    units = {"FRANCE": ["A PAR"], "ITALY": ["A ROM", "A NAP"]}
    lay(game, "W1901A", units=units, centres={"FRANCE": ["PAR", "BRE"], "ITALY": ["ROM"]})
    pass_deadline(game, set_clock)
    page = page_of(client_of, url, game, seats["FRANCE"])
    assert "No builds or disbands were ordered." in page and "You saved nothing" not in page
    assert page.count("saved nothing</strong>") == 1, "Italy had to disband, and missed it"
    assert game.phases.get(ordinal=0).turn.missed == {"ITALY": True}


def test_reports_of_spies_name_their_owner_to_whoever_reads_them_all(spy_table, client_of, url):
    spy_table.end()
    label = next(phase.label for phase in spy_table.game.phases.order_by("ordinal") if told_in(phase))
    page = client_of().get(url(spy_table.game, "phase", label)).content.decode()
    assert page.count('class="news"><span class="power"') == len(
        told_in(spy_table.game.phases.get(label=label))
    )
    own = client_of(spy_table.players["GERMANY"]).get(url(spy_table.game, "phase", label)).content.decode()
    assert own.count('class="news"><span class="power"') == page.count('class="news"><span class="power"') - 1


def told_in(phase: Phase) -> list:
    turn = getattr(phase, "turn", None)
    return [news for news in (turn.turn["news"] if turn else []) if news["kind"] == "report"]
