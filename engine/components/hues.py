"""The twelve hues of the wheel: the one vocabulary that rules, eyes and lights share (CC-WHEEL-01, SB-BRD-01)."""

from enum import IntEnum

from engine.core.language import Deferred, translated


class Hue(IntEnum):
    """A hue by its place on the wheel, clockwise from red. Even places are primaries, odd ones secondaries.

    >>> Hue.RO.title, Hue.R.opposite, Hue.PR.step(1)
    ('red-orange', <Hue.G: 6>, <Hue.R: 0>)
    """

    R = 0
    RO = 1
    O = 2  # noqa: E741
    OY = 3
    Y = 4
    YG = 5
    G = 6
    GB = 7
    B = 8
    BP = 9
    P = 10
    PR = 11

    @property
    def title(self) -> str:
        """The hue in English words, lower case: ``red-orange``. Files and programs know it by these."""
        return _TITLES[self]

    @property
    def called(self) -> str:
        """The same in the language spoken now."""
        return translated(_TITLES[self], "name")

    @property
    def name_later(self) -> str:
        """The same in the language of whoever reads it, some time later."""
        return Deferred(_TITLES[self], context="name")

    @property
    def is_primary(self) -> bool:
        """Whether it is one of the six that the others are made of."""
        return self % 2 == 0

    @property
    def opposite(self) -> "Hue":
        """The hue across the wheel, and on the other side of a die (SB-BRD-04)."""
        return Hue((self + 6) % 12)

    def step(self, places: int) -> "Hue":
        """The hue that many places clockwise; negative goes the other way; the wheel has no end."""
        return Hue((self + places) % 12)

    @classmethod
    def parse(cls, text: str) -> "Hue":
        """A hue from its code or its name in English or the language spoken now, either order of a compound, any case:
        ``gb``, ``Blue-Green``, ``green/blue``, ``Grün-Blau``.

        Raises ValueError that names what was not understood (CC-NAME-01).
        """
        key = _key(text)
        named = _BY_NAME if key in _BY_NAME else {_key(hue.called): hue for hue in cls}
        if key not in named:
            names = ", ".join(hue.called for hue in cls)
            raise ValueError(Deferred("'{text}' is no hue; the twelve are {names}", text=text[:60], names=names))
        return named[key]


def _key(text: str) -> str:
    """What a name comes to, whichever way round its two words stand, and however they are set apart."""
    words = text.strip().lower().replace("/", " ").replace("-", " ").replace("_", " ").split()
    return "".join(sorted(words))


_TITLES = {
    Hue.R: "red",
    Hue.RO: "red-orange",
    Hue.O: "orange",
    Hue.OY: "orange-yellow",
    Hue.Y: "yellow",
    Hue.YG: "yellow-green",
    Hue.G: "green",
    Hue.GB: "green-blue",
    Hue.B: "blue",
    Hue.BP: "blue-purple",
    Hue.P: "purple",
    Hue.PR: "purple-red",
}
_BY_NAME = {hue.name.lower(): hue for hue in Hue} | {
    "".join(sorted(title.split("-"))): hue for hue, title in _TITLES.items()
}

PRIMARIES = tuple(hue for hue in Hue if hue.is_primary)
SECONDARIES = tuple(hue for hue in Hue if not hue.is_primary)
