"""What the engine says of results and news: golden sentences in both languages, and none missing."""

import random
import re

import pytest

from adjudicator import news, results
from adjudicator.board import standard
from adjudicator.errors import OrderSyntaxError
from adjudicator.phases import adjustments, movement, retreats
from adjudicator.position import Position
from adjudicator.rulebook import rulebook
from adjudicator.texts import describe, names, sentence
from adjudicator.texts.french import with_article
from adjudicator.texts.news import KINDS
from adjudicator.texts.problems import PROBLEMS, problem_sentence
from adjudicator.texts.verdicts import DETAILS, FAILURES, VOIDS

NO = {"verdict": "fails"}
VOID = {"verdict": "void"}
YES = {"verdict": "succeeds"}


def odds(own, against):
    return {"strength": {"own": own, "against": against}}


RESULTS = [
    (
        {"order": "F ENG C A PIC - BEL", **NO, "reason": "unmatched", "by": ["A PIC"], "detail": "by-land"},
        "Not used: A Pic took the way by land.",
        "Non utilisé : A Pic a pris la voie de terre.",
    ),
    (
        {"order": "F ENG C A LON - TUN", **NO, "reason": "no-convoy"},
        "No effect: it was in no complete chain of fleets.",
        "Sans effet : aucune chaîne complète de flottes ne passait par elle.",
    ),
    (
        {"order": "F MAO C A LON - POR", **YES, "by": ["F ENG", "F BRE"], "detail": "cut-off"},
        "Ready to convoy, but the convoy was broken: F Eng was dislodged by F Bre.",
        "Prête à convoyer, mais le convoi était rompu : F Eng a été délogée par F Bre.",
    ),
    (
        {"order": "F MAO C A LON - POR", **YES, "by": ["F ENG"], "detail": "severed"},
        "Ready to convoy, but the convoy was broken: F Eng could carry no one.",
        "Prête à convoyer, mais le convoi était rompu : F Eng ne pouvait porter personne.",
    ),
    (
        {
            "order": "A MUN S A BER - KIE",
            **NO,
            "reason": "unmatched",
            "by": ["A BER"],
            "detail": "void-order",
        },
        "No effect: A Ber’s own order was invalid.",
        "Sans effet : l’ordre donné à A Ber n’était pas valable.",
    ),
    (
        {"order": "F LON S F WAL - ENG", **YES, "by": ["A BRE"], "dislodged_by": "BRE", "retreats": []},
        "Support given. Then dislodged by an attack from Bre. It has nowhere to retreat and is disbanded.",
        "Soutien donné. Puis délogée par une attaque depuis Bre. Sans retraite possible, elle est dissoute.",
    ),
    (
        {
            "order": "A PAR - BUR",
            **NO,
            "reason": "bounced",
            "by": ["A BUR"],
            **odds(2, 1),
            "detail": "rooted",
        },
        "Bounced with A Bur (2 against 1): that unit could not be dislodged.",
        "A rebondi contre A Bur (2 contre 1) : cette unité ne pouvait pas être délogée.",
    ),
    (
        {"order": "A BUR H", **YES, "by": ["A PAR"], **odds(1, 2), "detail": "rooted"},
        "Held: it could not be dislodged.",
        "A tenu : elle ne pouvait pas être délogée.",
    ),
    (
        {"order": "A PAR - BUR", **YES, **odds(1, 3), "detail": "assured"},
        "Arrived, with 1 against 3: nothing could keep it out.",
        "Arrivée, à 1 contre 3 : rien ne pouvait l’arrêter.",
    ),
    (
        {"order": "A MAR S A PAR - BUR", **YES, "by": ["A PIE"], "detail": "steadfast"},
        "Support given: A Pie could not cut it.",
        "Soutien donné : il ne pouvait pas être coupé par A Pie.",
    ),
    (
        {"order": "A PAR - BUR", **NO, "reason": "bounced", "by": ["A PIC"], "detail": "no-effect"},
        "Stayed: attacked by A Pic, it had no effect where it was going.",
        "Restée : attaquée par A Pic, elle n’a eu aucun effet là où elle allait.",
    ),
    (
        {"order": "F ENG C A LON - BEL", **NO, "reason": "convoy-disrupted", "detail": "severed"},
        "No convoy: its link of the chain was broken.",
        "Convoi sans effet : son maillon de la chaîne était rompu.",
    ),
    (
        {"order": "A PAR - BUR", **NO, "dislodged_by": "PIC", "retreats": ["GAS"]},
        "It failed. Then dislodged by an attack from Pic. It may retreat to Gas.",
        "Échec. Puis délogée par une attaque depuis Pic. Retraite possible : Gas.",
    ),
    (
        {"power": "FRANCE", "order": "A PAR - BUR", **NO, "reason": "bounced", "by": ["A MUN"], **odds(1, 1)},
        "Bounced with A Mun (1 against 1).",
        "A rebondi contre A Mun (1 contre 1).",
    ),
    (
        {"order": "A PAR - BUR", **NO, "reason": "bounced", "by": ["A MUN", "A RUH"], **odds(1, 2)},
        "Bounced with A Mun and A Ruh (1 against 2).",
        "A rebondi contre A Mun et A Ruh (1 contre 2).",
    ),
    (
        {"order": "A BER - MUN", **NO, "reason": "bounced", "by": ["A MUN"], "clause": "RB-5d"},
        "Blocked by A Mun: a power can’t dislodge its own unit.",
        "Arrêtée par A Mun : une puissance ne déloge pas sa propre unité.",
    ),
    (
        {"order": "A BER - MUN", **NO, "reason": "bounced", "by": ["A MUN"], "clause": "RB-5d", **odds(1, 1)},
        "Bounced with A Mun (1 against 1): a power can’t help to dislodge its own unit.",
        "A rebondi contre A Mun (1 contre 1) : une puissance n’aide pas à déloger sa propre unité.",
    ),
    (
        {"order": "A BER - MUN", **NO, "reason": "bounced", "by": ["A MUN"], "clause": "RB-5f", **odds(1, 1)},
        "Bounced head-on with A Mun (1 against 1).",
        "A rebondi de front contre A Mun (1 contre 1).",
    ),
    (
        {
            "order": "A PAR - BUR",
            **NO,
            "reason": "bounced",
            "by": ["A MUN"],
            **odds(1, 1),
            "dislodged_by": "BRE",
            "retreats": ["GAS", "PIC"],
        },
        "Bounced with A Mun (1 against 1). Then dislodged by an attack from Bre. "
        "It may retreat to Gas or Pic.",
        "A rebondi contre A Mun (1 contre 1). Puis délogée par une attaque depuis Bre. "
        "Retraite possible : Gas ou Pic.",
    ),
    (
        {"order": "A MAR S A PAR - BUR", **NO, "reason": "cut", "by": ["F LYO"]},
        "Support cut by F Lyo.",
        "Soutien coupé par F Lyo.",
    ),
    (
        {
            "order": "F NTH S F NWG",
            **NO,
            "reason": "dislodged",
            "by": ["F NWY"],
            **odds(1, 2),
            "dislodged_by": "NWY",
            "retreats": [],
        },
        "Support lost: dislodged by F Nwy (1 against 2). It has nowhere to retreat and is disbanded.",
        "Soutien perdu : délogée par F Nwy (1 contre 2). Sans retraite possible, elle est dissoute.",
    ),
    (
        {"order": "A LON - BEL", **NO, "reason": "convoy-disrupted", "by": ["F NTH", "F NWY"]},
        "Convoy broken: F Nth was dislodged by F Nwy.",
        "Convoi rompu : F Nth a été délogée par F Nwy.",
    ),
    (
        {
            "order": "F NTH H",
            **NO,
            "reason": "dislodged",
            "by": ["F NWY"],
            **odds(1, 2),
            "implied": True,
            "detail": "disorder",
            "clause": "RB-14",
            "dislodged_by": "NWY",
            "retreats": [],
        },
        "In civil disorder: dislodged by F Nwy (1 against 2). It doesn’t retreat and is disbanded.",
        "En désordre civil : délogée par F Nwy (1 contre 2). Elle ne se replie pas : elle est dissoute.",
    ),
    (
        {"order": "A BUR S A PAR - MUN", **NO, "reason": "unmatched", "by": ["A PAR"]},
        "No effect: A Par wasn’t ordered to do that.",
        "Sans effet : A Par n’avait pas cet ordre.",
    ),
    (
        {"order": "A MUN R SIL", **NO, "reason": "collision", "by": ["A BER"]},
        "Disbanded: A Ber retreated to Sil too.",
        "Dissoute : retraite sur Sil, comme A Ber.",
    ),
    ({"order": "A PAR - BUR", **YES}, "Arrived.", "Arrivée."),
    (
        {"order": "A PAR - BUR", **YES, **odds(2, 1)},
        "Arrived, with 2 against 1.",
        "Arrivée, à 2 contre 1.",
    ),
    ({"order": "A LON - BEL VIA", **YES}, "Arrived by convoy.", "Arrivée par convoi."),
    (
        {"order": "A LON - BEL", **YES, "clause": "RB-5h", **odds(2, 1)},
        "Arrived by convoy, with 2 against 1.",
        "Arrivée par convoi, à 2 contre 1.",
    ),
    (
        {"order": "F ROM - NAP", **YES, "clause": "RB-5g"},
        "Arrived, moving round in a ring.",
        "Arrivée, en rotation.",
    ),
    (
        {"order": "A SER H", **YES, "by": ["A BUL", "A RUM"], "clause": "RB-5e", **odds(1, 2)},
        "Held: A Bul and A Rum kept each other out.",
        "A tenu : A Bul et A Rum se sont neutralisées.",
    ),
    (
        {"order": "A SER H", **YES, "by": ["A BUL"], "clause": "RB-5a", **odds(1, 1)},
        "Held, with 1 against 1.",
        "A tenu, à 1 contre 1.",
    ),
    ({"order": "A PAR H", **YES, "implied": True}, "No order: it held.", "Sans ordre : elle a tenu."),
    (
        {"order": "F LON H", **YES, "implied": True, "clause": "ID-5"},
        "In anarchy: it held.",
        "En anarchie : elle a tenu.",
    ),
    (
        {"order": "F LON H", **YES, "implied": True, "detail": "disorder", "clause": "RB-14"},
        "In civil disorder: it held.",
        "En désordre civil : elle a tenu.",
    ),
    ({"order": "A PAR B", **YES}, "Built.", "Construite."),
    (
        {"order": "A PAR B", **YES, "by_rule": True, "clause": "ID-12"},
        "Built automatically (ID-12).",
        "Construite d’office (ID-12).",
    ),
    (
        {"order": "A UKR D", **YES, "by_rule": True, "clause": "RB-15"},
        "Disbanded automatically: farthest from home (RB-15).",
        "Dissoute d’office : la plus éloignée de ses centres (RB-15).",
    ),
    (
        {"order": "A MUN D", **YES, "implied": True, "detail": "no-order", "clause": "RB-9"},
        "No order: it was disbanded.",
        "Sans ordre : elle est dissoute.",
    ),
    ({"order": "WAIVE FRANCE", **YES}, "Build waived.", "Construction abandonnée."),
    (
        {"order": "F NTH - PIC", **VOID, "reason": "illegal", "detail": "unreachable"},
        "Not possible: F Nth cannot reach Pic.",
        "Impossible : F Nth ne peut pas atteindre Pic.",
    ),
    (
        {"order": "F STP/SC S F BAL - LVN", **VOID, "reason": "illegal", "detail": "no-target"},
        "Not possible: F Bal is not there.",
        "Impossible : F Bal n’y est pas.",
    ),
    (
        {"order": "F STP/NC - SPA/SC", **VOID, "reason": "illegal", "detail": "unreachable"},
        "Not possible: F Stp (nc) cannot reach Spa (sc).",
        "Impossible : F Stp (cn) ne peut pas atteindre Spa (cs).",
    ),
    (
        {"order": "F MOS B", **VOID, "reason": "illegal", "detail": "unreachable"},
        "Not possible: F Mos can’t be there.",
        "Impossible : F Mos ne peut pas s’y trouver.",
    ),
    (
        {"order": "A MUN R BOH", **VOID, "reason": "illegal", "detail": "contested"},
        "Not possible: a bounce left Boh empty. The unit was disbanded.",
        "Impossible : un rebond a laissé Boh vide. L’unité est dissoute.",
    ),
    (
        {"order": "what?", **VOID, "reason": "illegal", "detail": "unreadable"},
        "Not understood as an order.",
        "Cette ligne n’est pas un ordre lisible.",
    ),
    (
        {"order": "A BER B", **VOID, "reason": "duplicate"},
        "Invalid: there is an order for Ber already.",
        "Non valable : il y a déjà un ordre pour Ber.",
    ),
    (
        {"order": "A PAR - BUR", **VOID, "reason": "duplicate", "detail": "identical"},
        "The same order again: it counts once.",
        "Le même ordre encore : il compte une fois.",
    ),
]


@pytest.mark.parametrize(("result", "english", "french"), RESULTS)
def test_a_result_in_words(result, english, french):
    assert sentence(result, "en") == english
    assert sentence(result, None) == english
    assert sentence(result, "fr") == french


AUCTION = {
    "kind": "auction",
    "year": 1902,
    "bids": {
        "1": {"GERMANY": 6, "ITALY": 0, "RUSSIA": 6, "TURKEY": 0},
        "2": {"GERMANY": 5, "ITALY": 0, "RUSSIA": 1, "TURKEY": 3},
    },
    "winner": {"GERMANY": "2", "ITALY": None, "RUSSIA": "2", "TURKEY": "2"},
    "price": {"GERMANY": 3, "ITALY": 0, "RUSSIA": 1, "TURKEY": 2},
    "before": {"1": 10, "2": 8},
    "after": {"1": 0, "2": 2},
    "bust": ["1"],
}

NEWS = [
    (
        {"kind": "coin", "year": 1914, "seat": "2", "power": "ITALY", "clause": "RB-20"},
        "The coin falls for player 2: Italy joins that side in spring 1915, and its provinces open (RB-20).",
        "La pièce désigne le joueur 2 : l’Italie rejoint son camp au printemps 1915, et ses provinces "
        "s’ouvrent (RB-20).",
    ),
    (
        {"kind": "victory", "how": "RB-12", "winners": ["2"], "centres": {"AUSTRIA": 18}}
        | {"powers": {"2": "AUSTRIA"}},
        "Player 2 wins with Austria’s 18 centres (RB-12).",
        "Le joueur 2 gagne avec les 18 centres de l’Autriche (RB-12).",
    ),
    (
        {"kind": "victory", "how": "RB-20", "winners": ["1"], "units": {"1": 24}},
        "Player 1 wins with 24 units (RB-20).",
        "Le joueur 1 gagne avec 24 unités (RB-20).",
    ),
    (
        {"kind": "report", "seat": "FRANCE", "phase": "F1901", "units": {"GERMANY": ["A MUN", "F KIE"]}}
        | {"spies_here": {"SWI": {"RUSSIA": 2}}, "spies_near": ["SIL"]},
        "Report of Autumn 1901: Germany: A Mun and F Kie. Spies in Switzerland: Russia 2. Foreign spies "
        "nearby: Silesia.",
        "Rapport, Automne 1901 : L’Allemagne : A Mun et F Kie. Espions, Suisse : Russie 2. Espions étrangers "
        "alentour : Silésie.",
    ),
    (
        {"kind": "report", "seat": "FRANCE", "phase": "S1901", "units": {}, "spies_here": {}}
        | {"spies_near": []},
        "Report of Spring 1901: no one in sight.",
        "Rapport, Printemps 1901 : personne en vue.",
    ),
    (
        {"kind": "carried", "seat": "FRANCE", "spies": [{"from": "NTH", "to": "NWY"}], "clause": "SPY-13"},
        "Spies aboard went with their fleets: North Sea → Norway.",
        "Des espions à bord ont suivi leur flotte : Mer du Nord → Norvège.",
    ),
    (
        {"kind": "lost", "seat": "FRANCE", "spies": ["NTH"], "clause": "SPY-19"},
        "Spies lost: North Sea.",
        "Espions perdus : Mer du Nord.",
    ),
    (
        AUCTION,
        "Germany goes to player 2 for 3; Russia goes to player 2 for 1; Turkey goes to player 2 for 2. "
        "In anarchy: Italy. Player 1 is bust: winning bids of 12 against a treasury of 10. "
        "Treasuries: player 1 10 → 0, player 2 8 → 2.",
        "L’Allemagne va au joueur 2 pour 3 ; la Russie va au joueur 2 pour 1 ; la Turquie va au joueur 2 "
        "pour 2. En anarchie : l’Italie. Le joueur 1 est en faillite : 12 d’offres gagnantes pour un trésor "
        "de 10. Trésors : le joueur 1 10 → 0, le joueur 2 8 → 2.",
    ),
    (
        AUCTION
        | {
            "winner": {"GERMANY": "1", "ITALY": None, "RUSSIA": "1", "TURKEY": "2"},
            "price": {"GERMANY": 4, "ITALY": 0, "RUSSIA": 6, "TURKEY": 3},
            "net": {
                "1": {"GERMANY": 4, "ITALY": 0, "RUSSIA": 6, "TURKEY": 0},
                "2": {"GERMANY": 5, "ITALY": 0, "RUSSIA": 1, "TURKEY": 3},
            },
            "before": {"1": 13, "2": 8},
            "after": {"1": 0, "2": 5},
            "bust": [],
            "charges": {"1": 3, "2": 0},
        },
        "Germany goes to player 1 for 4 (bid 6, loyalty 2); Russia goes to player 1 for 6; Turkey goes to "
        "player 2 for 3. In anarchy: Italy. Charges: player 1 3, player 2 0. Treasuries: player 1 13 → 0, "
        "player 2 8 → 5.",
        "L’Allemagne va au joueur 1 pour 4 (offre 6, fidélité 2) ; la Russie va au joueur 1 pour 6 ; la "
        "Turquie va au joueur 2 pour 3. En anarchie : l’Italie. Frais : le joueur 1 3, le joueur 2 0. "
        "Trésors : le joueur 1 13 → 0, le joueur 2 8 → 5.",
    ),
    (
        AUCTION | {"net": AUCTION["bids"], "charges": {"1": 1, "2": 0}},
        "Germany goes to player 2 for 3; Russia goes to player 2 for 1; Turkey goes to player 2 for 2. In "
        "anarchy: Italy. Player 1 is bust: winning bids of 12 and charges of 1 against a treasury of 10. "
        "Charges: player 1 1, player 2 0. Treasuries: player 1 10 → 0, player 2 8 → 2.",
        "L’Allemagne va au joueur 2 pour 3 ; la Russie va au joueur 2 pour 1 ; la Turquie va au joueur 2 "
        "pour 2. En anarchie : l’Italie. Le joueur 1 est en faillite : 12 d’offres gagnantes et 1 de frais "
        "pour un trésor de 10. Frais : le joueur 1 1, le joueur 2 0. Trésors : le joueur 1 10 → 0, "
        "le joueur 2 8 → 2.",
    ),
    *(
        (news.satellite(year=1902, seat="1", event=event, **facts), english, french)
        for event, facts, english, french in (
            (
                "nominated",
                {"satellite": {"power": "ITALY", "secret": False}, "clause": "ID2-6"},
                "Player 1 has Italy as a satellite (ID2-6).",
                "Le joueur 1 a l’Italie pour satellite (ID2-6).",
            ),
            (
                "nominated",
                {"satellite": {"power": "ITALY", "secret": True}, "clause": "ID2-6"},
                "Player 1 has Italy as a secret satellite (ID2-6).",
                "Le joueur 1 a l’Italie pour satellite secret (ID2-6).",
            ),
            (
                "nominated",
                {"satellite": {"secret": True}, "clause": "ID2-6"},
                "Player 1 has a satellite, which stays secret (ID2-6).",
                "Le joueur 1 a un satellite, tenu secret (ID2-6).",
            ),
            (
                "none",
                {"again": True, "clause": "ID2-7"},
                "Player 1 gets no satellite and may nominate once more next year (ID2-7).",
                "Le joueur 1 n’obtient pas de satellite et peut en demander un encore l’an prochain (ID2-7).",
            ),
            (
                "none",
                {"again": False, "clause": "ID2-7"},
                "Player 1 gets no satellite (ID2-7).",
                "Le joueur 1 n’obtient pas de satellite (ID2-7).",
            ),
            (
                "void",
                {"clause": "ID2-4"},
                "Player 1 is bust: the nomination of a satellite is void (ID2-4).",
                "Le joueur 1 est en faillite : la demande de satellite est sans effet (ID2-4).",
            ),
            (
                "shown",
                {"satellite": {"power": "ITALY", "secret": False}, "clause": "ID2-10"},
                "Secret no longer: player 1 has Italy as a satellite (ID2-10).",
                "Le secret est levé : le joueur 1 a l’Italie pour satellite (ID2-10).",
            ),
            (
                "lost",
                {"satellite": {"power": "ITALY", "secret": False}, "clause": "ID2-8"},
                "Player 1 loses the satellite (Italy) for good: its upkeep is unpaid (ID2-8).",
                "Le joueur 1 perd le satellite (l’Italie) pour toujours : son entretien est impayé (ID2-8).",
            ),
            (
                "lost",
                {"satellite": {"secret": True}, "clause": "ID2-4"},
                "Player 1 loses the satellite for good: bust (ID2-4).",
                "Le joueur 1 perd le satellite pour toujours : faillite (ID2-4).",
            ),
            (
                "lapsed",
                {"satellite": {"power": "ITALY", "secret": False}, "clause": "ID2-8"},
                "Player 1 loses the satellite (Italy): it has neither units nor centres (ID2-8).",
                "Le joueur 1 perd le satellite (l’Italie) : il n’a ni unités ni centres (ID2-8).",
            ),
        )
    ),
    (
        news.homes(
            homes={"1": "FRANCE", "2": "AUSTRIA"},
            preferences={},
            drawn=["2"],
            rank=2,
            winner=None,
            treasury={"1": 20, "2": 24},
        ),
        "Player 1 gets France and player 2 gets Austria. The lists first differ at rank 2. "
        "For want of a valid list, that of player 2 was drawn by lot.",
        "Le joueur 1 reçoit la France et le joueur 2 reçoit l’Autriche. Les listes diffèrent dès le rang 2. "
        "Faute de liste valable, celle du joueur 2 est tirée au sort.",
    ),
    (
        news.homes(
            homes={"1": "FRANCE", "2": "AUSTRIA"}, preferences={}, drawn=[], rank=0, winner="1", treasury={}
        ),
        "Player 1 gets France and player 2 gets Austria. Identical lists: the random draw chose player 1.",
        "Le joueur 1 reçoit la France et le joueur 2 reçoit l’Autriche. "
        "Listes identiques : le tirage au sort désigne le joueur 1.",
    ),
    (
        news.ownership(
            year=1901,
            changes={
                "PAR": ("FRANCE", "GERMANY"),
                "SPA": (None, "FRANCE"),
                "BEL": (None, "FRANCE"),
                "TUN": (None, "FRANCE"),
            },
        ),
        "France takes Belgium, Spain and Tunis. Germany takes Paris (from France).",
        "La France prend la Belgique, l’Espagne et Tunis. L’Allemagne prend Paris (à la France).",
    ),
    (
        news.ownership(year=1901, changes={}),
        "No centre changed hands.",
        "Aucun centre ne change de mains.",
    ),
    (
        news.income(year=1901, before={"1": 3, "2": 0}, after={"1": 8, "2": 4}),
        "Income: player 1 +5 → 8, player 2 +4 → 4.",
        "Revenus : le joueur 1 +5 → 8, le joueur 2 +4 → 4.",
    ),
    (
        news.disorder(seat="FRANCE", powers=["FRANCE"], clause="RB-14"),
        "France saved nothing: civil disorder for this phase, by RB-14.",
        "La France n’a rien enregistré : désordre civil pour cette phase, selon RB-14.",
    ),
    (
        news.disorder(seat="1", powers=["FRANCE", "ITALY"], clause="ID-14"),
        "Player 1 saved nothing: civil disorder for this phase (France and Italy), by ID-14.",
        "Le joueur 1 n’a rien enregistré : désordre civil pour "
        "cette phase (la France et l’Italie), selon ID-14.",
    ),
    (
        news.elimination(year=1904, power="TURKEY"),
        "Turkey is eliminated: no units and no centres are left.",
        "La Turquie est éliminée : elle n’a plus ni unités ni centres.",
    ),
    (
        news.spell(seat="GOD", unit="A MUN", power="GERMANY", clause="DG-6", cancelled=False),
        "God blesses A Mun (Germany): it cannot be dislodged (DG-6).",
        "Le Bon Dieu bénit A Mun (Allemagne) : elle ne peut pas être délogée (DG-6).",
    ),
    (
        news.spell(seat="DEVIL", unit="F STP/SC", power="RUSSIA", clause="DG-4", cancelled=True),
        "The Devil curses F Stp (sc) (Russia): the two spells cancel each other out (DG-4).",
        "Le Diable maudit F Stp (cs) (Russie) : les deux sorts s’annulent l’un l’autre (DG-4).",
    ),
    (
        news.favour(year=1903, power="ITALY", clause="DG-14"),
        "Italy has God’s favour: it may keep one unit more than its centres this winter (DG-14).",
        "L’Italie a la faveur du Bon Dieu : cet hiver, elle peut garder une unité de plus que ses centres "
        "(DG-14).",
    ),
    (
        news.divine(year=1905, how="DG-15", winner="GOD", eliminated={"DEVIL": "ITALY"}),
        "God wins: Italy, protected by the Devil, is eliminated. "
        "Both divine players retire; the seven play on (DG-15).",
        "Le Bon Dieu gagne : l’Italie, sous la protection du Diable, est éliminée. "
        "Les deux êtres divins se retirent ; les sept continuent (DG-15).",
    ),
    (
        news.divine(year=1905, how="DG-15", winner="DEVIL", eliminated={"GOD": "FRANCE"}),
        "The Devil wins: France, protected by God, is eliminated. "
        "Both divine players retire; the seven play on (DG-15).",
        "Le Diable gagne : la France, sous la protection du Bon Dieu, est éliminée. "
        "Les deux êtres divins se retirent ; les sept continuent (DG-15).",
    ),
    (
        news.divine(year=1905, how="DG-15", winner=None, eliminated={"DEVIL": "ITALY", "GOD": "FRANCE"}),
        "Both protected powers, Italy and France, are eliminated: no divine player wins, "
        "and both retire (DG-15).",
        "Les deux puissances protégées, l’Italie et la France, sont éliminées : aucun être divin ne gagne, "
        "et tous deux se retirent (DG-15).",
    ),
    (
        news.victory(how="DG-15", winners=["FRANCE", "GOD"], centres={"FRANCE": 18}, divine="GOD"),
        "France wins with 18 centres, and God with it (DG-15).",
        "La France gagne avec 18 centres, et le Bon Dieu avec elle (DG-15).",
    ),
    (
        news.victory(
            how="DG-17", winners=["DEVIL", "FRANCE", "ITALY"], agreed="draw", divine="DEVIL", by=["FRANCE"]
        ),
        "Draw agreed: France and Italy share the game, and the Devil wins too (DG-17).",
        "Nulle convenue : la France et l’Italie se partagent la partie, et le Diable gagne aussi (DG-17).",
    ),
    (
        news.victory(how="ID-15", winners=["1"], entered={"1": ["CON", "SMY"], "2": []}),
        "Player 1 wins with units in Constantinople and Smyrna (ID-15).",
        "Le joueur 1 gagne avec des unités à Constantinople et à Smyrne (ID-15).",
    ),
    (
        news.victory(how="ID-16", winners=["2"], entered={"1": ["CON"], "2": ["VEN"]}),
        "Player 2 wins with a unit in Venice (ID-16).",
        "Le joueur 2 gagne avec une unité à Venise (ID-16).",
    ),
    (
        news.victory(how="RB-12", winners=["ITALY"], centres={"ITALY": 18}),
        "Italy wins with 18 centres (RB-12).",
        "L’Italie gagne avec 18 centres (RB-12).",
    ),
    (
        news.victory(how="RB-13", winners=["ITALY", "FRANCE"], units={"ITALY": 9, "FRANCE": 9}),
        "France and Italy share the game (RB-13).",
        "La France et l’Italie se partagent la partie (RB-13).",
    ),
    (
        news.victory(how="ID-18", winners=[], agreed="stalemate", by=["1", "2"]),
        "Stalemate declared: no one wins (ID-18).",
        "Impasse déclarée : personne ne gagne (ID-18).",
    ),
    (
        news.victory(how="ID-19", winners=["1", "2"], agreed="draw", by=["1", "2"]),
        "Draw agreed: player 1 and player 2 share the game (ID-19).",
        "Nulle convenue : le joueur 1 et le joueur 2 se partagent la partie (ID-19).",
    ),
    (
        news.victory(how="ID-19", winners=["2"], agreed="concession", by=["1"]),
        "Conceded: player 2 wins (ID-19).",
        "Abandon : le joueur 2 gagne (ID-19).",
    ),
    (
        news.tie(how="ID-16", tied_until=1903),
        "A perfect tie: the game goes on, and victory is checked again in autumn 1903 (ID-16).",
        "Égalité parfaite : la partie continue, et la victoire sera jugée à l’automne 1903 (ID-16).",
    ),
]


@pytest.mark.parametrize(("item", "english", "french"), NEWS)
def test_news_in_words(item, english, french):
    assert sentence(item, "en") == english
    assert sentence(item, "fr") == french


def test_no_kind_of_news_is_without_a_golden_sentence():
    assert {item["kind"] for item, _, _ in NEWS} == set(KINDS)


ORDERS = [
    "A PAR H",
    "A PAR - BUR",
    "A LON - BEL VIA",
    "A BUR S A PAR",
    "A BUR S A PAR - MUN",
    "F NTH C A LON - BEL",
    "A MUN R TYR",
    "A MUN D",
    "A PAR B",
    "WAIVE",
    "nonsense",
]


@pytest.mark.parametrize("reason", results.REASONS)
def test_every_reason_has_a_sentence_in_both_languages(reason):
    table = VOIDS if reason in results.VOID_REASONS else FAILURES
    assert reason in table
    verdict = "void" if reason in results.VOID_REASONS else "fails"
    for order in ORDERS:
        for by in ([], ["A MUN"], ["F NTH", "F NWY"], ["A BOH", "A RUH", "A SIL"]):
            both({"order": order, "verdict": verdict, "reason": reason, "by": by})


@pytest.mark.parametrize("detail", results.DETAILS)
def test_every_detail_has_a_sentence_in_both_languages(detail):
    assert detail in DETAILS
    for order in ORDERS:
        both({"order": order, "verdict": "void", "reason": "illegal", "detail": detail})


@pytest.mark.parametrize("order", ORDERS)
def test_every_success_has_a_sentence_in_both_languages(order):
    said = both({"order": order, "verdict": "succeeds"})
    assert said["en"] != said["fr"]


def both(item):
    """The sentences of `item`, checked to be whole: filled in, capitalised, ended, without stray blanks."""
    said = {language: sentence(item, language) for language in names.LANGUAGES}
    for text in said.values():
        assert re.fullmatch(r"[A-ZÀÉ“«].*\.", text), text
        assert not re.search(r"[{}]|  | \.| ,|\(\)", text), text
    for mark in re.findall(r".?:", said["fr"]):
        assert mark == " :", said["fr"]
    return said


WORDS = (
    "A",
    "F",
    "S",
    "C",
    "H",
    "-",
    "R",
    "D",
    "B",
    "VIA",
    "WAIVE",
    "MUN",
    "STP/NC",
    "NTH",
    "BEL",
    "XYZ",
    "par",
)


@pytest.mark.slow
def test_whatever_was_ordered_the_turn_can_be_told():
    """Random orders, most of them nonsense, for a crowded board: every result has its sentences."""
    dice = random.Random(11)
    board = standard()
    kinds = {"S1901M": movement, "S1901R": retreats, "W1901A": adjustments}
    for _ in range(60):
        phase = dice.choice(list(kinds))
        units = {}
        for province in dice.sample(tuple(board.provinces), 30):
            units.setdefault(dice.choice(tuple(board.powers)), []).append(
                dice.choice(board.unit_sites(province))
            )
        dislodged = {}
        if phase == "S1901R":
            for power, theirs in units.items():
                dislodged[power] = [{"unit": theirs[0], "from": "SIL", "by_convoy": False}]
        centres = {power: list(board.powers[power].homes) for power in board.powers}
        position = Position.from_json(
            {"phase": phase, "units": units, "dislodged": dislodged, "centres": centres}, board
        )
        answers = {power: None if dice.random() < 0.2 else [] for power in board.powers}
        for power, lines in answers.items():
            for unit in units.get(power, ()) if lines is not None else ():
                lines.append(" ".join((unit, *dice.choices(WORDS, k=dice.randint(0, 5)))))
                place = dice.choice(board.locations)
                lines.append(dice.choice((f"{unit} - {place}", f"{unit} R {place}", f"{unit[0]} {place} B")))
        for result in kinds[phase].resolve(position, answers, rulebook("modern")).results:
            both(result.to_json())


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_problem_of_reading_has_a_sentence_in_both_languages(code):
    facts = {
        "line": 3,
        "kind": "M",
        "word": "Foo",
        "given": "Foo",
        "guesses": ("BUR",),
        "place": "BEL",
        "meanings": ("A PAR - LVN", "A PAR - LVP"),
        "power": "TURKEY",
        "powers": ("FRANCE",),
        "limit": 9,
        "used": 3,
    }
    english, french = (problem_sentence(code, facts, language) for language in names.LANGUAGES)
    assert english.startswith("Line 3: ") and french.startswith("Ligne 3 : ")
    for text in (english, french):
        assert not re.search(r"[{}]|  | \.", text), text


DESCRIBED = {
    "A PAR - BUR": ("A Paris → Burgundy", "A Paris → Bourgogne"),
    "A LON - BEL VIA": ("A London → Belgium via convoy", "A Londres → Belgique par convoi"),
    "A PAR H": ("A Paris holds", "A Paris tient"),
    "A BUR S A PAR": ("A Burgundy supports A Paris", "A Bourgogne soutient A Paris"),
    "F GAS S F MAO - SPA/NC": (
        "F Gascony supports F Mid-Atlantic Ocean → Spain (north coast)",
        "F Gascogne soutient F Atlantique moyen → Espagne (côte nord)",
    ),
    "F NTH C A LON - BEL": (
        "F North Sea convoys A London → Belgium",
        "F Mer du Nord convoie A Londres → Belgique",
    ),
    "A MUN R TYR": ("A Munich retreats → Tyrolia", "A Munich se replie → Tyrol"),
    "F STP/NC B": (
        "F St Petersburg (north coast) is built",
        "F Saint-Pétersbourg (côte nord) est construite",
    ),
    "A MUN D": ("A Munich disbands", "A Munich est dissoute"),
    "WAIVE": ("Waives a build", "Renonce à une construction"),
    "WAIVE FRANCE": ("France waives a build", "La France renonce à une construction"),
}


@pytest.mark.parametrize("order", DESCRIBED)
def test_an_order_in_full(order):
    assert (describe(order, "en"), describe(order, "fr")) == DESCRIBED[order]


def test_only_canonical_orders_are_described():
    for text in ("Paris to Burgundy", "A PAR - XYZ", "", "WAIVE SPAIN"):
        with pytest.raises(OrderSyntaxError):
            describe(text, "en")


PHASES = {
    "S1901H": ("Choice of home powers", "Choix des puissances"),
    "S1904B": ("Auction for 1904", "Enchères pour 1904"),
    "S1902M": ("Spring 1902, moves", "Printemps 1902, mouvements"),
    "F1902R": ("Autumn 1902, retreats", "Automne 1902, retraites"),
    "W1902A": ("Winter 1902, adjustments", "Hiver 1902, ajustements"),
    "S1902E": ("Spring 1902, espionage", "Printemps 1902, espionnage"),
}


@pytest.mark.parametrize("phase", PHASES)
def test_a_phase_by_name(phase):
    assert (names.phase(phase, "en"), names.phase(phase, "fr")) == PHASES[phase]


def test_units_and_places_by_name():
    assert names.unit("A MUN") == "A Mun"
    assert (names.unit("F STP/SC", "en"), names.unit("F STP/SC", "fr")) == ("F Stp (sc)", "F Stp (cs)")
    assert names.full_unit("F NTH", "fr") == "F Mer du Nord"
    assert names.place("BUL/EC", "fr") == "Bulgarie (côte est)"


def test_seats_by_name():
    assert (names.seat("1", "en"), names.seat("1", "fr")) == ("player 1", "le joueur 1")
    assert names.seat("AUSTRIA", "fr") == "l’Autriche"
    assert names.seat("2", "fr", homes={"2": "ITALY"}) == "l’Italie"


def test_french_articles_are_elided():
    assert with_article("SPA", "Espagne") == "l’Espagne"
    assert with_article("DEN", "Danemark") == "le Danemark"
    assert with_article("PAR", "Paris") == "Paris"


def test_centres_that_are_lands_have_an_article_and_cities_have_none():
    board = standard()
    homes = {home for power in board.powers.values() for home in power.homes}
    for centre in board.centres:
        name = names.the_place(centre, "fr")
        assert name.startswith(("la ", "le ", "l’")) == (centre not in homes | {"TUN"}), name
