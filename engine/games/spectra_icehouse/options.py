"""What a table of Spectra can choose."""

from dataclasses import dataclass

from engine.core.game import option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    per_size: int = option(5, "Pyramids of each size in each of the six colours; a stash of 15 has five (D-SPA-01).")
    nests: int = option(2, "Nests of three in black, and as many in white (D-SPA-01).")
    add_out_of_turn: bool = option(
        False, "A piece of the own colour that comes in another player's turn may go to the trees at once (D-SPA-04)."
    )
