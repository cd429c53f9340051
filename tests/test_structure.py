"""How the code hangs together: imports lead one way, a class name means one thing, and no game is asked its name."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "firmware_bridge", "tablelight")
CONVENTIONAL = {"State", "Options", "Settings"}
"""Class names that every game, or every part, has for the same thing."""

Trees = Mapping[str, ast.Module]
"""Parsed modules by their dotted names."""


def parsed(root: Path = ROOT, packages: Iterable[str] = PACKAGES) -> dict[str, ast.Module]:
    """Every module of the packages under ``root``; a package stands under its own name."""
    trees = {}
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
            trees[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return trees


def imports(name: str, tree: ast.Module, known: Iterable[str]) -> set[str]:
    """The known modules that a module imports, anywhere in it, for type checkers alone too."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            members = (f"{node.module}.{alias.name}" for alias in node.names)
            found.update(member if member in known else node.module for member in members)
    return (found & set(known)) - {name}


def import_circles(trees: Trees) -> list[list[str]]:
    """The groups of modules that import each other, directly or by way of others: strongly connected components."""
    edges = {name: sorted(imports(name, tree, trees.keys())) for name, tree in trees.items()}
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    circles: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in edges[name]:
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            at = stack.index(name)
            component = stack[at:]
            del stack[at:]
            if len(component) > 1:
                circles.append(sorted(component))

    for name in edges:
        if name not in index:
            visit(name)
    return circles


def classes_twice(trees: Trees) -> dict[str, list[str]]:
    """Public class names that stand in more than one module, with those modules."""
    where: defaultdict[str, set[str]] = defaultdict(set)
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where[node.name].add(name)
    return {kind: sorted(found) for kind, found in where.items() if len(found) > 1 and kind not in CONVENTIONAL}


def games_told_by_name(trees: Trees) -> list[str]:
    """Places, as ``module:line``, that do one thing for one game and another for others, by asking ``game.name``."""
    return [f"{name}:{line}" for name, tree in trees.items() for line in sorted(_lines_asking_a_name(tree))]


def _lines_asking_a_name(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        asked: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            asked = [node.subject]
        if any(_is_name_of_game(expression) for expression in asked):
            yield node.lineno


def _is_name_of_game(node: ast.expr) -> bool:
    """``game.name``, or ``match.game.name`` and the like."""
    if not isinstance(node, ast.Attribute) or node.attr != "name":
        return False
    owner = node.value
    return (owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")) == "game"


@pytest.fixture(scope="module")
def trees() -> Trees:
    return parsed()


def test_imports_lead_one_way(trees):
    circles = import_circles(trees)
    assert not circles, "\n".join(map(", ".join, circles))


def test_a_class_name_means_one_thing(trees):
    twice = classes_twice(trees)
    assert not twice, "\n".join(f"{kind}: {', '.join(where)}" for kind, where in sorted(twice.items()))


def test_no_game_is_asked_its_name(trees):
    asked = games_told_by_name(trees)
    assert not asked, ", ".join(asked)


def test_what_is_found_in_code_that_has_everything():
    trees = {
        "a": ast.parse("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from b import House\nclass Way: ..."),
        "b": ast.parse("import c\nclass House: ..."),
        "c": ast.parse("import a\nclass Way: ...\nclass State: ..."),
        "d": ast.parse("import a\nclass State: ...\nif table.game.name == 'a':\n    pass\nname = game.name"),
    }
    assert import_circles(trees) == [["a", "b", "c"]]
    assert classes_twice(trees) == {"Way": ["a", "c"]}
    assert games_told_by_name(trees) == ["d:3"]
