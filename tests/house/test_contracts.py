"""The contracts on imports bite: each is kept by modules that obey it and broken by each import against it.

A contract that names a wrong module, or whose kind checks less than it seems to, holds whatever is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from grimp import ImportGraph
from importlinter import Contract
from importlinter.adapters.user_options import TomlFileUserOptionReader
from importlinter.configuration import configure
from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract
from importlinter.contracts.protected import ProtectedContract

PYPROJECT: Final = Path(__file__).parents[2] / "pyproject.toml"
configure()
OPTIONS: Final = TomlFileUserOptionReader().read_options(str(PYPROJECT))
assert OPTIONS is not None
KINDS: Final[dict[str, type[Contract]]] = {
    "acyclic_siblings": AcyclicSiblingsContract,
    "forbidden": ForbiddenContract,
    "layers": LayersContract,
    "protected": ProtectedContract,
}


def rooms(layer: str, container: str) -> list[str]:
    return [f"{container}{room.strip()}" for room in layer.split("|")]


def breaches(contract: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Imports that `contract` forbids, from and to; from nowhere: a room that it does not name."""
    match contract["type"]:
        case "layers":
            for container in [f"{each}." for each in contract.get("containers", ())] or [""]:
                layers = [rooms(layer, container) for layer in contract["layers"]]
                yield from ((below[0], above[-1]) for above, below in pairwise(layers))
                yield from ((layer[0], layer[-1]) for layer in layers if len(layer) > 1)
                if contract.get("exhaustive") == "True":
                    yield "", f"{container}a_new_room"
        case "acyclic_siblings":
            yield from ((f"{each}.one", f"{each}.two") for each in contract["ancestors"])
        case "forbidden":
            for source in contract["source_modules"]:
                yield from ((source, forbidden) for forbidden in contract["forbidden_modules"])
        case "protected":
            yield from (("league.leagues", protected) for protected in contract["protected_modules"])


def named(contract: dict[str, Any]) -> list[str]:
    """The modules that a contract names."""
    found = [each for key in contract if key.endswith(("_modules", "_importers")) for each in contract[key]]
    found += contract.get("ancestors", ())
    for container in [f"{each}." for each in contract.get("containers", ())] or [""]:
        found += [room for layer in contract.get("layers", ()) for room in rooms(layer, container)]
    return found


def is_kept(contract: dict[str, Any], source: str = "", target: str = "") -> bool:
    """Whether a house with the modules it names keeps `contract`, if `source` imports `target`."""
    graph, ours = ImportGraph(), OPTIONS.session_options["root_packages"]
    for each in {*named(contract), *filter(None, (source, target))}:
        parts = each.split(".")
        for depth in range(1, len(parts) + 1):
            module = ".".join(parts[:depth])
            graph.add_module(module, is_squashed=parts[0] not in ours)
    if source:
        graph.add_import(importer=source, imported=target)
    if contract["type"] == "acyclic_siblings" and source:
        graph.add_import(importer=target, imported=source)
    options = {key: value for key, value in contract.items() if key not in ("name", "type")}
    kind = KINDS[contract["type"]]
    return bool(kind(contract["name"], OPTIONS.session_options, options).check(graph, verbose=False).kept)


@pytest.mark.parametrize("contract", OPTIONS.contracts_options, ids=lambda contract: contract["name"])
def test_every_contract_is_kept_by_what_obeys_it_and_broken_by_each_breach(contract):
    assert is_kept(contract)
    forbidden = list(breaches(contract))
    assert forbidden and not [each for each in forbidden if is_kept(contract, *each)]


def test_every_module_that_a_contract_names_is_there():
    ours = tuple(f"{each}." for each in OPTIONS.session_options["root_packages"])
    for module in (each for contract in OPTIONS.contracts_options for each in named(contract)):
        path = PYPROJECT.parent / module.replace(".", "/")
        assert path.is_dir() or path.with_suffix(".py").is_file() or not module.startswith(ours), module
