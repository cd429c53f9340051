"""Where phones find this table's page: its address in the local network, and the code that leads there."""

import errno
import fcntl
import socket
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO

import qrcode
import qrcode.image.svg

from engine.core.language import Deferred
from tablelight.setup.settings import PageSettings
from tablelight.texts.sentences import say

_EVERYWHERE, _LOOPBACK = ("0.0.0.0", "::", ""), ("127.0.0.1", "localhost", "::1")


def reached_at(host: str) -> str:
    """The name or address under which browsers find a page that listens on ``host``."""
    if host in _EVERYWHERE:
        return address()
    return f"[{host}]" if ":" in host else host


def why_not_listen(host: str, port: int) -> str:
    """Why the page could not be served there, in half a sentence; empty where it could, or is just now."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=_LISTEN)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except PermissionError:
        return Deferred("should be 1024 or more: the system keeps lower ones for itself")
    except (OSError, UnicodeError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            return Deferred("is used by another program just now")
        return NO_ADDRESS_HERE
    return ""


NO_ADDRESS_HERE = Deferred(
    "should be an address of this computer: 0.0.0.0 for all of them, 127.0.0.1 for this computer alone"
)
_LISTEN = socket.AI_PASSIVE


def only_here(host: str, *, simulated: bool) -> str:
    """Why no phone can join and how to let them; empty where they can."""
    if host not in _LOOPBACK:
        return ""
    return say("join", "only_here_simulated" if simulated else "only_here")


def address() -> str:
    """This machine's address in the local network, as phones reach it; localhost when there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # No packet is sent: connecting a datagram socket only picks the interface.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            # A network that leads nowhere else, such as a hotspot of this machine's own: its address there.
            return next(_addresses(probe), "localhost")


def _addresses(probe: socket.socket) -> Iterator[str]:
    """The address of each network interface that has one (IPv4), this machine's own loop left out."""
    for _, name in socket.if_nameindex():
        with suppress(OSError):
            answer = fcntl.ioctl(probe, _SIOCGIFADDR, name.encode().ljust(256, b"\0"))
            found = socket.inet_ntoa(answer[20:24])
            if not found.startswith("127."):
                yield found


_SIOCGIFADDR = 0x8915
"""Linux: ask for an interface's address."""


def qr_svg(text: str) -> str:
    """A QR code as SVG text."""
    out = StringIO()
    image = qrcode.make(text, image_factory=qrcode.image.svg.SvgPathImage, border=1)
    out.write(image.to_string(encoding="unicode"))
    return out.getvalue()


def join_url(page: PageSettings, code: str) -> str:
    """The address that a phone opens to join; the table's code is part of it, and never leaves the phone."""
    return f"http://{reached_at(page.host)}:{page.port}/#code={code}"
