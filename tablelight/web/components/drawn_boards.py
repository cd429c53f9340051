"""Drawn boards on the page: what one browser sees of them, has picked up from them, and what its taps come to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random, SystemRandom

from markupsafe import Markup

from tablelight.session.snapshot import Snapshot
from tablelight.web import games
from tablelight.web.components import board_panel, undo
from tablelight.web.components.scene import AwaitedItems, BoardScene, DrawnBoard
from tablelight.web.viewer import Shown, Viewer

Args = Mapping[str, str]


@dataclass(slots=True)
class PickedUp:
    """What one browser has picked up; it holds for the log length ``step`` alone.

    ``chosen``: places tapped on the board; ``kept``: not tapped, but moved just before. ``lying``: what was named of a
    roll or a draw so far. ``wrong``: the spots that the last refused tap was about.
    """

    chosen: tuple[str, ...] = ()
    kept: bool = False
    lying: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    step: int = 0


def scene_of(shown: Shown, hand: PickedUp, *, may_act: bool) -> BoardScene:
    """What a browser sees of the game, and what it has picked up there."""
    may_act = may_act and shown.left is None
    held = hand if may_act and hand.step == shown.length else PickedUp()
    return BoardScene(
        shown.game,
        shown.state,
        shown.seats,
        viewer=shown.viewer.seat,
        movers=tuple(seat for seat in range(len(shown.seats)) if shown.may_move(seat)),
        may_act=may_act,
        chosen=held.chosen,
        kept=held.kept,
        lying=held.lying,
        wrong=held.wrong,
    )


def picture(now: Snapshot, viewer: Viewer, hand: PickedUp, at: int | None) -> Markup:
    """The board with its pieces, as it was at log length ``at`` or is now; empty where the game has none."""
    if now.referee is None or (board := games.board_of(now.referee.game.name)) is None:
        return Markup()
    shown = Shown(now.referee.match, viewer)
    return board.draw(scene_of(shown if at is None else shown.at(at), hand, may_act=at is None and shown.acts_here))


def tray(match: Shown, hand: PickedUp, *, may_act: bool) -> Markup:
    """Dice and buttons beside the board; empty where the game has none."""
    board = games.board_of(match.game.name)
    scene = scene_of(match, hand, may_act=may_act)
    return board_panel.tray(scene, board, undo.buttons(match)) if board else Markup()


def players(match: Shown, hand: PickedUp, *, may_act: bool) -> Markup:
    """The players' cards; empty where the game has no drawn board."""
    board = games.board_of(match.game.name)
    return board_panel.players(scene_of(match, hand, may_act=may_act), board) if board else Markup()


class Taps:
    """The acts of drawn boards.

    ``play``: enters an event's text; ``refuse``: tells this browser why not, and which topic of the rules explains it.
    ``lot``: where what the page draws by lot comes from; the system's own by default.
    """

    def __init__(
        self,
        hand: PickedUp,
        shown: Callable[[], Shown],
        play: Callable[[str], None],
        refuse: Callable[[str, str], None],
        lot: Random | None = None,
    ) -> None:
        self._hand, self._shown, self._play, self._refuse = hand, shown, play, refuse
        self._lot = lot or SystemRandom()
        self.acts: dict[str, Callable[[Args], None]] = {
            "touch": self._touch,
            "lies": self._lies,
            "lies-back": self._lies_back,
            "by-lot": self._by_lot,
        }

    def _scene(self) -> tuple[BoardScene, DrawnBoard]:
        """How things stand; what was picked up for another position is let go."""
        shown, hand = self._shown(), self._hand
        board = games.board_of(shown.game.name)
        if board is None:
            raise ValueError("this game has no drawn board")
        scene = scene_of(shown, hand, may_act=True)
        hand.chosen, hand.kept, hand.lying, hand.wrong = scene.chosen, scene.kept, scene.lying, ()
        hand.step = shown.length
        return scene, board

    def _touch(self, args: Args) -> None:
        """A tap on a board: plays a move, picks something up, or says why not, to this browser alone."""
        scene, board = self._scene()
        touch = board.touch(scene, args["at"])
        hand = self._hand
        if touch.play:
            before = self._shown()
            self._play(touch.play)
            after = self._shown()
            if after.length > before.length and after.mover == before.mover:
                hand.chosen, hand.kept, hand.lying, hand.step = touch.chosen, True, (), after.length
            return
        hand.chosen, hand.kept = touch.chosen, scene.kept and touch.chosen == scene.chosen
        hand.wrong = touch.why.spots if touch.why is not None else ()
        why = scene.explain(touch.why) if touch.why is not None else ""
        about = f"refused.{touch.why.reason}" if touch.why is not None else ""
        self._refuse(f"{why} {touch.hint}".strip(), about)

    def _wanted(self) -> AwaitedItems:
        scene, board = self._scene()
        wanted = board.wanted(scene)
        if wanted is None:
            raise ValueError("nothing is to be rolled or drawn now")
        return wanted

    def _lies(self, args: Args) -> None:
        """One more of what lies on the table is named; with the last one it counts."""
        wanted, hand = self._wanted(), self._hand
        if args["item"] not in wanted.palette(hand.lying):
            raise ValueError(f"{args['item']} cannot lie there")
        hand.lying = (*hand.lying, args["item"])
        if len(hand.lying) >= wanted.count:
            items, hand.lying = hand.lying, ()
            self._play(wanted.event(items))

    def _lies_back(self, args: Args) -> None:
        self._hand.lying = self._hand.lying[:-1]

    def _by_lot(self, args: Args) -> None:
        self._play(self._wanted().draw(self._lot))
