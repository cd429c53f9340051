"""Pictures of readings that counted, kept beside the record: one small file for each, in a folder for each match.

A file is named by its entry's number and by what the entry says, so that after a record was restored no picture is ever
taken for one of another roll. Losing pictures loses no game: they are written without waiting for the disk, and what a
power cut left half written counts as none.
"""

import hashlib
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from engine.core.events import Entry
from engine.core.match import entry_to_json
from tablelight.session.record.rows import as_text
from vision.files import OWNER, bytes_of

MOST_BYTES = 200_000
"""Of one picture; what is kept here has some 30 kB."""
ROOM_BYTES = 200_000_000
"""What has to stay free on the disk, so that the record can go on."""
_ID = re.compile("[0-9A-Za-z_-]{1,40}")
_NAME = re.compile(r"([0-9]{6})-[0-9a-f]{12}\.jpg")
_JPEG_BEGINS, _JPEG_ENDS = b"\xff\xd8\xff", b"\xff\xd9"


class PictureFolder:
    """The pictures of all matches of a table. Safe to use from any thread; one thread alone may ``keep`` those of a
    match. ``most_bytes``: what all of them may take, 0 for none; may be changed at any time."""

    def __init__(self, folder: Path, most_bytes: int = 200_000_000) -> None:
        self.folder, self.most_bytes = folder, most_bytes

    @property
    def has_room(self) -> bool:
        """Whether the disk has room for a picture. Makes the folder where there is none. Raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return shutil.disk_usage(self.folder).free >= ROOM_BYTES

    def keep(self, match_id: str, number: int, entry: Entry, jpeg: bytes) -> None:
        """Keep the picture of entry ``number``. Raises OSError."""
        file = self._of(match_id) / _name(number, entry)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = file.with_suffix(".draft")
        draft.write_bytes(jpeg)
        draft.chmod(OWNER)
        draft.replace(file)

    def picture(self, match_id: str, number: int, entry: Entry) -> bytes | None:
        """The JPEG of entry ``number``; None where none is kept, or none that is whole."""
        try:
            content = bytes_of(self._of(match_id) / _name(number, entry), MOST_BYTES)
        except (OSError, ValueError):
            return None
        return content if is_jpeg(content) else None

    def kept(self, match_id: str, log: Sequence[Entry]) -> frozenset[int]:
        """The entries of a match's log whose picture is kept."""
        with suppress(OSError, ValueError):
            named = [found for file in self._of(match_id).iterdir() if (found := _NAME.fullmatch(file.name))]
            there = [(int(found[1]), found[0]) for found in named]
            return frozenset(
                number for number, name in there if number < len(log) and name == _name(number, log[number])
            )
        return frozenset()

    def forget(self, match_id: str) -> None:
        """No picture of this match is kept any more."""
        with suppress(ValueError):
            shutil.rmtree(self._of(match_id), ignore_errors=True)

    def go_on(self, match_id: str, fresh: str) -> None:
        """The match goes on under another id, and so do its pictures."""
        with suppress(OSError, ValueError):
            self._of(match_id).rename(self._of(fresh))

    # ---- how much there is

    def count(self, match_id: str) -> int:
        """How many pictures of a match are kept."""
        with suppress(OSError, ValueError):
            return sum(1 for _ in self._of(match_id).iterdir())
        return 0

    def size(self) -> int:
        """Bytes of all of them."""
        return sum(map(_bytes_in, self._folders()))

    def thin_out(self, spare: str, more: int = 0) -> int:
        """Give up the pictures of whole matches, those first that were played longest ago, until ``more`` bytes fit in.
        ``spare``: the match that needs them. Returns the bytes that are left."""
        most = self.most_bytes - more
        total = self.size()
        for folder in sorted(self._folders(), key=lambda folder: folder.stat().st_mtime):
            if total <= most:
                break
            if folder.name != spare:
                total -= _bytes_in(folder)
                self.forget(folder.name)
        return total

    def _folders(self) -> list[Path]:
        with suppress(OSError):
            return [each for each in self.folder.iterdir() if each.is_dir()]
        return []

    def _of(self, match_id: str) -> Path:
        if not _ID.fullmatch(match_id):
            raise ValueError(f"'{match_id[:60]}' is no match's id")
        return self.folder / match_id


def is_jpeg(content: bytes) -> bool:
    """Whether a picture is whole, as far as its ends tell."""
    return content.startswith(_JPEG_BEGINS) and content.endswith(_JPEG_ENDS)


def _name(number: int, entry: Entry) -> str:
    says = hashlib.sha256(as_text(entry_to_json(entry)).encode()).hexdigest()
    return f"{number:06}-{says[:12]}.jpg"


def _bytes_in(folder: Path) -> int:
    with suppress(OSError):
        return sum(file.stat().st_size for file in folder.iterdir())
    return 0
