"""What is counted of the house is what its docstrings say, on a small house of one's own."""

import pytest

from docs.metrics import Tree, main, rows

FILES = {
    "engine/__init__.py": "",
    "engine/one.py": "from engine.two import B\nclass A: ...\nclass State: ...\nclass _Hidden: ...\n",
    "engine/two.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from engine.one import A\n"
        "class A: ...\nclass B: ...\nclass State: ...\nclass _Hidden: ...\n"
    ),
    "vision/copy.py": "def f():\n    a = 1\n    b = 2\n    c = 3\n\n    # why\n    d = 4\n    return a + b + c + d\n",
    "vision/copied.py": "def f():\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return a + b + c + d\n",
    "vision/arrays.py": (
        'def sized(picture: np.ndarray):\n    """Of (n, 2) points, mm."""\n'
        'def unsized(picture: np.ndarray):\n    """Of it."""\n'
        "def _private(picture: np.ndarray): ...\n"
    ),
    "firmware_bridge/__init__.py": "",
    "tablelight/__init__.py": "",
    "tablelight/__main__.py": "",
    "tablelight/flat.py": "",
    "tablelight/referee/reducer.py": (
        "from tablelight.referee import dice\n"
        "def step(state: RefereeState, given) -> Step:\n"
        "    if isinstance(given, Tap):\n        return tapped(state)\n"
        "    if isinstance(given, CameraObservation) and given.dice:\n        return dice.settled(state)\n"
        "    return state, ()\n"
        "def tapped(state) -> Step:\n    return state, ()\n"
    ),
    "tablelight/referee/dice.py": (
        "def settled(state) -> Step:\n    if helper(state):\n        return state, ()\n    return state, (1,)\n"
        "def helper(state) -> bool:\n    return True\n"
    ),
}


def house(folder):
    for name, text in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Tree(folder)


def test_names_cycles_and_modules_are_counted(tmp_path):
    tree = house(tmp_path)
    assert tree.doubles() == {"A": ["engine.one", "engine.two"]}
    assert tree.cycles() == [["engine.one", "engine.two"]]
    assert tree.flat() == ["flat"]


def test_the_walk_of_a_reading_leaves_out_other_inputs_and_what_does_not_hand_the_state_on(tmp_path):
    assert house(tmp_path).walk() == {"reducer.step": 2, "dice.settled": 2}


def test_six_equal_lines_in_a_row_stand_twice(tmp_path):
    assert house(tmp_path).twice() == 6


def test_docstrings_that_name_a_unit_or_a_shape_are_counted_where_arrays_are_taken(tmp_path):
    assert house(tmp_path).array_functions() == (2, 1)


def test_every_number_has_its_row(tmp_path):
    assert len(rows(house(tmp_path))) == 8


def test_it_says_whose_numbers_they_are_and_how_they_are_counted(tmp_path, capsys):
    house(tmp_path)
    main([str(tmp_path), str(tmp_path)])
    said = capsys.readouterr().out
    assert said.splitlines()[0].split() == [str(tmp_path)] * 2
    assert "How it is counted:" in said and "without its docstring" in said


@pytest.mark.parametrize(
    ("asked", "status", "said"), [("--help", 0, "How it is counted:"), ("nowhere", 2, "no checkout")]
)
def test_help_and_a_folder_without_code_are_answered_in_words(asked, status, said, capsys):
    with pytest.raises(SystemExit) as ended:
        main([asked])
    assert ended.value.code == status
    assert said in "".join(capsys.readouterr())
