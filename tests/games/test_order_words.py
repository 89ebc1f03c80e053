"""Orders in words: as choices of a form, in both languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.pages.results import verdict_of
from games.words import order_words


@pytest.mark.parametrize(
    ("order", "english", "french"),
    [
        ("A PAR - BUR", "Move to Burgundy", "Aller en Bourgogne"),
        ("A PAR - RUH", "Move to Ruhr", "Aller dans la Ruhr"),
        ("F LON - NTH", "Move to North Sea", "Aller en mer du Nord"),
        ("A LON - EDI VIA", "Move to Edinburgh by convoy", "Aller à Édimbourg par convoi"),
        ("F MAO R SPA/SC", "Retreat to Spain (south coast)", "Se replier en Espagne (côte sud)"),
        ("A ROM B", "Build an army in Rome", "Construire une armée à Rome"),
        (
            "F STP/NC B",
            "Build a fleet in St Petersburg (north coast)",
            "Construire une flotte à Saint-Pétersbourg (côte nord)",
        ),
        ("A POR D", "Disband Army Portugal", "Dissoudre l’armée au Portugal"),
        ("F LYO D", "Disband Fleet Gulf of Lyon", "Dissoudre la flotte dans le golfe du Lion"),
    ],
)
def test_places_have_their_prepositions_in_french(order, english, french):
    assert order_words.in_words([order])[order].says == english
    with translation.override("fr"):
        assert order_words.in_words([order])[order].says == french


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Arrived.", ""),
        ("Arrivée.", ""),
        ("Held.", ""),
        ("Arrived by convoy.", "Arrived by convoy."),
        ("Arrived, with 2 against 1.", "Arrived, with 2 against 1."),
        ("Arrived. Then dislodged from Mun.", "Arrived. Then dislodged from Mun."),
    ],
)
def test_a_verdict_is_not_said_twice(said, shown):
    result = {"order": "A PAR - BUR", "power": "FRANCE", "verdict": "succeeds", "text": said}
    result["clause"] = "RB-5"
    assert verdict_of(result).sentence == shown
    assert verdict_of(result).clause == "RB-5"
