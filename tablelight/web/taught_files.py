"""What was taught, dice or cards, as a file: saved from one table, brought in at another."""

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from engine.texts.language import tr
from tablelight.perception.camera_worker import CameraWorker
from tablelight.texts.sentences import say
from tablelight.web.answers import read_bytes, refusal
from vision.cards.taught import MOST_BYTES as MOST_DECK_BYTES
from vision.cards.taught import TaughtDeck, is_deck
from vision.dice.markerless.taught import taught_from
from vision.dice.taught import MOST_BYTES
from vision.errors import TaughtFileError, TeachingError
from vision.files import json_bytes


async def saved(request: Request) -> Response:
    """The dice as this table knows them."""
    eyes = request.app.state.context.eyes
    if eyes is None or eyes.knows is None:
        return PlainTextResponse(tr("No dice were taught here yet: Menu, Teach the dice."), 404)
    return _file(json_bytes(eyes.knows.to_json()), "application/json", "tablelight-dice.json")


async def saved_deck(request: Request) -> Response:
    """The deck of cards as this table knows it."""
    eyes = request.app.state.context.eyes
    content = await to_thread.run_sync(eyes.shelf.content) if eyes is not None and eyes.shelf is not None else None
    if content is None:
        return PlainTextResponse(tr("No cards were taught here yet: Menu, Teach the cards."), 404)
    return _file(content, "application/octet-stream", "tablelight-cards.npz")


async def bring_in(request: Request) -> Response:
    """Use dice or a deck that were taught before, here or elsewhere: the file's content is the body."""
    context = request.app.state.context
    if not context.may_write(request):
        return refusal(403, "CODE", say("teach", "code"))
    if context.eyes is None:
        return refusal(409, "NO_CAMERA", say("teach", "no_camera"))
    content = await read_bytes(request, MOST_DECK_BYTES)
    try:
        brought = await to_thread.run_sync(_brought_in, context.eyes, content)
    except (TaughtFileError, TeachingError) as error:
        return refusal(400, "NOT_BROUGHT_IN", str(error))
    return JSONResponse({"ok": True, "message": brought})


def _brought_in(eyes: CameraWorker, content: bytes) -> str:
    """Use what stands in a file, and say so. Raises TaughtFileError or TeachingError."""
    deck = is_deck(content)
    if len(content) > (MOST_DECK_BYTES if deck else MOST_BYTES):
        raise TaughtFileError(say("teach", "no_file"))
    if deck:
        eyes.learn_deck(TaughtDeck.parse(content, say("teach", "no_file")))
        return say("teach", "brought_cards")
    eyes.use(taught_from(content))
    return say("teach", "brought")


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)
