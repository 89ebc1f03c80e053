"""What every page owes its reader, looked for on the page that a window shows.

axe-core looks for what keeps people out (WCAG 2.2, AA): its serious and critical findings are faults. So are
scripts or styles that the page's policy refuses, answers no one expected, whatever lies beyond the page's
edge, stops of the Tab key that cannot be seen, and English words on a French page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import polib
from axe_playwright_python.sync_playwright import Axe

from tests.browser.window import SIDEWAYS, Window

CATALOGUE = Path(__file__).parents[2] / "league/locale/fr/LC_MESSAGES/django.po"
ASKED = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
OF_THE_LIGHT = (
    "color-contrast",
    "html-lang-valid",
    "link-in-text-block",
    "scrollable-region-focusable",
    "target-size",
    "valid-lang",
)
"""Rules whose findings depend on colours, size or language; all others ask what the page is made of."""
AXE = """async ([context, options, asked]) => {
  // Rules whose findings are never more than moderate would be asked for nothing.
  for (const {id, impact} of axe._audit.rules)
    if (impact === 'minor' || impact === 'moderate' || asked && !asked.includes(id))
      options.rules[id] = {enabled: false};
  return (await axe.run(context, options)).violations;
}"""
AXE_SCRIPT = Axe().axe_script
LOOKED_AT = {"exclude": [["option"], ["svg *"]]}
"""Hundreds of time zones and shapes of the map have no rule of their own, and take most of the time."""

MAGNIFIED = {"width": 640, "height": 450}
"""A desk's 1280 x 900 at 200 %."""
NARROWEST = {"width": 320, "height": 640}
PLACES = r"%\(\w+\)\w|%\w|\{\w*\}|<[^>]*>"
"""Where a text has something put in, or is marked up."""
LONG_ENOUGH = 25
"""Characters from which on a piece of an English text is sure to be no French."""

HEADINGS = "Array.from(document.querySelectorAll('h1'), h => h.checkVisibility() ? h.innerText.trim() : '')"
WORDS = """() => {
  const copy = document.body.cloneNode(true);
  const mine = document.documentElement.lang;
  copy.querySelectorAll('script, style, template, textarea, code').forEach(e => e.remove());
  copy.querySelectorAll('[lang]').forEach(e => { if (e.lang !== mine) e.remove(); });
  const said = ['title', 'aria-label', 'placeholder', 'alt', 'data-said'].flatMap(
    name => Array.from(copy.querySelectorAll(`[${name}]`), e => e.getAttribute(name)));
  const nodes = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT), pieces = [document.title, ...said];
  while (nodes.nextNode()) pieces.push(nodes.currentNode.data);
  return [copy.textContent, ...pieces];
}"""
START = """isWithin => {
  document.activeElement?.blur();
  scrollTo(0, 0);
  delete window.stops;
  const main = document.querySelector('main');
  const hasStops = main?.querySelector('a, button, input, select, textarea, summary');
  window.within = isWithin && hasStops ? main : null;
  if (window.within) {
    main.tabIndex = -1;
    main.focus({preventScroll: true});
    main.removeAttribute('tabindex');
  }
  // A page that has just been resized lays itself out before it is tried.
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
STOP = """() => {
  const it = document.activeElement;
  if (!it || it === document.body || window.within && !window.within.contains(it)) return null;
  window.stops ??= new Map();
  const isNew = !window.stops.has(it), isLast = window.last === it;
  if (isNew) window.stops.set(it, window.stops.size);
  window.last = it;
  const name = it.outerHTML.slice(0, 140);
  const behind = e => {
    const box = e.getBoundingClientRect();
    const over = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return ` at ${Math.round(box.top)} of ${innerHeight}, behind ${over?.outerHTML.slice(0, 60)}`;
  };
  if (!isNew) return {again: !isLast, name, fault: ''};
  const isBox = it.matches('input[type=radio], input[type=checkbox]');
  const shown = isBox ? [it, ...it.labels] : [it];
  const fault = shown.some(e => {
    const style = getComputedStyle(e);
    if (style.visibility !== 'visible' || style.opacity === '0') return false;
    return Array.from(e.getClientRects()).some(box => {
      const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
      const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
      if (right - left < 2 || bottom - top < 2) return false;
      for (const [x, y] of [[.5, .5], [.1, .2], [.9, .8], [.1, .8], [.9, .2]]) {
        const over = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
        if (over && (e.contains(over) || over.contains(e) && !over.matches('main, body, html'))) return true;
      }
      return false;
    });
  }) ? '' : `cannot be seen${behind(it)}`;
  const marks = [it, ...(it.labels ?? []), it.parentElement].map(e => getComputedStyle(e));
  const marked = marks.some(m => m.outlineStyle !== 'none' && parseFloat(m.outlineWidth) > 0) ||
    it.namespaceURI.endsWith('svg');
  return {again: false, name, fault: fault || (marked ? '' : 'does not show that it is focused')};
}"""


@cache
def english() -> tuple[Mapping[str, str], frozenset[str]]:
    """What no French page may say, in small letters: pieces of English texts, each with its whole text; and
    whole texts, however short, which may well be part of something French."""
    entries = [entry for entry in polib.pofile(str(CATALOGUE)) if not entry.obsolete]
    french = [squeezed(text) for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())]
    texts = [text for entry in entries for text in (entry.msgid, entry.msgid_plural) if text]
    pieces = {squeezed(piece): text for text in texts for piece in re.split(PLACES, text)}
    all_french = "\n".join(french)
    long = {
        piece: text for piece, text in pieces.items() if len(piece) > LONG_ENOUGH and piece not in all_french
    }
    own_names = {"english"}  # every language calls itself by its own
    whole = frozenset(text for text in map(squeezed, texts) if len(text) > 1)  # a letter is of no language
    return long, whole - frozenset(french) - own_names


def squeezed(text: str) -> str:
    return " ".join(text.split()).strip(" .,:;").lower()


def spoken_faults(window: Window) -> list[str]:
    """What is wrong with the page's title, its heading or its language."""
    page = window.page
    headings = page.evaluate(HEADINGS)
    faults = []
    if len(headings) != 1 or not headings[0]:
        faults.append(f"{len(headings)} first headings: {headings}")
    if len(re.sub(r"\W*Poste Restante\W*", "", page.title())) < 3:
        faults.append(f"its title is {page.title()!r}")
    language = page.evaluate("document.documentElement.lang")
    wanted = window.language
    if language != wanted:
        faults.append(f"speaks {language!r}, not {wanted!r}")
    if wanted == "fr":
        words = [squeezed(text) for text in page.evaluate(WORDS)]
        long, whole = english()
        everything = "\n".join(words)
        found = {text for piece, text in long.items() if piece in everything}
        faults += [f"English on a French page: {text!r}" for text in found | (whole & {*words})]
    return faults


def axe_faults(window: Window, rules: Sequence[str] | None = None) -> list[str]:
    """What axe calls serious or critical, by all its rules or by these."""
    if not window.page.evaluate("'axe' in window"):
        window.page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = window.page.evaluate(AXE, [LOOKED_AT, ASKED, rules])
    return [
        f"{finding['id']} ({finding['impact']}): {node['html'][:200]}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
    ]


def edge_faults(window: Window, *sizes: dict[str, int]) -> list[str]:
    """At which of `sizes` the page scrolls sideways. The window stays at the last of them."""
    faults = []
    for size in sizes:
        window.page.set_viewport_size(size)  # type: ignore[arg-type]
        if (beyond := window.page.evaluate(SIDEWAYS)) > 0:
            faults.append(f"scrolls sideways by {beyond} at {size['width']} pixels")
    return faults


def stop_faults(window: Window, limit: int = 400, *, is_within: bool = False) -> list[str]:
    """Stops of the Tab key that cannot be seen when they are reached, from the page's first to its last; or
    those of its main part alone, if that has any.
    """
    page, faults, seen = window.page, [], 0
    page.evaluate(START, is_within)
    for _step in range(limit):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None or stop["again"]:
            break
        seen += 1
        if stop["fault"]:
            faults.append(f"stop {seen} of Tab {stop['fault']}: {stop['name']}")
    else:
        faults.append(f"Tab does not come to an end in {limit} stops")
    if not seen:
        faults.append("Tab reaches nothing")
    return faults


def faults_of(
    window: Window, *sizes: dict[str, int], in_another_light: bool = False, is_framed: bool = False
) -> list[str]:
    """All that is wrong with the page in a window of the first of `sizes`, which it must fit like the others.

    Tab is tried at the last of them; then the window is as it was at first. The window forgets its faults.
    `in_another_light`: the same page has been looked at; this is for what colours, size and language change.
    `is_framed`: Tab has been through masthead and footer, which are the same on all of this reader's pages.
    """
    window.page.set_viewport_size(sizes[0])  # type: ignore[arg-type]
    found = axe_faults(window, OF_THE_LIGHT if in_another_light else None)
    found += [*spoken_faults(window), *edge_faults(window, *sizes)]
    found += [] if in_another_light else stop_faults(window, is_within=is_framed)
    window.page.set_viewport_size(sizes[0])  # type: ignore[arg-type]
    found, window.faults = found + window.faults, []
    return found


def inspect(window: Window, name: str, *smaller: dict[str, int]) -> None:
    """Keep a picture of the page, and look for faults at the size that the window has. Without scripts axe
    and the trial of the Tab key, which are scripts and wait, are left out.
    """
    window.picture(name)
    size = window.page.viewport_size
    assert size is not None
    if window.has_scripts:
        found = faults_of(window, {**size}, *smaller)
    else:
        found = [*spoken_faults(window), *edge_faults(window, {**size}, *smaller), *window.faults]
        window.page.set_viewport_size(size)
    assert not found, f"{window.page.url}, {name}: {found}"
