"""While an answer is sealed, no channel lets out a byte that depends on it.

The script is played on an empty database with one envelope, and again with another; what everyone else
could hear in the meantime must be the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from league.channels import CHANNELS, ChannelKind, Shows, shows
from tests.secrecy.acts import Envelope
from tests.secrecy.conftest import Play
from tests.secrecy.envelopes import NOTHING, SCRAWL, TIDY
from tests.secrecy.script import Script
from tests.secrecy.transcript import REVEALED, Heard, Transcript, differences, sealed

Hear = Callable[[Envelope], Transcript]


pytestmark = [pytest.mark.long, pytest.mark.slow]


@pytest.fixture
def hear(play: Play, told: dict[str, Transcript]) -> Hear:
    """What can be heard of the whole script with this envelope."""

    def of(envelope: Envelope) -> Transcript:
        if envelope.name not in told:
            told[envelope.name] = play(envelope, Script.whole)
        return told[envelope.name]

    return of


@pytest.mark.parametrize(
    "envelope",
    [pytest.param(SCRAWL, marks=pytest.mark.slow), NOTHING],
    ids=lambda envelope: envelope.name,
)
def test_nobody_can_tell_what_is_in_a_sealed_envelope(hear: Hear, envelope: Envelope) -> None:
    leaks = differences(sealed(hear(TIDY)), sealed(hear(envelope)))
    assert not leaks, f"{envelope.name} can be told from tidy:\n" + "\n".join(leaks[:20])


@pytest.mark.parametrize("envelope", [SCRAWL, NOTHING], ids=lambda envelope: envelope.name)
@pytest.mark.parametrize("reader", ["ada", "visitor"])
def test_everybody_can_tell_when_it_is_opened(hear: Hear, envelope: Envelope, reader: str) -> None:
    """The ears are not deaf: they hear on those very channels what had been sealed."""

    def opened(transcript: Transcript, page: str) -> list[Heard]:
        heard = (each for each in transcript.heard if each.moment == REVEALED and each.reader == reader)
        return [each for each in heard if each.channel == page]

    pages = ["games:game", "games:phase", "games:record", "games:reel"] if reader == "ada" else ["games:game"]
    for page in pages:
        assert differences(opened(hear(TIDY), page), opened(hear(envelope), page)), page


def test_the_writer_sees_their_own_envelope(hear: Hear) -> None:
    """Or there would be nothing to be heard by anyone else."""

    def own(transcript: Transcript, page: str = "games:game") -> bytes:
        heard = [each for each in transcript.heard if each.reader == "ben" and each.channel == page]
        return b"".join(each.bytes for each in heard)

    assert b"F TRI - VEN\nA VIE - GAL" in own(hear(TIDY))
    assert b"F TRI - VEN\nA VIE - GAL" not in own(hear(SCRAWL))
    assert b"A TRI would rather stay" in own(hear(SCRAWL))
    assert b"marzipan" in own(hear(TIDY), "tournaments:season")


def test_a_word_for_a_draw_is_heard_by_its_writer_alone(hear: Hear) -> None:
    for each in hear(TIDY).heard:
        assert each.reader == "ben" or b"marzipan" not in each.bytes, each.title


def test_the_script_leaves_out_no_channel_of_games(hear: Hear) -> None:
    silent = {(kind, name) for kind, names in CHANNELS.items() for name in names} - hear(TIDY).channels
    pages = {name for kind, name in silent if kind in (ChannelKind.PAGE, ChannelKind.ADMIN)}
    others = {(kind, name) for kind, name in silent if shows(kind, name) not in (Shows.NOTHING, Shows.ALL)}
    assert not pages | others


def test_channels_that_show_nothing_of_games_name_none(hear: Hear) -> None:
    codes = {each.what for each in hear(TIDY).heard if each.kind is ChannelKind.PUSH}
    assert len(codes) == 3
    for each in hear(TIDY).heard:
        if each.shows is Shows.NOTHING:
            assert not any(code.encode() in each.bytes for code in codes), each.title
