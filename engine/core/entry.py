"""What a game says of itself before anything of it is loaded; a list of games costs next to nothing."""

from dataclasses import dataclass, replace

DICE_AND_BOARD, CARD_GAMES, TILES_AND_PIECES = GROUPS = ("Dice and board", "Card games", "Tiles and pieces")
"""The groups of the list of games, in their order. A game may name another one, which then stands below these."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One game in the list of games: a value called ``GAME`` in the game's package.

    What costs time to import is named as a text, ``"package.module:Name"``, and loaded when it is first asked for.

    ``name``: what files and programs call it, for good: saved matches hold it. ``title``: what people call it.
    ``rules``: its class, a subclass of ``engine.core.game.Game``. ``group``, ``blurb``: where it stands in the list of
    games, and one line about it. ``order``: where it stands within its group, smallest first. ``players``, ``minutes``:
    how many can play and about how long it takes, in words (those of our own games are estimated by hand, not timed).

    All that follows may be left out. ``asked_first``: options that make another game of it, which stand before the
    house rules. ``never_asked``: options that the rules name and nobody can play by. ``dealing``: a
    ``dealing.Dealing``, how a table without cards or dice at hand is dealt. ``player``: a
    ``random_player.RandomPlayer``, who plays it by chance. ``page``: a module with what the page shows of it
    (``tablelight.web.games``). ``package``: where its ``texts`` folder lies; the registry fills it in.
    """

    name: str
    title: str
    rules: str
    group: str
    blurb: str
    players: str
    minutes: str = ""
    order: int = 100
    asked_first: tuple[str, ...] = ()
    never_asked: tuple[str, ...] = ()
    dealing: str = ""
    player: str = ""
    page: str = ""
    package: str = ""

    def within(self, package: str) -> "GameEntry":
        """The same entry, found in this package."""
        return replace(self, package=package)

    @property
    def rank(self) -> tuple[int, str, int, str]:
        """Where it stands in the list of games."""
        known = self.group in GROUPS
        return (GROUPS.index(self.group) if known else len(GROUPS), self.group, self.order, self.title)
