"""A new game is begun as the form showed it, also where a slow line left the form of another game on the screen."""

from tests.tablelight.visitors import act, until


def test_who_begins_before_the_form_has_changed_is_shown_what_the_game_asks_first(context, socket):
    until(socket, "play", "How many are you?")
    act(socket, "choose-game", game="roll_and_color")
    shown = until(socket, "play", "Who plays?")
    assert 'name="fields-of" value="roll_and_color"' in shown
    # The boxes of Spectrum's context rules were not there yet: none of them was left without a tick by anybody.
    act(socket, "new-game", game="spectrum", name0="Ann", name1="Ben", **{"fields-of": "roll_and_color"})
    form = until(socket, "play", "Look at them, then tap Begin.")
    assert context.table.snapshot.referee is None
    assert 'name="fields-of" value="spectrum"' in form and 'value="Ann"' in form and 'value="Ben"' in form
    act(socket, "new-game", game="spectrum", name0="Ann", name1="Ben", **{"fields-of": "spectrum"})
    until(socket, "ask", "Ann: roll 2 dice")


def test_names_of_a_larger_game_do_not_keep_a_game_for_one_from_beginning(context, socket):
    act(socket, "choose-game", game="roll_and_color")
    until(socket, "play", "Who plays?")
    act(socket, "new-game", game="spectrum_solitaire", name0="Ann", name1="Ben", **{"fields-of": "roll_and_color"})
    form = until(socket, "play", "Look at them, then tap Begin.")
    assert 'value="Ann"' in form and 'value="Ben"' not in form
    act(socket, "new-game", game="spectrum_solitaire", name0="Ann", **{"fields-of": "spectrum_solitaire"})
    until(socket, "head", "Spectrum Solitaire")
    assert context.table.snapshot.referee.match.seats == ("Ann",)


def test_taps_faster_than_the_form_is_drawn_all_count(context, socket):
    """Every act brings the fields of the form as it was before the first of them."""
    form = {"game": "spectrum", "fields-of": "spectrum"}
    act(socket, "choose-game", game="spectrum")
    act(socket, "add-name", newname="Ann, Ben, Cem", **form)
    until(socket, "play", 'value="Cem"')
    form |= {"name0": "Ann", "name1": "Ben", "name2": "Cem"}
    act(socket, "unseat", name="Ann", **form)
    act(socket, "unseat", name="Ann", **form)
    act(socket, "seat", name="Dia", **form)
    act(socket, "seat", name="Dia", **form)
    act(socket, "seat-earlier", name="Dia", **form)
    act(socket, "seat-earlier", name="Dia", **form)
    act(socket, "new-game", **form)
    until(socket, "ask", "Dia: roll 2 dice")
    assert context.table.snapshot.referee.match.seats == ("Dia", "Ben", "Cem")


def test_a_form_that_outlived_its_line_still_says_who_plays(context, socket):
    act(socket, "seat", name="Cem", game="spectrum", name0="Ann", name1="Ben", **{"fields-of": "spectrum"})
    act(socket, "new-game", game="spectrum", name0="Ann", name1="Ben", **{"fields-of": "spectrum"})
    until(socket, "ask", "Ann: roll 2 dice")
    assert context.table.snapshot.referee.match.seats == ("Ann", "Ben", "Cem")
