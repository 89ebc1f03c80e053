"""Makes the font files of `static/fonts/` from the published ones: only what the pages are set in.

    python deploy/fonts.py FOLDER

`FOLDER` holds, as TrueType or woff2 files: EBGaramond12-Regular, EBGaramond12-Italic and
EBGaramond08-Regular (Georg Duffner's EB Garamond 0.016), SourceSans3 (Adobe's variable roman, 3.052),
CourierPrime (regular, 3.018). Needs `pip install fonttools`, which the house itself does without.

All are under the SIL Open Font License, whose texts lie beside the files. "Source" is a Reserved Font Name:
what is cut out of Source Sans 3 is another font in the sense of the licence and goes by another name, here
and in the style sheet.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = Path(__file__).resolve().parents[1] / "static/fonts"
LATIN = {
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *(0x131, 0x152, 0x153, 0x178),
    *(0x2009, *range(0x2010, 0x2016), 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2020, 0x2022, 0x2026),
    *(0x202F, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2116, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212),
}
"""English and French, and names from Western Europe."""
EXTENDED = {*range(0x100, 0x180), *range(0x218, 0x21C)} - LATIN
"""Names from the rest of Europe, in Latin letters."""

WEIGHTS = (400, 700)
"""The lightest and the heaviest that the style sheets ask for."""

FIGURES = ["lnum", "onum", "pnum", "tnum"]
COMMON = ["kern", "liga", "locl"]
CUTS: tuple[tuple[str, str, set[int], list[str]], ...] = (
    ("EBGaramond12-Regular", "", LATIN | EXTENDED, [*COMMON, *FIGURES, "smcp", "c2sc"]),
    ("EBGaramond12-Italic", "", LATIN | EXTENDED, [*COMMON, *FIGURES]),
    ("EBGaramond08-Regular", "", LATIN, [*COMMON, "smcp"]),  # the map's names
    ("CourierPrime", "", LATIN, COMMON),
    (
        "SourceSans3",
        "PosteSans",
        LATIN,
        [*COMMON, "pnum"],
    ),  # its figures are tabular and lining by themselves
    ("SourceSans3", "PosteSans-ext", EXTENDED, COMMON),
)
"""Source file, another name for the outcome, characters, features that the style sheets use."""

PUBLISHED = {1: "Poste Sans", 3: "PosteSans-Roman", 4: "Poste Sans", 6: "PosteSans-Roman", 16: "Poste Sans"}
"""What a font with a reserved name calls itself instead (OpenType's `name` table)."""


def cut(source: Path, characters: set[int], features: list[str], *, renamed: bool) -> TTFont:
    options = subset.Options()
    options.layout_features = features
    options.hinting = False  # screens are fine enough by now, and phones ignore it
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.flavor = "woff2"
    font = subset.load_font(source, options)
    if renamed:
        for record in list(font["name"].names):
            if record.nameID in PUBLISHED:
                record.string = PUBLISHED[record.nameID]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    if "fvar" in font:
        instancer.instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    font.flavor = "woff2"
    return font


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, other, characters, features in CUTS:
        source = next(
            path for end in ("ttf", "woff2") if (path := Path(sys.argv[1]) / f"{name}.{end}").exists()
        )
        target = HERE / f"{other or name}.woff2"
        cut(source, characters, features, renamed=bool(other)).save(target)
        print(f"{target.name}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
