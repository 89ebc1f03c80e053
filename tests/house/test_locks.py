"""The locks hold what pyproject names, hashed, and no tracked file names a package index."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

ROOT: Path = settings.ROOT
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
WANTED = {
    "requirements.lock": PROJECT["project"]["dependencies"],
    "requirements-dev.lock": PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"],
}


@pytest.mark.parametrize("name", WANTED)
def test_a_lock_pins_everything_that_pyproject_names(name: str) -> None:
    pinned = set(re.findall(r"^([a-z0-9.-]+==[^ ;]+)", (ROOT / "deploy" / name).read_text(), re.MULTILINE))
    wanted = {re.sub(r"\[.*?\]|;.*", "", each) for each in WANTED[name]}
    assert wanted <= pinned, f"remake {name} (docs/decisions/0002): {sorted(wanted - pinned)}"


@pytest.mark.parametrize("name", WANTED)
def test_every_package_of_a_lock_has_its_hashes(name: str) -> None:
    entries = re.split(r"\n(?=[a-z])", (ROOT / "deploy" / name).read_text().strip())
    assert len(entries) > 20
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_every_package_has_its_reason() -> None:
    reasons = (ROOT / "docs/packages.md").read_text()
    packages = {re.split(r"[\[=]", each)[0] for each in WANTED["requirements-dev.lock"]} - {"kombu"}
    assert sorted(name for name in packages if name not in reasons) == []


@pytest.mark.slow
def test_no_tracked_file_names_a_package_index() -> None:
    pattern = "|".join(
        [
            r"--(extra-)?index[-]url|--find[-]links",
            r"\"resolved\": \"http|https?://[^ ]+\.(whl|tgz|tar\.gz)",
            r"pypi\.org|pythonhosted|npmjs",
        ]
    )
    found = subprocess.run(
        ["git", "grep", "-nIE", "-e", pattern, "--", ".", ":!tests/house/test_locks.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if found.returncode > 1:
        pytest.skip("not a git checkout")
    assert found.stdout == ""
