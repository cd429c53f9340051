"""Draws what the board says with light in every game: docs/lights.md and its pictures. Run: python -m docs.draw_lights

The games are those recorded in tests/golden; what is drawn is what the service would send to a board then. ``--check``
writes nothing and fails where the page or a picture is behind.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.core.events import Move
from engine.core.match import Match
from engine.core.registry import names
from firmware_bridge.board_maps import BoardMap
from tablelight.referee.card_fields import mat_of
from tablelight.referee.field_lights import EDGES, around
from tablelight.referee.inputs import BoardObservation
from tablelight.referee.lights import all_lights, lights
from tablelight.referee.piece_places import expected_occupied, owners
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components import switches
from tablelight.web.components.html import PAINT
from tablelight.web.components.lit import meanings
from tablelight.web.viewer import Shown

HERE = Path(__file__).parent
PAGE, PICTURES = HERE / "lights.md", HERE / "lights"
GOLDEN = HERE.parent / "tests" / "golden" / "playthroughs"
RECORDED = {"spectrum": "spectrum-d6-A", "spectrum_cribbage": "spectrum_cribbage-two"} | {
    "spectrum_poker": "spectrum_poker-holdem",
    "spectrum_solitaire": "spectrum_solitaire-perfect",
    "spectrump": "spectrump-two-sessions",
}
"""The recorded games to draw, where they are not called as the game is."""
LOOKED_AT = 240
"""Entries of a game among which its pictures are looked for; enough for each kind in every recorded game."""
DARK, RIM = "#0b0b0f", "#23232d"
BREATH = '<animate attributeName="opacity" values="1;.25;1" dur="1.6s" repeatCount="indefinite"/>'
BLINK = '<animate attributeName="opacity" values="1;1;.1;.1" dur=".5s" calcMode="discrete" repeatCount="indefinite"/>'
WAVE = '<animate attributeName="r" values="1;1.5;1" dur="1.2s" repeatCount="indefinite"/>'
HEAD = """# What the lights say

Drawn by `python -m docs.draw_lights` from recorded games, with the sentences the page says to them; a test holds them
to the code. A small ring is a piece that stands there.

The language is the same in every game, and no meaning rests on hue alone. The rim is shared among the players,
clockwise from red, from the upper left card or from the apex: where it glows dimly, in the colour of somebody's pieces,
it is his turn; where it ripples, he has just scored. What a game itself has to say there goes before.

| | |
| --- | --- |
"""
AROUND_MAT = "Around its mat, each field by the lights at the end of its columns; whose turn it is at the side:"


@dataclass(frozen=True, slots=True)
class Phase:
    """A moment worth a picture. ``pieces``: spaces with something on them; ``said``: what the table says to it."""

    name: str
    picture: Picture
    pieces: frozenset[str]
    said: str


# ---- the moments of a game


def phases(match: Match) -> Iterator[Phase]:
    """Whose turn it is, what may be chosen, a piece in the hand, a capture or points, and the end."""
    moments = [(n, lights(RefereeState(match.at(n)))) for n in range(min(len(match.log), LOOKED_AT) + 1)]
    moments = [(n, picture) for n, picture in moments if picture]
    acting = [each for each in moments if match.awaiting_at(each[0]).actor == "player"]
    waiting = [
        each for each in moments if match.awaiting_at(each[0]).actor == "table" and _count(each, Meaning.WAITING)
    ]
    if waiting:
        yield _phase("Waiting for dice or cards", match, *waiting[len(waiting) // 2])
    if acting:
        yield _phase("Choose", match, *max(acting, key=lambda each: _count(each, Meaning.LEGAL, Meaning.WAITING)))
        yield from _in_hand(match, acting)
    scored = [each for each in moments if _count(each, Meaning.SCORED) and not match.at(each[0]).over]
    if scored:
        yield _phase("Captured, scored, done", match, *max(scored, key=lambda each: _count(each, Meaning.SCORED)))
    end = lights(RefereeState(match))
    if end:
        yield _phase("The end", match, len(match.log), end)


def mat_phases(match: Match) -> Iterator[Phase]:
    """What the lights around a card game's mat say: cards from the pile, a player's turn, and points."""
    found: dict[str, Phase] = {}
    for n in range(min(len(match.log), LOOKED_AT)):
        then = match.at(n)
        picture = around(RefereeState(then))
        if not any(spot.startswith(EDGES) for spot in picture):
            continue
        scored = any(light.meaning is Meaning.SCORED for light in picture.values())
        by_player = match.awaiting_at(n).actor == "player"
        name = "Scored" if scored else "Whose turn, and where" if by_player else "Waiting for cards"
        found.setdefault(name, Phase(name, picture, frozenset(), Shown(then).ask()))
    yield from found.values()


def _count(moment: tuple[int, Picture], *wanted: Meaning) -> int:
    return sum(light.meaning in wanted for light in moment[1].values())


def _phase(name: str, match: Match, length: int, picture: Picture) -> Phase:
    then = match.at(length)
    return Phase(name, picture, expected_occupied(then) or frozenset(), Shown(then).ask())


def _in_hand(match: Match, acting: list[tuple[int, Picture]]) -> Iterator[Phase]:
    """The piece with most places to go to, picked up."""
    best: tuple[int, Phase] | None = None
    for length, _ in acting:
        then = match.at(length)
        for spot, seat in (owners(then) or {}).items():
            if seat != then.game.mover(then.state):
                continue
            picture = then.game.lights_lifted(then.state, spot)
            places = _count((length, picture), Meaning.LEGAL)
            if picture.get(spot, Light(Meaning.IDLE)).meaning is Meaning.CHOSEN and (best is None or places > best[0]):
                pieces = (expected_occupied(then) or frozenset()) - {spot}
                best = (places, Phase("A piece in the hand", picture, pieces, Shown(then).ask()))
    if best is not None and best[0]:
        yield best[1]


def corrections(match: Match) -> Iterator[Phase]:
    """A board that does not fit the game, led back piece by piece, and a move that is asked about."""
    then = match.at(next(n for n in range(len(match.log) // 2, 0, -1) if match.awaiting_at(n).actor == "table"))
    stands = expected_occupied(then) or frozenset()
    free = sorted(set(BoardMap.load(then.game.board).by_spot) - stands)
    one, two = sorted(stands)[:2]
    yield _apart("A piece stands wrong: it and its place", then, stands, (stands - {one}) | {free[7]})
    yield _apart("Too much: that goes first", then, stands, (stands - {two}) | {free[7], free[40]})
    yield _apart("Something is gone", then, stands, stands - {one, two})
    n = next(n for n in range(len(match.log) // 2, 0, -1) if isinstance(match.log[n], Move) and _shows(match, n))
    then, after = match.at(n), expected_occupied(match.at(n + 1)) or frozenset()
    yield _apart("Moved while nobody felt it: was it so?", then, None, after)


def _shows(match: Match, n: int) -> bool:
    return expected_occupied(match.at(n)) != expected_occupied(match.at(n + 1))


def _apart(name: str, then: Match, known: frozenset[str] | None, table: frozenset[str]) -> Phase:
    """How board and game are brought together again; ``known``: how the board was felt before."""
    state = RefereeState(then)
    for occupied in filter(None, (known, table)):
        state, _ = step(state, BoardObservation(occupied, quiet=True))
    return Phase(name, all_lights(state), table, switches.sentence(state))


# ---- pictures


def drawn(plan: BoardMap, phase: Phase) -> str:
    """The board with its lights as an SVG; rhythms are told by it as by the lights."""
    places = {place.spot: place.at_mm for place in plan.places}
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    size = max(min(_nearest(places) / 2.3, 14.0), 3.0)
    left, top, width, height = min(xs) - 3 * size, min(ys) - 3 * size, max(xs) - min(xs), max(ys) - min(ys)
    box = f"{left:.0f} {top:.0f} {width + 6 * size:.0f} {height + 6 * size:.0f}"
    dark = "".join(f"M{x:.0f} {y:.0f}h0" for spot, (x, y) in places.items() if spot not in phase.picture)
    lit = [_lit(light, *places[spot], size) for spot, light in sorted(phase.picture.items()) if spot in places]
    pieces = [_piece(*places[spot], size) for spot in sorted(phase.pieces) if spot in places]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="260" role="img">',
            f"<title>{phase.name}</title>",
            f'<rect x="{left:.0f}" y="{top:.0f}" width="100%" height="100%" rx="{2 * size:.0f}" fill="{DARK}"/>',
            f'<path d="{dark}" stroke="{RIM}" stroke-width="{2 * size:.1f}" stroke-linecap="round"/>',
            *lit,
            *pieces,
            *_rim(places, size),
            "</svg>\n",
        ]
    )


def _rim(places: Mapping[str, tuple[float, float]], size: float) -> Iterator[str]:
    """The letters of each path, outside its rim: hue is never told by colour alone."""
    for hue in Hue:
        if f"{hue.name}1" in places and f"{hue.name}9" in places:
            x, y = places[f"{hue.name}1"]
            out = 1 + 2.2 * size / max((x * x + y * y) ** 0.5, 1.0)
            look = f'fill="#9a9aa8" font-family="sans-serif" font-size="{2 * size:.0f}" text-anchor="middle"'
            yield f'<text x="{x * out:.0f}" y="{y * out + 0.7 * size:.0f}" {look}>{hue.name}</text>'


def _nearest(places: Mapping[str, tuple[float, float]]) -> float:
    spots = list(places.values())
    return min(((x - u) ** 2 + (y - v) ** 2) ** 0.5 for n, (x, y) in enumerate(spots) for u, v in spots[n + 1 :])


def _lit(light: Light, x: float, y: float, size: float) -> str:
    colour = PAINT[light.hue] if light.hue is not None else "#ffffff"
    colour = {Meaning.WRONG: PAINT[Hue.R], Meaning.CHOSEN: "#ffffff"}.get(light.meaning, colour)
    opacity = {Meaning.IDLE: ' opacity=".3"', Meaning.PIECE: ' opacity=".7"'}.get(light.meaning, "")
    move = {Meaning.WAITING: BREATH, Meaning.WRONG: BLINK}.get(light.meaning, "")
    if light.meaning is Meaning.SCORED:
        move = WAVE.replace("1;1.5;1", f"{size:.1f};{1.5 * size:.1f};{size:.1f}")
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{size:.1f}" fill="{colour}"{opacity}>{move}</circle>'


def _piece(x: float, y: float, size: float) -> str:
    ring = f'fill="{DARK}" stroke="#fff" stroke-width="{size / 6:.1f}"'
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{0.45 * size:.1f}" {ring}/>'


# ---- the page


def files() -> dict[Path, str]:
    """The page and its pictures, as they should be."""
    out: dict[Path, str] = {}
    parts = [HEAD + "".join(f"| {meaning.value} | {words} |\n" for meaning, words in meanings().items())]
    for name in names():
        match = Match.from_json(json.loads((GOLDEN / f"{RECORDED.get(name, name)}.json").read_text())["match"])
        parts.append(_section(match.game.title, name, match.game.board, list(phases(match)), out))
        if mat_of(match.game) is not None:
            around_mat = list(mat_phases(match))
            parts.append(_section("", f"{name}-mat", "cards", around_mat, out).replace("## ", AROUND_MAT))
        if name == "spectrum":
            correcting = _section("When board and game differ", "correction", "spectrum", list(corrections(match)), out)
    out[PAGE] = "\n".join([*parts, correcting])
    return out


def _section(title: str, name: str, board: str, told: list[Phase], out: dict[Path, str]) -> str:
    """A table with one picture a column; the pictures are added to ``out``."""
    plan = BoardMap.load(board)
    cells = []
    for number, phase in enumerate(told, 1):
        file = PICTURES / f"{name}-{number}.svg"
        out[file] = drawn(plan, phase)
        cells.append(f"![{phase.name}](lights/{file.name})")
    rows = [[phase.name for phase in told], ["---"] * len(told), cells, [phase.said for phase in told]]
    return f"## {title}\n\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where something is behind")
    wanted = files()
    there = {file: file.read_text(encoding="utf-8") for file in (PAGE, *PICTURES.glob("*.svg")) if file.exists()}
    behind = sorted(file.name for file in {*wanted, *there} if wanted.get(file) != there.get(file))
    if parser.parse_args().check:
        sys.exit(f"behind: {', '.join(behind)}. Run: python -m docs.draw_lights" if behind else 0)
    PICTURES.mkdir(exist_ok=True)
    for file in there.keys() - wanted.keys():
        file.unlink()
    for file, text in wanted.items():
        file.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(wanted)} files, {len(behind)} of them new or changed\n")


if __name__ == "__main__":
    main()
