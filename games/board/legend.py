"""The legend under the map: only the signs that this board shows, as a list of small pictures with words."""

from collections.abc import Iterable, Sequence

from games.board.curves import star
from games.board.whose import legend_items
from games.board.words import language_of

_WORDS = {
    "army": ("army", "armée"),
    "fleet": ("fleet", "flotte"),
    "centre": ("supply centre", "centre de ravitaillement"),
    "move": ("move", "mouvement"),
    "support": ("support", "soutien"),
    "convoyed": ("carried by convoy", "convoyé"),
    "convoy": ("fleet convoys", "la flotte convoie"),
    "hold": ("hold", "tient"),
    "retreat": ("retreat", "retraite"),
    "build": ("build", "construction"),
    "disband": ("disband", "dissolution"),
    "failed": ("failed", "sans succès"),
    "cut": ("support cut", "soutien coupé"),
    "dislodged": ("dislodged", "délogée"),
    "contested": ("vacant after a bounce", "vide après un rebond"),
    "need": ("no order yet", "sans ordre encore"),
    "spy": ("spies, by nation and number", "espions, par nation et nombre"),
    "someone": ("someone’s spy", "espion, on ne sait de qui"),
    "spy-move": ("a spy’s way", "trajet d’un espion"),
    "kill": ("is to kill spies", "doit tuer des espions"),
    "now": ("seen now", "vu à présent"),
    "earlier": ("seen earlier, with its date", "vu plus tôt, avec sa date"),
    "fog": ("unknown", "inconnu"),
    "guess": ("your own guess", "votre hypothèse"),
}
OF_ORDERS = frozenset(
    (
        "move",
        "support",
        "convoyed",
        "convoy",
        "hold",
        "retreat",
        "build",
        "disband",
        "failed",
        "cut",
        "dislodged",
    )
)
"""The signs that any phase of any game may have."""

_BOX = '<path d="M2 1H42V21H2Z" stroke="var(--ink)" stroke-opacity=".6" fill='
_ARROW = '<path class="o-head" d="M42 11 30 5v12z"/>'
_SHAFT = "M3 11H32"
_PICTURES = {
    "army": '<path class="key-token" d="M15 2H29V11C29 16 25 19 22 21 19 19 15 16 15 11Z"/>',
    "fleet": '<path class="key-token" d="M10 12H34L30 21H14ZM21 1V11H13Q19 8 21 1ZM24 3Q28 6 29 11H24Z"/>',
    "centre": (
        '<circle class="c-disc" cx="22" cy="11" r="8"/>'
        f'<path class="c-star" transform="translate(22 11)" d="{star(6, 2.5, 5)}"/>'
    ),
    "move": f'<path class="o-line" d="{_SHAFT}"/>{_ARROW}',
    "support": f'<path class="o-line dash" d="{_SHAFT}"/><circle class="o-ring" cx="37" cy="11" r="4"/>',
    "convoyed": f'<path class="o-line dots" d="{_SHAFT}"/>{_ARROW}',
    "convoy": '<path class="o-line" d="M4 13q4.5-6 9 0t9 0 9 0 9 0"/>',
    "hold": '<path class="o-line" d="M9 8v8h26V8"/>',
    "retreat": f'<path class="o-line long" d="{_SHAFT}"/>{_ARROW}',
    "build": '<circle class="o-ring dash" cx="19" cy="12" r="8"/><path class="o-line" d="M29 5h8m-4-4v8"/>',
    "disband": '<path class="o-cross" d="M14 3l16 16M30 3 14 19"/>',
    "failed": f'<path class="o-line" d="{_SHAFT}"/><path class="o-cross" d="M11 4l13 14M24 4 11 18"/>',
    "cut": '<path class="o-line dash" d="M3 11H42"/><path class="o-cross" d="M15 19 21 3M23 19 29 3"/>',
    "dislodged": f'<path class="o-cross" transform="translate(22 11)" d="{star(10, 6.5, 10)}"/>',
    "contested": '<path class="o-cross" d="M12 5l6 6-6 6M32 5l-6 6 6 6"/>',
    "need": '<circle class="o-cross dash" cx="22" cy="11" r="9"/>',
    "spy": '<path class="key-token" d="M22 0 33 11 22 22 11 11Z"/>',
    "someone": (
        '<path class="o-line" d="M22 1 32 11 22 21 12 11Z"/>'
        '<text x="22" y="16" text-anchor="middle" font-size="14" fill="currentColor">?</text>'
    ),
    "spy-move": f'<path class="o-line" d="M3 11Q20 5 32 11"/>{_ARROW}',
    "kill": '<path class="o-cross" d="M15 4l14 14M29 4 15 18"/>',
    "now": f'{_BOX}"var(--b-neutral)"/>',
    "earlier": (
        f'{_BOX}"var(--b-neutral)"/><path stroke="var(--ink)" stroke-opacity=".5" '
        'd="M2 14 15 1M8 21 28 1M22 21 42 1M36 21l6-6"/>'
    ),
    "fog": (
        f'{_BOX}"var(--b-off)"/><path stroke="var(--ink)" stroke-opacity=".6" stroke-width="2.5" '
        'stroke-linecap="round" d="M9 6v0M22 6v0M35 6v0M15 15v0M29 15v0"/>'
    ),
    "guess": (
        '<path class="o-line dash" d="M15 2H29V11C29 16 25 19 22 21 19 19 15 16 15 11Z"/>'
        '<text x="22" y="15" text-anchor="middle" font-size="13" fill="currentColor">?</text>'
    ),
}


def render_legend(kinds: Iterable[str], *, language: str, whose: Sequence[tuple[int, str]] = ()) -> str:
    """A list (`ul`) of the given kinds of sign, in a fixed sequence; unknown kinds are left out.

    `whose` are groups of powers with the names of those who command them: they come first.
    """
    wanted, column = set(kinds), ("en", "fr").index(language_of(language))
    label = ("Signs on the map", "Signes sur la carte")[column]
    items = legend_items(whose) + "".join(
        f'<li><svg viewBox="0 0 44 22" aria-hidden="true" focusable="false">{_PICTURES[kind]}</svg>'
        f"{_WORDS[kind][column]}</li>"
        for kind in _WORDS
        if kind in wanted
    )
    return f'<ul class="legend" aria-label="{label}">{items}</ul>'
