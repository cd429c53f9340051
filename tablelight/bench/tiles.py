"""``tablelight bench tiles``: read invented three-coloured tiles on their printed board.

Three numbers each: right (the tile and how it lies), asked, silently wrong. ``by the rules``: the same of tiles
of which is known that they come from a hand of four. ``in a game``: of those laid in a game played by chance, where
the others are known and only what is legal may have been laid. Colours are learned from each picture once it was
read, as a game learns them when table and game agree.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from tablelight.bench.sheet_tally import SheetTally, check_split, enlarged

if TYPE_CHECKING:
    import numpy as np

    from engine.components.lights import Spot
    from engine.core.match import Match
    from engine.inference.held import Held
    from vision.boards.readings import BoardReading, SpaceReading
    from vision.training.families.tiles import InventedTiles, TilePicture

_COUNTS = (1, 2, 4, 7, 11, 16, 22, 29, 36)
_HAND = 4


def tiles(
    tables: Annotated[int, typer.Option(help="How many tables, nine pictures each.")] = 24,
    split: Annotated[str, typer.Option(help="Of which families: learned, chosen or judged.")] = "judged",
    seed: Annotated[int, typer.Option(help="Another seed, other tables.")] = 0,
    results: Annotated[Path | None, typer.Option(help="Where to write the numbers (JSON).")] = None,
    sheet: Annotated[Path | None, typer.Option(help="Where to draw what was asked or wrong (PNG).")] = None,
) -> None:
    """Read printed boards with invented tiles, and print how much was right, asked and silently wrong."""
    check_split(split)
    tally = SheetTally()
    for number, table in enumerate(_tables(split, tables, seed)):
        _read(table, tally, f"{table.family.name[6:]}, {number}")
        _play(table, tally, f"{table.family.name[6:]}, {number}", seed + number)
    tally.tell({"split": split, "tables": tables, "seed": seed}, results, sheet)


def _tables(split: str, count: int, seed: int) -> "list[InventedTiles]":
    from engine.games.spectrangle.tiles import TILES
    from tablelight.setup.board_plans import plan_of, tile_inks
    from vision.training.families.tiles import InventedTiles, tile_families_of

    plan, families = plan_of("spectrangle"), tile_families_of(split)  # type: ignore[arg-type]
    assert plan is not None
    return [InventedTiles(families[k % len(families)], seed + k, plan, TILES, tile_inks()) for k in range(count)]


def _read(table: "InventedTiles", tally: SheetTally, name: str) -> None:
    from tablelight.setup.board_plans import reader_of

    reader = reader_of("spectrangle")
    assert reader is not None
    for count in _COUNTS:
        picture = table.picture(count)
        reading = reader.read(picture.image)
        if tally.is_clear(reading, hand=picture.hand) and not picture.hand:
            for number, row, verdict in _verdicts(table, picture, reading):
                tally.counts[row, verdict] += 1
                if row != "by the rules":
                    tally.counts[f"  {table.family.name}", verdict] += 1
                if verdict != "right" and tally.has_room:
                    words = f"{row[:6]} {verdict} {name}"
                    tally.drawn.append(_drawn(table, picture, reading.spaces[number], number, words))
        if not picture.hand:
            reader.learn(picture.image, {table.plan.spaces[n].name: way for n, way in picture.lying.items()})


def _verdicts(table: "InventedTiles", picture: "TilePicture", reading: "BoardReading") -> list[tuple[int, str, str]]:
    """Of every field, and of every tile by the rules: what it truly holds, and how it was read."""
    from engine.games.spectrangle.tiles import TILE_OF, TILES, WAYS

    found = []
    for number, space in enumerate(reading.spaces):
        way = picture.lying.get(number)
        if way is None:
            found.append((number, "free fields", _verdict(space, "", [])))
            continue
        found.append((number, "tiles", _verdict(space, way, _borne_out(space, dict(space.ways)))))
        others = [tile for tile in TILES if tile != TILE_OF[way]]
        hand = {TILE_OF[way], *(str(tile) for tile in table.rng.choice(others, _HAND - 1, replace=False))}
        legal = [each for tile in sorted(hand) for each in WAYS[tile]]
        found.append((number, "by the rules", _verdict(space, way, _borne_out(space, legal))))
    return found


def _play(table: "InventedTiles", tally: SheetTally, name: str, seed: int) -> None:
    """A game by chance on this table: of each tile that is laid, whether it is known which and how it lies."""
    from engine.core.match import Match
    from tablelight.bench.players import next_event, setups_of
    from tablelight.referee.piece_places import held_on
    from tablelight.setup.board_plans import reader_of

    setup, random, reader = setups_of("spectrangle")[0], Random(seed), reader_of("spectrangle")
    assert reader is not None
    match = Match.new(setup.name, ["Ann", "Ben", "Cem", "Dana"][: setup.seats], setup.edition, setup.options)
    number_of = {space.name: n for n, space in enumerate(table.plan.spaces)}
    while not match.over:
        before = match.fork()
        match.add(next_event(setup, match.game, match.state, random))
        lies = held_on(match)
        laid = next((spot for spot in lies if spot not in held_on(before)), None)
        if laid is None:
            continue
        picture = table.picture_of({number_of[spot]: str(way) for spot, way in lies.items()})
        reading = reader.read(picture.image)
        verdict = _of_a_turn(before, lies, reading)
        tally.counts["in a game", verdict] += 1
        if verdict != "right" and tally.has_room:
            at = number_of[laid]
            tally.drawn.append(_drawn(table, picture, reading.spaces[at], at, f"game {verdict} {name}"))
        reader.learn(picture.image, {spot: str(way) for spot, way in lies.items()})


def _of_a_turn(before: "Match", lies: "Mapping[Spot, Held]", reading: "BoardReading") -> str:
    """Whether the rules and the picture together tell what lies there now, after one turn."""
    from engine.inference.held import likeliest
    from engine.inference.observation import SOMEBODY, Observation
    from tablelight.referee.piece_places import held_on

    if reading.unclear or not reading.registered:
        return "asked"
    explained = before.game.explanations(before.state, Observation(occupied=dict.fromkeys(reading.occupied, SOMEBODY)))
    held = []
    for events in filter(None, explained):
        after = before.fork()
        for event in events:
            after.add(event)
        held.append(held_on(after))
    chances = {space.spot: space.chances for space in reading.spaces if space.chances}
    found = likeliest(held, chances)
    if len(found) != 1:
        return "asked"
    return "right" if held[found[0]] == lies else "silent"


def _borne_out(space: "SpaceReading", ways: Iterable[str]) -> list[str]:
    """Of these ways for a tile to lie, those that count as likely."""
    from engine.inference.held import likeliest

    each = list(ways)
    chosen = likeliest([{space.spot: way} for way in each], {space.spot: space.chances})
    return [each[n] for n in chosen]


def _verdict(space: "SpaceReading", way: str, ways: list[str]) -> str:
    """Of a field on which that tile lies, or none; ``ways``: what it may be."""
    if space.status == "unclear" or (space.status == "piece" and way and len(ways) != 1):
        return "asked"
    return "right" if (space.status == "piece") == bool(way) and (not way or ways == [way]) else "silent"


def _drawn(
    table: "InventedTiles", picture: "TilePicture", space: "SpaceReading", number: int, words: str
) -> "np.ndarray":
    """The field, enlarged, with what was read of it."""
    best = " ".join(f"{way} {chance:.2f}" for way, chance in space.ways[:2])
    said = f"{picture.lying.get(number, 'free')}: {space.chance:.2f} {best}"
    return enlarged(table, picture.image, number, (said, words))
