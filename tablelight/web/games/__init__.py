"""What a game looks like on the page: one module a game, which its entry names as ``page`` (``engine.core.entry``).

Such a module has some of these, each a value:

``BOARD`` (``components.scene.DrawnBoard``): a drawn board with its pieces, played by tapping.
``DESK`` (``components.desk.Desk``): a table of cards; cards are tapped, buttons say what may be meant.
``PANELS`` (``components.panels.Panels``): parts of the page that only few games have.
``EXPLAINS`` (``components.why.Explains``): how its numbers and lights come about, and pictures for its rules.

A game without a module, or with an empty one, is played with what every game has: the question, the lights of its
board, the list of legal moves, and a line to type in.
"""

import logging
from functools import cache
from importlib import import_module
from types import ModuleType

from engine.core.errors import BadRules
from engine.core.registry import entry_of
from tablelight.web.components.desk import Desk
from tablelight.web.components.panels import Panels
from tablelight.web.components.scene import DrawnBoard
from tablelight.web.components.why import Explains

log = logging.getLogger(__name__)


def board_of(game: str) -> DrawnBoard | None:
    """The drawn board of a game; None for games that are played without one."""
    return getattr(_module(game), "BOARD", None)


def desk_of(game: str) -> Desk | None:
    """The table of a card game; None for games without cards to tap."""
    return getattr(_module(game), "DESK", None)


def panels_of(game: str) -> Panels:
    """The parts of the page that only this game has; mostly none."""
    return getattr(_module(game), "PANELS", None) or Panels()


def explains_of(game: str) -> Explains:
    """What a game says about its numbers and lights besides its rules; mostly little."""
    return getattr(_module(game), "EXPLAINS", None) or Explains()


def trouble_of(game: str) -> str:
    """Why the page shows a game without what its own module would add, in a sentence; empty where all is well."""
    page = entry_of(game).page
    try:
        if page:
            import_module(page)
    except (Exception, SystemExit) as error:
        return f"The page shows '{game}' without its own board, because {page} cannot be loaded: {error!r}."
    return ""


def forget() -> None:
    """Look for the modules anew when one is next asked for: another package was installed, or removed."""
    _module.cache_clear()


@cache
def _module(game: str) -> ModuleType | None:
    """The module of a game, loaded when first asked for; None where there is none that can be loaded."""
    try:
        page = entry_of(game).page
    except BadRules:
        return None
    if trouble := trouble_of(game):
        log.warning("%s", trouble)
        return None
    return import_module(page) if page else None
