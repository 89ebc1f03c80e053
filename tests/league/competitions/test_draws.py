"""Draws of a competition can be repeated by anyone with HMAC, and be steered by no one."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.competitions.rules.draws import commitment_to, draw, seed_of

SECRET = "0f" * 32
WORDS = ["amiens", "été 1903", ""]


def test_the_commitment_is_the_hash_of_the_secrets_bytes():
    assert commitment_to(SECRET) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


def test_an_order_is_recomputed_from_the_page_alone():
    seed = hmac.new(bytes.fromhex(SECRET), "\n".join(WORDS).encode(), hashlib.sha256).digest()
    left, order = [7, 9, 12], []
    for place in (1, 2, 3):
        number = int.from_bytes(hmac.new(seed, f"initial/{place}".encode(), hashlib.sha256).digest()[:8])
        order.append(left.pop(number % len(left)))
    assert draw(seed_of(SECRET, WORDS), "initial", [12, 7, 9]) == order


def test_another_word_is_another_draw():
    drawn = {tuple(draw(seed_of(SECRET, [word]), "initial", range(12))) for word in ("a", "b", "c", "d")}
    assert len(drawn) == 4


def test_a_word_is_one_line():
    with pytest.raises(ValueError, match="one line"):
        seed_of(SECRET, ["a\nb"])


@given(st.sets(st.integers(1, 10_000), max_size=40), st.sampled_from(["initial", "ties"]))
def test_everybody_is_drawn_once(entries, label):
    assert sorted(draw(seed_of(SECRET, []), label, entries)) == sorted(entries)
