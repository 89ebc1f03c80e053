"""Our own `{% translate %}` and `{% url %}` say what Django's say, and ask for it once."""

from __future__ import annotations

import re
from itertools import product

import pytest
from django.conf import settings
from django.core.checks import Tags, run_checks
from django.template import Context, Engine
from django.test import RequestFactory
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils import translation

from games.words.addresses import address
from league.server.tags import i18n

OURS = Engine.get_default()
DJANGOS = Engine(libraries={"i18n": "django.templatetags.i18n"})
TEXTS = (
    "{% translate 'Save' %}",
    "{% trans 'Save' %}",
    "{% translate 'Save' noop %}",
    "{% translate 'All' context 'games' %}|{% translate 'All' context 'seats' %}",
    "{% translate 'Save' as word %}[{{ word }}]",
    "{% translate 'Organisers’ desk' %}",
    "{% translate '50 %' %}",
    "{% translate '<b>' %}{% translate '<b>' as word %}{{ word }}",
    "{% translate name %}",
    "{% translate 'Save'|upper %}",
    "{% translate 'All' context about %}",
    "{% blocktranslate %}Save {{ name }}{% endblocktranslate %}",
    "{% get_current_language as language %}{{ language }}",
)
CONTEXTS = ({"name": "Save", "about": "games"}, {"name": "<i>", "about": "seats"})
ADDRESSES = (
    "{% url 'home' %}",
    "{% url 'games:game' slug code %}",
    "{% url 'games:phase' slug code 'S1901M' %}",
    "{% url 'games:list' slug %}?state=waiting",
    "{% url 'leagues:player' slug name %}",
    "{% url 'games:take-back-holiday' slug 7 %}",
    "{% url 'games:game' slug code as there %}[{{ there }}]",
    "{% url 'games:game' slug '' as there %}[{{ there }}]",
    "{% url 'games:game' slug 'a b' as there %}[{{ there }}]",
    "{% url 'no-such-page' as there %}[{{ there }}]",
    "{% url 'games:game' league_slug=slug code=code %}",
    "{% url page slug %}",
    "{% url 'admin:index' %}",
)


@pytest.mark.parametrize("text", TEXTS)
def test_translations_read_as_djangos_in_each_language_and_for_each_page(text):
    ours, djangos = (each.from_string("{% load i18n %}" + text) for each in (OURS, DJANGOS))
    for language, context in product(("en", "fr", "en", "fr"), CONTEXTS):
        with translation.override(language):
            assert ours.render(Context(context)) == djangos.render(Context(context))


def test_words_are_looked_up_once_in_each_language(monkeypatch):
    asked = []
    render = i18n.i18n.TranslateNode.render

    def counted(node, context):
        asked.append(translation.get_language())
        return render(node, context)

    monkeypatch.setattr(i18n.i18n.TranslateNode, "render", counted)
    template = OURS.from_string("{% load i18n %}{% translate 'Save' %}")
    for language in ("en", "fr", "en", "fr"):
        with translation.override(language):
            template.render(Context())
    assert asked == ["en", "fr"]


@pytest.mark.parametrize("text", ADDRESSES)
@pytest.mark.parametrize("autoescape", [True, False])
def test_addresses_are_djangos(text, autoescape):
    ours, djangos = (each.from_string(text) for each in (OURS, DJANGOS))
    for slug, code, name in (("calais", "7ngxyc2h", "ada"), ("b-2", "abc", "o'neil&co")):
        said = {"slug": slug, "code": code, "name": name, "page": "leagues:home"}
        found = [each.render(Context(said, autoescape=autoescape)) for each in (ours, djangos, ours)]
        assert found[0] == found[1] == found[2]


def test_an_address_that_does_not_exist_is_an_error():
    for text in ("{% url 'no-such-page' %}", "{% url 'games:phase' 'calais' %}", "{% url 'games:list' '' %}"):
        for _time in range(2):
            with pytest.raises(NoReverseMatch):
                OURS.from_string(text).render(Context())


def test_a_page_of_an_app_with_a_name_of_its_own_asks_django(monkeypatch):
    request = RequestFactory().get("/")
    request.current_app = "admin"
    context = Context()
    context.request = request
    monkeypatch.setattr("league.server.tags.url.address", None)
    assert OURS.from_string("{% url 'admin:index' %}").render(context) == "/admin/"


def test_every_page_of_games_has_the_address_that_reverse_gives():
    games = get_resolver().namespace_dict["games"][1]
    names = [name for name in games.reverse_dict if isinstance(name, str)]
    assert len(names) > 40
    for name in names:
        for slug, code in (("calais", "7ngxyc2h"), ("b-2", "abcdefgh")):
            [(_path, taken), *_more] = games.reverse_dict.getlist(name)[0][0]
            values = {"league_slug": slug, "code": code, "number": 3, "holiday_id": 3}
            parts = [values.get(each, "1") for each in taken]
            assert address(f"games:{name}", *parts) == reverse(f"games:{name}", args=parts), name


def test_no_template_loads_djangos_own_translations():
    assert settings.TEMPLATES[0]["OPTIONS"]["libraries"]["i18n"] == i18n.__name__
    assert re.match(
        r"<league\.server\.tags\.i18n\.Words ",
        repr(OURS.from_string("{% load i18n %}{% translate 'Save' %}").nodelist[1]),
    )


def clashes():
    """What Django finds wrong with templates, whether or not the settings silence it."""
    return [(each.id, each.msg.partition(" ")[0]) for each in run_checks(tags=[Tags.templates])]


def test_no_libraries_of_tags_share_a_name_but_the_two_that_are_meant_to():
    assert clashes() == [("templates.W003", "'i18n'")]
    assert OURS.libraries["i18n"] == "league.server.tags.i18n"


def test_a_second_clash_of_libraries_would_be_found(settings):
    [templates] = settings.TEMPLATES
    options = templates["OPTIONS"]
    libraries = {**options["libraries"], "games": "league.server.tags.url"}
    settings.TEMPLATES = [{**templates, "OPTIONS": {**options, "libraries": libraries}}]
    assert sorted(clashes()) == [("templates.W003", "'games'"), ("templates.W003", "'i18n'")]
