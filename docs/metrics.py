"""What can be counted of the house: ``make metrics``, or for several checkouts beside each other

    python -m docs.metrics TREE [TREE ...]

How each is counted is printed below the numbers, from the docstring of its function. The numbers are for comparing one
tree with another; none of them is a goal by itself. Standard library alone, so that it works on any checkout.
"""

import argparse
import ast
import inspect
import re
import statistics
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PACKAGES = ("engine", "vision", "firmware_bridge", "tablelight")
CONVENTIONAL = {"State", "Options", "Settings"}
"""Class names that every game or part has for the same thing."""
LEAST_LINES = 6
"""Fewer equal lines in a row are a way of speaking, not a copy."""
Function = ast.FunctionDef | ast.AsyncFunctionDef

_OF_A_CAMERA = {"Watched", "CameraObservation"}
"""The classes of what a camera saw; branches for inputs of other classes are other walks."""
_HANDS_ON = {"Step", "Reduced", "RefereeState"}
"""What functions of the referee return that hand the table's state on."""
_OTHER_WALKS = re.compile("card|pip|piece|felt|switch|hand|people|edit|accept|answer|labels|cube|redo|early|named_die")
"""Words of functions and modules that readings of dice do not pass."""
_UNITS = re.compile(
    r"\b(mm|px|ms|s|mA|Hz|mired|mireds|pixels?|seconds?|milliseconds?|degrees|radians|millimetres?|linear|sRGB|BGR|RGB|"
    r"uint8|float32|shape|rows?|columns?|[0-9n] ?[x×] ?[0-9n]|0 to 1|0 to 255|true|mask)\b|°|\([a-z0-9]+, ?[a-z0-9]+"
)
_ARRAYS = re.compile(r"\b(ndarray|NDArray|ArrayLike)\b")


@dataclass(frozen=True)
class Module:
    """One file: its dotted name, and what it holds."""

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    def functions(self) -> Iterator[Function]:
        yield from (node for node in ast.walk(self.tree) if isinstance(node, Function))


class Tree:
    """One checkout's packages."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules = {module.name: module for package in PACKAGES for module in _modules(root, package)}

    # ---- what is counted

    def doubles(self) -> dict[str, list[str]]:
        """Public class names of more than one module, less the conventional ones, with these modules."""
        where: dict[str, list[str]] = defaultdict(list)
        for module in self.modules.values():
            names = {node.name for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef)}
            for name in names:
                where[name].append(module.name)
        return {
            name: sorted(of)
            for name, of in sorted(where.items())
            if len(of) > 1 and not name.startswith("_") and name not in CONVENTIONAL
        }

    def cycles(self) -> list[list[str]]:
        """Sets of modules that import each other, also for types alone or inside functions."""
        return [sorted(circle) for circle in _strongly_connected(self._imports()) if len(circle) > 1]

    def flat(self) -> list[str]:
        """Modules at the top of ``tablelight/``, less ``__init__`` and ``__main__``."""
        return sorted(path.stem for path in (self.root / "tablelight").glob("*.py") if not path.stem.startswith("__"))

    def walk(self) -> dict[str, int]:
        """``return`` statements in each function that a settled reading of dice can pass in the referee.

        From ``step`` on, calls are followed by name inside the referee's modules, through functions that hand the
        table's state on (annotated ``Step``, ``Reduced`` or ``RefereeState``). Left out: branches for inputs of another
        class, and functions whose name or module says that they are for cards, pips, pieces, entries by hand, people
        or answers.
        """
        found: dict[tuple[str, str], Function] = {}
        for module in self.modules.values():
            if module.name.startswith("tablelight.referee"):
                short = module.name.rpartition(".")[2]
                found |= {(short, node.name): node for node in module.tree.body if isinstance(node, Function)}
        start = next(
            (key for key in found if key[1] == "step" and "RefereeState" in ast.unparse(found[key].args)), None
        )
        passed: dict[str, int] = {}
        waiting = [start] if start else []
        while waiting:
            key = waiting.pop()
            name = ".".join(key)
            if name in passed:
                continue
            inside = list(_on_the_walk(found[key]))
            passed[name] = sum(isinstance(one, ast.Return) for one in inside)
            waiting += [one for one in _called(inside, key[0]) if one in found and _hands_dice_on(one, found[one])]
        return passed

    def twice(self) -> int:
        """Lines that repeat others: of every stretch of six or more equal lines, each time but the first.

        Lines are compared without the space around them; empty ones, comments and imports are left out before.
        """
        lines = {name: list(_told_lines(module.text)) for name, module in self.modules.items()}
        first: dict[tuple[str, ...], tuple[str, int]] = {}
        again: set[tuple[str, int]] = set()
        for name, told in lines.items():
            for at in range(len(told) - LEAST_LINES + 1):
                window = tuple(told[at : at + LEAST_LINES])
                if first.setdefault(window, (name, at)) != (name, at):
                    again |= {(name, at + n) for n in range(LEAST_LINES)}
        return len(again)

    def lengths(self) -> list[int]:
        """Lines of each function from its name to its end, without its docstring, sorted."""
        return sorted(_length(node) for module in self.modules.values() for node in module.functions())

    def array_functions(self) -> tuple[int, int]:
        """How many public functions with an array among their arguments there are, and how many of these have a
        docstring that names a unit or a shape."""
        takers = [node for module in self.modules.values() for node in _public(module.tree) if _takes_arrays(node)]
        return len(takers), sum(bool(_UNITS.search(ast.get_docstring(node) or "")) for node in takers)

    def _imports(self) -> dict[str, set[str]]:
        edges: dict[str, set[str]] = {name: set() for name in self.modules}
        for module in self.modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                    targets = (f"{node.module}.{alias.name}" for alias in node.names)
                    edges[module.name] |= {one if one in self.modules else node.module for one in targets}
                elif isinstance(node, ast.Import):
                    edges[module.name] |= {alias.name for alias in node.names}
            edges[module.name] &= self.modules.keys() - {module.name}
        return edges


def rows(tree: Tree) -> list[tuple[str, str]]:
    """Every number with what it is of."""
    cycles, lengths, walk = tree.cycles(), tree.lengths(), tree.walk()
    takers, named = tree.array_functions()
    return [
        ("class names used twice", str(len(tree.doubles()))),
        ("import cycles", f"{len(cycles)}, the largest of {max(map(len, cycles))} modules" if cycles else "0"),
        ("modules at the top of tablelight/", str(len(tree.flat()))),
        ("returns on the walk of a reading", f"{sum(walk.values())} in {len(walk)} functions"),
        ("  most in one of its functions", str(max(walk.values(), default=0))),
        ("lines that stand twice", str(tree.twice())),
        (
            "function length, median / 90 % / longest",
            f"{statistics.median(lengths):.0f} / {lengths[len(lengths) * 9 // 10]} / {lengths[-1]}",
        ),
        ("docstrings with units where they take arrays", f"{named} of {takers} ({100 * named // max(takers, 1)} %)"),
    ]


def _modules(root: Path, package: str) -> Iterator[Module]:
    for path in sorted((root / package).rglob("*.py")):
        yield Module(".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"), path)


def _on_the_walk(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a function, less its branches for inputs that are not of a camera."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.match_case) and not _may_be_of_a_camera(child.pattern):
            continue
        if isinstance(child, ast.If) and not _may_be_of_a_camera(child.test):
            for other in child.orelse:
                yield from _on_the_walk(other)
            continue
        yield from _on_the_walk(child)


def _may_be_of_a_camera(test: ast.AST) -> bool:
    """Whether a ``case`` or an ``if isinstance(...)`` may be true of what a camera saw; any other condition may."""
    if isinstance(test, ast.expr) and not (isinstance(test, ast.Call) and ast.unparse(test.func) == "isinstance"):
        return not isinstance(test, ast.BoolOp) or all(map(_may_be_of_a_camera, test.values))
    named = {one.id for one in ast.walk(test) if isinstance(one, ast.Name) and one.id[:1].isupper()}
    return not named or bool(named & _OF_A_CAMERA)


def _called(nodes: Iterable[ast.AST], module: str) -> Iterator[tuple[str, str]]:
    """Functions named there, as (module, name): ``other(...)`` of its own module, ``module.other(...)``."""
    for one in nodes:
        if isinstance(one, ast.Name):
            yield module, one.id
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            yield one.value.id, one.attr


def _hands_dice_on(key: tuple[str, str], node: Function) -> bool:
    named = {one.id for one in ast.walk(node.returns) if isinstance(one, ast.Name)} if node.returns else set()
    return bool(named & _HANDS_ON) and not any(_OTHER_WALKS.search(part) for part in key)


def _told_lines(text: str) -> Iterator[str]:
    inside = False
    for line in map(str.strip, text.splitlines()):
        if inside or line.startswith(("import ", "from ")):
            inside = (inside or line.endswith("(")) and not line.startswith(")")
        elif line and not line.startswith("#"):
            yield line


def _length(node: Function) -> int:
    first = node.body[0]
    has_docstring = ast.get_docstring(node, clean=False) is not None
    docstring = (first.end_lineno or first.lineno) - first.lineno + 1 if has_docstring else 0
    return (node.end_lineno or node.lineno) - node.lineno + 1 - docstring


def _public(scope: ast.Module | ast.ClassDef) -> Iterator[Function]:
    for node in scope.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from _public(node)
        elif isinstance(node, Function) and not node.name.startswith("_"):
            yield node


def _takes_arrays(node: Function) -> bool:
    arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    return any(one.annotation and _ARRAYS.search(ast.unparse(one.annotation)) for one in arguments)


def _strongly_connected(edges: dict[str, set[str]]) -> Iterator[list[str]]:
    """Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1972, without recursion."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    for start in edges:
        work = [] if start in index else [(start, iter(sorted(edges[start])))]
        while work:
            node, targets = work[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
            onward = next((one for one in targets if one not in index), None)
            if onward is not None:
                work.append((onward, iter(sorted(edges[onward]))))
                continue
            work.pop()
            low[node] = min([low[node], *(low[one] for one in edges[node] if one in stack)])
            if low[node] == index[node]:
                at = stack.index(node)
                yield stack[at:]
                del stack[at:]


def how_counted() -> str:
    """What the docstrings of the counts say, one paragraph each."""
    counts = (Tree.doubles, Tree.cycles, Tree.flat, Tree.walk, Tree.twice, Tree.lengths, Tree.array_functions)
    told = (" ".join((inspect.getdoc(count) or "").split()) for count in counts)
    return "\n".join(textwrap.fill(one, 100, initial_indent="- ", subsequent_indent="  ") for one in told)


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m docs.metrics",
        description="Count the code of one checkout, or of several beside each other.",
        epilog=f"How it is counted:\n{how_counted()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("trees", metavar="TREE", nargs="*", default=["."], help="folders of checkouts; this one")
    trees = parser.parse_args(None if arguments is None else list(arguments)).trees
    for tree in trees:
        if not any((Path(tree) / package).is_dir() for package in PACKAGES):
            parser.error(f"{tree} is no checkout: it has none of {', '.join(PACKAGES)}")
    columns = [rows(Tree(Path(tree))) for tree in trees]
    lines = [("", *trees), *((line[0][0], *(value for _, value in line)) for line in zip(*columns, strict=True))]
    for name, *values in lines:
        print(f"{name:46}", *(f"{value:32}" for value in values))  # noqa: T201  its only output
    print(f"\nHow it is counted:\n{how_counted()}")  # noqa: T201


if __name__ == "__main__":
    main()
