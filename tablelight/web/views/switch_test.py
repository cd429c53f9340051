"""The test of the switches: the board says where to put a pawn and checks that the right switch answers."""

from collections.abc import Mapping, Sequence

import htpy as h
from htpy import Node

from engine.texts.language import tr
from tablelight.setup.workbench import GLOW, Workbench
from tablelight.web.components.board_plan import plan_svg
from tablelight.web.components.html import button, rendered

_GREEN, _RED, _WHITE = (0, GLOW, 0), (GLOW, 0, 0), (GLOW, GLOW, GLOW)


class SpaceTest:
    """One browser's walk over the switches, in the order of the board map."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._spots = [place.spot for place in bench.plain.places if place.sensor is not None]
        self.walking = False
        self.right: set[str] = set()
        self.wrong: dict[str, tuple[str, ...]] = {}
        """What answered instead of a space; nothing where none did."""
        self._before: frozenset[str] = frozenset()

    @property
    def target(self) -> str | None:
        """The space that waits for its pawn; None when every one was tried."""
        if not self.walking:
            return None
        return next((spot for spot in self._spots if spot not in self.right and spot not in self.wrong), None)

    def act(self, name: str, args: Mapping[str, str]) -> None:
        match name:
            case "space-start":
                self.walking, self.right, self.wrong = True, set(), {}
                self._before = self._bench.inputs.occupied() or frozenset()
                self._light()
            case "space-skip" if self.target is not None:
                self.wrong[self.target] = ()
                self._light()
            case "space-stop":
                self.walking = False
                self._bench.light_spots({})
            case "space-check" if self._bench.board is not None:
                self._bench.board.check()

    def look(self) -> None:
        """See what was put down since the last look."""
        closed = self._bench.inputs.occupied()
        if closed is None:
            return
        new, self._before = closed - self._before, closed
        target = self.target
        if target is None or not new:
            return
        if target in new:
            self.right.add(target)
        else:
            self.wrong[target] = tuple(sorted(new))
        self._light()

    def _light(self) -> None:
        """What is right green, what is wrong red, and the next one white."""
        lit = {**dict.fromkeys(self.right, _GREEN), **dict.fromkeys(self.wrong, _RED)}
        if self.target is not None:
            lit[self.target] = _WHITE
        self._bench.light_spots(lit)

    # ---- the page

    @rendered
    def html(self) -> Node:
        """What to do next, the board with what was found out, and the facts below."""
        self.look()
        closed = self._bench.inputs.occupied()
        if closed is None:
            return h.p(".said")[tr("There is no board with switches, or it has not told of them yet.")]
        marks = dict.fromkeys(closed, "closed")
        marks |= dict.fromkeys(self.right, "ok") | dict.fromkeys(self.wrong, "wrong")
        if self.target is not None:
            marks[self.target] = "now"
        return [self._asking(), plan_svg(self._bench.plain, marks), self._facts(closed)]

    def _asking(self) -> Node:
        if self.target is not None:
            done = len(self.right) + len(self.wrong)
            return [
                h.h2[tr("Put a pawn on {target}, then take it off.", target=self.target)],
                h.p(".said")[tr("The white light; {done} of {count} tried.", done=done, count=len(self._spots))],
                h.div(".row")[
                    button("space-skip", tr("It does not answer"), style="quiet"),
                    button("space-stop", tr("Stop"), style="quiet"),
                ],
            ]
        all_right = self.walking and not self.wrong
        return [
            h.h2[tr("All of them answer.") if all_right else tr("Put pieces down and watch them appear.")],
            h.div(".ways")[
                button("space-start", tr("Try every space"), style="go big", disabled=not self._spots),
                button("space-check", tr("Check for shorts"), style="quiet"),
            ],
        ]

    def _facts(self, closed: frozenset[str]) -> Node:
        lines = [_fault(spot, instead) for spot, instead in self.wrong.items()]
        health = self._bench.health
        if health is not None and health.check is not None:
            stuck = health.check.stuck_columns
            lines.append(
                tr(
                    "Column {columns} reads closed with no row driven: a short at its pin.",
                    columns=", ".join(str(n + 1) for n in stuck),
                )
                if stuck
                else tr("No column is shorted.")
            )
        heard = ", ".join(sorted(self._bench.inputs.heard)) or tr("none yet")
        now = ", ".join(sorted(closed)) or tr("none", context="spaces")
        lines += [tr("Closed now: {now}.", now=now), tr("Buttons, tray and readers heard of: {heard}.", heard=heard)]
        return h.ul(".facts")[[h.li[line] for line in lines]]


def _fault(spot: str, instead: Sequence[str]) -> str:
    if not instead:
        return tr(
            "Put a pawn on {spot}: it did not answer. Look at its switch, its diode's stripe (towards the row), and "
            "the solder joints.",
            spot=spot,
        )
    return tr(
        "Put a pawn on {spot}: {spots} answered instead. Two wires are exchanged, or a row with a column.",
        spot=spot,
        spots=", ".join(instead),
    )
