"""Room for open pages: so many at once, and nobody takes the places of others.

One phone with a broken page opens it again and again. When the room is full, whoever comes in from elsewhere gets a
place of the address that has most of them; within one address, as in a café, one of the browser that has most.
"""

from collections import Counter
from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class Guest:
    """An open page: its address, its browser (the ticket; "" where none is known), and whether it has to go."""

    address: str
    browser: str
    must_go: bool = False


class Room:
    """Use from one thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._guests: list[Guest] = []  # who came first stands first

    def __len__(self) -> int:
        return len(self._guests)

    def enter(self, address: str, browser: str) -> Guest | None:
        """A place for a page; None where it would take one from somebody who has no more than it."""
        guest = Guest(address, browser)
        if len(self._guests) >= self._most:
            other = self._greedy(guest)
            if other is None:
                return None
            other.must_go = True
            self.leave(other)
        self._guests.append(guest)
        return guest

    def come_back(self, address: str, browser: str) -> Guest | None:
        """A place for a page that gave its own up and is tapped now: where there is no other, that of the page of the
        same browser that came first. Nobody else loses one by it."""
        own = [other for other in self._guests if browser and (other.address, other.browser) == (address, browser)]
        if len(self._guests) >= self._most and own:
            own[0].must_go = True
            self.leave(own[0])
        return self.enter(address, browser)

    def leave(self, guest: Guest) -> None:
        """A page was closed, or had to go."""
        self._guests = [other for other in self._guests if other is not guest]

    def _greedy(self, guest: Guest) -> Guest | None:
        """The page to give up its place: it leaves its people with no fewer than the guest then has."""
        places = Counter(other.address for other in self._guests)
        own = Counter((other.address, other.browser) for other in self._guests)

        def of_browser(one: Guest) -> int:
            return own[one.address, one.browser]

        other = max(self._guests, key=lambda one: (places[one.address], of_browser(one)))
        if places[other.address] > places[guest.address] + 1:
            return other
        beside = [one for one in self._guests if one.address == guest.address]
        other = max(beside, key=of_browser, default=guest)
        return other if of_browser(other) > of_browser(guest) + 1 else None
