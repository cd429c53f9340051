"""A match and its pictures as one file: a zip with the game as text, a picture an entry, and an index of their hashes.

What is brought in comes from anywhere: names, number and sizes are bounded before anything is unpacked, sizes once more
while it is, and nothing is ever written by a name that stands in the file.
"""

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.language import Deferred, later
from tablelight.session.record import exchange
from tablelight.session.record.pictures import MOST_BYTES as MOST_PICTURE_BYTES
from tablelight.session.record.pictures import is_jpeg
from tablelight.session.record.trouble import RecordTrouble

MOST_BYTES = 60_000_000
"""Of the whole file, and of all that is in it."""
MOST_PICTURES = 1000
ZIP_BEGINS = b"PK\x03\x04"

_INDEX, _GAME = "index.json", "game.jsonl"
_PICTURE = re.compile(r"pictures/([0-9]{6})\.jpg")
_MOST_INDEX_BYTES = 200_000
_OLDEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in it, so that the same game always gives the same bytes."""
_NO_RECORDING = later("That is no recording of a game. Choose a file that was saved here; nothing was added.")
_DAMAGED = later("That recording is damaged ({name}); nothing was added.")
_TOO_LARGE = later("That recording is too large: at most {most} MB and {pictures} pictures. Nothing was added.")


@dataclass(frozen=True, slots=True)
class Recording:
    """``game``: a saved match, as ``exchange`` reads it; ``pictures``: JPEGs by the number of their entry."""

    game: bytes
    pictures: Mapping[int, bytes] = field(default_factory=dict)


def packed(recording: Recording) -> bytes:
    """The bytes of such a file."""
    inside = {_GAME: recording.game}
    inside |= {f"pictures/{number:06}.jpg": jpeg for number, jpeg in sorted(recording.pictures.items())}
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in inside.items()}
    index = {"tablelight": "recording", "format": 1, "files": hashes}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in {_INDEX: json.dumps(index, indent=1).encode(), **inside}.items():
            # JPEG is as small as it gets.
            how = zipfile.ZIP_STORED if _PICTURE.fullmatch(name) else zipfile.ZIP_DEFLATED
            file.writestr(zipfile.ZipInfo(name, _OLDEST), content, how)
    return out.getvalue()


def unpacked(content: bytes) -> Recording:
    """What ``packed`` made a file of. Raises RecordTrouble with a sentence for whatever else it may be."""
    if len(content) > MOST_BYTES:
        raise _too_large()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            return _recording(file)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, RuntimeError, EOFError, OSError, KeyError) as error:
        raise RecordTrouble(Deferred(_NO_RECORDING)) from error
    except zlib.error as error:
        raise RecordTrouble(Deferred(_DAMAGED, name=".zip")) from error


def _recording(file: zipfile.ZipFile) -> Recording:
    names = _checked_names(file)
    hashes = _hashes(_read(file, _INDEX, _MOST_INDEX_BYTES))
    if set(hashes) != set(names) - {_INDEX}:
        raise RecordTrouble(Deferred(_DAMAGED, name=_INDEX))
    game, pictures, total = b"", {}, 0
    for name in hashes:
        picture = _PICTURE.fullmatch(name)
        inside = _read(file, name, MOST_PICTURE_BYTES if picture else exchange.MOST_BYTES)
        total += len(inside)
        if total > MOST_BYTES:
            raise _too_large()
        if hashlib.sha256(inside).hexdigest() != hashes[name] or (picture and not is_jpeg(inside)):
            raise RecordTrouble(Deferred(_DAMAGED, name=name))
        if picture:
            pictures[int(picture[1])] = inside
        else:
            game = inside
    return Recording(game, pictures)


def _checked_names(file: zipfile.ZipFile) -> list[str]:
    """The names in a zip, which can only be those of a recording, each once."""
    if len(file.filelist) > MOST_PICTURES + 2:
        raise _too_large()
    names = [info.filename for info in file.filelist]
    known = all(name in (_INDEX, _GAME) or _PICTURE.fullmatch(name) for name in names)
    if not known or len(set(names)) < len(names) or not {_INDEX, _GAME} <= set(names):
        raise RecordTrouble(Deferred(_NO_RECORDING))
    return names


def _read(file: zipfile.ZipFile, name: str, most: int) -> bytes:
    """One file, read no further than its bound, whatever the zip says of its size."""
    with file.open(name) as opened:
        inside = opened.read(most + 1)
    if len(inside) > most:
        raise _too_large()
    return inside


def _hashes(index: bytes) -> dict[str, str]:
    try:
        read = json.loads(index)
        hashes = read["files"] if read["tablelight"] == "recording" and read["format"] == 1 else None
    except (ValueError, KeyError, TypeError, RecursionError):
        hashes = None
    if not isinstance(hashes, dict) or not all(isinstance(one, str) for one in hashes.values()):
        raise RecordTrouble(Deferred(_NO_RECORDING))
    return hashes


def _too_large() -> RecordTrouble:
    return RecordTrouble(Deferred(_TOO_LARGE, most=MOST_BYTES // 1_000_000, pictures=MOST_PICTURES))
