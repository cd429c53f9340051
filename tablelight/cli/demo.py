"""``tablelight demo``: the whole thing without any hardware."""

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tablelight.demo.auto import PlayedAlone


class SpeedChoice(StrEnum):
    """How fast hands play on the page."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"


class SensorChoice(StrEnum):
    """What a table that plays by itself has."""

    CAMERA = "camera"
    SWITCHES = "switches"
    BOTH = "both"


class CardChoice(StrEnum):
    """How a table that plays by itself learns of cards."""

    TYPED = "typed"
    TOLD = "told"
    SEEN = "seen"


def demo(
    port: Annotated[int, typer.Option(help="Port of the page.", min=1, max=65535)] = 8080,
    host: Annotated[str, typer.Option(help="0.0.0.0 lets phones in the same network join.")] = "127.0.0.1",
    data: Annotated[Path | None, typer.Option(help="Where the simulated table keeps its record.")] = None,
    seed: Annotated[int | None, typer.Option(help="Makes the dice fall the same way again.", min=0)] = None,
    auto: Annotated[bool, typer.Option("--auto", help="Play one game by itself, without the page.")] = False,
    game: Annotated[str, typer.Option(help="Which game: begun on the page, or played by --auto.")] = "",
    speed: Annotated[SpeedChoice, typer.Option(help="How fast hands play on the page.")] = SpeedChoice.NORMAL,
    sensors: Annotated[
        SensorChoice, typer.Option(help="With --auto: what it sees and feels with.")
    ] = SensorChoice.BOTH,
    lamp: Annotated[str, typer.Option(help="With --auto: the lamp, daylight, warm, cool ...")] = "daylight",
    mishaps: Annotated[int, typer.Option(help="With --auto: something goes wrong every so many events.", min=0)] = 0,
    cards: Annotated[
        CardChoice,
        typer.Option(help="With --auto: cards are typed in, told as they lie on their mat's fields, or seen there."),
    ] = CardChoice.TYPED,
    as_json: Annotated[bool, typer.Option("--json", help="With --auto: end with one JSON line.")] = False,
) -> None:
    """A simulated table: dice, camera and light board are drawn and played, everything else is real."""
    if auto:
        _play_alone(game or "roll_and_color", sensors, lamp, seed or 0, mishaps, cards, as_json=as_json)
        return
    from engine.core.errors import BadRules
    from tablelight.demo import begin_game, build_demo
    from tablelight.service import CannotServe, serve
    from tablelight.setup.lock import InUse, sole_user
    from tablelight.setup.logs import say_readably
    from tablelight.setup.paths import data_folder
    from tablelight.setup.settings import PageSettings, Settings

    say_readably()
    folder = data or data_folder() / "demo"
    try:
        with sole_user(folder):
            service, put_away = build_demo(Settings(page=PageSettings(host, port)), folder, seed, speed.value)
            if game:
                begin_game(service, game)
            shown = service.context.surroundings.join_url.replace("127.0.0.1", "localhost")
            try:
                serve(service, lambda: typer.echo(f"\n  Open {shown}\n  Stop with Ctrl+C\n"))
            finally:
                put_away()
    except (BadRules, CannotServe, InUse) as why:
        typer.echo(str(why), err=True)
        raise typer.Exit(1) from why


def _play_alone(
    game: str, sensors: SensorChoice, lamp: str, seed: int, mishaps: int, cards: CardChoice, *, as_json: bool
) -> None:
    from engine.core.errors import BadRules
    from tablelight.demo.auto import play_alone
    from tablelight.demo.person import CannotGoOn

    try:
        played = play_alone(game, sensors.value, lamp, seed, mishaps_every=mishaps, cards=cards.value)
    except (BadRules, CannotGoOn, ValueError) as why:
        typer.echo(str(why), err=True)
        raise typer.Exit(1) from why
    typer.echo(json.dumps(played.as_values()) if as_json else _words(played))
    if played.silent or played.unnoticed or not played.score_true:
        raise typer.Exit(1)


def _words(played: "PlayedAlone") -> str:
    counts = played.as_values()
    wrong = sum(played.bungled.values())
    mishaps = f"\nwent wrong {wrong} times; unnoticed {len(played.unnoticed)}" if wrong else ""
    return (
        f"{played.game} with {played.sensors}: {played.turns} turns, {counts['seconds_a_turn']} s a turn at the table\n"
        f"asked {counts['questions']} times, {counts['shown']} questions shown\n"
        f"typed in {counts['typed']} of {played.events} events\n"
        f"counted and not true: {counts['silent']}; final score {'true' if played.score_true else 'NOT TRUE'}{mishaps}"
    )
