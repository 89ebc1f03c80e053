"""Draws follow from the lots alone, in the way that anyone can repeat with a pocket calculator and HMAC."""

import hashlib
import hmac

import pytest

from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots, mix

LOTS = "00ff" * 16


def by_hand(label, n):
    return (
        int.from_bytes(hmac.new(bytes.fromhex(LOTS), label.encode(), hashlib.sha256).digest()[:8], "big") % n
    )


def test_a_draw_is_the_first_eight_bytes_of_the_hmac_over_the_sorted_list():
    names = ["TURKEY", "AUSTRIA", "FRANCE"]
    assert Lots(LOTS).one("homes", names) == sorted(names)[by_hand("homes", 3)]
    assert Lots(LOTS).one("homes", reversed(names)) == Lots(LOTS).one("homes", names)


def test_several_draws_take_from_what_is_left():
    remaining = ["A", "B", "C", "D"]
    expected = [remaining.pop(by_hand(f"seats/{i}", len(remaining))) for i in (1, 2, 3, 4)]
    assert Lots(LOTS).several("seats", "DCBA") == expected
    assert Lots(LOTS).several("seats", "DCBA", 2) == expected[:2]


def test_labels_draw_apart():
    draws = {
        tuple(Lots(LOTS).several(label, "ABCDEFG")) for label in ("homes 1", "homes 2", "seats", "coin 1914")
    }
    assert len(draws) == 4


def test_draws_are_fair_enough():
    lots = [Lots(hashlib.sha256(bytes([i // 256, i % 256])).hexdigest()) for i in range(3000)]
    counts = [sum(lot.one("homes", "ABC") == letter for lot in lots) for letter in "ABC"]
    assert all(900 < count < 1100 for count in counts)


@pytest.mark.parametrize("lots", ["", "00", "0" * 63, "g" * 64, " " * 64, "0" * 65, None, 7, ["0" * 64]])
def test_anything_but_thirty_two_bytes_in_hex_is_refused(lots):
    with pytest.raises(AdjudicatorError) as refusal:
        Lots(lots)
    assert refusal.value.code == "bad-input"


def test_capital_digits_are_the_same_lots_and_written_small():
    assert Lots(LOTS.upper()).hex == LOTS
    assert Lots(LOTS.upper()).sha256 == hashlib.sha256(bytes.fromhex(LOTS)).hexdigest()


def test_nonces_do_not_run_together():
    assert mix(b"secret", ["ab", "c"]) != mix(b"secret", ["a", "bc"])
    assert mix(b"secret", ["ab", "c"]) != mix(b"secret", ["c", "ab"])
    assert mix(b"secret", ["ab", "c"]) == mix(b"secret", ["ab", "c"])
    assert len(mix(b"", [])) == 64
