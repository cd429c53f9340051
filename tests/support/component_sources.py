"""The code of the components that a game of cards uses, for tests that look for what can be refused."""

import ast
import inspect
from pathlib import Path

import engine.games
from engine.components import card_game, deck, hands

SHARED = (deck, hands, card_game)


def source_of_game(name: str) -> str:
    """Everything in a game's folder."""
    folder = Path(engine.games.__file__).parent / name
    return "".join(file.read_text() for file in sorted(folder.glob("*.py")))


def source_of_components(name: str) -> str:
    """The shared functions that the game's modules import, and those that these call."""
    functions = {key: value for module in SHARED for key, value in vars(module).items() if inspect.isfunction(value)}
    wanted = [key for key in _names(source_of_game(name)) if key in functions]
    sources: dict[str, str] = {}
    while wanted:
        key = wanted.pop()
        if key not in sources:
            sources[key] = inspect.getsource(functions[key])
            wanted += [other for other in _names(sources[key]) if other in functions]
    return "".join(sources.values())


def _names(source: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
