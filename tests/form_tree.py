"""Forms of pages, as browsers read them: what they send, and what is seen of them at first."""

from __future__ import annotations

from tests.html_tree import Element


def sent(form: Element) -> dict[str, str]:
    """What a browser would send of a form that no one has touched, without its buttons."""
    found: dict[str, str] = {}
    for each in form.all(name=True):
        name, kind = each.attributes["name"], each.attributes.get("type", "")
        if each.tag == "select":
            options = list(each.all("option"))
            chosen = [option for option in options if "selected" in option.attributes] or options[:1]
            if chosen:
                found[name] = chosen[0].attributes.get("value", chosen[0].text)
        elif each.tag == "textarea":
            found[name] = each.text
        elif each.tag == "input" and (kind not in ("radio", "checkbox") or "checked" in each.attributes):
            found[name] = each.attributes.get("value", "on" if kind == "checkbox" else "")
    return found


def at_first(form: Element) -> set[str]:
    """The controls that are seen before anything is unfolded: fields and groups by their name, buttons and
    folds by what they say. Lengths of phases are seen only with a pace that asks for them.
    """
    controls = [
        each for tag in ("input", "select", "textarea", "button", "summary") for each in form.all(tag)
    ]
    return {
        each.text if each.tag in ("button", "summary") else each.attributes["name"]
        for each in controls
        if each.attributes.get("type") != "hidden" and not _is_folded(each)
    }


def _is_folded(element: Element) -> bool:
    """Whether it stands within a `details`, other than as its summary, or among lengths of one's own."""
    child, parent = element, element.parent
    while parent is not None:
        if parent.tag == "details" and child.tag != "summary":
            return True
        if "pace-custom" in parent.classes:
            return True
        child, parent = parent, parent.parent
    return False
