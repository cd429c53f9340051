"""The switches of a device as its messages tell of them: a change counts once, a snapshot heals what was lost."""

import struct

_EVENT = struct.Struct("<HHB")  # sequence number, switch, pressed


class SwitchStates:
    """``states``: each switch that was told of, by its number: pressed or not. ``changes``: those not fetched yet."""

    def __init__(self) -> None:
        self.states: dict[int, bool] = {}
        self.changes: list[tuple[int, bool]] = []
        self.complete = False
        """Whether a snapshot of all switches has come."""
        self._last_event: int | None = None

    def event(self, body: bytes) -> bytes:
        """Take an EVENT's payload behind the session's number; what to acknowledge it with, b"" for a damaged one.

        The device sends an event again until it is acknowledged: one with the sequence number of the last is it.
        """
        if len(body) != _EVENT.size:
            return b""
        number, index, pressed = _EVENT.unpack(body)
        if number != self._last_event:
            self._last_event = number
            self._note(index, bool(pressed))
        return body[:2]

    def snapshot(self, body: bytes) -> None:
        """Take a SNAPSHOT's payload behind the session's number: how many switches (u16), then a bit for each."""
        count = int.from_bytes(body[:2], "little")
        if len(body) != 2 + (count + 7) // 8:
            return
        self.complete = True
        for index in range(count):
            self._note(index, bool(body[2 + index // 8] >> index % 8 & 1))

    def _note(self, index: int, pressed: bool) -> None:
        if self.states.get(index, False) != pressed:
            self.changes.append((index, pressed))
        self.states[index] = pressed
