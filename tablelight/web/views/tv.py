"""The table screen: what a television beside the table shows, to be read from 3 m. It is only looked at.

Everything is drawn through the eyes of an onlooker, so that hands stay hidden, and from the same parts as the play
screen; ``tv.css`` makes them large. Nothing on it can be tapped, and it needs no code.
"""

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.core.events import Event
from engine.core.registry import all_titles
from engine.core.verdict import Dice
from engine.texts.language import tr
from tablelight.referee.state import RefereeState
from tablelight.session.snapshot import Snapshot
from tablelight.setup.network import qr_svg
from tablelight.web import games
from tablelight.web.components import doubts, drawn_boards, seat_colours
from tablelight.web.components.desk import Selection
from tablelight.web.components.dice import dice_strip
from tablelight.web.components.html import classes, hue_class, markup
from tablelight.web.components.log_lines import entry_html
from tablelight.web.viewer import Shown
from tablelight.web.views import card_table
from tablelight.web.views.looking import Looking, Surroundings
