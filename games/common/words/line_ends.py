"""Line breaks as they are counted and stored: one character each."""

from __future__ import annotations


def with_plain_line_ends(text: str) -> str:
    """`text` with `\\n` for every line break.

    A browser counts one character for each while someone types (`maxlength`), and sends two.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n")
