"""An answer without what may differ: white space that no one sees, and the hashes of static files."""

from __future__ import annotations

import re

BLOCKS = (
    "address|article|aside|base|blockquote|body|caption|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|"
    "figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|link|main|meta|nav|noscript|ol|optgroup|"
    "option|p|rect|script|section|style|summary|g|path|circle|line|polygon|polyline|defs|symbol|"
    "table|tbody|td|template|tfoot|th|thead|title|tr|ul|br"
)
_HASH = re.compile(r"(/static/[\w./-]+?)\.[0-9a-f]{12}\.")
_KEPT_WHOLE = re.compile(r"(?<=>)([^<]*)(?=</textarea>)|(<pre\b[^<>]*>.*?</pre>)", re.DOTALL)
_SPACE = re.compile(r"[ \t\n\r\f]+")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BESIDE = re.compile(rf' ?(</?(?:{BLOCKS})(?:\s[^<>]*)?/?>|<input type="hidden"[^<>]*>) ?', re.IGNORECASE)
_TAG = re.compile(r"<[^<>]+>")
_IN_TAG = re.compile(r" (/?>)$")


def plain(text: str, *, is_html: bool, keeps_comments: bool = False) -> str:
    text = _HASH.sub(r"\1.", text)
    if not is_html:
        return text
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\0{len(kept) - 1}\0"

    folded = _folded(_KEPT_WHOLE.sub(keep, text if keeps_comments else _COMMENT.sub("", text)))
    return re.sub(r"\0(\d+)\0", lambda found: kept[int(found[1])], folded)


def _folded(text: str) -> str:
    text = _SPACE.sub(" ", text)
    text = _TAG.sub(lambda tag: _IN_TAG.sub(r"\1", tag[0]), text)
    return _BESIDE.sub(r"\1", text)
