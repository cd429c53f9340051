"""The whole road at the simulated table: drawn pictures, real eyes, real rules, and a score added by hand."""

from collections import Counter

import pytest

from engine.components.hues import Hue
from engine.core.match import Match
from tablelight.demo import teach_simulated_dice
from tablelight.perception.dice_reader import observation_of
from tablelight.referee.inputs import Accept, EnterEvent, NameDie
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components.doubts import doubt_sentence
from tablelight.web.viewer import Shown
from vision.camera.frames import Frame
from vision.dice.reader import DiceReader
from vision.dice.taught import TaughtDice
from vision.motion.roll_watcher import RollWatcher
from vision.simulation import ROLL_AND_COLOR, SimulatedCamera, SimulatedTable

SIZE = (1280, 720)
pytestmark = [pytest.mark.long, pytest.mark.timeout(400)]  # many pictures are drawn and read; a Pi takes its time


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    file = tmp_path_factory.mktemp("taught") / "dice.json"
    teach_simulated_dice(file)
    return TaughtDice.load(file)


class Evening:
    """Somebody at the simulated table, with time that passes frame by frame, ten a second."""

    def __init__(self, taught, seed, lamp="daylight", seats=("Ann",), dice=ROLL_AND_COLOR):
        self.table = SimulatedTable(dice, seed=seed)
        self.lens = SimulatedCamera(self.table, size=SIZE, lamp=lamp)
        self.watcher = RollWatcher(DiceReader(taught))
        self.state = RefereeState(Match.new("roll_and_color", seats))
        self.now, self.frame = 0.0, 0
        self.asked = 0
        self.watch(0.5)

    def watch(self, seconds):
        """Let the eyes look for a while."""
        end = self.now + seconds
        while self.now < end:
            frame = Frame(self.lens.read(self.now), self.now, self.frame)
            for event in self.watcher.see(frame):
                self.tell(observation_of(event))
            self.now, self.frame = self.now + 0.1, self.frame + 1

    def tell(self, said):
        self.state, _ = step(self.state, said)

    def roll(self, dice=None, **how):
        self.table.reroll(self.now, range(9) if dice is None else dice, **how)
        self.watch(self.table.busy_until() - self.now + 1.2)
        self.answer()

    def answer(self):
        """What a person does when asked: name the unsure dice; where that is not enough, type the roll in."""
        if self.state.doubt is None:
            return
        self.asked += 1
        truth = list(self.table.truth(self.now).dice.values())
        for index, die in enumerate(self.state.doubt.dice):
            if die.status != "ok":
                real = min(truth, key=lambda t: (t.x - die.mat_xy_mm[0]) ** 2 + (t.y - die.mat_xy_mm[1]) ** 2)
                self.tell(NameDie(index, real.top))
        if self.state.doubt is not None and self.state.game.on_table(self.state.match.state) is None:
            d6, d12 = ([die.top.name for die in truth if die.kind == kind] for kind in ("d6", "d12"))
            self.tell(EnterEvent(f"roll {' '.join(d6)} / {' '.join(d12)}"))

    def shown(self):
        """What really lies there, as (kind, hue) with counts."""
        return Counter((die.kind, die.top) for die in self.table.truth(self.now).dice.values())

    def counted(self):
        position = self.state.match.state
        return Counter([("d6", hue) for hue in position.d6] + [("d12", hue) for hue in position.d12])


POINTS = {
    "secondary": (0, 3, 6, 10, 24, 60),
    "primary": (0, 1, 2, 3, 6, 10, 20),
}


def by_hand(tops, hue):
    """A colour's row as a person adds it up: count the dice, look at the sheet."""
    count = tops[("d6", hue)] + tops[("d12", hue)]
    table = POINTS["primary" if hue % 2 == 0 else "secondary"]
    return table[min(count, len(table) - 1)]


def test_twelve_rounds_read_from_pictures_score_what_a_person_adds_up(taught):
    evening = Evening(taught, seed=11)
    total = 0
    for hue in Hue:
        evening.roll()
        assert evening.counted() == evening.shown()
        total += by_hand(evening.shown(), hue)
        evening.tell(EnterEvent(f"score {hue.name}"))
        assert evening.state.game.scores(evening.state.match.state)[0] == total
    assert evening.asked <= 3


@pytest.mark.parametrize("lamp", ["warm", pytest.param("cool", marks=pytest.mark.slow)])
def test_rerolls_are_understood_under_other_lamps_without_a_tap(taught, lamp):
    evening = Evening(taught, seed=5, lamp=lamp)
    evening.roll()
    assert evening.counted() == evening.shown()
    for dice in (range(4), range(2, 5), (7, 8)):
        evening.roll(dice)
        if evening.state.doubt is not None:
            # Too many dice came down as they were: one tap says that it was a reroll.
            evening.tell(Accept())
        assert evening.counted() == evening.shown()
    assert evening.state.match.state.used == (0, 1, 2)


def test_a_leaning_die_is_never_counted_before_somebody_says_so(taught):
    evening = Evening(taught, seed=9)
    evening.table.roll(evening.now, cocked=[2])
    evening.watch(evening.table.busy_until() - evening.now + 1.2)
    assert not evening.state.match.log
    assert evening.state.doubt is not None


@pytest.mark.parametrize(
    ("dice", "reason", "words"),
    [
        (("d6",) * 5 + ("d12",) * 4, "OTHER_DICE", "5 cubes and 4 twelve-sided dice; this roll is 4 cubes"),
        (("d6",) * 2, "DICE_MISSING", "I see 2 cubes; this roll is 4 cubes and 5 twelve-sided dice"),
    ],
)
def test_an_unexpected_set_of_dice_is_said_beside_the_expected_one_and_never_counted(taught, dice, reason, words):
    evening = Evening(taught, seed=6, dice=dice)
    evening.table.roll(evening.now)
    evening.watch(evening.table.busy_until() - evening.now + 1.2)
    assert not evening.state.match.log and evening.state.doubt.why.reason == reason
    assert words in doubt_sentence(Shown(evening.state.match), evening.state.doubt)


def test_a_hand_over_the_dice_changes_nothing(taught):
    evening = Evening(taught, seed=3)
    evening.roll()
    log = list(evening.state.match.log)
    evening.table.point_at(evening.now, 150, 100)
    evening.watch(evening.table.busy_until() - evening.now + 1.2)
    assert evening.state.match.log == log and evening.state.doubt is None


def test_a_knock_before_the_next_roll_is_no_roll(taught):
    """The dice of the turn before still lie there, and all nine are to be rolled."""
    evening = Evening(taught, seed=4, seats=("Ann", "Ben"))
    evening.roll()
    evening.tell(EnterEvent("score R"))
    log = list(evening.state.match.log)
    evening.lens.bump()
    evening.watch(2.0)
    assert evening.state.match.log == log and evening.state.doubt is None


def test_a_knocked_camera_changes_nothing(taught):
    evening = Evening(taught, seed=4)
    evening.roll()
    log = list(evening.state.match.log)
    evening.lens.bump()
    evening.watch(2.0)
    assert evening.state.match.log == log
    evening.tell(EnterEvent("score R"))
    evening.roll()
    assert evening.counted() == evening.shown()
