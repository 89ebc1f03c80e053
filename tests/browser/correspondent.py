"""A player without a browser: signs in, reads pages, fills in their forms and posts them, as one without
scripts does. A table of nine would need nine windows.
"""

from __future__ import annotations

import re
import urllib.error
import urllib.parse
import urllib.request
from html import unescape
from http.cookiejar import CookieJar

from tests.games.pages.conftest import Form, forms_of


class Correspondent:
    """One of the demo's people, signed in to the house at `address`."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self.name = address.rstrip("/"), name
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        form = self.form("/accounts/login/", "/accounts/login/")
        self.post(form, login=name, password=f"{name}-plays")

    def read(self, path: str) -> str:
        """The page at `path`, which has to be there."""
        with self._opener.open(self.address + path, timeout=60) as answer:
            return str(answer.read().decode())

    def form(self, path: str, action: str) -> Form:
        """The form on the page at `path` that goes to the address ending in `action`."""
        return self.form_in(self.read(path), path, action)

    def form_in(self, page: str, path: str, action: str) -> Form:
        """The same in `page`, which came from `path`."""
        for form in forms_of(page):
            form.action = form.action or path  # one without an address comes back to its own page
            if form.action.endswith(action):
                return form
        raise AssertionError(f"{self.name} finds no form for {action} on {path}")

    def post(self, form: Form, **fields: str | list[str]) -> str:
        """Send `form` with these fields in place of what stood there; the page that comes of it."""
        given = urllib.parse.urlencode(form.fields | fields, doseq=True).encode()
        request = urllib.request.Request(self.address + form.action, given)  # noqa: S310  # our own house
        request.add_header("Referer", self.address + "/")
        try:
            with self._opener.open(request, timeout=60) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{self.name} posts to {form.action}: {error.code}") from error

    def title(self, path: str) -> str:
        """What the page's heading says."""
        return heading_of(self.read(path))


def heading_of(page: str) -> str:
    """What a page's first heading says; empty if it has none."""
    found = re.search(r"<h1>(.*?)</h1>", page, re.DOTALL)
    return unescape(found[1].strip()) if found else ""
