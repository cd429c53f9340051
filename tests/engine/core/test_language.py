"""Words whose language is left to whoever reads them."""

from copy import deepcopy
from gettext import NullTranslations
from pickle import dumps, loads

import pytest

from engine.components.cards import Card, full_name
from engine.core.language import Deferred, Later, speaking


class Whispering(NullTranslations):
    """A language of small letters."""

    def gettext(self, message: str) -> str:
        return message.lower()


@pytest.mark.parametrize("copied", [deepcopy, lambda words: loads(dumps(words))])
def test_a_copy_of_such_words_is_still_read_in_any_language(copied) -> None:
    words = copied(Deferred("Is {card} There?", card=Later(full_name, Card.parse("R5"))))
    with speaking(Whispering()):
        assert str(words) == f"is {full_name(Card.parse('R5'))} there?"
