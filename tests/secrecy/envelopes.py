"""What ben may have sealed: something tidy, something that no one can read, nothing at all."""

from __future__ import annotations

from tests.secrecy.acts import Envelope, sheet

TIDY = Envelope(
    "tidy",
    homes=sheet("Germany", "Russia", "Turkey", "Austria", "Italy", "France", "England"),
    bids={"bid-AUSTRIA": "3", "bid-RUSSIA": "11"},
    orders=sheet("F TRI - VEN", "A VIE - GAL", "A BUD S A VIE - GAL", "A CON - BUL", "F ANK - BLA"),
    retreats=sheet("F TRI - ADR"),
    builds=sheet("Build F SMY", "Remove A VIE"),
    begun="Dear Ada, the Tyrol is yours.",
    word="marzipan",
)
SCRAWL = Envelope(
    "scrawl",
    homes=sheet("Atlantis", "<b>Germany</b>", "germänia " * 60, "England"),
    bids={"bid-ENGLAND": "20", "bid-AUSTRIA": "all of it", "bid-ITALY": "-5"},
    orders=sheet("A TRI would rather stay", "A SMY - ARM", *["F ☃ - MAO"] * 90, "{{ page.sheet }}"),
    retreats=sheet("run!", "F TRI - MOO", "F TRI D"),
    builds=sheet("Build A CON", "Build castle MUN", "%s %d"),
    begun="> Shall we?\n\nNo! [S1901H]" + " <b>never</b>" * 200,
    word="<b>{{ draw.secret }}</b> ☃",
)
NOTHING = Envelope("nothing", homes=None, bids=None, orders=None, retreats=None, builds=None)
