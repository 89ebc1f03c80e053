"""Whose a power is: patterns on its land and edges on its tokens, where one player commands several powers.

A *group* is a number: 0 is plain (the reader's own powers; for spectators those of the first seat), 1 to 3
have lines of their own, `NOBODY` dots. Colours stay the powers' own, so no colour has to be told apart.
"""

from collections.abc import Iterable, Mapping
from html import escape

NOBODY = 4
GROUPS = 4
"""How many players the map tells apart."""

_INK = 'stroke="var(--ink)" stroke-opacity=".5" stroke-width="3.4" stroke-linecap="round" fill="none"'
_LINES = {
    1: (-45, "M0 11H22"),
    2: (45, "M0 11H22"),
    3: (-45, "M0 11H22M11 0V22"),
    NOBODY: (0, "M5 5v0M16 16v0"),
}
PATTERNS = "".join(
    f'<pattern id="board-w{group}" width="22" height="22" patternUnits="userSpaceOnUse" '
    f'patternTransform="rotate({angle})"><path {_INK.replace("3.4", "5.5") if group == NOBODY else _INK} '
    f'd="{path}"/></pattern>'
    for group, (angle, path) in _LINES.items()
)


def render_lines(href: str, holders: Iterable[tuple[str, str]], whose: Mapping[str, int]) -> str:
    """What is laid over land that is not plain; `holders` are pairs of a province and a power."""
    groups = "".join(groups_of_lines(href, holders, whose))
    return f'<g class="whose" pointer-events="none">{groups}</g>' if groups else ""


def groups_of_lines(href: str, holders: Iterable[tuple[str, str]], whose: Mapping[str, int]) -> list[str]:
    """What `render_lines` puts together: the land of each group."""
    drawn: dict[int, list[str]] = {}
    for province, power in holders:
        if group := whose.get(power, 0):
            drawn.setdefault(group, []).append(f'<use href="{href}#{province.lower()}"/>')
    return [f'<g fill="url(#board-w{group})">{"".join(uses)}</g>' for group, uses in sorted(drawn.items())]


def token_class(group: int) -> str:
    """The class of a token's edge."""
    return {0: "", NOBODY: " nobodys"}.get(group, " theirs")


def legend_items(names: Iterable[tuple[int, str]]) -> str:
    """Entries of the map's legend: each group's pattern and edge, and whose it is."""
    return "".join(
        f'<li><svg viewBox="0 0 44 22" aria-hidden="true" focusable="false">'
        f'<path d="M2 1H42V21H2Z" stroke="var(--ink)" stroke-opacity=".6" fill="var(--b-neutral)"/>'
        f'{f"""<path d="M2 1H42V21H2Z" fill="url(#board-w{group})"/>""" if group else ""}</svg>'
        f"{escape(name)}</li>"
        for group, name in names
    )
