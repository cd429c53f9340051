"""The running table: everything is started, served and looked after until somebody stops it."""

import asyncio
import errno
import logging
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from tablelight.perception.camera_worker import CameraWorker
from tablelight.session.lights import TableLights
from tablelight.session.record.copies import Keeper
from tablelight.session.sensors import Inputs
from tablelight.session.table import GameTable
from tablelight.setup.network import join_url, qr_svg
from tablelight.setup.settings import PageSettings, Settings
from tablelight.texts.sentences import say
from tablelight.voice.speaker import Speaker
from tablelight.web.dependencies import PageContext
from tablelight.web.serving import BACKLOG, page_server
from tablelight.web.serving import run as serve_page

log = logging.getLogger(__name__)

COPY_S = 5.0
"""How long the end of the service waits for a copy of the record that is being made. Chosen by hand."""


class CannotServe(Exception):
    """The service cannot start; the sentence says what to do."""


@dataclass(slots=True)
class Service:
    """A running table with everything around it."""

    table: GameTable
    lights: TableLights
    eyes: CameraWorker | None
    context: PageContext
    settings: Settings
    inputs: Inputs
    keeper: Keeper | None = None
    """Makes copies of the record; None where it is no file of ours."""
    speaker: Speaker | None = None
    """Says aloud what happens; None where it is to be silent."""

    def close(self) -> None:
        """Let go of everything; what counts is on the disk already."""
        self.inputs.close()
        if self.speaker is not None:
            self.speaker.close()
        if self.eyes is not None:
            self.eyes.close()
        if self.context.pictures is not None:
            self.context.pictures.close()
        self.lights.close()
        self.table.close()
        if self.keeper is not None:
            self.keeper.wait(COPY_S)


def serve(service: Service, ready: Callable[[], None] = lambda: None) -> None:
    """Look, listen and serve the page until stopped. Raises CannotServe when the page's port is not to be had."""
    try:
        listener = _listen(service.settings.page)
    except CannotServe:
        service.close()
        raise
    if service.eyes is not None:
        service.eyes.start()
    service.inputs.start()
    if service.speaker is not None:
        service.speaker.start()
    stop = threading.Event()
    threading.Thread(target=_look_after, args=(service, stop), name="look after", daemon=True).start()
    server = page_server(service.context)
    with suppress(ValueError):  # in a thread that is not the first: then whoever started it stops it
        signal.signal(signal.SIGTERM, _stopped)
    try:
        ready()
        asyncio.run(serve_page(server, service.context, listener))
    finally:
        stop.set()
        service.close()


def _stopped(*_: object) -> None:
    """The system wants this to end: end as by Ctrl+C, so that the lights go out and every part is let go of."""
    raise SystemExit(0)


def _listen(page: PageSettings) -> socket.socket:
    try:
        return socket.create_server((page.host, page.port), backlog=BACKLOG)
    except OSError as error:
        # Names that nobody knows come with a number below nothing, from the resolver.
        if error.errno == errno.EADDRNOTAVAIL or (error.errno or 0) < 0:
            raise CannotServe(
                f"'{page.host}' is no address of this computer. Under [page] in the settings write host = \"0.0.0.0\" "
                'to let phones in, or "127.0.0.1" to keep them out.'
            ) from error
        raise CannotServe(
            f"The page cannot use port {page.port} on {page.host} ({error.strerror}). Is Tablelight running already? "
            "Stop it, or choose another port: --port 8090."
        ) from error


def _look_after(service: Service, stop: threading.Event) -> None:
    """Say within a second when the board is gone or back, where phones find the page now, and what goes on."""
    while not stop.wait(1.0):
        invite(service)
        say_tags(service)
        service.table.try_again()
        service.table.remind()
        keep_copies(service)
        sentence, health = service.lights.trouble(), service.lights.health()
        if sentence and health and not health.connected and not health.trouble:
            sentence = say("health", "board_gone", why=sentence)
        service.table.trouble("board", sentence)


def keep_copies(service: Service) -> None:
    """Copy the record at the start, when a game begins or is over, and once a day."""
    now = service.table.snapshot
    if service.keeper is not None and "record" not in now.troubles:
        over = now.referee is not None and now.referee.match.over
        service.keeper.copy_when_due((now.match_id, over))


def say_tags(service: Service) -> None:
    """A damaged file of taught tags matters where a reader reads them."""
    inputs = service.inputs
    service.table.trouble("tags", (inputs.tags.trouble or None) if inputs.readers else None)


def invite(service: Service) -> None:
    """Tell phones the address of now: after a start the network may come late, or give another one."""
    context = service.context
    url = join_url(service.settings.page, context.code)
    if url != context.surroundings.join_url:
        log.info("the table is open: %s", url.partition("#")[0])
        context.surroundings = replace(context.surroundings, join_url=url, join_qr=qr_svg(url))
