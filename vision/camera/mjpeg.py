"""A camera in the network: JPEG after JPEG over HTTP (MJPEG), as the camera apps of phones give it.

Read here and not by OpenCV, whose reader collects a picture that never ends until the memory is full.
"""

import base64
import re
import ssl
from http.client import HTTPException
from typing import Literal
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit, urlunsplit
from urllib.request import HTTPSHandler, OpenerDirector, ProxyHandler, Request, build_opener

import numpy as np

from engine.core.language import Deferred
from vision.camera.decoding import check_size, decoded
from vision.errors import PictureError, VisionError

# Constants: chosen by hand, well beyond what cameras give.
MOST_BYTES = 8_000_000
"""Of one picture of a stream, and of what comes between two."""
_PATIENCE_S = 5.0
_PIECE = 65_536
_MOST_DAMAGED = 20
"""Pictures in a row."""
_START, _PIXELS = 0xD8, 0xDA  # JPEG markers
_SIZES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_MARKER_AMONG_PIXELS = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_Pixels = Literal["none", "here", "before"]
"""Of a picture so far: it has none yet; they are being read; there were some."""
_PICTURES = ("multipart/", "image/", "application/octet-stream")


class Splitter:
    """Cuts a stream into its pictures by what stands in them, whatever a server writes between them.

    ``name``: how sentences call the camera.
    """

    def __init__(self, name: str, most: int = MOST_BYTES) -> None:
        self._name, self._most = name, most
        self._kept = bytearray()
        self._start: int | None = None  # of the picture that is being read
        self._at = 0  # where to read on: the picture's next marker, or among its pixels
        self._pixels: _Pixels = "none"
        self._passed_over = 0

    def feed(self, piece: bytes) -> bytes | None:
        """The newest picture that is whole now. Raises PictureError where one never ends, or is too large."""
        self._kept += piece
        newest = None
        while (end := self._read_on()) is not None:
            newest = bytes(self._kept[self._start : end])
            self._start, self._at, self._passed_over = None, end, 0
        done = self._at if self._start is None else self._start
        self._passed_over += done
        self._at -= done
        self._start = None if self._start is None else 0
        del self._kept[:done]
        if len(self._kept) + self._passed_over > self._most:
            no_pictures = Deferred(
                "{name} cannot be used: what it gives is no MJPEG. Start its app or server anew.", name=self._name
            )
            never_ends = Deferred(
                "{name} cannot be used: one of its pictures never ends. Start its app or server anew.", name=self._name
            )
            raise PictureError(no_pictures if self._start is None else never_ends)
        return newest

    def _read_on(self) -> int | None:
        """Where the next picture ends; None where more has to come."""
        kept = self._kept
        while self._start is not None or self._begin():
            if self._pixels == "here":
                found = _MARKER_AMONG_PIXELS.search(kept, self._at)
                self._at = found.start() if found else max(self._at, len(kept) - 1)
                if not found:
                    return None
                self._pixels = "before"
            if kept[self._at : self._at + 2] == b"\xff\xd9":
                return self._at + 2
            if len(kept) < self._at + 10:  # a marker, its length, and where it tells one, the size
                return None
            marker = kept[self._at + 1]
            if marker == _START and self._pixels == "before":
                return self._at  # it has no end, but the next one begins
            if kept[self._at] != 0xFF or marker == _START:
                self._start = None  # it is no picture after all
            elif marker == 0xFF:
                self._at += 1
            else:
                self._pass_by(marker)
        return None

    def _begin(self) -> bool:
        """Pass over everything before the next picture. Whether one begins."""
        found = self._kept.find(b"\xff\xd8\xff", self._at)
        self._start = found if found >= 0 else None
        self._at = found + 2 if found >= 0 else max(self._at, len(self._kept) - 2)
        self._pixels = "none"
        return found >= 0

    def _pass_by(self, marker: int) -> None:
        """Go on behind a part of a picture's head. Raises PictureError where it tells a size that cannot be."""
        head = self._kept[self._at + 2 : self._at + 10]
        if marker in _SIZES:
            across, down = int.from_bytes(head[5:7]), int.from_bytes(head[3:5])
            check_size(across, down, Deferred("A picture of {name}", name=self._name))
        self._at += 2 + max(2, int.from_bytes(head[:2]))
        if marker == _PIXELS:
            self._pixels = "here"


class Mjpeg:
    """The pictures of an address. Raises VisionError where it gives none."""

    ends = False

    def __init__(self, url: str) -> None:
        self._name = Deferred("The camera {url}", url=url)
        self._splitter = Splitter(self._name)
        try:
            self._answer = _opener().open(_request(url), timeout=_PATIENCE_S)
        except HTTPError as error:
            error.close()
            raise VisionError(
                Deferred(
                    "{name} answers with error {code}. Is the whole address right?", name=self._name, code=error.code
                )
            ) from None
        except (URLError, HTTPException, OSError, ValueError) as error:
            why = getattr(error, "reason", error)
            raise VisionError(
                Deferred(
                    "{name} cannot be reached ({why}). Is it in this network, and its app on?", name=self._name, why=why
                )
            ) from None
        kind = self._answer.headers.get_content_type() if self._answer.headers.get("content-type") else _PICTURES[0]
        if not kind.startswith(_PICTURES):
            self.close()
            raise VisionError(
                Deferred(
                    "{name} gives {kind}, and no MJPEG. Camera apps say which address gives their video; it often "
                    "ends with /video.",
                    name=self._name,
                    kind=kind[:60],
                )
            )

    def read(self) -> np.ndarray | None:
        """The newest picture, height x width x 3, uint8 BGR; one that was damaged on its way is passed over. None where
        the camera is gone. Raises PictureError where many are damaged."""
        damaged = 0
        while (picture := self._whole()) is not None:
            try:
                return decoded(picture, Deferred("A picture of {name}", name=self._name))
            except PictureError:
                damaged += 1
                if damaged == _MOST_DAMAGED:
                    raise
        return None

    def _whole(self) -> bytes | None:
        """The newest picture as it came; None where the camera has gone: whoever reads opens it again."""
        try:
            while piece := self._answer.read1(_PIECE):
                picture = self._splitter.feed(piece)
                if picture is not None:
                    return picture
        except (HTTPException, OSError, ValueError):
            pass
        return None

    def close(self) -> None:
        self._answer.close()


def _opener() -> OpenerDirector:
    """Straight to the camera; those with TLS sign their own certificates, and what they show is no secret of ours."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return build_opener(ProxyHandler({}), HTTPSHandler(context=trusting))


def _request(url: str) -> Request:
    """The request for an address; a name and password in it are sent as a browser sends them. Raises ValueError."""
    parts = urlsplit(url)
    who, _, host = parts.netloc.rpartition("@")
    request = Request(urlunsplit(parts._replace(netloc=host)))
    if who:
        request.add_header("Authorization", "Basic " + base64.b64encode(unquote(who).encode()).decode())
    return request
