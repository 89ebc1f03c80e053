"""Words that say which way a move goes, or whether it goes at all: none of them is passed over in silence."""

import pytest

from adjudicator.board import standard
from adjudicator.errors import OrderSyntaxError
from adjudicator.notation import Context, parted, read_line, read_text
from adjudicator.variants.spy.reading import Knowledge
from adjudicator.variants.spy.reading import read_line as read_spy_line

BOARD = standard()
UNITS = ("A PAR", "A BUR", "A MAR", "A LON", "A NWY", "F NTH", "F BRE", "F MAO", "F ION", "F ADR", "A HOL")


def read(text, *units, kind="M"):
    dislodged = {"FRANCE": units} if kind == "R" else {}
    return read_line(text, Context(BOARD, kind, ("FRANCE",), {"FRANCE": units or UNITS}, dislodged))


def refusal(text, *units, kind="M"):
    with pytest.raises(OrderSyntaxError) as refused:
        read(text, *units, kind=kind)
    return refused.value


TURNED = {
    "A PAR - BUR": [
        *("Burgundy from Paris", "to Burgundy from Paris", "A Burgundy from Paris", "Bur from Par"),
        *("Burgundy from A Par", "attack Burgundy from Paris", "move to Burgundy from Paris"),
        *("army to Burgundy from Paris", "French army to Bur from Par", "into Burgundy from Paris"),
        *(
            "Bourgogne depuis Paris",
            "la Bourgogne depuis Paris",
            "Bourgogne de Paris",
            "va en Bourgogne de Paris",
        ),
        *(
            "attaque la Bourgogne depuis Paris",
            "armée en Bourgogne depuis Paris",
            "à la Bourgogne depuis Paris",
        ),
        *("from Paris to Burgundy", "De Paris à la Bourgogne", "depuis Paris vers la Bourgogne"),
        *(
            "army moves from Paris to Burgundy",
            "A Par moves from Paris to Bur",
            "l’armée de Paris va en Bourgogne",
        ),
        *("army from Paris to Burgundy", "A Paris into Burgundy", "A Par moves towards Bur"),
    ],
    "A BUR - PAR": ["A Par from Bur", "Paris from Burgundy", "Paris depuis la Bourgogne", "A Bur to Par"],
    "A MAR S A PAR - BUR": [
        *("A Mar S Burgundy from Paris", "A Mar S A Bur from Par", "A Mar S A Par to Bur"),
        *(
            "A Mar supports the attack on Burgundy from Paris",
            "A Mar supports the move from Paris to Burgundy",
        ),
        *("A Mar supports the attack of Paris on Burgundy", "A Mar supports the move of A Par to Bur"),
        *(
            "A Mar soutient l’attaque de la Bourgogne depuis Paris",
            "A Mar soutient la Bourgogne depuis Paris",
        ),
        *("A Mar soutient l’attaque de Paris sur la Bourgogne", "A Mar soutient A Bour de Paris"),
    ],
    "F NTH C A LON - NWY": [
        *("F NTH convoys A NWY from LON", "F NTH convoys NWY from LON", "F NTH C to NWY from A LON"),
        *("F NTH convoys A from LON to NWY", "F NTH convoys an army from LON to NWY".replace(" an", "")),
        *("F NTH convoie l’armée en Norvège depuis Londres", "F NTH convoie la Norvège depuis Londres"),
        *("F NTH convoie l’armée de Londres à la Norvège", "F NTH convoie de Londres vers la Norvège"),
        "F NTH convoys the move of A LON to NWY",
    ],
    "A LON - NWY VIA": ["Norway from London via convoy", "la Norvège depuis Londres par convoi"],
    "A MAR S A PAR": [
        *("A Mar S A Par", "A Mar soutient l’armée de Paris", "A Mar supports the army from Paris"),
        *("A Mar soutient le maintien de Paris", "A Mar supports A Par to hold", "A Mar supports A Par-H"),
    ],
}


@pytest.mark.parametrize(("order", "text"), [(order, text) for order in TURNED for text in TURNED[order]])
def test_where_a_move_starts_and_ends_is_read_from_its_words(order, text):
    assert read(text) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("retreat to Tyr from Mun", "A MUN R TYR"),
        ("Tyrolia from Munich", "A MUN R TYR"),
        ("le Tyrol depuis Munich", "A MUN R TYR"),
        ("army retreats from Munich to Tyrolia", "A MUN R TYR"),
    ],
)
def test_a_retreat_may_name_first_where_it_goes(text, order):
    assert read(text, "A MUN", kind="R") == order


@pytest.mark.parametrize(
    "name", ["Golfe du Lion", "Gulf of Lyon", "Golfe de Botnie", "Mer du Nord", "Mer de Norvège"]
)
def test_a_preposition_inside_a_name_says_no_way(name):
    (place,) = {
        province.id for province in BOARD.provinces.values() if name in (province.name, province.name_fr)
    } or {{"Golfe du Lion": "LYO", "Gulf of Lyon": "LYO"}[name]}
    neighbour = next(step for step in BOARD.steps(f"F {place}"))
    assert read(f"F {name} - {neighbour}", f"F {place}") == f"F {place} - {neighbour}"
    assert refusal(f"F {name}", f"F {place}").code == "order-missing"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("A Par - from Bur", "from"),
        ("A Par moves from Bur", "from"),
        ("A Par va de Bourgogne", "de"),
        ("A Par - depuis Bur", "depuis"),
        ("A Mar S A Par - from Bur", "from"),
        ("F Nth C A Lon - from Nwy", "from"),
        ("A Bur moves from Par to Mun", "from"),
        ("A Par of Bur", "of"),
    ],
)
def test_a_move_that_goes_only_from_somewhere_is_refused_with_the_word(text, word):
    assert refusal(text).code == "unexpected"
    assert f"“{word}”" in refusal(text).message


def test_a_retreat_from_where_the_attacker_came_is_no_retreat_to_it():
    assert "“from”" in refusal("A Mun retreats from Bur", "A MUN", kind="R").message


@pytest.mark.parametrize(
    "text",
    [
        *("A Par - Bur from", "A Par tient de", "A Mar S from Par", "A Mar supports the attack on Burgundy"),
        *("A Mar soutient l’attaque de Paris", "A Mar S - Bur", "A Lon via Nth", "A Lon - Bel par"),
    ],
)
def test_an_order_that_lacks_a_place_is_refused(text):
    assert refusal(text).code in ("place-missing", "unexpected")


WORDS = (
    *(
        "not",
        "never",
        "unless",
        "if",
        "except",
        "but",
        "or",
        "until",
        "without",
        "instead",
        "against",
        "only",
    ),
    *("pas", "jamais", "sauf", "si", "mais", "ou", "sinon", "sans", "contre", "seulement", "ne", "avant"),
    *("when", "while", "after", "before", "otherwise", "else", "quand", "après", "plutôt", "does", "cannot"),
)
ALTERNATIVES = ("but", "or", "otherwise", "else", "instead", "mais", "ou", "sinon", "plutôt")
ORDERS = (
    *(
        "A Par - Bur",
        "A Par H",
        "A Mar S A Par",
        "A Mar S A Par - Bur",
        "F Nth C A Lon - Nwy",
        "A Lon - Nwy via",
    ),
    *("Burgundy from Paris", "A Lon - Nth - Bel", "A Paris tient", "A Mar soutient A Par vers Bur"),
)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("word", WORDS)
def test_a_word_that_limits_an_order_is_refused_wherever_it_stands(word):
    context = Context(BOARD, "M", ("FRANCE",), {"FRANCE": UNITS})
    for order in ORDERS:
        words = order.split()
        for at in range(len(words) + 1):
            text = " ".join((*words[:at], word, *words[at:]))
            reading = read_text(text, context)
            assert (reading.lines, len(reading.problems)) == ([], 1), text
    for rest in (f"{word} A Mun - Bur", f"{word} Munich"):
        for sign in "," if word in ALTERNATIVES else ",;":
            reading = read_text(f"A Par - Bur{sign} {rest}", context)
            assert "A PAR - BUR" not in reading.lines or word in ("does", "cannot", "against", "contre"), rest
            assert reading.problems


@pytest.mark.parametrize("word", ["unless", "not", "sauf", "if"])
def test_a_word_that_limits_an_order_is_named(word):
    assert f"“{word}”" in refusal(f"A Par - Bur {word} Mun").message
    for sign in ",;":
        (line,) = parted(f"A Par - Bur{sign} {word} Mun")
        assert f"“{word}”" in refusal(line).message


@pytest.mark.parametrize("text", ["E Bur from Par", "E Par - from Bur", "espion Bourgogne depuis Paris"])
def test_a_spy_does_not_go_where_it_comes_from(text):
    known = Knowledge(BOARD, "E", "FRANCE", frozenset(("PAR", "BUR")))
    problem = read_spy_line(text, 1, known)
    assert (problem.code, problem.facts["word"]) == ("unexpected", "depuis" if "depuis" in text else "from")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        *(
            ("A Par in Bur", "in"),
            ("Paris in Burgundy", "in"),
            ("A Par at Bur", "at"),
            ("F Bre on MAO", "on"),
        ),
        *(("A Par en Bourgogne", "en"), ("A Par dans la Bourgogne", "dans"), ("F Bre sur MAO", "sur")),
        *(("A Mar S A Par in Bur", "in"), ("A Mar soutient A Par en Bourgogne", "en")),
        *(("F NTH C A Lon in Nwy", "in"), ("F NTH convoie A Lon en Norvège", "en")),
    ],
)
def test_a_word_that_says_where_a_unit_is_or_where_it_goes_is_refused_with_both_named(text, word):
    """RB-3."""
    error = refusal(text)
    assert error.code == "stands-or-goes"
    assert f"“{word}” can mean where the unit is, or where it goes" in error.message
    assert f"« {word} » peut dire où l’unité se trouve, ou bien où elle va" in error.message_fr


@pytest.mark.parametrize(
    ("text", "order"),
    [
        *(("A Par moves in Bur", "A PAR - BUR"), ("A Par va en Bourgogne", "A PAR - BUR")),
        *(("A Par marche sur la Bourgogne", "A PAR - BUR"), ("A Par - in Bur", "A PAR - BUR")),
        *(("army in Paris to Burgundy", "A PAR - BUR"), ("A Par in to Bur", "A PAR - BUR")),
        *(("A Mar supports the army in Paris", "A MAR S A PAR"), ("A Par stays in place", "A PAR H")),
    ],
)
def test_such_a_word_beside_a_verb_says_nothing_more(text, order):
    assert read(text) == order


def test_a_retreat_in_a_place_can_only_be_a_retreat_there():
    assert read("A Par retreats in Bur", "A PAR", kind="R") == "A PAR R BUR"
    assert refusal("A Par in Bur", "A PAR", kind="R").code == "stands-or-goes"
