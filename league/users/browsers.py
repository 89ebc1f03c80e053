"""What a browser calls itself, in words that its owner recognises."""

from __future__ import annotations

from django.utils.translation import gettext as _

# The first sign that is found decides: most browsers also name those they resemble.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def browser_of(user_agent: str) -> str:
    """`Firefox, Linux`; what is not recognised is left out, and nothing recognised is said to be so."""
    known = [next((name for sign, name in signs if sign in user_agent), "") for signs in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in known if name) or _("Unknown browser")
