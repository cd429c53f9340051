"""Pages of the code's own descriptions: ``make docs`` builds them into ``build/docs``; start at its ``index.html``.

    python -m docs.api_pages [FOLDER [PACKAGE ...]]

Nothing is fetched, and a warning is an error. Modules that need a library which is no part of Tablelight (the networks'
training needs PyTorch) are left out where that library is not installed.
"""

import ast
import importlib.util
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pdoc

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "firmware_bridge", "tablelight")


def build(folder: Path, packages: tuple[str, ...] = PACKAGES) -> list[str]:
    """Write the pages of the packages' modules into a folder; gives the modules that were left out.

    Raises UserWarning for what pdoc warns of.
    """
    left_out = [name for package in packages for name in _cannot_be_imported(package)]
    pdoc.render.configure(docformat="restructuredtext", show_source=False, footer_text="Tablelight")
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # pydantic's own annotations name a module that exists for type checkers alone.
        warnings.filterwarnings("ignore", message="(?s).*PydanticDataclass")
        for name in left_out:
            warnings.filterwarnings("ignore", message=f"Couldn't import {re.escape(name)}")
        pdoc.pdoc(*packages, *(f"!{name}" for name in left_out), output_directory=folder)
    return left_out


def _cannot_be_imported(package: str) -> Iterator[str]:
    """Modules that import, as they are loaded, a library that is not installed; and those that import these."""
    folder = ROOT.joinpath(*package.split("."))
    needs: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        needs[name] = set(_loaded_by(ast.parse(path.read_text(encoding="utf-8"))))
    missing: set[str] = set()
    while True:
        more = {name for name, of in needs.items() if of & missing or any(map(_is_missing, of))} - missing
        if not more:
            break
        missing |= more
    yield from sorted(missing)


def _loaded_by(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _is_missing(name: str) -> bool:
    top = name.partition(".")[0]
    return top not in PACKAGES and importlib.util.find_spec(top) is None


def main(folder: str = "build/docs", *packages: str) -> None:
    left_out = build(Path(folder), packages or PACKAGES)
    said = f", without {', '.join(left_out)}, whose libraries are not installed" if left_out else ""
    print(f"The pages are in {folder}{said}.")  # noqa: T201  its only output


if __name__ == "__main__":
    main(*sys.argv[1:])
