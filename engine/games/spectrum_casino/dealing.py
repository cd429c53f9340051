"""How the cards are shuffled for a table without any: a whole pile at a time."""

from engine.components.shuffling import whole_pile
from engine.core.dealing import Dealing

DEALING = Dealing(whole_pile)
