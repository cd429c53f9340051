"""``tablelight print``: PDFs at exact millimetres."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

printing = typer.Typer(no_args_is_help=True, help="Make things to print: PDFs at exact millimetres.")

Out = Annotated[Path | None, typer.Option("--out", help="The PDF to write; without it a name in this folder.")]
Size = Annotated[str, typer.Option("--size", help="The paper: a4, a3 or letter.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")]


@printing.command()
def mat(size: Size = "a4", out: Out = None, force: Force = False) -> None:
    """The mat that the camera looks at."""
    from tablelight.printing.mat import mat_sheet, sizes

    paper = _known(size, sizes())
    _write(mat_sheet(paper), out or Path(f"mat-{paper}.pdf"), force=force)


@printing.command("score-sheet")
def score_sheet(
    players: Annotated[int, typer.Option(help="Columns to write in.")] = 4,
    size: Size = "a4",
    out: Out = None,
    force: Force = False,
) -> None:
    """A score sheet for Roll & Color."""
    from tablelight.printing.paper import PAPERS
    from tablelight.printing.score_sheet import score_sheet as make

    paper = _known(size, PAPERS)
    try:
        made = make(players, paper)
    except ValueError as error:
        _refuse(str(error))
    _write(made, out or Path("score-sheet.pdf"), force=force)


@printing.command()
def ruler(size: Size = "a4", out: Out = None, force: Force = False) -> None:
    """Rulers of 50 mm, to check the printer's scale."""
    from tablelight.printing.paper import PAPERS
    from tablelight.printing.ruler import ruler_sheet

    paper = _known(size, PAPERS)
    _write(ruler_sheet(paper), out or Path(f"ruler-{paper}.pdf"), force=force)


def _known(size: str, sizes: Iterable[str]) -> str:
    if size.lower() not in sizes:
        _refuse(f"There is no '{size}' paper here; choose one of {', '.join(sorted(sizes))}.")
    return size.lower()


def _write(pdf: bytes, out: Path, *, force: bool) -> None:
    try:
        with out.open("wb" if force else "xb") as file:
            file.write(pdf)
    except FileExistsError:
        _refuse(f"{out} is there already; give another name with --out, or --force to overwrite it.")
    except FileNotFoundError:
        _refuse(f"There is no folder {out.parent}; make it first, or give another place with --out.")
    except OSError as error:
        why = (error.strerror or "unknown reason").lower()
        _refuse(f"{out} cannot be written ({why}); give another place with --out.")
    typer.echo(f"{out} is ready. Print it at 100 % (“actual size”, not “fit to page”).")


def _refuse(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)
