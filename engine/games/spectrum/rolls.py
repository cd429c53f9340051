"""What dice and cards allow: choices of a roll, the colours they open, and their parts (SB parts B.1 to B.3)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from engine.components.hues import Hue
from engine.games.spectrum.board import hues_in, six, spaces_of
from engine.games.spectrum.options import Options

Order = Literal["listed", "any", "faces_any_then_bonus"]


@dataclass(frozen=True, slots=True)
class PartArea:
    """Where a part may be moved: a mask of hues; ``touch``: an intermediate must be in it, start or path."""

    hues: int
    touch: bool = False
    spaces: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "spaces", spaces_of(self.hues))


@dataclass(frozen=True, slots=True)
class Part:
    """One allotment: ``count`` spaces by one pawn.

    ``areas``: where it may be moved, any one of them. ``stepped``: its spaces are taken one after the other, so each
    may capture. ``divisible``: a whole move that may be entered landing by landing all the same (D-41).
    """

    count: int
    areas: tuple[PartArea, ...]
    stepped: bool = False
    face: bool = False
    """A face-colour part: it may come in from an open neighbour (D-35)."""
    bottom: bool = False
    """A part in the bottom colour only: it may come in so too, but need not be played because of that."""
    divisible: bool = False

    @property
    def by_landing(self) -> bool:
        """Whether the move may be entered in several pieces."""
        return self.stepped or self.divisible


@dataclass(frozen=True, slots=True)
class Choice:
    """A set of dice, or a play of cards: what it opens, and how it is moved.

    ``budget``: single spaces of a normal roll; ``parts``: allotments of anything else. ``key`` names it: ``G G B``.
    """

    key: str
    kind: str
    faces: tuple[int, ...]
    open: int
    budget: int = 0
    parts: tuple[Part, ...] = ()
    order: Order = "any"
    two_colour: bool = False
    one_pawn: bool = False
    swap: tuple[int, int] | None = None
    cards: tuple[str, ...] = ()
    entry: bool = True
    spaces: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "spaces", spaces_of(self.open))

    @property
    def total(self) -> int:
        return self.budget or sum(part.count for part in self.parts)


def face_key(faces: Sequence[int]) -> str:
    """The key of a choice of dice, from the hues that they show: ``G G B``."""
    return " ".join(Hue(f).name for f in faces)


def _mask(hues: Sequence[int]) -> int:
    mask = 0
    for hue in hues:
        mask |= 1 << hue % 12
    return mask


def dice_sets(faces: Sequence[int], dice: str, quintuple: bool = False) -> list[tuple[int, ...]]:
    """Every different set that may be chosen from a roll, weakest first (SB-ROL-03..05)."""
    count = Counter(faces)
    hues = sorted(count)
    out: list[tuple[int, ...]] = list(combinations(hues, 2))
    out += [(h, h) for h in hues if count[h] >= 2]
    out += [(h, h, h) for h in hues if count[h] >= 3]
    out += [(a, a, b, b) for a, b in combinations([h for h in hues if count[h] >= 2], 2)]
    out += [(h,) * 4 for h in hues if count[h] >= 4]
    if quintuple and dice == "d12":
        out += [(h,) * 5 for h in hues if count[h] >= 5]
    return out


def choice_of(faces: Sequence[int], edition: str, options: Options) -> Choice | None:
    """What a set of dice means; None when these dice are no set."""
    faces = tuple(sorted(faces))
    key, count = face_key(faces), Counter(faces)
    if len(faces) == 2 and len(count) == 2:
        return _normal(key, faces, options.dice)
    two_colour = options.on(options.two_colour, edition == "A")
    if len(count) == 1 and 2 <= len(faces) <= 5:
        parts, order = _equal(faces[0], len(faces), edition, options)
        kind = {2: "double", 3: "triple", 4: "quadruple", 5: "quintuple"}[len(faces)]
        opened = six(faces[0])
    elif len(faces) == 4 and sorted(count.values()) == [2, 2]:
        parts, order, opened = _double_double(faces[0], faces[2], edition, options)
        kind = "double_double"
    else:
        return None
    return Choice(key, kind, faces, opened, parts=parts, order=order, two_colour=two_colour)


def _normal(key: str, faces: tuple[int, ...], dice: str) -> Choice:
    a, b = faces
    apart = min((a - b) % 12, (b - a) % 12)
    if dice == "d6":
        if apart != 2:
            return Choice(key, "non_adjacent", faces, _mask(faces), budget=2)
        between = a + 1 if (b - a) % 12 == 2 else b + 1
        return Choice(key, "adjacent", faces, _mask((a, b, between)), budget=2)
    if apart != 1:
        return Choice(key, "non_adjacent", faces, _mask(faces), budget=2)
    low = a if (b - a) % 12 == 1 else b
    # Twelve-sided neighbours also open the colour on either side (SB-D12-03).
    return Choice(key, "adjacent", faces, _mask((low - 1, low, low + 1, low + 2)), budget=2)


def _equal(face: int, dice: int, edition: str, options: Options) -> tuple[tuple[Part, ...], Order]:
    area, face_area, bottom = six(face), PartArea(1 << face), PartArea(1 << (face + 6) % 12)
    n = dice
    if options.dice == "d12":
        bonus = area & ~(1 << face) if n == 3 and options.d12_triple_bonus == "five" else area
        return (Part(n, (face_area,), face=True), Part(n, (PartArea(bonus),))), "listed"
    if n == 4:
        last = PartArea(area, touch=not options.extra_face)
        return (Part(4, (face_area,), face=True), Part(4, (bottom,), bottom=True), Part(4, (last,))), "any"
    if edition == "A":
        return (Part(n, (face_area,), face=True), Part(n, (PartArea(area),))), "listed"
    stepped = n == 2
    base = Part(n, (face_area,), stepped, face=True, divisible=True)
    return (base, Part(n, (bottom, PartArea(area, touch=True)), stepped, divisible=True)), "listed"


def _double_double(a: int, b: int, edition: str, options: Options) -> tuple[tuple[Part, ...], Order, int]:
    ends = _mask((a, b, a + 6, b + 6))
    if options.dice == "d12":
        area = six(a) | six(b) if options.d12_dd_neighbours else ends
        first, second = (Part(2, (PartArea(1 << face),), face=True) for face in (a, b))
        return (first, second, Part(2, (PartArea(area),))), "faces_any_then_bonus", area
    area, stepped = six(a) | six(b), edition == "B"
    faces = tuple(PartArea(1 << face) for face in (a, b))
    bottoms = tuple(PartArea(1 << (face + 6) % 12) for face in (a, b))
    last = PartArea(area, touch=not options.extra_face)
    parts = (Part(2, faces, stepped, face=True), Part(2, bottoms, stepped, bottom=True), Part(2, (last,), stepped))
    return parts, "any", area


def dice_count(stars: int, dice: str) -> int:
    """How many dice are rolled, or cards drawn, by the stars taken by all together (SB-ROL-01)."""
    return (3 if dice == "d12" else 2) + (stars >= 4) + (stars >= 8)


# ---- cards as dice (SB-CRD)


def deck(swap_cards: bool) -> tuple[str, ...]:
    """The codes of the draw deck: 1 to 3 of every colour, and with the option six swap cards (SB-CRD-01)."""
    cards = [f"{hue.name}{n}" for hue in Hue for n in (1, 2, 3)]
    return (*cards, *(f"{hue.name}<>{hue.opposite.name}" for hue in tuple(Hue)[:6] if swap_cards))


def canonical_name(card: str) -> str:
    """A card by the one name it has here: ``G<>R`` is ``R<>G``, in the order of the wheel; others stay as they are."""
    swap, as_one, hue = card.partition("=")
    ends = swap.split("<>")
    if len(ends) == 2 and set(ends) <= Hue.__members__.keys():
        swap = "<>".join(sorted(ends, key=Hue.__getitem__))
    return swap + as_one + hue


def choice_key(text: str) -> list[str]:
    """The dice or cards of a choice as somebody wrote them, by their canonical names, in order."""
    return sorted(map(canonical_name, text.replace(",", " ").replace("+", " ").split()))


def card_faces(card: str) -> tuple[tuple[int, int], ...]:
    """The hue and number a card may count as: a swap card is a 1 in either of its colours, ``R<>G=R`` in red."""
    swap, _, hue = card.partition("=")
    if "<>" in swap:
        return tuple((Hue[end], 1) for end in swap.split("<>") if hue in ("", end))
    return ((Hue[card.rstrip("0123456789")], int(card[-1])),)


def plays(hand: Sequence[str], options: Options) -> list[Choice]:
    """Everything that may be played from a hand: single cards, equal colours, runs, and swaps (SB-CRD-03)."""
    found: dict[str, Choice] = {}
    for size in range(1, len(hand) + 1):
        for cards in combinations(sorted(hand), size):
            for choice in _plays_of(cards, options):
                found.setdefault(choice.key, choice)
    return sorted(found.values(), key=lambda c: (len(c.cards), c.cards, c.key))


def play_of(cards: Sequence[str], options: Options) -> Choice | None:
    """What exactly these cards are when played together; None when they are no play."""
    return next(_plays_of(tuple(sorted(cards)), options), None)


def _plays_of(cards: tuple[str, ...], options: Options) -> Iterator[Choice]:
    if len(cards) == 1 and "<>" in cards[0] and "=" not in cards[0]:
        (a, _), (b, _) = card_faces(cards[0])
        yield Choice(cards[0], "swap", (a, b), _mask((a, b)), swap=(a, b), cards=cards)
    for pairs in _as_numbers(cards):
        hues = [hue for hue, _, _ in pairs]
        if len(pairs) == 1:
            yield _single(pairs[0], options)
        elif len(set(hues)) == 1:
            yield _same(pairs, options)
        elif len(set(hues)) == len(hues) and (run := _run(pairs)):
            yield _shaded(run, options)


Numbered = tuple[int, int, str]


def _as_numbers(cards: tuple[str, ...]) -> Iterator[list[Numbered]]:
    """Every way to read the cards as hue and number, with the code that keeps a swap card's colour."""
    if not cards:
        yield []
        return
    for hue, number in card_faces(cards[0]):
        code = f"{cards[0].partition('=')[0]}={Hue(hue).name}" if "<>" in cards[0] else cards[0]
        for rest in _as_numbers(cards[1:]):
            yield [(hue, number, code), *rest]


def _single(card: Numbered, options: Options) -> Choice:
    hue, number, code = card
    part = Part(number, (PartArea(1 << hue),), stepped=options.single_card == "steps")
    kind, faces = "single", (hue,)
    return Choice(code, kind, faces, 1 << hue, parts=(part,), cards=(code,), entry=options.card_entry)


def _same(cards: list[Numbered], options: Options) -> Choice:
    cards = sorted(cards, key=lambda c: (c[1], c[2]))
    area, codes = six(cards[0][0]), tuple(code for _, _, code in cards)
    parts = tuple(Part(number, (PartArea(area),)) for _, number, _ in cards)
    one = len(cards) == 3 and options.three_same_pawns == "one"
    return Choice(
        " ".join(codes),
        f"{len(cards)}_same",
        tuple(hue for hue, _, _ in cards),
        area,
        parts=parts,
        two_colour=options.cards_two_colours,
        one_pawn=one,
        cards=codes,
    )


def _run(cards: list[Numbered]) -> list[Numbered] | None:
    """The cards in the order of the wheel when their hues follow each other; None otherwise."""
    by_hue = {hue: card for card in cards for hue in (card[0],)}
    for start in by_hue:
        run = [by_hue.get((start + k) % 12) for k in range(len(cards))]
        if all(run):
            return [card for card in run if card]
    return None


def _shaded(run: list[Numbered], options: Options) -> Choice:
    hues = tuple(hue for hue, _, _ in run)
    area = _mask((hues[0] - 1, *hues, hues[-1] + 1))
    codes = tuple(code for _, _, code in run)
    part = Part(sum(number for _, number, _ in run) // 2, (PartArea(area),), stepped=options.shaded_cards == "steps")
    return Choice(" ".join(codes), f"{len(run)}_shaded", hues, area, parts=(part,), cards=codes)


def open_names(choice: Choice) -> list[str]:
    """The codes of the hues that a choice opens."""
    return [hue.name for hue in hues_in(choice.open)]
