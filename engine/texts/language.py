"""In which language sentences are said; see ``engine.core.language``."""

from engine.core.language import ENGLISH as ENGLISH
from engine.core.language import later as later
from engine.core.language import speaking as speaking
from engine.core.language import spoken as spoken
from engine.core.language import tr as tr
from engine.core.language import translated as translated
from engine.core.language import translated_for as translated_for
from engine.core.language import trn as trn
from engine.core.language import words_of as words_of
