"""The sentences of results, English and French: by kind of order, reason and detail.

Names in braces are filled by `results`: {by} and {with_by} the units that caused it, {odds} the numbers,
{unit}, {target}, {to} and {site} the order's own parts.
"""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

ANARCHY: Final = frozenset({"ID-5", "ID-6", "ID-7"})
"""Clauses under which a power sits out the year in anarchy."""

DISORDER: Final = ANARCHY | {"RB-14", "RB-16", "RB-17", "ID-14"}
"""Clauses under which a power is in civil disorder."""

SUCCESSES: Final[dict[str, Pair]] = {
    "H": ("Held.", "A tenu."),
    "-": ("Arrived.", "Arrivée."),
    "VIA": ("Arrived by convoy.", "Arrivée par convoi."),
    "S": ("Support given.", "Soutien donné."),
    "C": ("Convoy carried out.", "Convoi effectué."),
    "R": ("Retreated.", "Repliée."),
    "D": ("Disbanded.", "Dissoute."),
    "B": ("Built.", "Construite."),
    "WAIVE": ("Build waived.", "Construction abandonnée."),
}
"""Sentences for orders that succeeded, by kind of order."""

DONE: Final[Pair] = ("Carried out.", "Exécuté.")

CUT_OFF: Final[dict[str, Pair]] = {
    "cut-off": (
        "Ready to convoy, but the convoy was broken: {sunk}.",
        "Prête à convoyer, mais le convoi était rompu : {sunk}.",
    ),
    "severed": (
        "Ready to convoy, but the convoy was broken: {rivals} could carry no one.",
        "Prête à convoyer, mais le convoi était rompu : {rivals} ne pouvait porter personne.",
    ),
}
"""Sentences for a fleet whose convoy failed without its fault, by the result's detail."""

FAILURES: Final[dict[str, Pair]] = {
    "bounced": ("Bounced{with_by}{odds}.", "A rebondi{with_by}{odds}."),
    "cut": ("Support cut{by}.", "Soutien coupé{by}."),
    "dislodged": ("Dislodged{by}{odds}.", "Délogée{by}{odds}."),
    "unmatched": (
        "No effect: {other} wasn’t ordered to do that.",
        "Sans effet : {other} n’avait pas cet ordre.",
    ),
    "no-convoy": (
        "Stayed: no chain of fleets was ordered to convoy it.",
        "Restée : aucune chaîne de flottes n’avait l’ordre de la convoyer.",
    ),
    "convoy-disrupted": ("Convoy broken: {sunk}.", "Convoi rompu : {sunk}."),
    "paradox": (
        "Stayed: the attack by convoy made a paradox and had no effect.",
        "Restée : l’attaque par convoi créait un paradoxe et n’a eu aucun effet.",
    ),
    "lost": ("Lost.", "Perdue."),
    "no-fleet": ("Stayed: no fleet was there.", "Restée : il n’y avait là aucune flotte."),
    "collision": (
        "Disbanded: {rivals} retreated to {to} too.",
        "Dissoute : retraite sur {to}, comme {rivals}.",
    ),
}
"""Sentences for orders that failed, by reason; those with a sentence for each kind of order are in
`FAILED_BY_KIND`.
"""

FAILED_BY_KIND: Final[dict[tuple[str, str], Pair]] = {
    ("dislodged", "S"): ("Support lost: dislodged{by}{odds}.", "Soutien perdu : délogée{by}{odds}."),
    ("dislodged", "C"): ("Convoy lost: dislodged{by}{odds}.", "Convoi perdu : délogée{by}{odds}."),
    ("paradox", "C"): (
        "No convoy: the attack it carried made a paradox.",
        "Convoi sans effet : l’attaque convoyée créait un paradoxe.",
    ),
    ("no-convoy", "C"): (
        "No effect: it was in no complete chain of fleets.",
        "Sans effet : aucune chaîne complète de flottes ne passait par elle.",
    ),
}

FACTS: Final[dict[tuple[str, str], Pair]] = {
    ("rooted", "succeeds"): (": it could not be dislodged.", " : elle ne pouvait pas être délogée."),
    ("rooted", "fails"): (
        "Bounced{with_by}{odds}: that unit could not be dislodged.",
        "A rebondi{with_by}{odds} : cette unité ne pouvait pas être délogée.",
    ),
    ("assured", "succeeds"): (
        ", with {own} against {against}: nothing could keep it out.",
        ", à {own} contre {against} : rien ne pouvait l’arrêter.",
    ),
    ("assured", "fails"): (
        "Bounced{with_by}{odds}: nothing gets in against that unit.",
        "A rebondi{with_by}{odds} : rien n’entre contre cette unité.",
    ),
    ("steadfast", "succeeds"): (
        ": {rivals} could not cut it.",
        " : il ne pouvait pas être coupé{by}.",
    ),
    ("prone", "succeeds"): (": {rivals} could not hold out.", " : {rivals} ne pouvait pas résister."),
    ("prone", "fails"): (
        "Dislodged{by}{odds}: it could not hold out.",
        "Délogée{by}{odds} : elle ne pouvait pas résister.",
    ),
    ("unaided", "fails"): (
        "No effect: {other} could not be supported.",
        "Sans effet : {other} ne pouvait pas être soutenue.",
    ),
    ("helpless", "fails"): ("Support cut outright.", "Soutien coupé d’office."),
    ("doomed", "fails"): (
        "Stayed: its attack was bound to fail.",
        "Restée : son attaque ne pouvait qu’échouer.",
    ),
    ("no-effect", "fails"): (
        "Stayed: attacked{by}, it had no effect where it was going.",
        "Restée : attaquée{by}, elle n’a eu aucun effet là où elle allait.",
    ),
    ("by-land", "fails"): (
        "Not used: {other} took the way by land.",
        "Non utilisé : {other} a pris la voie de terre.",
    ),
    ("void-order", "fails"): (
        "No effect: {other}’s own order was invalid.",
        "Sans effet : l’ordre donné à {other} n’était pas valable.",
    ),
    ("severed", "fails"): (
        "Convoy broken: {rivals} could carry no one.",
        "Convoi rompu : {rivals} ne pouvait porter personne.",
    ),
}
"""What decided in particular, mostly a fact about a unit, by the detail and the verdict; with `succeeds`,
what follows the plain sentence.
"""
SEVERED: Final[Pair] = (
    "No convoy: its link of the chain was broken.",
    "Convoi sans effet : son maillon de la chaîne était rompu.",
)

OWN_UNIT: Final[Pair] = (
    "Blocked{by}: a power can’t dislodge its own unit.",
    "Arrêtée{by} : une puissance ne déloge pas sa propre unité.",
)
OWN_SUPPORT: Final[Pair] = (
    "Bounced{with_by}{odds}: a power can’t help to dislodge its own unit.",
    "A rebondi{with_by}{odds} : une puissance n’aide pas à déloger sa propre unité.",
)
HEAD_TO_HEAD: Final[Pair] = ("Bounced head-on{with_by}{odds}.", "A rebondi de front{with_by}{odds}.")

VOIDS: Final[dict[str, Pair]] = {
    "illegal": ("Not possible.", "Impossible."),
    "no-unit": ("Invalid: {unit} is not there.", "Non valable : {unit} n’y est pas."),
    "coast-missing": ("Invalid: the coast was not named.", "Non valable : la côte n’est pas précisée."),
    "duplicate": (
        "Invalid: {unit} was given two different orders.",
        "Non valable : {unit} a reçu deux ordres différents.",
    ),
    "too-many": ("Invalid: more orders than were due.", "Non valable : plus d’ordres que prévu."),
    "occupied": ("Invalid: {site} is occupied.", "Non valable : {site} est occupé."),
    "not-home": (
        "Invalid: {site} is no home centre of this power.",
        "Non valable : {site} n’est pas un centre d’origine de cette puissance.",
    ),
    "not-owned": (
        "Invalid: this power does not own {site}.",
        "Non valable : {site} n’appartient pas à cette puissance.",
    ),
}
"""Sentences for void orders, by reason."""

DETAILS: Final[dict[str, Pair]] = {
    "unreadable": ("Not understood as an order.", "Cette ligne n’est pas un ordre lisible."),
    "ambiguous": (
        "Not followed: it can be read in several ways.",
        "Non suivi : cet ordre peut se lire de plusieurs façons.",
    ),
    "wrong-phase": ("No order for this phase.", "Cet ordre n’est pas de cette phase."),
    "wrong-owner": (
        "Not possible: {unit} belongs to another power.",
        "Impossible : {unit} appartient à une autre puissance.",
    ),
    "unreachable": (
        "Not possible: {unit} cannot reach {to}.",
        "Impossible : {unit} ne peut pas atteindre {to}.",
    ),
    "same-place": ("Not possible: {unit} is there already.", "Impossible : {unit} y est déjà."),
    "coast-missing": (
        "Not followed: {to} has two coasts, and none was named.",
        "Non suivi : {to} a deux côtes, aucune n’est précisée.",
    ),
    "wrong-coast": (
        "Not possible: {unit} cannot reach that coast.",
        "Impossible : {unit} ne peut pas atteindre cette côte.",
    ),
    "closed": ("Not possible: no one may enter {to}.", "Impossible : l’entrée en {to} est interdite."),
    "self": (
        "Not possible: a unit can’t support itself.",
        "Impossible : une unité ne se soutient pas elle-même.",
    ),
    "own-area": (
        "Not possible: a unit can’t support a move into its own place.",
        "Impossible : une unité ne soutient pas une attaque contre sa propre place.",
    ),
    "no-target": ("Not possible: {target} is not there.", "Impossible : {target} n’y est pas."),
    "target-unreachable": (
        "Not possible: {target} cannot reach {to}.",
        "Impossible : {target} ne peut pas atteindre {to}.",
    ),
    "not-convoyable": (
        "Not possible: only an army goes by convoy, from one coast to another.",
        "Impossible : seule une armée est convoyée, d’une côte à une autre.",
    ),
    "not-at-sea": (
        "Not possible: {unit} isn’t at sea, so it can’t convoy.",
        "Impossible : {unit} n’est pas en mer et ne convoie personne.",
    ),
    "not-needed": (
        "Not possible: {unit} is on no sea route to {to}.",
        "Impossible : {unit} n’est sur aucune route maritime vers {to}.",
    ),
    "no-convoy-possible": (
        "Not possible: no fleets could carry {unit} to {to}.",
        "Impossible : aucune flotte ne peut porter {unit} vers {to}.",
    ),
    "cut-off": ("The rest of the convoy was lost.", "Le reste du convoi était perdu."),
    "by-land": ("It went by land.", "Elle est allée par voie de terre."),
    "void-order": ("The order it helped was invalid.", "L’ordre qu’il aidait n’était pas valable."),
    "not-a-centre": ("Invalid: {site} is no supply centre.", "Non valable : {site} n’est pas un centre."),
    "not-dislodged": ("Invalid: {unit} was not dislodged.", "Non valable : {unit} n’a pas été délogée."),
    "attackers-origin": (
        "Not possible: the attacker came from {to}.",
        "Impossible : {to} est le point de départ de l’attaque.",
    ),
    "contested": (
        "Not possible: a bounce left {to} empty.",
        "Impossible : un rebond a laissé {to} vide.",
    ),
    "occupied": ("Not possible: {to} is occupied.", "Impossible : {to} est occupé."),
    "barred": ("Not possible: {to} is barred to {unit}.", "Impossible : {to} est interdit à {unit}."),
    "nothing-due": ("Invalid: no order was due.", "Non valable : aucun ordre n’était attendu."),
    "disorder": (
        "Invalid: the power is in civil disorder.",
        "Non valable : la puissance est en désordre civil.",
    ),
    "no-order": ("No order.", "Aucun ordre."),
    "no-retreat": ("Nowhere to retreat.", "Aucune retraite possible."),
    "compulsory": (
        "Invalid: a mercenary power builds wherever it can.",
        "Non valable : une puissance mercenaire construit partout où elle peut.",
    ),
    "identical": ("The same order again: it counts once.", "Le même ordre encore : il compte une fois."),
    "cut": ("An attack would have cut it.", "Une attaque l’aurait coupé."),
    "moved": ("On the way.", "En chemin."),
    "stayed": ("Where it was.", "Sur place."),
    "own-spies": ("Not possible: they are its own.", "Impossible : ce sont les siens."),
    "sea-to-sea": ("Not possible from sea to sea.", "Impossible de mer en mer."),
    "dislodged-fleet": ("Not possible: the fleet was dislodged.", "Impossible : la flotte a été délogée."),
    "swap": ("The two changed places.", "Les deux ont échangé leurs places."),
    "rooted": ("It could not be dislodged.", "Elle ne pouvait pas être délogée."),
    "assured": ("Nothing could keep it out.", "Rien ne pouvait l’arrêter."),
    "steadfast": ("Its support could not be cut.", "Son soutien ne pouvait pas être coupé."),
    "prone": ("It could not hold out.", "Elle ne pouvait pas résister."),
    "unaided": ("It could not be supported.", "Elle ne pouvait pas être soutenue."),
    "helpless": ("Its support counted for nothing.", "Son soutien ne comptait pas."),
    "doomed": ("Its attack was bound to fail.", "Son attaque ne pouvait qu’échouer."),
    "no-effect": ("Its attack had no effect.", "Son attaque n’a eu aucun effet."),
    "touched": (
        "Invalid: a unit of that power was touched this year already.",
        "Non valable : une unité de cette puissance a déjà été touchée cette année.",
    ),
    "severed": ("Its link of the convoy was broken.", "Son maillon du convoi était rompu."),
}
"""Finer than a reason; by the detail."""

NO_SUCH_UNIT: Final[Pair] = (
    "Invalid: no such unit is there.",
    "Non valable : il n’y a pas là d’unité semblable.",
)
NO_PLACE_FOR_IT: Final[Pair] = (
    "Not possible: {unit} can’t be there.",
    "Impossible : {unit} ne peut pas s’y trouver.",
)
DUPLICATE_SITE: Final[Pair] = (
    "Invalid: there is an order for {site} already.",
    "Non valable : il y a déjà un ordre pour {site}.",
)
LOST: Final[Pair] = ("The unit was disbanded.", "L’unité est dissoute.")
LOSING: Final = frozenset(
    (
        "unreachable",
        "coast-missing",
        "wrong-coast",
        "occupied",
        "contested",
        "attackers-origin",
        "barred",
        "closed",
    )
)
"""Faults of a retreat for which the unit leaves the board."""

THEN_DISLODGED: Final[Pair] = (
    "Then dislodged by an attack from {0}.",
    "Puis délogée par une attaque depuis {0}.",
)
IT_HELD: Final[Pair] = ("It held.", "Elle a tenu.")
IT_WAS_DISBANDED: Final[Pair] = ("It was disbanded.", "Elle est dissoute.")

PLAINLY: Final[dict[str, Pair]] = {
    "succeeds": DONE,
    "fails": ("It failed.", "Échec."),
    "void": ("Not possible.", "Impossible."),
}
"""Sentences by verdict, for a line whose own words say too little."""
