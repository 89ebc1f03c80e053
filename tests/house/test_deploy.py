"""The files of `deploy/` and the pages of `docs/` that go with them name what the code has, and all of it."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

from league.server import long_headers, slow_bodies
from tests.benchmarks import proxy

ROOT = Path(settings.ROOT)
COMPOSE = (ROOT / "deploy/compose.yaml").read_text()
IMAGE = (ROOT / "deploy/Containerfile").read_text()
RUNNING = (ROOT / "docs/running.md").read_text()


def asked_of_the_environment() -> set[str]:
    """Every variable that the settings for production read."""
    names = set()
    for file in ("base", "production"):
        for node in ast.walk(ast.parse((ROOT / f"league/settings/{file}.py").read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("os.environ.get", "needed"):
                name = node.args[0]
                if isinstance(name, ast.Constant):
                    names.add(name.value)
    return names


def test_the_page_on_running_it_names_every_variable():
    asked = asked_of_the_environment()
    assert "DATABASE_URL" in asked
    told = set(re.findall(r"`([A-Z_]+)`", RUNNING))
    assert asked - told == set()


def test_the_containers_are_given_every_variable_that_is_needed():
    source = (ROOT / "league/settings/production.py").read_text()
    needed = set(re.findall(r'needed\(\s*"([A-Z_]+)"', source))
    assert needed
    given = set(re.findall(r"^    ([A-Z_]+):", COMPOSE, re.MULTILINE))
    assert needed - given == set()


def test_whatever_the_containers_want_from_the_operator_stands_in_the_example():
    wanted = set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))
    example = (ROOT / "deploy/.env.example").read_text()
    assert wanted == set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))


def test_every_queue_has_a_worker():
    queues = {settings.CELERY_TASK_DEFAULT_QUEUE} | {
        route["queue"] for route in settings.CELERY_TASK_ROUTES.values()
    }
    served = {
        queue
        for names in re.findall(r'worker, -Q, "?([a-z,]+)"?', COMPOSE)
        for queue in names.split(",")
        if queue
    }
    assert queues == served


def test_no_worker_for_hints_or_deadlines_writes_to_the_mail_server():
    """It may hang; what is mailed waits in the queue `outbox`."""
    served = [set(names.strip(",").split(",")) for names in re.findall(r'worker, -Q, "?([a-z,]+)"?', COMPOSE)]
    for queue in ("hints", "deadlines"):
        assert {queue} in served


def test_the_image_has_the_tools_of_the_data_bases_version():
    """An older pg_dump refuses a newer server: there would be no backup."""
    server = re.findall(r"image: docker\.io/library/postgres:(\d+)", COMPOSE)
    assert len(server) == 1
    assert re.findall(r"\bpostgresql-client\S*", IMAGE) == [f"postgresql-client-{server[0]}"]


def test_the_image_holds_every_folder_that_runs():
    copied = set(re.findall(r"^COPY (\w+) \1$", IMAGE, re.MULTILINE))
    runs = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()} - {"tests"}
    assert copied == runs | {"templates", "static"}


@pytest.mark.parametrize("page", ["running.md", "runbook.md"])
def test_the_pages_name_only_commands_that_exist(page):
    text = (ROOT / "docs" / page).read_text()
    named = set(re.findall(r"manage\.py ([a-z_]+)", text)) | set(
        re.findall(r"manage\.py, ([a-z_]+)", COMPOSE)
    )
    assert named - set(get_commands()) == set()


def test_the_runbook_names_the_metrics_that_there_are():
    source = (ROOT / "league/watch/metrics.py").read_text()
    there_are = {re.sub(r"_total$", "", name) for name in re.findall(r'"(poste_[a-z_]+)"', source)}
    text = (ROOT / "docs/runbook.md").read_text()
    told = {re.sub(r"_total$", "", name) for name in re.findall(r"`(poste_[a-z_]+)", text)} | {
        re.sub(r"_total$", "", name) for name in re.findall(r", `(poste_[a-z_]+)", text)
    }
    assert told == there_are


CADDYFILE = (ROOT / "deploy/Caddyfile").read_text()


def size_in_bytes(said: str) -> int:
    number, unit = re.fullmatch(r"(\d+)(\w*)", said).groups()
    return int(number) * {"": 1, "KB": 1000, "MB": 1000**2, "KiB": 1024, "MiB": 1024**2}[unit]


def of_the_proxy(directive: str) -> str:
    found = re.search(rf"^\s*{directive} (\S+)$", CADDYFILE, re.MULTILINE)
    assert found, f"deploy/Caddyfile has no {directive}"
    return found[1]


def test_the_proxy_hands_on_whole_requests_alone():
    """Two slow writers would take both threads of the pages."""
    assert size_in_bytes(of_the_proxy("request_buffers")) >= size_in_bytes(of_the_proxy("max_size"))
    assert size_in_bytes(of_the_proxy("max_size")) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def test_the_proxy_waits_for_no_request_for_long():
    assert of_the_proxy("read_header") == "10s"
    assert of_the_proxy("read_body") == f"{slow_bodies.SECONDS:.0f}s"
    assert size_in_bytes(of_the_proxy("max_size")) == slow_bodies.MOST


def test_our_own_page_refuses_long_headers_before_the_servers_do():
    taken_by_the_pages = int(re.search(r'"--limit-request-field_size", "(\d+)"', IMAGE)[1])
    assert long_headers.MOST < 100_000 < taken_by_the_pages < size_in_bytes(of_the_proxy("max_header_size"))


def test_the_proxy_alone_says_where_pages_and_sockets_are_asked_from():
    assert CADDYFILE.count("header_up X-Forwarded-For {remote_host}") == CADDYFILE.count("reverse_proxy {$")


def test_every_command_for_pages_is_the_containers():
    command = re.search(r"^CMD (\[.*\])$", IMAGE, re.MULTILINE)[1]
    options = [word for word in ast.literal_eval(command)[2:] if word not in ("--bind", "0.0.0.0:8000")]
    told = re.search(r"`gunicorn league\.wsgi ([^`]+)`", RUNNING)[1].split()
    assert set(told) <= set(options)


def test_older_caddies_are_told_the_same_in_their_words():
    whole, before = (
        re.search(rf"^\({name}\) \{{\n(.*?)^\}}", CADDYFILE, re.MULTILINE | re.DOTALL)[1].split()
        for name in ("whole", "whole_before_2_7")
    )
    assert whole == ["request_buffers", of_the_proxy("max_buffer_size"), "response_buffers", before[-1]]
    assert before[:-1] == ["buffer_requests", "buffer_responses", "max_buffer_size"]
    assert CADDYFILE.count("import {$WHOLE:whole}") == 1
    assert "Environment=WHOLE=whole_before_2_7" in (ROOT / "deploy/debian/caddy.conf").read_text()


DEBIAN = (ROOT / "deploy/debian/poste").read_text()


def test_debian_runs_what_the_containers_run():
    """Every process, with the same options but for where it listens."""
    words = re.sub(r"\\\n", " ", DEBIAN).replace('"$bin/', "").replace('"', "")
    there = {" ".join(each.split()) for each in re.findall(r"exec ([guc]\w+ [^;\n]+)", words)}
    commands = [re.search(r"^CMD (\[.*\])$", IMAGE, re.MULTILINE)[1]]
    commands += re.findall(r"^    command: (\[(?:uvicorn|celery), .*\])$", COMPOSE, re.MULTILINE)
    ours = {" ".join(re.findall(r"[^\s\[\]\",]+(?:,\w+)?", each)) for each in commands}
    ours = {re.sub(r"0(\.0){3}", "127.0.0.1", each) for each in ours}
    there |= {each.replace("$1", queue) for each in there for queue in ("deadlines", "hints") if "$1" in each}
    assert {each for each in there if "$1" not in each} == ours


def test_the_target_starts_every_process_of_debian():
    cases = set(re.findall(r"^([a-z]+(?: \| [a-z]+)*)\) ?(?:exec|$)", DEBIAN, re.MULTILINE))
    processes = {name for case in cases for name in case.split(" | ")}
    started = set(re.findall(r"poste@(\w+)\.service", (ROOT / "deploy/debian/poste.target").read_text()))
    assert started == processes and "beat" in started


def test_who_names_the_settings_has_installed_the_packages(monkeypatch):
    """On Debian pip has, from the lock without the developers' packages: `poste messages` adds none."""
    spec = importlib.util.spec_from_file_location("manage", ROOT / "manage.py")
    manage = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(manage)
    made = []
    monkeypatch.setattr(manage, "is_installed", lambda lock: False)
    monkeypatch.setattr(manage, "make_environment", made.append)
    monkeypatch.setattr(manage.os, "execv", lambda *asked: None)
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "league.settings.production")
    manage.go_on_in_the_environment("messages")
    assert made == []
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE")
    manage.go_on_in_the_environment("messages")
    assert made == [str(ROOT / "deploy/requirements-dev.lock")]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_units(tmp_path):
    units = []
    for name in ("poste@.service", "poste.target"):
        text = (ROOT / "deploy/debian" / name).read_text()
        text = text.replace("/srv/poste/deploy/debian", str(ROOT / "deploy/debian"))
        units.append(tmp_path / name.replace("@.", "@pages."))
        units[-1].write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True)
    about_ours = [
        line for line in done.stderr.splitlines() if str(tmp_path) in line or line.startswith("poste")
    ]
    assert about_ours == []


@pytest.mark.skipif(shutil.which("caddy") is None, reason="caddy is not installed")
def test_caddy_takes_its_file(tmp_path):
    around = proxy.environment(tmp_path, site="http://localhost:1", pages=2, sockets=3)
    done = subprocess.run(
        ["caddy", "adapt", "--config", proxy.CADDYFILE, "--adapter", "caddyfile", "--validate"],
        env={**os.environ, **around},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    adapted = json.loads(done.stdout)
    (server,) = adapted["apps"]["http"]["servers"].values()
    assert server["read_timeout"] == slow_bodies.SECONDS * 1e9
    assert '"buffer_requests":true' in done.stdout or '"request_buffers":' in done.stdout
