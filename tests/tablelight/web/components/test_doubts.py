"""A doubt on the page: whatever it is, it ends in two taps at most."""

import re

import pytest

from engine.components.cards import full_deck
from engine.components.hues import Hue
from engine.core.match import Match
from engine.inference.observation import SeenCard
from tablelight.referee.inputs import CameraObservation, EnterEvent
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from tablelight.web.actions import Acts
from tablelight.web.views.looking import Looking, Surroundings
from tablelight.web.views.table import sections
from tests.support.trays import NINE, ROLLING, STACKED, die, settled, tray

TAP = re.compile(r'<button[^>]*data-act="(?P<name>[^"]+)"(?P<args>[^>]*)>(?P<words>.*?)</button>', re.DOTALL)


class Phone:
    """One browser at a table: what it shows, and what can be tapped."""

    def __init__(self, place, game="roll_and_color", names=("Ann", "Ben"), **options):
        self.table = GameTable(lambda: Record.open(place))
        self.table.new_match(Match.new(game, names, options=options))
        self.looking = Looking(may_write=True)
        self.acts = Acts(self.table, self.looking, None)

    def see(self, *said):
        for one in said:
            self.table.tell(one)
        return self

    def shows(self, section="doubt"):
        return sections(self.table.snapshot, self.looking, Surroundings(camera=True))[section]

    def taps(self, section="doubt"):
        """Every button of a section: act, arguments, words."""
        for found in TAP.finditer(self.shows(section)):
            args = dict(re.findall(r'data-([a-z]+)="([^"]*)"', found["args"]))
            yield found["name"], {k: v for k, v in args.items() if k != "act"}, re.sub("<[^>]*>", "", found["words"])

    def tap(self, act, section="doubt", /, **wanted):
        """Tap the one button of this act with these arguments."""
        fitting = [
            args
            for name, args, _ in self.taps(section)
            if name == act and all(args.get(key) == value for key, value in wanted.items())
        ]
        assert len(fitting) == 1, (act, wanted, list(self.taps(section)))
        self.acts.act(act, fitting[0])

    @property
    def log(self):
        return [str(entry) for entry in self.table.snapshot.referee.match.log]


@pytest.fixture
def phone(tmp_path):
    return Phone(tmp_path / "record.db")


ROLLED = ["roll R R O G / R RO RO BP P @camera"]


def test_an_unsure_die_has_its_likely_hues_first(phone):
    unsure = (*tray(NINE)[:8], die("P12", 8, "ask", ((Hue.P, 0.6), (Hue.BP, 0.4))))
    phone.see(ROLLING, settled(unsure)).tap("doubt-die", index="8")
    assert [args["hue"] for name, args, _ in phone.taps("overlay") if name == "name"][:2] == ["P", "BP"]
    args = next(args for name, args, _ in phone.taps("overlay") if name == "name")
    phone.acts.act("name", args)
    assert phone.log == ROLLED


def test_a_die_of_the_other_kind_takes_two_taps(phone):
    phone.see(ROLLING, settled((die("R12", 0), *tray(NINE)[1:]))).tap("doubt-die", index="0")
    phone.tap("name", "overlay", hue="R", kind="d6")
    assert phone.log == ROLLED


def test_what_is_no_die_takes_two_taps(phone):
    phone.see(ROLLING, settled((*tray(NINE), die("Y12", 30, "ask")))).tap("doubt-die", index="9")
    phone.tap("no-die", "overlay")
    assert phone.log == ROLLED


def test_a_missed_die_takes_two_taps(phone):
    phone.see(ROLLING, settled(tray(NINE)[:8])).tap("overlay", name="doubt-add")
    phone.tap("another", "overlay", hue="P", kind="d12")
    assert phone.log == ROLLED


def test_several_explanations_are_offered_and_one_is_tapped(tmp_path):
    phone = Phone(tmp_path / "record.db", reroll_order="free").see(ROLLING, settled(tray(NINE)))
    phone.see(ROLLING, settled(tray("Y6 Y6 B6 G6", 20) + tray(NINE)[4:]))
    assert "more than one way" in phone.shows()
    words = [words for name, _, words in phone.taps() if name == "accept"]
    assert words == ["It is a reroll of 4 dice", "It is a reroll of 3 dice", "The last roll was this, I misread it"]
    args = next(args for name, args, w in phone.taps() if name == "accept" and "of 3 dice" in w)
    phone.acts.act("accept", args)
    assert phone.table.snapshot.referee.match.state.used == (1,) and phone.table.snapshot.referee.doubt is None


def test_dice_on_dice_are_asked_to_be_taken_down(phone):
    stack = (*tray(NINE)[1:8], die("P12", 8, "ask", ((Hue.P, 0.6), (Hue.BP, 0.4))))
    phone.see(ROLLING, CameraObservation("settled", stack, STACKED))
    assert "take it down" in phone.shows() and not phone.log


def test_a_correction_that_overthrows_what_came_after_says_so(phone):
    for event in ("roll R R O G / R RO RO BP P", "1: reroll R R / RO RO"):
        phone.acts.act("play", {"event": event})
    phone.acts.act("correct", {"kind": "d6", "was": "R", "hue": "B"})
    assert "does not hold any more" in phone.shows("ask") and "takes up" in phone.shows("ask")


def test_whoever_only_watches_sees_the_doubt_and_can_tap_nothing(phone):
    phone.see(ROLLING, settled(tray(NINE)[:8]))
    phone.looking.may_write = False
    assert "I see 4 cubes and 4 twelve-sided dice; this roll is" in phone.shows() and not [
        act for act, _, _ in phone.taps() if act
    ]


def test_after_a_game_the_same_people_play_again_with_one_tap(phone):
    phone.acts.act("again", {})
    assert len(phone.table.archive.matches()) == 1, "a game that goes on is not thrown away"
    for turn in range(48):
        phone.acts.act("play", {"event": "roll R R O G / R RO RO BP P"})
        row = next(row for row in phone.table.snapshot.referee.game.best_rows(phone.table.snapshot.referee.match.state))
        phone.acts.act("play", {"event": f"{turn % 2 + 1}: score {row}"})
    assert "share the win with 45 points" in phone.shows("ask")
    assert ("again", {}, "Play again") in list(phone.taps("ask"))
    phone.acts.act("again", {})
    assert "Ann: roll all nine dice. Round 1" in phone.shows("ask") and len(phone.table.archive.matches()) == 2


# ---- cards


def cards(*in_view):
    """Cards in view, left to right; of one in doubt all it may be: ``RO9|PR9``."""
    return CameraObservation("settled", cards=tuple(map(SeenCard.parse, in_view)))


@pytest.fixture
def spectrumo(tmp_path):
    """Real cards; the red five has been turned up."""
    phone = Phone(tmp_path / "record.db", "spectrumo", ("Ann", "Ben", "Cem"))
    return phone.see(EnterEvent("deck " + " ".join(["?"] * len(full_deck()))), cards(), cards("R5"))


def test_a_card_in_doubt_offers_what_it_may_mean_and_one_tap_settles_it(spectrumo):
    spectrumo.see(cards("R5", "RO9|PR9"))
    taps = [(name, words) for name, _, words in spectrumo.taps()]
    assert taps == [
        ("accept", "Ann plays red-orange 9."),
        ("accept", "Ann plays purple-red 9."),
        ("dismiss", "Forget this reading"),
    ]
    spectrumo.tap("accept", way="1: play PR9")
    assert spectrumo.log[-1] == "1: play PR9"
    assert spectrumo.shows() == "" and spectrumo.see(cards("R5", "PR9")).shows() == ""


def test_a_card_is_not_taken_for_a_less_likely_one_because_only_that_would_fit(spectrumo):
    before = len(spectrumo.log)
    spectrumo.see(cards("R5", "G9|RO9"))
    assert len(spectrumo.log) == before and "only one of them fits here" in spectrumo.shows()
    spectrumo.tap("accept")
    assert spectrumo.log[-1] == "1: play RO9"


def test_a_card_that_nothing_explains_can_be_forgotten_and_is_no_die(spectrumo):
    spectrumo.see(cards("R5", "G9"))
    assert [name for name, _, _ in spectrumo.taps()] == ["dismiss"]
