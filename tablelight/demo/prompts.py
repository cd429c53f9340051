"""What the table says of itself without being asked: questions, refusals, and whatever does not work."""

from tablelight.demo.physical_table import PhysicalTable
from tablelight.web.components import switches
from tablelight.web.components.doubts import doubt_sentence
from tablelight.web.viewer import Shown


def prompts(table: PhysicalTable) -> tuple[str, ...]:
    """Every sentence that waits for somebody now; empty where all is as it should be."""
    referee = table.referee
    shown = Shown(referee.match)
    said = list(table.complaints())
    if referee.doubt is not None:
        said.append(doubt_sentence(shown, referee.doubt))
    if referee.refused is not None:
        said.append(shown.explain(referee.refused))
    return tuple(filter(None, [*said, switches.sentence(referee)]))
