"""Everything that is odd about a set-up position: each fault, not only the first."""

from collections import Counter
from collections.abc import Iterator

from engine.components.hues import Hue
from engine.core.verdict import Verdict, no
from engine.games.spectrum.board import BIT, NAME, SPACES, STARS, bits
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.rolls import deck, dice_count
from engine.games.spectrum.secret_cards import UNSEEN, card_space
from engine.games.spectrum.setup import VALUES, shots_left, start, values_missing
from engine.games.spectrum.state import Plan, State, stars_to_json

PHASES = ("setup", "roll", "move", "place", "send", "over")


def problems(context: SpectrumContext, state: State) -> list[Verdict]:
    """Every fault of a set-up position, board first, then the turn, then cards."""
    dice = list(_dice(context, state))
    faults = [
        *_seats(context, state),
        *_board(state),
        *_pawns(context, state),
        *dice,
        *_turn(state),
        *_shotgun(context, state),
    ]
    # Dice that cannot be have no choices that a plan could be one of.
    return [*faults, *(() if dice else _plans(context, state)), *_hidden(context, state), *_values(context, state)]


def _seats(context: SpectrumContext, state: State) -> Iterator[Verdict]:
    seats = context.rules.seats
    lengths = {"pawns": len(state.pawns), "stars": len(state.stars), "stock": len(state.stock)}
    for what, count in lengths.items():
        if count != seats:
            yield no("WRONG_SEATS", "SB-GAM-01", what=what, count=count, wanted=seats)
    named = [state.to_move, *(seat for captive in state.captives for seat in (captive.owner, captive.placer))]
    # The one before, the user of a portal and the winner of a mission may be nobody, -1.
    named += [max(seat, 0) for seat in (state.last, state.extras.user, state.extras.won)]
    for seat in dict.fromkeys(named):
        if not 0 <= seat < seats:
            yield no("NO_SUCH_PLAYER", "", to_move=seat)
    no_setup = state.phase == "setup" and start(context.rules).phase != "setup"
    if state.phase not in PHASES or no_setup:
        yield no("NO_SUCH_PHASE", "", phase=state.phase)


def _board(state: State) -> Iterator[Verdict]:
    seen = taken = 0
    for pawns in state.pawns:
        if both := tuple(NAME[n] for n in bits(pawns & seen)):
            yield no("TWO_ON_ONE", "SB-BRD-06", *both, spaces=both)
        seen |= pawns
        if stars := tuple(NAME[n] for n in bits(pawns & STARS)):
            yield no("PAWN_ON_STAR", "SB-STR-04", *stars, spaces=stars)
    for mask in state.stars:
        if mask & taken:
            names = tuple(f"{name}9" for name in stars_to_json(mask & taken))
            yield no("STAR_TWICE", "SB-STR-02", *names, spaces=names)
        taken |= mask


def _pawns(context: SpectrumContext, state: State) -> Iterator[Verdict]:
    full = start(context.rules).stock[0]
    for seat, (pawns, stars, stock) in enumerate(zip(state.pawns, state.stars, state.stock, strict=False)):
        held = sum(1 for captive in state.captives if captive.owner == seat)
        total = pawns.bit_count() + stars.bit_count() + stock + held
        if stock < 0:
            yield no("STOCK_NEGATIVE", "SB-BRD-07", player=seat, count=stock)
        if total != full:
            code = "TOO_MANY_PAWNS" if total > full else "PAWNS_MISSING"
            yield no(code, "SB-BRD-07", player=seat, count=total, wanted=full)
        if stars.bit_count() >= context.goal and state.phase != "over" and context.options.scoring == "stars":
            yield no("ALREADY_WON", "SB-GAM-04", player=seat)


def _dice(context: SpectrumContext, state: State) -> Iterator[Verdict]:
    """Dice or cards that this table does not have, or not so many of."""
    words, kind = state.dice.split(), context.options.dice
    wanted = dice_count(state.taken.bit_count(), kind)
    if state.phase == "move" and not words:
        yield no("NO_DICE", "SB-GAM-03")
    elif state.phase == "move" and len(words) != wanted and not state.moved:
        yield no("WRONG_DICE_COUNT", "SB-ROL-01", count=len(words), wanted=wanted)
    if kind == "cards":
        for cards in (words, state.spent):
            yield from _cards(tuple(cards), deck(context.options.swap_cards))
        return
    if odd := tuple(word for word in words if word not in Hue.__members__):
        yield no("NOT_A_DIE", "SB-BRD-08", sides=odd)
    elif kind == "d6" and (hues := tuple(Hue[word] for word in words if not Hue[word].is_primary)):
        yield no("NOT_ON_A_CUBE", "SB-BRD-08", hues=hues)


def _cards(cards: tuple[str, ...], whole: tuple[str, ...]) -> Iterator[Verdict]:
    if odd := tuple(card for card in cards if card not in whole):
        yield no("NOT_IN_THIS_DECK", "SB-CRD-01", cards=odd)
    if twice := _more_than_once(cards):
        yield no("CARD_TWICE", "SB-BRD-09", cards=twice)


def _more_than_once(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for card, count in Counter(cards).items() if count > 1 and card != UNSEEN)


def _turn(state: State) -> Iterator[Verdict]:
    """What a phase needs and does not have, and spaces and counts that are none."""
    for what, count in (("passes", state.passes), ("turns", state.turns)):
        if count < 0:
            yield no("COUNT_BELOW_NOTHING", "", what=what, count=count)
    if state.phase == "place" and not state.captives:
        yield no("NO_CAPTIVE", "SB-CAP-02")
    if state.captives and state.phase != "place":
        yield no("CAPTIVE_FORGOTTEN", "SB-CAP-02", count=len(state.captives))
    if state.phase == "send" and card_space(state.extras.portal) is None:
        yield no("NO_PORTAL_IN_USE", "SB-POR-03")
    if (state.half is not None) != any(plan.half for plan in state.plans) or _torn(state):
        yield no("HALF_WAY_WRONG", "D-41")
    spaces = [n for moved in state.moved for n in (moved.at, moved.origin)]
    # Less than nothing is the stock, or somebody's hand.
    spaces += [captive.not_here for captive in state.captives]
    if odd := tuple(str(n) for n in spaces if not -2 <= n < SPACES):
        yield no("NO_SUCH_SPACE", "SB-BRD-02", spaces=odd, stock=None, aside=())


def _torn(state: State) -> bool:
    """Whether a move entered in part does not fit the position: it began elsewhere, or its pawn is not there."""
    half = state.half
    if half is None:
        return False
    seats, (origin, spaces, over) = len(state.pawns), half.so_far
    if len(half.pawns) != seats or len(half.stock) != seats or not 0 <= state.to_move < seats or not spaces:
        return True
    if min(spaces) < 0 or min(half.stock) < 0 or not set(over) <= set(spaces) or len(state.stars) != seats:
        return True
    if any(not -2 <= n < SPACES for moved in half.moved for n in (moved.at, moved.origin)):
        return True
    standing = BIT[spaces[-1]] & state.pawns[state.to_move]
    began = half.stock[state.to_move] if origin < 0 else BIT[origin] & half.pawns[state.to_move]
    return not standing or not began or spaces[-1] in over


def _shotgun(context: SpectrumContext, state: State) -> Iterator[Verdict]:
    """A set-up in which nobody is next, or whose dice are not two."""
    extras = state.extras
    if state.phase != "setup":
        return
    begun = extras.again + len(extras.shot_hues)
    over = not values_missing(context.rules, state) and shots_left(context.rules, state) <= 0
    if over or extras.shot < 0 or begun not in (0, 2) or not all(0 <= hue < 12 for hue in extras.shot_hues):
        yield no("SHOTGUN_ODD", "SB-GAM-01", turns=extras.shot, dice=begun)


def _plans(context: SpectrumContext, state: State) -> Iterator[Verdict]:
    """Choices that these dice do not allow, or that have more left to move than they give."""
    if not state.plans:
        return
    whole = {choice.key: context.choices.fresh_plan(choice).left for choice in context.choices.choices(state.dice)}
    for plan in state.plans:
        if plan.key not in whole:
            yield no("NO_SUCH_CHOICE", "SB-ROL-03", what=plan.key, dice=state.dice)
        elif not 0 <= plan.left <= whole[plan.key]:
            yield no("LEFT_TOO_MUCH", "SB-ROL-03", what=plan.key, dice=state.dice)
        elif plan.half and state.half is not None and not _torn(state) and not _can_be_finished(context, state, plan):
            yield no("HALF_WAY_WRONG", "D-41")


def _can_be_finished(context: SpectrumContext, state: State, plan: Plan) -> bool:
    """Whether a move entered in part by a plan can be ended; while a pawn is to be placed, whether it is one."""
    choice = context.choice(plan.key)
    if not any(choice.parts[n].by_landing for n in bits(plan.left) if n < len(choice.parts)):
        return False
    return state.phase != "move" or bool(context.turn.paths(context.masks(state), choice, plan))


def _hidden(context: SpectrumContext, state: State) -> Iterator[Verdict]:
    """Missions and portals that cannot lie in these hands."""
    extras, seats = state.extras, context.rules.seats
    for option, hands in (("missions", extras.missions), ("portals", extras.portals)):
        if not getattr(context.options, option):
            if hands:
                yield no("OPTION_OFF", "SB-MIS-01", option=option)
            continue
        counted = {option: hands, **({"used portals": extras.used} if option == "portals" else {})}
        for what, listed in counted.items():
            if len(listed) != seats:
                yield no("WRONG_SEATS", "SB-GAM-01", what=what, count=len(listed), wanted=seats)
        held = tuple(card for hand in hands for card in hand)
        held += extras.shown if option == "portals" else ()
        if odd := tuple(card for card in held if card != UNSEEN and card_space(card) is None):
            yield no("NOT_IN_THIS_DECK", "SB-MIS-01", cards=odd)
        if twice := _more_than_once(held):
            yield no("CARD_TWICE", "SB-BRD-09", cards=twice)
        most = 6 if option == "missions" else 4
        for seat, hand in enumerate(hands):
            if len(hand) > most or (option == "missions" and len(hand) < most):
                yield no("HAND_SIZE", "SB-MIS-01", player=seat, count=len(hand), wanted=most)


def _values(context: SpectrumContext, state: State) -> Iterator[Verdict]:
    values = state.extras.values
    if context.options.scoring != "weighted":
        if values:
            yield no("OPTION_OFF", "SB-WGT-01", option="scoring")
        return
    low, high = VALUES[context.options.weights]
    if (values or state.phase != "setup") and (len(values) != 12 or not all(low <= value <= high for value in values)):
        yield no("WRONG_VALUES", "SB-WGT-01", low=low, high=high)
