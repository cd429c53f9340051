"""What was taught, as a file: saved from one table, brought in at another."""

import json

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablelight.say import say
from vision.bare.taught import taught_from
from vision.errors import TaughtFileError, TeachingError

MOST_BYTES = 200_000


async def saved(request: Request) -> Response:
    """The dice as this table knows them."""
    eyes = request.app.state.house.eyes
    if eyes is None or eyes.knows is None:
        return Response("No dice were taught here yet.", 404)
    headers = {"content-disposition": 'attachment; filename="tablelight-dice.json"', "cache-control": "no-store"}
    return Response(json.dumps(eyes.knows.to_json(), indent=1), media_type="application/json", headers=headers)


async def bring_in(request: Request) -> Response:
    """Use dice that were taught before, here or elsewhere: the file's content is the body."""
    house = request.app.state.house
    if not house.may_write(request):
        return _said(403, "CODE", say("teach", "code"))
    if house.eyes is None:
        return _said(409, "NO_CAMERA", say("teach", "no_camera"))
    taken = bytearray()
    async for part in request.stream():
        taken += part[: MOST_BYTES + 1 - len(taken)]
    try:
        if len(taken) > MOST_BYTES:
            raise TaughtFileError(say("teach", "no_file"))
        await to_thread.run_sync(house.eyes.use, taught_from(bytes(taken)))
    except (TaughtFileError, TeachingError) as error:
        return _said(400, "NOT_BROUGHT_IN", str(error))
    return JSONResponse({"ok": True, "message": say("teach", "brought")})


def _said(status: int, code: str, message: str) -> Response:
    return JSONResponse({"ok": False, "error": {"code": code, "message": message}}, status)
