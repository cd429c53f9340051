"""A whole game at a board by ear and by light: people hear what is said, see what is lit, and know whose piece is felt
where. Nothing else is known."""

import re
from random import Random

import pytest

from engine.components.hues import Hue
from engine.components.lights import Meaning
from engine.core.match import Match
from tablelight.referee.inputs import BoardObservation, EnterEvent, TakeReading
from tablelight.referee.lights import all_lights
from tablelight.session import dealing
from tablelight.voice.utterances import utterances

MOST_DEEDS = 2000


def spot(words):
    """The name of a space that was said: green-blue 4."""
    hue, ring = words.split()
    return next(f"{each.name}{ring}" for each in Hue if each.title == hue)


class Players:
    """Ears, eyes for lights alone, and hands."""

    def __init__(self, table):
        self.table, self.heard, self.random = table, None, Random(2)
        self.owner_at, self.captive = {}, ""
        self.names = table.snapshot.referee.match.seats

    def hear(self):
        """What was said since the last time; what is wanted comes last."""
        before, self.heard = self.heard, self.table.snapshot
        said = [(one.kind, one.text) for one in utterances(before, self.heard) if one.is_said("chatty")]
        for _, text in said:
            self.follow(text)
        return said

    def follow(self, text):
        """Who was captured where, and put where, is heard: the pieces there are put right by hand."""
        if captured := re.search(r"^(\w+) .*?([a-z-]+ \d) (?:and|,)? ?captures (\w+)'s pawn", text):
            mover, place, self.captive = captured.groups()
            self.owner_at[spot(place)] = mover
        if put := re.search(r"places the captured pawn on ([a-z-]+ \d)", text):
            self.owner_at[spot(put[1])] = self.captive

    def lit(self, meaning):
        """The spaces that are lit so, those near the middle first."""
        lights = all_lights(self.table.snapshot.referee)
        spots = [spot for spot, light in lights.items() if light.meaning is meaning]
        return sorted(spots, key=lambda spot: (spot[-1], spot), reverse=True)

    def put(self, spot, name):
        """A piece is put down; one that lies there comes off first."""
        if spot in self.owner_at:
            self.lift(spot)
        self.owner_at[spot] = name
        self.feel()

    def lift(self, spot):
        del self.owner_at[spot]
        self.feel()

    def feel(self, *, quiet=False):
        self.table.tell(BoardObservation(frozenset(self.owner_at), quiet=quiet))

    def throw(self):
        self.table.tell(EnterEvent(str(dealing.next_fact(self.table.snapshot.referee.match, self.random))))

    def move(self, name):
        """A lit pawn is lifted, or one of the stock comes in; then it goes where that lights up. What is white is on
        its way already, and goes on to one of the others."""
        on_its_way = self.lit(Meaning.CHOSEN)
        start = (on_its_way or sorted(self.lit(Meaning.WAITING), key=lambda at: self.owner_at.get(at, name) != name))[0]
        if self.owner_at.get(start) != name:
            self.come_in(start, name)
            return
        ends = self.lit(Meaning.WAITING) if on_its_way else []
        self.lift(start)
        self.put((ends or self.lit(Meaning.LEGAL))[0], name)

    def come_in(self, start, name):
        """From the stock. Where it captures, the board feels a piece before and a piece after: so that is typed in."""
        captures, length = start in self.owner_at, self.so_far()
        self.put(start, name)
        self.feel(quiet=True)
        ways = [f"OFF>{start}", *(f"OFF>({over})>{start}" for over in self.owner_at)] if captures else []
        for way in ways:
            if self.so_far() == length:
                self.table.tell(EnterEvent(way))

    def so_far(self):
        return len(self.table.snapshot.referee.match.log)

    def do(self, kind, words):
        """What was heard last, in deeds."""
        name, captured = words.partition(":")[0], re.search("captured pawn of ([A-Z][a-z]+)", words)
        if kind == "question":
            self.table.tell(TakeReading(0))
        elif ": roll " in words:
            self.throw()
        elif "nothing can move" in words:
            self.table.tell(EnterEvent("done"))
        elif captured:
            self.put(self.lit(Meaning.WAITING)[0], captured[1])
        else:
            self.move(name)
        self.feel(quiet=True)


@pytest.mark.slow
def test_a_whole_game_at_a_board_is_played_by_ear_and_by_light(table):
    table.new_match(Match.new("spectrum", ["Ann", "Ben"]))
    players = Players(table)
    wanted = players.hear()[-1]
    for _ in range(MOST_DEEDS):
        if wanted[0] == "win":
            break
        players.do(*wanted)
        wanted = (players.hear() or [wanted])[-1]
    match = table.snapshot.referee.match
    scores = match.game.scores(match.state)
    assert wanted[0] == "win" and max(scores, key=scores.get) == players.names.index(wanted[1].split()[0])
    assert len(match.log) > 100
