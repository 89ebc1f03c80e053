"""What was heard on each channel, in order, and where two transcripts first differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from league.channels import ChannelKind, Shows, shows

WRITER = "ben"
REVEALED = "revealed"
"""The moment from which on the runs may differ."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Bytes that `reader` got on one channel; `moment` says where in the script, `what` on which page."""

    moment: str
    kind: ChannelKind
    channel: str
    reader: str
    what: str
    bytes: bytes

    @property
    def title(self) -> str:
        return f"{self.moment}: {self.kind.name} {self.channel} ({self.what}) as {self.reader}"

    @property
    def shows(self) -> Shows:
        return shows(self.kind, self.channel)


@dataclass(slots=True)
class Transcript:
    """All that one run of the script let anyone hear."""

    heard: list[Heard] = field(default_factory=list)
    moment: str = "before"

    def hear(self, kind: ChannelKind, channel: str, reader: str, what: str, said: bytes | str) -> None:
        shows(kind, channel)  # whatever is heard is registered
        self.heard.append(
            Heard(self.moment, kind, channel, reader, what, said.encode() if isinstance(said, str) else said)
        )

    @property
    def channels(self) -> set[tuple[ChannelKind, str]]:
        return {(each.kind, each.channel) for each in self.heard}


def sealed(transcript: Transcript) -> list[Heard]:
    """What may not depend on ben's envelope: all before it is opened, but for the pages of their own seat."""
    return [
        each
        for each in transcript.heard
        if each.moment != REVEALED and not (each.reader == WRITER and each.shows is Shows.SEAT)
    ]


def differences(ours: Iterable[Heard], theirs: Iterable[Heard]) -> list[str]:
    """Every place where two transcripts are not the same bytes, each with what stands on either side."""
    here, there = _by_title(ours), _by_title(theirs)
    return [said for title in here | there if (said := _difference(title, here[title], there[title]))]


def _by_title(heard: Iterable[Heard]) -> defaultdict[str, list[bytes]]:
    found: defaultdict[str, list[bytes]] = defaultdict(list)
    for each in heard:
        found[each.title].append(each.bytes)
    return found


def _difference(title: str, ours: list[bytes], theirs: list[bytes]) -> str:
    if ours == theirs:
        return ""
    if len(ours) != len(theirs):
        return f"{title}: heard {len(ours)} times, and {len(theirs)} times"
    pairs = zip(ours, theirs, strict=True)
    return next(f"{title}: {_where(one, other)}" for one, other in pairs if one != other)


def _where(one: bytes, other: bytes) -> str:
    pairs: Iterator[tuple[int, tuple[int, int]]] = enumerate(zip(one, other, strict=False))
    first = next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))
    near = slice(max(0, first - 80), first + 80)
    return f"at byte {first}\n    {one[near]!r}\n    {other[near]!r}"
