"""``tablelight print``: PDFs at exact millimetres."""

from pathlib import Path
from typing import Annotated, NoReturn

import typer

printing = typer.Typer(no_args_is_help=True)


@printing.callback()
def in_language(
    context: typer.Context,
    language: Annotated[
        str, typer.Option("--language", help="What the sheets say: en, de, fr or es; else the setting 'language'.")
    ] = "",
) -> None:
    """Make things to print: PDFs at exact millimetres."""
    from engine.texts.language import speaking
    from tablelight.setup.settings_file import load, settings_path
    from tablelight.texts.catalogues import catalogue, languages

    if language and language not in languages():
        _refuse(f"There is no language '{language}' here; choose one of {', '.join(languages())}.")
    context.with_resource(speaking(catalogue(language or load(settings_path())[0].language)))


Out = Annotated[
    Path | None,
    typer.Option("--out", help="The PDF to write; its folder is made if need be. Without it a name in this folder."),
]
Size = Annotated[str, typer.Option("--size", help="The paper: a4, a3 or letter.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")]


def _without_options(name: str, words: str) -> None:
    """A command for a sheet that can only be asked for in another size."""

    def command(size: Size = "a4", out: Out = None, force: Force = False) -> None:
        from tablelight.printing.sheets import sheets

        paper = _known(size)
        make = next(sheet.make for sheet in sheets() if sheet.name == name)
        _write(make(paper), out or Path(f"{name}-{paper}.pdf"), force=force)

    printing.command(name, help=words)(command)


_without_options("ruler", "Rulers of 50 mm, to check the printer's scale.")
_without_options("sixchex", "The 72 cards that SIXCHEX is played on.")
_without_options("tiles", "The 36 tiles of Spectrangle.")


@printing.command()
def mat(
    game: Annotated[str, typer.Option("--game", help="With the fields of a card game, such as spectrum_casino.")] = "",
    size: Annotated[str, typer.Option("--size", help="The paper: a4, a3 or letter; fields need a3.")] = "",
    out: Out = None,
    force: Force = False,
) -> None:
    """The mat that the camera looks at. Solitaire's last two places are on the table, to its right."""
    from tablelight.printing.mat import mat_sheet
    from tablelight.referee.card_fields import MAT, mat_for

    if not game:
        paper = _known(size or "a4")
        _write(mat_sheet(paper), out or Path(f"mat-{paper}.pdf"), force=force)
        return
    cards = mat_for(game)
    if cards is None:
        _refuse(f"There is no mat with fields for '{game}'.")
    paper = _known(size or MAT)
    if paper != MAT:
        _refuse(f"Its fields need paper of the size {MAT}: cards do not fit beside each other on {paper}.")
    _write(mat_sheet(paper, cards), out or Path(f"mat-{game.replace(' ', '-')}.pdf"), force=force)


@printing.command("score-sheet")
def score_sheet(
    players: Annotated[int, typer.Option(help="Columns to write in.")] = 4,
    size: Size = "a4",
    out: Out = None,
    force: Force = False,
) -> None:
    """A score sheet for Roll & Color."""
    from tablelight.printing.score_sheet import score_sheet as make

    paper = _known(size)
    try:
        made = make(players, paper)
    except ValueError as error:
        _refuse(str(error))
    _write(made, out or Path("score-sheet.pdf"), force=force)


@printing.command()
def cards(
    size: Size = "a4",
    backs: Annotated[bool, typer.Option("--backs", help="With backs, for printing on both sides.")] = False,
    out: Out = None,
    force: Force = False,
) -> None:
    """The deck of 168 cards."""
    from tablelight.printing.deck import deck_sheets

    paper = _known(size)
    _write(deck_sheets(paper, backs=backs), out or Path(f"cards-{paper}.pdf"), force=force)


@printing.command()
def board(
    name: Annotated[str, typer.Argument(help="Which board: spectrum, spectrangle, sixchex or spectra.")] = "spectrum",
    size: Size = "a4",
    out: Out = None,
    force: Force = False,
) -> None:
    """A board to lay pieces on, over as many sheets as it needs."""
    from tablelight.printing.sheets import BOARDS

    paper = _known(size)
    if name.lower() not in BOARDS:
        _refuse(f"There is no '{name}' board to print; choose one of {', '.join(BOARDS)}.")
    _write(BOARDS[name.lower()](paper), out or Path(f"board-{name.lower()}-{paper}.pdf"), force=force)


@printing.command()
def stencil(
    name: Annotated[str, typer.Argument(help="A board map's name, or the path of your own .toml.")] = "spectrum",
    hole: Annotated[float, typer.Option("--hole", help="Diameter of the holes, mm.")] = 8.0,
    size: Size = "a4",
    out: Out = None,
    force: Force = False,
) -> None:
    """A stencil to drill the holes for a board's lights."""
    from firmware_bridge.board_maps import BoardMap, BoardMapError
    from tablelight.printing.stencil import stencil_sheets

    paper = _known(size)
    try:
        board = BoardMap.load(name)
        made = stencil_sheets(board, paper, hole_mm=hole)
    except (BoardMapError, ValueError) as error:
        _refuse(str(error))
    _write(made, out or Path(f"stencil-{board.name}-{paper}.pdf"), force=force)


@printing.command("all")
def everything(
    size: Size = "a4",
    out: Annotated[Path, typer.Option("--out", help="The folder to write into; it is made if need be.")] = Path(
        "printables"
    ),
    force: Force = False,
) -> None:
    """Everything above, a file each, in one folder."""
    from tablelight.printing.sheets import sheets

    paper = _known(size)
    _make_folder(out)
    for sheet in sheets():
        _write(sheet.make(paper), out / f"{sheet.name}-{paper}.pdf", force=force)


def _known(size: str) -> str:
    from tablelight.printing.paper import PAPERS

    if size.lower() not in PAPERS:
        _refuse(f"There is no '{size}' paper here; choose one of {', '.join(sorted(PAPERS))}.")
    return size.lower()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _refuse(f"The folder {folder} cannot be made ({_why(error)}); give another place with --out.")


def _write(pdf: bytes, out: Path, *, force: bool) -> None:
    if out.is_dir():
        _refuse(f"{out} is a folder; name the file in it with --out.")
    _make_folder(out.parent)
    try:
        with out.open("wb" if force else "xb") as file:
            file.write(pdf)
    except FileExistsError:
        _refuse(f"{out} is there already; give another name with --out, or --force to overwrite it.")
    except OSError as error:
        _refuse(f"{out} cannot be written ({_why(error)}); give another place with --out.")
    typer.echo(f"{out} is ready. Print it at 100 % (“actual size”, not “fit to page”).")


def _why(error: OSError) -> str:
    return (error.strerror or "unknown reason").lower()


def _refuse(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)
