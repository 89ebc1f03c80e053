"""A page as a tree of elements, so that tests can ask what stands where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "source", "wbr"))


@dataclass(eq=False)
class Element:
    """An element: its name, attributes, parent, and what is in it, texts and elements in order."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None = None
    content: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All its text, with every run of white space made one blank."""
        pieces = (piece if isinstance(piece, str) else piece.text for piece in self.content)
        return " ".join(" ".join(pieces).split())

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    def all(self, tag: str | None = None, **wanted: str | bool) -> Iterator[Element]:
        """Elements within, in the page's order, by name and attributes (`data_order=True`: it has one)."""
        names = {name.rstrip("_").replace("_", "-"): value for name, value in wanted.items()}
        for piece in self.content:
            if isinstance(piece, str):
                continue
            if tag in (None, piece.tag) and all(
                name in piece.attributes and (value is True or piece.attributes[name] == value)
                for name, value in names.items()
            ):
                yield piece
            yield from piece.all(tag, **wanted)

    def one(self, tag: str | None = None, **wanted: str | bool) -> Element:
        found = list(self.all(tag, **wanted))
        assert len(found) == 1, f"expected one {tag or 'element'} {wanted}, found {len(found)}"
        return found[0]

    def around(self, tag: str) -> Element | None:
        """The nearest element `tag` that this one stands in."""
        at = self.parent
        while at is not None and at.tag != tag:
            at = at.parent
        return at


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Element("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.content.append(element)
        if tag not in VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.at.content.append(Element(tag, {name: value or "" for name, value in attrs}, self.at))

    def handle_endtag(self, tag: str) -> None:
        assert self.at.tag == tag, f"</{tag}> closes <{self.at.tag}>"
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.content.append(data)


def tree(html: str) -> Element:
    """The tree of a page; AssertionError where its tags are not nested properly."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    assert builder.at is builder.root, f"<{builder.at.tag}> is never closed"
    return builder.root
