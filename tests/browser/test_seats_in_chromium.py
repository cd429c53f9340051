"""Two phones and a big screen at a card game in a real Chromium: hands stay on their phones, by touch and by key."""

import random
import re
import time

import pytest

from engine.core.log_format import entry_to_json
from engine.core.match import Match
from tablelight.session import dealing
from tablelight.session.record import Record
from tests.browser.running import NOTHING, PATIENCE, PHONE, SCREEN, free_port, missing, new_game, start, tap_board

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]

SPECTRUMO = 7
"""The seed of a hand that ends with colour swaps and without an exchange."""
CARD = re.compile(r'data-card=\\?"([A-Z]+\d+)')


def recorded(folder, name, until, seed=1, keep_back=0, people=("Ana", "Ben")):
    """A game played at random as far as ``until`` says, recorded as if the service had been stopped there.

    ``keep_back``: how many of its last events are not recorded; they are given back, to be played by hand.
    """
    rng, match = random.Random(seed), Match.new(name, people)
    while not until(match):
        fact = dealing.next_fact(match, rng)
        match.add(match.parse(fact) if fact else rng.choice(list(match.game.moves(match.state))))
    last = match.log[len(match.log) - keep_back :]
    match = match.at(len(match.log) - keep_back)
    record = Record.open(folder / "record.db")
    match_id = record.begin(match.header(), time.time())
    for index, entry in enumerate(match.log):
        record.append(match_id, index, entry_to_json(entry), time.time())
    record.close()
    return last


@pytest.fixture
def serving(tmp_path):
    (tmp_path / "settings.toml").write_text(NOTHING)
    running = []

    def serve():
        running.append(start(["serve"], tmp_path, free_port()))
        return running[0]

    yield serve
    for one in running:
        one.stop()


class Phone:
    """A browser of its own, with every message it was ever sent."""

    def __init__(self, browser, running, seat=None, *, with_code=True, size=PHONE):
        self.context = browser.new_context(
            reduced_motion="reduce", viewport=size, bypass_csp=True, has_touch=size is PHONE
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.messages, self.complaints = [], []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda m: self.messages.append(m)))
        self.page.goto(f"{running.url}/#code={running.code}" if with_code else running.url)
        self.page.wait_for_selector("[data-name=join]" if with_code else "[data-name=menu]")
        if seat is not None:
            self.page.tap("#s-seats [data-name=seats]")
            self.page.tap(f"#s-overlay [data-act=take-seat][data-seat='{seat}']")
            self.page.wait_for_selector("text=This phone plays")

    def hand(self):
        return set(self.page.eval_on_selector_all(".hand .pcard", "all => all.map(c => c.dataset.card)"))

    def was_sent(self):
        """The cards named in every message since the last look."""
        named = {card for message in self.messages for card in CARD.findall(str(message))}
        self.messages.clear()
        return named

    @property
    def next(self):
        return self.page.query_selector("h2:has-text('your turn')") is not None

    def play(self, *, by_key=False):
        """One turn: the first card that fits, or what else there is to do."""
        page = self.page
        if page.query_selector(".hand .pcard.fits"):
            self._press(".hand .pcard.fits >> nth=0", by_key=by_key)
            page.wait_for_selector(".actions [data-act=play]")
        before = page.inner_text("h1") + page.inner_html("#s-play")
        self._press(".actions [data-act=play] >> nth=0", by_key=by_key)
        self._changed(before)

    def do(self, move):
        """This very move: its card is tapped, then what to do with it."""
        card = getattr(move, "card", None)
        self.page.wait_for_selector("h2:has-text('your turn')")
        if card is not None:
            self.page.tap(f".hand .pcard[data-card='{card}'] >> nth=0")
        before = self.page.inner_text("h1") + self.page.inner_html("#s-play")
        self.page.tap(f".actions [data-act=play][data-event='{move}']")
        self._changed(before)

    def _changed(self, before):
        now = "document.querySelector('h1').innerText + document.querySelector('#s-play').innerHTML"
        self.page.wait_for_function(f"before => {now} !== before", arg=before)

    def _press(self, what, *, by_key):
        if by_key:
            self.page.focus(what)
            self.page.keyboard.press("Enter")
        else:
            self.page.tap(what)


def play_until(done, phones, screen, most=80):
    """Turns by whoever is next; before each of them nobody has been sent a card of another's hand."""
    for turn in range(most):
        for _ in range(150):
            if done() or any(phone.next for phone in phones):
                break
            phones[0].page.wait_for_timeout(20)
        secret = [phone.hand() for phone in phones]
        for n, phone in enumerate([*phones, screen]):
            others = set().union(*(hand for m, hand in enumerate(secret) if m != n))
            assert not phone.was_sent() & others, f"{n} was sent what others hold"
        if done():
            return turn
        next(phone for phone in phones if phone.next).play(by_key=turn == 1)
    raise AssertionError("the round did not end")


def test_the_last_deal_of_casino_on_two_phones(browser, serving, tmp_path):
    recorded(tmp_path, "spectrum_casino", lambda match: match.state.deal == 11)
    running = serving()
    phones = [Phone(browser, running, 0), Phone(browser, running, 1)]
    screen = Phone(browser, running, with_code=False, size=SCREEN)
    assert len(phones[0].hand()) == len(phones[1].hand()) == 6 and not screen.hand()
    assert screen.page.query_selector("[data-act=take-seat]") is None
    turns = play_until(lambda: "Round 2" in screen.page.inner_text("h1"), phones, screen)
    assert turns == 12
    # The next round is dealt at a tap, and both see their new cards.
    phones[0].page.tap("[data-act=deal-here]")
    for phone in phones:
        phone.page.wait_for_selector(".hand .pcard >> nth=5")
    assert not phones[0].hand() & phones[1].hand()
    assert not [error for one in (*phones, screen) for error in one.complaints]


def test_a_hand_of_spectrumo_on_two_phones(browser, serving, tmp_path):
    last = recorded(tmp_path, "spectrumo", lambda match: match.state.hand == 2, seed=SPECTRUMO, keep_back=12)
    running = serving()
    phones = [Phone(browser, running, 0), Phone(browser, running, 1)]
    screen = Phone(browser, running, size=SCREEN)
    for move in last:
        assert not phones[0].hand() & phones[1].hand() and not screen.hand()
        phones[move.seat].do(move)
    screen.page.wait_for_selector("h1:has-text('Hand 2')")
    points = screen.page.eval_on_selector_all(".person .points", "b => b.map(x => Number(x.innerText))")
    assert min(points) == 0 < max(points)
    assert not [error for one in (*phones, screen) for error in one.complaints]


def test_one_phone_for_two_is_covered_between_the_turns(browser, serving, tmp_path):
    recorded(tmp_path, "spectrum_casino", lambda match: match.state.deal == 1)
    phone = Phone(browser, serving(), 0)
    page, ana = phone.page, phone.hand()
    page.tap("#s-seats [data-name=seats]")
    page.tap("#s-overlay [data-act=take-seat][data-seat='1']")
    page.wait_for_selector(".cover >> text=Hand the phone to Ana")
    assert not phone.hand(), "below the cover there is no hand"
    page.tap(".cover [data-act=look]")
    page.wait_for_selector("h2:has-text('your turn')")
    assert phone.hand() == ana
    phone.messages.clear()
    phone.play()
    page.wait_for_selector(".cover >> text=Hand the phone to Ben")
    assert not phone.hand() and not phone.was_sent() & (ana & phone.hand())
    page.tap(".cover [data-act=look]")
    page.wait_for_selector("h2:has-text('your turn')")
    assert phone.hand() and not phone.hand() & ana


def test_a_seat_taken_over_shows_no_card_on_the_old_phone(browser, serving, tmp_path):
    recorded(tmp_path, "spectrum_casino", lambda match: match.state.deal == 1)
    running = serving()
    old, new = Phone(browser, running, 0), Phone(browser, running)
    assert old.hand()
    new.page.tap("#s-seats [data-name=seats]")
    new.page.tap("#s-overlay [data-act=take-seat][data-seat='0']")
    new.page.tap("#s-overlay [data-act=take-over]")
    new.page.wait_for_selector(".hand .pcard")
    old.page.wait_for_selector("text=Who holds this phone?")
    assert new.hand() and not old.hand()


def test_a_screen_whose_seat_was_taken_says_where_it_is_played_and_takes_over_by_a_tap(browser, serving):
    running = serving()
    screen = Phone(browser, running, size=SCREEN)
    new_game(screen.page, "Ann", "Ben", game="spectrum")
    phone = Phone(browser, running, 0)
    screen.page.wait_for_selector("#s-ask :text('Ann plays on another phone')")
    assert screen.page.query_selector("#s-board [data-act]") is None
    for hue in "GB":
        phone.page.tap(f"#s-dice [data-act=lies][data-item={hue}]")
    # It watches what the phone does, then plays on itself.
    tap_board(phone.page, "G1")
    screen.page.wait_for_selector('#s-board .token:has(title:text-is("Ann on G1"))')
    screen.page.click("text=Take over here")
    phone.page.wait_for_selector("#s-ask :text('Ann plays on another phone')")
    tap_board(screen.page, "B1")
    # Nobody took Ben's seat, so both may play for him.
    for page in (screen.page, phone.page):
        page.wait_for_selector("text=Ben: roll 2 dice")
        page.wait_for_selector("text=another phone", state="detached")
        assert page.query_selector("#s-board [data-act]") is not None
    assert not screen.complaints and not phone.complaints


@pytest.mark.parametrize("width", [320, 1440])
def test_long_names_and_long_melds_stay_inside_the_page(browser, serving, tmp_path, width):
    people = ("Ana", "Wolfeschlegelsteinhausen", *(f"Player {n}" for n in range(3, 9)))

    def long_meld(match):
        return match.state.to_move == 1 and any(len(meld.cards) > 6 for meld in match.state.melds)

    recorded(tmp_path, "spectrum_500", long_meld, seed=3, people=people)
    phone = Phone(browser, serving(), size={"width": width, "height": 800})
    assert "Wolfeschlegelsteinhausen" in phone.page.inner_text("h1")
    out = "all => all.filter((p) => p.getBoundingClientRect().right > innerWidth).map((p) => p.outerHTML.slice(0, 80))"
    assert phone.page.eval_on_selector_all(".page *", out) == []
    assert phone.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_a_game_with_real_cards_is_kept_by_tapping_hue_and_number(browser, serving, tmp_path):
    phone = Phone(browser, serving(), size=PHONE)
    page = phone.page
    page.tap(".game-tile[data-game=spectrumo]")
    page.tap("[data-act=new-game]")
    page.tap("[data-act=deal-real]")
    page.wait_for_selector("h1:has-text('Turn the top card')")
    for hue, number, then in (("G", 7, "play a card on"), ("GB", 4, "Player 2")):
        page.tap(f".pad [data-act=pad][data-hue={hue}]")
        page.tap(f".pad [data-act=pick][data-card='{hue}{number}']")
        page.tap(f".actions .go[data-act=play][data-event$='{hue}{number}']")
        page.wait_for_selector(f"h1:has-text('{then}')")
    page.tap(".pad [data-act=pad][data-hue=R]")
    page.tap(".pad [data-act=pick][data-card='R9']")
    page.wait_for_selector(".actions .refused:has-text('does not fit')")
    assert not phone.complaints
