"""Why an order cannot be given is said truly and in both languages, for every kind of order."""

from __future__ import annotations

import pytest

from adjudicator.board import standard
from adjudicator.phases import movement, retreats
from adjudicator.position import Position
from adjudicator.rulebook import rulebook
from adjudicator.texts.results import result_sentence

UNITS = {
    "FRANCE": ["A BRE", "A MAR", "A PAR", "A TUN", "A VIE", "F GAS", "F ION", "F LYO", "F MAO", "F NAP"],
    "ITALY": ["F SPA/NC", "F ALB"],
    "GERMANY": ["A BUD", "A LON", "F AEG", "F ROM"],
}
DISLODGED = {
    "FRANCE": [
        {"unit": "F AEG", "from": "BUL", "by_convoy": False},
        {"unit": "A ROM", "from": "APU", "by_convoy": False},
    ]
}


def sentences(order, power="FRANCE", phase="S1901M", **choices):
    """What is said of the only order of a phase, in English and in French."""
    kind = {"M": movement, "R": retreats}[phase[-1]]
    state = {"phase": phase, "units": UNITS, "contested": ["GRE"] if kind is retreats else []}
    before = Position.from_json(state | ({"dislodged": DISLODGED} if kind is retreats else {}), standard())
    answers = {each: [] for each in UNITS} | {power: [order]}
    chosen = rulebook("classic", {issue.replace("_", "."): value for issue, value in choices.items()})
    [result] = [r for r in kind.resolve(before, answers, chosen).results if not r.implied]
    assert result.verdict == "void"
    return result_sentence(result.to_json(), "en"), result_sentence(result.to_json(), "fr")


SEA = ("Not possible: armies can’t go to sea.", "Impossible : une armée ne va pas en mer.")
INLAND = (
    "Not possible: fleets can’t go inland.",
    "Impossible : une flotte ne va pas à l’intérieur des terres.",
)
ONLY_ARMIES = ("Not possible: only armies go by convoy.", "Impossible : seules les armées sont convoyées.")


def there(unit):
    return f"Not possible: {unit} is there already.", f"Impossible : {unit} y est déjà."


def far(unit, place):
    return (
        f"Not possible: {unit} cannot reach {place}.",
        f"Impossible : {unit} ne peut pas atteindre {place}.",
    )


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("F ION - ION", there("F Ion")),
        ("F NAP S F ION - ION", there("F Ion")),
        ("A TUN S A VIE - VIE", there("A Vie")),
        ("F ION C A TUN - TUN", there("A Tun")),
        ("A TUN - ION", SEA),
        ("A PAR - LYO", SEA),
        ("A VIE S F ION - ADR", SEA),
        ("F ION S A TUN - TYS", SEA),
        ("F ION C A TUN - AEG", SEA),
        ("F GAS - PAR", INLAND),
        ("F MAO S F GAS - PAR", INLAND),
        ("A BRE S F GAS - PAR", INLAND),
        ("F NAP - VEN", far("F Nap", "Ven")),
        ("A PAR - LON", far("A Par", "Lon")),
        ("A MAR S A LON", far("A Mar", "Lon")),
        ("A BRE S A LON - LVP", far("A Bre", "Lvp")),
        ("F ION S F MAO - TYS", far("F Mao", "Tys")),
        ("F ION C F NAP - TUN", ONLY_ARMIES),
        ("F MAO - GAS VIA", ONLY_ARMIES),
        ("F ION C A ALB - NAP", ("Not possible: A Alb is not there.", "Impossible : A Alb n’y est pas.")),
        (
            "F ION C A VIE - NAP",
            (
                "Not possible: A Vie is inland, and no convoy begins there.",
                "Impossible : A Vie n’est pas sur une côte, aucun convoi n’en part.",
            ),
        ),
        (
            "F ION C A TUN - VIE",
            (
                "Not possible: Vie is inland, and no convoy lands there.",
                "Impossible : Vie n’a pas de côte, aucun convoi n’y débarque.",
            ),
        ),
        (
            "F MAO - SPA",
            (
                "Not followed: Spa has two coasts, and none was named.",
                "Non suivi : Spa a deux côtes, aucune n’est précisée.",
            ),
        ),
        (
            "F LYO - SPA/NC",
            (
                "Not possible: F Lyo cannot reach that coast.",
                "Impossible : F Lyo ne peut pas atteindre cette côte.",
            ),
        ),
        (
            "A BRE - NWY",
            (
                "Not possible: no fleets could carry A Bre to Nwy.",
                "Impossible : aucune flotte ne peut porter A Bre vers Nwy.",
            ),
        ),
    ],
)
def test_what_cannot_be_ordered_is_refused_for_the_true_reason(order, said):
    assert sentences(order) == said


def test_a_fleet_stays_on_its_coast():
    english, french = sentences("F SPA/NC - SPA/SC", power="ITALY")
    assert english == "Not possible: a fleet can’t go from one coast of a place to the other."
    assert french == "Impossible : une flotte ne va pas d’une côte à l’autre du même lieu."


def test_a_coast_that_an_order_must_not_name_is_said_to_be_the_fault():
    """DATC 4.B.5 and 4.B.6, where a game is played so."""
    unit, _ = sentences("F SPA/SC - POR", power="ITALY", **{"4_B_5": "fails"})
    assert unit == "Not possible: the fleet isn’t on that coast."
    army, _ = sentences("A MAR - SPA/NC", **{"4_B_6": "fails"})
    assert army == "Not possible: an army’s order can’t name a coast."


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("F AEG R AEG", "Not possible: F Aeg was dislodged from there."),
        ("F AEG R SER", INLAND[0]),
        ("A ROM R TYS", SEA[0]),
        ("A ROM R BER", far("A Rom", "Ber")[0]),
        ("A ROM R APU", "Not possible: the attacker came from Apu."),
        ("A ROM R NAP", "Not possible: Nap is occupied."),
        ("F AEG R GRE", "Not possible: a bounce left Gre empty."),
    ],
)
def test_a_retreat_is_refused_for_the_true_reason(order, said):
    english, french = sentences(order, phase="S1901R")
    assert english == f"{said} The unit was disbanded."
    assert french.endswith(" L’unité est dissoute.")
