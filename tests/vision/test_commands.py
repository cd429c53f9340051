"""Teach, read and refuse from the command line."""

import json

from tablelight.bench.vision import judged
from tests.support.commands import run
from tests.support.dice_pictures import DATA
from vision.camera.frames import load_picture
from vision.dice.reader import DiceReader

ROLL = str(DATA / "dev4-roll-06.jpg")


def test_teach_then_read(tmp_path):
    teach = run("teach", "dice", "--table", "home", "--labels", str(DATA / "labels.json"),
                *map(str, sorted(DATA.glob("*-teach-*.jpg"))), data=tmp_path)  # fmt: skip
    assert teach.exit_code == 0, teach.output
    read = run("read", "dice", "--table", "home", "--json", ROLL, data=tmp_path)
    said = json.loads(read.stdout)
    assert read.exit_code == 0
    assert said["image"] == "dev4-roll-06.jpg" and len(said["dice"]) == 3
    # Without a mat nothing was taught at this table; what it knows moves to another one as a file.
    bare = run("read", "dice", "--table", "home", "--no-mat", "--json", ROLL, data=tmp_path)
    assert bare.exit_code == 1 and "teach dice --no-mat" in json.loads(bare.stdout)["error"]["message"]
    file = tmp_path / "dice.json"
    assert run("teach", "export", str(file), "--table", "home", data=tmp_path).exit_code == 0
    assert run("teach", "import", str(file), "--table", "cellar", data=tmp_path).exit_code == 0
    assert (
        json.loads(run("read", "dice", "--table", "cellar", "--json", ROLL, data=tmp_path).stdout)["dice"]
        == said["dice"]
    )
    file.write_text("{}")
    refused = run("teach", "import", str(file), "--table", "cellar", data=tmp_path)
    assert refused.exit_code == 1 and "damaged" in refused.output


def test_a_table_nobody_taught_is_refused_in_a_sentence(tmp_path):
    answer = run("read", "dice", "--table", "nowhere", "--json", ROLL, data=tmp_path)
    assert answer.exit_code == 1
    assert "nowhere" in json.loads(answer.stdout)["error"]["message"]


def test_one_bad_picture_among_good_ones_is_no_failure(tmp_path):
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"x")
    both = run("read", "dice", "--untaught", "--json", str(bad), ROLL, data=tmp_path)
    assert both.exit_code == 0
    assert json.loads(both.stdout.splitlines()[0])["troubles"][0]["code"] == "unreadable"
    assert run("read", "dice", "--untaught", str(bad), data=tmp_path).exit_code == 1


def test_teaching_without_a_fitting_label_says_so(tmp_path):
    answer = run("teach", "dice", "--table", "t", "--labels", str(DATA / "labels.json"), ROLL, "--json", data=tmp_path)
    assert answer.exit_code == 1
    assert "no teaching entry" in json.loads(answer.stdout)["error"]["message"]
    assert not (tmp_path / "tables").exists()


def test_a_clip_that_is_none_is_refused(tmp_path):
    assert run("watch", str(tmp_path / "none.avi"), data=tmp_path).exit_code == 1


def test_a_red_die_read_as_red_is_right(taught):
    labels = json.loads((DATA / "labels.json").read_text())
    entry = next(e for e in labels if any(d["top"] == "red" for d in e["dice"]))
    dice = DiceReader(taught).read(load_picture(DATA / entry["image"])).dice
    verdicts = [verdict for _, verdict, _, words in judged(entry["dice"], dice) if words.startswith("red /")]
    assert verdicts == ["right"]
