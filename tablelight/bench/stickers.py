"""``tablelight bench stickers FILE``: colours of stickers read by references from the same scan."""

import csv
import json
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import numpy as np

_CHANNELS = ("b", "g", "r")
_FEWEST_JUDGED = 1


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """What was photographed under one lamp. ``colours``: N x 3 BGR, 0 to 255 as the camera gave them."""

    name: str
    colours: "np.ndarray"
    labels: tuple[str, ...]


def stickers(
    file: Annotated[Path, typer.Argument(help="A table (CSV) with the columns cube, r, g, b and label.")],
    references: Annotated[int, typer.Option(min=1, help="How many stickers of each colour are known.")] = 3,
    rounds: Annotated[int, typer.Option(min=1, help="How often references are drawn anew.")] = 8,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object at the end.")] = False,
) -> None:
    """Read stickers by references of the same scan, drawn by chance; a reference is never judged itself."""
    try:
        scans = scans_of(file)
    except (OSError, ValueError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    counts, ms = Counter[str](), []
    mistaken = Counter[tuple[str, str, str]]()
    left_out = set()
    for scan in scans:
        for number in range(rounds):
            known = drawn(scan, references, number)
            if known is None:
                left_out.add(scan.name)
                continue
            start = time.process_time()
            for verdict, label, read in judged_scan(scan, known):
                counts[verdict] += 1
                if verdict == "silent":
                    mistaken[scan.name, label, read] += 1
            ms.append((time.process_time() - start) * 1000)
    total = sum(counts.values())
    if not total:
        typer.echo(f"No scan in {file.name} has more than {references} stickers of every colour.", err=True)
        raise typer.Exit(1)
    if as_json:
        typer.echo(json.dumps({**{v: counts[v] for v in ("right", "asked", "silent")}, "of": total}))
        return
    for verdict in ("right", "asked", "silent"):
        typer.echo(f"{verdict:7s} {counts[verdict]:6d}  {100 * counts[verdict] / total:6.2f} %")
    for (name, label, read), count in mistaken.most_common(8):
        typer.echo(f"  {name}: {label} read as {read}, {count} times in {rounds} rounds")
    typer.echo(f"{len(scans)} scans, {sum(ms) / len(ms):.0f} ms of processor a scan")
    if left_out:
        typer.echo(f"left out, too few stickers: {', '.join(sorted(left_out))}")


def scans_of(file: Path) -> list[Scan]:
    """The scans of a table. Raises ValueError when it lacks a column."""
    import numpy as np

    rows = defaultdict(list)
    with file.open(newline="") as source:
        reader = csv.DictReader(source)
        missing = {"cube", "label", *_CHANNELS} - set(reader.fieldnames or ())
        if missing:
            raise ValueError(f"{file} lacks the columns {', '.join(sorted(missing))}; see `bench stickers --help`.")
        for row in reader:
            rows[row["cube"]].append(([float(row[channel]) for channel in _CHANNELS], row["label"]))
    return [Scan(name, np.array([c for c, _ in m]), tuple(label for _, label in m)) for name, m in sorted(rows.items())]


def drawn(scan: Scan, each: int, number: int) -> "dict[str, list[int]] | None":
    """References of every colour, drawn by chance but the same in every run; None where none would be left."""
    import numpy as np

    rng = np.random.default_rng([number, len(scan.labels)])
    out = {}
    for label in sorted(set(scan.labels)):
        members = [k for k, own in enumerate(scan.labels) if own == label]
        if len(members) < each + _FEWEST_JUDGED:
            return None
        out[label] = sorted(int(k) for k in rng.choice(members, each, replace=False))
    return out


def judged_scan(scan: Scan, known: dict[str, list[int]]) -> list[tuple[str, str, str]]:
    """(verdict, label, what was read) of every sticker that is no reference."""
    from vision.photometry.joint_colours import read_together

    names = list(known)
    used = {k for members in known.values() for k in members}
    out = []
    for k, said in enumerate(read_together(_linear(scan.colours), [known[name] for name in names])):
        if k in used:
            continue
        read = names[said.best]
        verdict = "asked" if not said.sure else "right" if read == scan.labels[k] else "silent"
        out.append((verdict, scan.labels[k], read))
    return out


def _linear(colours: "np.ndarray") -> "np.ndarray":
    """From the camera's curve (0 to 255, sRGB) to amounts of light (0 to 1)."""
    import numpy as np

    parts = colours / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
