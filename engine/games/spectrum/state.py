"""A position: masks of spaces for each seat, and how far the turn has come."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.components.hues import Hue
from engine.core.ids import Seat, Spot
from engine.games.spectrum.board import BIT, NAME, bits, hues_in, mask_of, parse_space, union

Path = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A pawn's move as numbers: origin (-1: stock), every space moved over or onto, and those of them that are jumped."""


class Plan(NamedTuple):
    """One way to understand the turn so far: a choice of dice, and what of it is still to be moved.

    ``left``: spaces of a normal roll, or a mask of parts. ``changed``, ``needed``: after a bonus that came first, the
    spaces it altered and relied on; the face part must leave them alone, so that both orders end alike (D-37).
    ``half``: by this plan the turn's last move is one of a part, entered as far as a first landing (D-41).
    """

    key: str
    left: int
    changed: int = 0
    needed: int = 0
    half: bool = False


class MovedPawn(NamedTuple):
    """A pawn that moved this turn: where it stands now, the hues it was in (a mask), where its last move began."""

    at: int
    hues: int
    origin: int


class PartialMove(NamedTuple):
    """A move of a part that is entered landing by landing and not yet whole (D-41).

    ``pawns``, ``stock``, ``moved``: as they were when it began, for it is judged as one move from there. ``so_far``:
    the path that is entered. ``placed``: where pawns that it captured so far were placed, a mask.
    """

    pawns: tuple[int, ...]
    stock: tuple[int, ...]
    moved: tuple[MovedPawn, ...]
    so_far: Path
    placed: int = 0


class Captive(NamedTuple):
    """A captured pawn in somebody's hand: whose it is, who places it, and a space that was not free for it."""

    owner: Seat
    placer: Seat
    not_here: int


@dataclass(frozen=True, slots=True)
class Extras:
    """Hidden cards, values and set-up: what the plain game does without.

    ``hands``: each seat's mission or portals, ``??`` unseen. ``deck``: portals left. ``shown``: portals that are spent.
    ``drawn``: the two portals its user looks at, where they are known.
    ``shot``: shotgun set-up, turns done; ``again``: dice of it that must be rolled again; ``pick``: the player picks.
    """

    values: tuple[int, ...] = ()
    missions: tuple[tuple[str, ...], ...] = ()
    portals: tuple[tuple[str, ...], ...] = ()
    deck: int = 0
    shown: tuple[str, ...] = ()
    used: tuple[int, ...] = ()
    portal: str = ""
    user: int = -1
    drawn: tuple[str, ...] = ()
    shot: int = 0
    again: int = 0
    pick: bool = False
    shot_hues: tuple[int, ...] = ()
    won: int = -1


NO_EXTRAS = Extras()


class State(NamedTuple):
    """Where a game stands. A named tuple, as nothing else is made so quickly and so often.

    ``pawns``: for each seat the spaces of rings 1 to 8 it holds, a mask; ``stars``: the hues it captured, a mask;
    ``stock``: its pawns off the board. ``to_move``: whose turn it is; ``last``: whose it was before, -1 nobody's.
    ``phase``: setup, roll, move, place, send or over. ``dice``: the roll, or the hand of cards, as a text; ``plans``:
    every way to use it that is still open. ``moved``: the pawns that moved this turn; ``half``: a move that is entered
    in part. ``captives``: pawns to be placed. ``spent``: cards out of the draw deck. ``turns``: how many are over;
    ``passes``: those in a row that moved nothing. ``goal_reached``: the round is only finished.
    """

    pawns: tuple[int, ...]
    stars: tuple[int, ...]
    stock: tuple[int, ...]
    to_move: Seat = 0
    phase: str = "roll"
    dice: str = ""
    plans: tuple[Plan, ...] = ()
    moved: tuple[MovedPawn, ...] = ()
    captives: tuple[Captive, ...] = ()
    spent: tuple[str, ...] = ()
    passes: int = 0
    last: int = -1
    turns: int = 0
    goal_reached: bool = False
    extras: Extras = NO_EXTRAS
    half: PartialMove | None = None

    @property
    def taken(self) -> int:
        """The hues whose star is gone."""
        return union(self.stars)

    @property
    def occupied(self) -> int:
        """The spaces of rings 1 to 8 that hold a pawn."""
        return union(self.pawns)

    def owner_of(self, n: int) -> Seat | None:
        """Whose pawn stands on a space of rings 1 to 8."""
        for seat, pawns in enumerate(self.pawns):
            if pawns & BIT[n]:
                return seat
        return None

    def spots_of(self, seat: Seat) -> tuple[Spot, ...]:
        """The spaces of rings 1 to 8 that hold a seat's pawns."""
        return tuple(NAME[n] for n in bits(self.pawns[seat]))


def occupied_spots(state: State) -> dict[Spot, Seat]:
    """Which spaces hold whose pawn, finished ones on the stars included: what a perfect sensor sees."""
    out = {NAME[n]: seat for seat, pawns in enumerate(state.pawns) for n in bits(pawns)}
    for seat, stars in enumerate(state.stars):
        out.update({f"{hue.name}9": seat for hue in hues_in(stars)})
    return out


def pawns_to_json(pawns: int) -> list[str]:
    """The names of the spaces of a mask."""
    return [NAME[n] for n in bits(pawns)]


def stars_to_json(stars: int) -> list[str]:
    """The codes of the hues of a mask."""
    return [hue.name for hue in hues_in(stars)]


def pawns_from_names(names: Any) -> int:
    """The mask of a list of spaces. Raises NotUnderstood."""
    return mask_of([n for n in (parse_space(str(name)) for name in names) if n >= 0])


def stars_from_names(names: Any) -> int:
    """The mask of a list of hues. Raises ValueError."""
    mask = 0
    for name in names:
        mask |= 1 << Hue.parse(str(name))
    return mask
