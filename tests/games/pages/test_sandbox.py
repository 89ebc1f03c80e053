"""Sandboxes: what orders come to, what is kept, who may open one, and what never goes in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

import adjudicator
from games import tasks
from games.common import clock
from games.engine import bridge
from games.models import Answer, Game, Sandbox, SandboxStep
from games.pages import posters
from games.sandbox import services, table
from games.sandbox.door import at_the_opening
from league.users.deletion import delete_account
from tests.conftest import count_queries, make_user
from tests.games.conftest import NOON, phase_of
from tests.html_tree import Element, tree
from tests.sheets import unknown_classes

pytestmark = pytest.mark.django_db

NEW = "/sandbox/new/"
SPRING = """
A Par - Bur; A Mar S A Par - Bur; F Bre - MAO
A Mun - Bur; A Ber - Kie; F Kie - Den
A Vie - Gal; A Bud - Ser; F Tri - Alb
A War - Gal; A Mos - Ukr; F Sev - BLA; F StP/SC - GoB
F Ank - BLA; A Con - Bul
F Lon - NTH; F Edi - NWG; A Lvp - Yor
A Ven - Pie; A Rom - Apu; F Nap - ION
"""


def game_sandbox(game: Game, label: str) -> str:
    return reverse("games:sandbox", args=[game.league.slug, game.code, label])


def fields_of(page: Element, html: str) -> dict[str, str]:
    """The fields of the sheet as a browser without scripts sends them."""
    form = page.one("form", id="sheet")
    fields = {
        each.attributes["name"]: each.attributes.get("value", "")
        for each in form.all("input", name=True)
        if each.attributes["name"] != "csrfmiddlewaretoken"
    }
    fields["text"] = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.S)[1].strip()  # type: ignore[index]
    for select in form.all("select", name=True):
        chosen = list(select.all("option", selected=True))
        fields[select.attributes["name"]] = chosen[0].attributes["value"] if chosen else ""
    return fields


def resolve(client: Client, address: str, text: str, do: str = "resolve") -> Any:
    return client.post(address, {"text": text, "do": do})


def begun(client: Client, address: str = NEW, text: str = SPRING) -> SandboxStep:
    """The step to which these orders lead."""
    answer = resolve(client, address, text)
    assert answer.status_code == 302, answer.content.decode()[:2000]
    return SandboxStep.objects.select_related("sandbox").latest("pk")


def at(step: SandboxStep) -> str:
    return reverse("sandbox:step", args=[step.sandbox.code, step.number])


# What orders come to


def played_by_seven(orders: list[str], start: dict[str, Any]) -> dict[str, Any]:
    """The turn that a game of seven comes to in which each power sends its part of `orders`."""
    asked = {"variant": "standard", "settings": {}, "position": start}
    answers = {
        power: adjudicator.read(**asked, seat=power, text="\n".join(own))["answer"]
        for power in adjudicator.VARIANTS["standard"]["seats"]
        for own in [[line for line in orders if whose(line, start) == power]]
    }
    return dict(adjudicator.resolve(**asked, answers=answers, language="en"))


def whose(line: str, position: dict[str, Any]) -> str:
    place = line[2:5]
    return next(power for power, units in position["units"].items() if any(u[2:5] == place for u in units))


def test_orders_come_to_what_they_come_to_in_a_game():
    start = adjudicator.start(variant="standard")["position"]
    mine = table.opening()
    assert mine == start
    orders = table.read(mine, {}, SPRING)
    assert orders["problems"] == []
    here, there = table.resolve(mine, {}, orders["answer"]), played_by_seven(orders["answer"], start)
    assert here["results"] == there["results"]
    assert here["news"] == there["news"]
    assert here["position"] == there["position"]
    assert "A PAR" not in here["position"]["units"]["FRANCE"]


def test_a_games_own_phase_comes_to_the_same(make_game, seat_all, client_of):
    """The same orders as the seats of a running game would send, by that game's own door."""
    game = make_game(variant="standard")
    people = seat_all(game)
    phase = phase_of(game)
    orders = table.read(phase.position, {}, SPRING)["answer"]
    sent = {
        seat: [line for line in orders if whose(line, dict(phase.position)) == seat] for seat in phase.due
    }
    turn = bridge.resolve(game, phase, sent)
    step = begun(client_of(people["FRANCE"]), game_sandbox(game, phase.label))
    assert step.position == turn["position"]
    assert step.sandbox.game == game
    assert step.parent is not None and step.parent.position == phase.position


def test_a_games_choices_among_readings_of_the_rules_hold(make_game, seat_all, client_of):
    game = make_game(variant="standard", settings={"rulebook": "modern"})
    people = seat_all(game)
    step = begun(client_of(people["FRANCE"]), game_sandbox(game, "S1901M"))
    assert step.sandbox.rules == {"rulebook": "modern"}


def test_a_year_is_played_through_retreats_and_builds(client_of, ada):
    client = client_of(ada)
    step = begun(client)
    step = begun(client, at(step), "A Bur - Bel; A Kie - Hol; F Den - Swe; A Ser - Gre; A Bul - Ser")
    while step.label != "W1901A":
        step = begun(client, at(step), "")
    page = tree(client.get(at(step)).content.decode())
    assert page.one("h1").text.startswith("Winter 1901")
    offered = [each for each in page.all("select", name=True) if each.attributes["name"].startswith("slot-")]
    assert len(offered) > 2
    step = begun(client, at(step), "Build A Par")
    assert step.label == "S1902M"
    assert "A PAR" in step.position["units"]["FRANCE"]


def test_eighteen_centres_end_it_in_words_that_name_the_power(client_of, ada):
    client = client_of(ada)
    position = table.opening()
    held = [
        centre
        for power in ("FRANCE", "GERMANY", "ITALY", "AUSTRIA", "ENGLAND")
        for centre in position["centres"][power]
    ]
    position |= {
        "phase": "F1905M",
        "centres": {"FRANCE": sorted([*held, "SPA", "POR", "BEL"]), "TURKEY": ["CON"]},
        "units": {"FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
    }
    sandbox = Sandbox.objects.create(owner=ada, began_at=NOON, read_at=clock.now())
    SandboxStep.objects.create(sandbox=sandbox, number=0, position=position, label="F1905M")
    step = begun(client, reverse("sandbox:step", args=[sandbox.code, 0]), "")
    html = client.get(at(step)).content.decode()
    assert "France owns 18 centres" in html
    assert "Player 1" not in html
    refused = resolve(client, at(step), "A Par H").content.decode()
    assert "There is nothing to order in this position" in refused


# The page


def test_nothing_is_kept_before_orders_are_resolved(client_of, ada):
    client = client_of(ada)
    for answer in (client.get(NEW), resolve(client, NEW, SPRING, do="check"), client.post(f"{NEW}check/")):
        assert answer.status_code == 200
    assert not Sandbox.objects.exists()
    begun(client)
    assert Sandbox.objects.count() == 1


def test_the_sheet_works_without_scripts_for_every_power(client_of, ada):
    client = client_of(ada)
    html = client.get(NEW).content.decode()
    fields = fields_of(tree(html), html)
    units = [name for name in fields if name.startswith("order-")]
    assert len(units) == 22
    answer = client.post(
        NEW, fields | {"order-A PAR": "A PAR - BUR", "order-F LON": "F LON - NTH", "do": "resolve"}
    )
    step = SandboxStep.objects.latest("pk")
    assert answer.headers["Location"] == at(step)
    assert sorted(step.orders) == ["A PAR - BUR", "F LON - NTH"]
    said = client.get(at(step)).content.decode()
    assert "A Par – Bur" in said or "A Par - Bur" in said
    assert "Autumn 1901" in tree(said).one("h1").text


def test_what_cannot_be_followed_is_said_and_nothing_typed_is_lost(client_of, ada):
    client = client_of(ada)
    html = resolve(client, NEW, "A Par - Bur\nA Xyz - Bur").content.decode()
    assert "Not resolved yet" in html
    assert "A Xyz - Bur</textarea>" in html
    assert not Sandbox.objects.exists()
    answer = resolve(client, NEW, "A Par - Bur\nA Xyz - Bur", do="anyway")
    assert answer.status_code == 302
    assert SandboxStep.objects.latest("pk").orders == ["A PAR - BUR"]


def test_what_is_too_long_is_refused_and_kept_on_the_page(client_of, ada):
    text = "A Par - Bur\n" * 800
    html = resolve(client_of(ada), NEW, text).content.decode()
    assert "8,000 characters" in html
    assert html.count("A Par - Bur") >= 800


def test_a_step_back_has_its_orders_and_others_branch_off(client_of, ada):
    client = client_of(ada)
    first = begun(client)
    root = first.parent
    assert root is not None
    page = tree(client.get(at(first)).content.decode())
    back = next(link for link in page.all("a", href=True) if "Step back" in link.text)
    html = client.get(back.attributes["href"]).content.decode()
    assert "A Par - Bur" in fields_of(tree(html), html)["text"]
    second = begun(client, f"/sandbox/{first.sandbox.code}/0/", SPRING.replace("A Par - Bur", "A Par - Gas"))
    assert second.parent == root and second.number == 2
    html = client.get(at(second)).content.decode()
    branches = tree(html).one("section", id="branches")
    assert [each.attributes["data-depth"] for each in branches.all("li")] == ["0", "0", "1"]
    assert "A Par - Gas" in html
    assert resolve(client, at(root), SPRING).headers["Location"] == at(first), (
        "the same orders, the same step"
    )
    assert Sandbox.objects.count() == 1


def test_the_last_orders_are_shown_on_the_map_they_were_given_on(client_of, ada):
    client = client_of(ada)
    step = begun(client)
    page = tree(client.get(f"{at(step)}?map=orders").content.decode())
    assert page.one("h1").text.startswith("Spring 1901")
    assert not list(page.all("form", id="sheet"))


def test_page_and_picture_say_that_it_is_no_game_and_name_no_player(make_game, seat_all, client_of):
    game = make_game(variant="standard", name="player0 against player1")
    people = seat_all(game)
    maker = people["FRANCE"]
    step = begun(client_of(maker), game_sandbox(game, "S1901M"))
    own = client_of(maker).get(at(step)).content.decode()
    assert "og:image" not in own, "while it is one person's alone, nothing is said of it elsewhere"
    Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED, outcome={}, finished_at=NOON)
    answer = client_of(None).get(at(step))
    html = answer.content.decode()
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert '<meta name="robots" content="noindex,nofollow">' in html
    assert "Sandbox, not a game" in tree(html).one("div", id="map").text
    token = re.search(r"/pictures/([^\"]+)\.png", html)[1]  # type: ignore[index]
    poster = posters.read(token)
    assert poster is not None
    assert poster.stamp == "Sandbox, not a game"
    for person in people.values():
        assert person.username not in html
        assert person.username not in json.dumps(poster)
    assert game.name not in html and game.code not in html


# Who may


def test_a_sandbox_of_a_running_game_is_its_makers_alone(make_game, seat_all, client_of, client):
    game = make_game(variant="standard")
    people = seat_all(game)
    step = begun(client_of(people["FRANCE"]), game_sandbox(game, "S1901M"))
    root = make_user("root", is_staff=True, is_superuser=True)
    others = [client, client_of(people["ITALY"]), client_of(root)]
    for other in others:
        for method in ("get", "post"):
            assert getattr(other, method)(at(step)).status_code == 404
        assert other.post(f"{at(step)}check/").status_code == 404
    Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED, outcome={}, finished_at=NOON)
    for other in others:
        assert other.get(at(step)).status_code == 200
    Game.objects.filter(pk=game.pk).update(state=Game.State.RUNNING, outcome=None, finished_at=None)
    assert client.get(at(step)).status_code == 404, "a game that goes on again closes it"


def test_a_sandbox_of_a_game_in_fog_opens_with_its_record(lay_table, client_of, client, set_clock):
    spies = lay_table(reveal_at="2026-04-01")
    maker = client_of(spies.players["GERMANY"])
    step = begun(maker, game_sandbox(spies.game, "S1901M"), "A Mun H")
    spies.end()
    assert client.get(at(step)).status_code == 404
    set_clock(NOON + timedelta(days=40))
    assert client.get(at(step)).status_code == 200


def test_a_sandbox_from_the_opening_is_open_by_its_link_and_others_begin_their_own(
    client_of, client, ada, ben
):
    step = begun(client_of(ada))
    html = client.get(at(step)).content.decode()
    assert not list(tree(html).all("form", id="sheet"))
    assert client.post(at(step)).status_code == 302
    copy = begun(client_of(ben), at(step), "A Bur H")
    assert copy.sandbox.owner == ben
    assert copy.parent is not None and copy.parent.position == step.position
    assert step.sandbox.steps.count() == 2, "ben adds nothing to ada's"


def test_codes_have_60_bits_and_there_is_no_list_of_others(client_of, ada, ben):
    step = begun(client_of(ada))
    assert re.fullmatch("[a-km-z2-9]{13}", step.sandbox.code)
    assert step.sandbox.code not in client_of(ben).get("/sandbox/").content.decode()
    assert step.sandbox.code in client_of(ada).get("/sandbox/").content.decode()


def test_only_its_maker_deletes_one(client_of, ada, ben):
    step = begun(client_of(ada))
    for who, left in ((ben, 1), (ada, 0)):
        client_of(who).post("/sandbox/", {"delete": step.sandbox.code})
        assert Sandbox.objects.count() == left


def test_a_private_game_lends_no_position_to_those_outside(make_game, seat_all, client_of, client, ada):
    game = make_game(variant="standard", visibility="private")
    people = seat_all(game)
    for other in (client, client_of(ada)):
        assert other.get(game_sandbox(game, "S1901M")).status_code == 404
        assert other.post(game_sandbox(game, "S1901M"), {"do": "resolve"}).status_code == 404
    assert client_of(people["FRANCE"]).get(game_sandbox(game, "S1901M")).status_code == 200
    assert client_of(people["FRANCE"]).get(game_sandbox(game, "F1909M")).status_code == 404


def test_no_more_than_200_are_kept(client_of, ada, monkeypatch):
    monkeypatch.setattr(services, "MOST", 2)
    client = client_of(ada)
    first, _second = begun(client), begun(client)
    html = resolve(client, NEW, SPRING).content.decode()
    assert "Delete one, then try again" in html
    assert "A Par - Bur" in html, "nothing typed is lost"
    assert Sandbox.objects.count() == 2
    client.post("/sandbox/", {"delete": first.sandbox.code})
    begun(client)


def test_the_bounds_are_those_that_are_said():
    assert str(services.MOST) in str(services.TooManySandboxes())
    assert str(services.MOST_STEPS) in str(services.TooManySteps())


def test_a_sandbox_has_so_many_positions_and_no_more(client_of, ada, monkeypatch):
    monkeypatch.setattr(services, "MOST_STEPS", 2)
    client = client_of(ada)
    step = begun(client)
    assert "This sandbox has" in resolve(client, at(step), "").content.decode()
    assert step.sandbox.steps.count() == 2


def test_too_many_in_a_row_have_to_wait(client_of, ada, monkeypatch):
    monkeypatch.setattr(services, "BEGINNINGS", services.Limit("sandboxes", 1, 3600))
    client = client_of(ada)
    begun(client)
    assert resolve(client, NEW, SPRING).status_code == 429
    monkeypatch.setattr(services, "STEPS", services.Limit("sandbox-steps-of-this-test", 1, 3600))
    assert resolve(client, NEW, SPRING, do="check").status_code == 200
    assert resolve(client, NEW, SPRING, do="check").status_code == 429


# What is kept, and for how long


def test_orders_and_position_alone_are_kept(client_of, ada):
    """Words that someone types go nowhere: each kept line is one that the engine itself writes."""
    client = client_of(ada)
    resolve(client, NEW, "A Par - Bur\nhello ben, this is a note\nA Mar H", do="anyway")
    step = SandboxStep.objects.latest("pk")
    assert step.orders == ["A PAR - BUR", "A MAR H"]
    kept = {field.name for model in (Sandbox, SandboxStep) for field in model._meta.concrete_fields}
    assert kept == {
        *("id", "code", "owner", "game", "rules", "is_partial", "began_at", "read_at"),
        *("sandbox", "number", "parent", "orders", "position", "label"),
    }


def test_the_data_base_keeps_the_tree_a_tree(client_of, ada):
    step = begun(client_of(ada))
    for number, parent in ((1, step), (7, None), (0, step)):
        with pytest.raises(IntegrityError), transaction.atomic():
            SandboxStep.objects.create(
                sandbox=step.sandbox, number=number, parent=parent, position={}, label="S1901M"
            )


def test_they_go_with_the_account(client_of, ada):
    begun(client_of(ada))
    delete_account(user=ada)
    assert not Sandbox.objects.exists()
    assert not SandboxStep.objects.exists()


def test_they_go_after_a_year_unread(client_of, client, ada, set_clock):
    read, unread = begun(client_of(ada)), begun(client_of(ada))
    set_clock.pass_(days=200)
    assert client.get(at(read)).status_code == 200
    set_clock.pass_(days=200)
    tasks.forget_practices()
    assert list(Sandbox.objects.all()) == [read.sandbox]
    assert not SandboxStep.objects.filter(sandbox=unread.sandbox.pk).exists()


# What never goes in


def body_of(client: Client, address: str) -> str:
    """What a page says below the masthead, without what is new in every answer."""
    html = client.get(address).content.decode()
    body = html[html.index("<main") : html.index("</main>")]
    return re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', "", body)


def lines_of(step: SandboxStep) -> Iterator[SandboxStep]:
    yield from step.sandbox.steps.order_by("number")


def test_of_a_game_in_fog_a_player_takes_what_they_see(spy_table, client_of):
    germany = client_of(spy_table.players["GERMANY"])
    html = germany.get(game_sandbox(spy_table.game, "F1901M")).content.decode()
    assert "Units they did not see are absent" in html
    step = begun(germany, game_sandbox(spy_table.game, "F1901M"), "A Tyr H")
    root = step.parent
    assert root is not None and step.sandbox.is_partial
    assert set(root.position["units"]) == {"GERMANY"} | {
        power for power, units in root.position["units"].items() if units
    }
    assert root.position["centres"].keys() == {"GERMANY"}
    assert "TURKEY" not in json.dumps(root.position)
    assert "spies" not in root.position


def test_no_byte_of_a_sandbox_in_fog_depends_on_what_its_maker_did_not_see(lay_table, client_of):
    """Two games alike to Germany's eyes: Turkey and Russia have gone other ways."""
    kept, pages = [], []
    for orders in ({}, {"TURKEY": ["A CON - BUL"], "RUSSIA": ["A MOS - UKR"], "ITALY": ["F NAP - ION"]}):
        spies = lay_table()
        spies.play_to("F1901M", GERMANY=["A MUN - TYR"], **orders)
        germany = client_of(spies.players["GERMANY"])
        address = game_sandbox(spies.game, "F1901M")
        html = body_of(germany, address)
        step = begun(germany, address, "A Tyr - Ven; F Kie - Den")
        html += body_of(germany, at(step))
        for changing in (spies.game.code, step.sandbox.code):
            html = html.replace(changing, "CODE")
        pages.append(html)
        kept.append([(each.orders, each.position) for each in lines_of(step)])
    assert kept[0] == kept[1]
    assert pages[0] == pages[1]


def test_of_a_game_in_fog_the_public_takes_nothing(spy_table, client_of, eve):
    address = game_sandbox(spy_table.game, "F1901M")
    html = client_of(eve).get(address).content.decode()
    assert "No unit is seen on this board" in html
    refused = resolve(client_of(eve), address, "A Mun H", do="anyway")
    assert "There is nothing to order" in refused.content.decode()
    assert not Sandbox.objects.exists()


def test_of_an_auction_the_board_alone_goes_in(running_game, advance, client_of, ada, ben):
    """Neither bids nor treasuries nor whose the powers are; the auction itself is left out."""
    game = running_game
    labels = [phase_of(game).label]
    advance()
    labels.append(phase_of(game).label)
    assert [label[-1] for label in labels] == ["H", "B"]
    for label in labels:
        for person in (ada, ben):
            step = begun(client_of(person), game_sandbox(game, label), SPRING)
            root = step.parent
            assert root is not None and root.label == "S1901M"
            assert root.position == table.opening()
    html = client_of(ada).get(game_sandbox(game, labels[0])).content.decode()
    assert "Auctions, treasuries, home powers, spies and spells are left out." in html


def test_no_byte_of_a_sandbox_depends_on_what_the_opponent_saved(running_game, answer, client_of, ada, ben):
    seen = []
    label = phase_of(running_game).label
    for text in ("France\nEngland\nGermany\nAustria\nItaly\nRussia\nTurkey", ""):
        if text:
            answer(ben, text)
        seen.append(body_of(client_of(ada), game_sandbox(running_game, label)))
        Answer.objects.all().delete()
    assert seen[0] == seen[1]


# The ways in


def test_a_game_its_phases_and_its_replay_lead_here(running_game, advance, client_of, ada):
    game, client = running_game, client_of(ada)
    first = phase_of(game).label
    advance()
    base = f"/l/calais/g/{game.code}/"
    assert game_sandbox(game, first) in client.get(f"{base}{first}/").content.decode()
    replay = client.get(f"{base}replay/{first}/").content.decode()
    assert game_sandbox(game, first) in replay
    assert 'data-try="' + game_sandbox(game, "LABEL") in replay
    assert game_sandbox(game, phase_of(game).label) in client.get(base).content.decode()


def test_a_stranger_signs_in_first_and_comes_back(running_game, client):
    address = game_sandbox(running_game, phase_of(running_game).label)
    assert client.get(address).headers["Location"].endswith(f"?next={address}")


def test_a_large_tree_takes_no_more_queries_than_a_small_one(client_of, ada):
    client = client_of(ada)
    step = begun(client)
    client.get(at(step))
    few = count_queries(client, at(step))
    for place in ("Pic", "Gas", "Bre"):
        begun(client, f"/sandbox/{step.sandbox.code}/0/", f"A Par - {place}")
    begun(client, at(step), "")
    client.get(at(step))
    assert count_queries(client, at(step)) == few
    assert services.resolve(person=ada, stand=at_the_opening(), orders=[]).number == 1


def test_its_pages_use_no_class_that_their_sheets_do_not_know(running_game, advance, client_of, client, ada):
    """Of the opening and of a game, read by a stranger, with orders that cannot be followed, refused."""
    hers = client_of(ada)
    step = begun(hers, text="A Par - Bur")
    resolve(hers, at(step), "")
    advance()
    label = phase_of(running_game).label
    pages = [
        hers.get(NEW),
        hers.get(at(step)),
        hers.get(f"{at(step)}?map=orders"),
        hers.get(at(step.parent)),
        hers.get(game_sandbox(running_game, label)),
        hers.get(reverse("sandbox:index")),
        client.get(at(step)),
        resolve(hers, NEW, "A Par - nowhere"),
        resolve(hers, NEW, "x" * 30_000),
    ]
    assert all(page.status_code == 200 for page in pages), [page.status_code for page in pages]
    unknown = set().union(*(unknown_classes(page.content.decode()) for page in pages))
    assert unknown == {"entries"}, "only the name of lists, whose rules go by their lines"
