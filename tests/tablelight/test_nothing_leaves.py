"""Nothing leaves the house: whatever is served, read and played, no part of it writes home or calls out."""

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from websockets.sync.client import connect

from tests.browser.running import ROOT, free_port

PARTS = ("vision", "tablelight", "engine", "firmware_bridge", "hardware")
FIRST_CALL_S = 9
"""So long after its start onnxruntime 1.32 makes its first call, where it is let."""
READS = """
from vision import models
from vision.dice.reader import DiceReader
from vision.simulation import ROLL_AND_COLOR, SimulatedCamera, SimulatedTable, teaching_sets
from vision.dice.lessons import Lesson, NamedDie
from vision.dice.teaching import teach

table = SimulatedTable(ROLL_AND_COLOR, seed=3)
camera = SimulatedCamera(table, size=(640, 360))
lessons = []
for number, dice in enumerate(teaching_sets()):
    table.place(dice)
    named = tuple(NamedDie(kind, hue) for kind, hue in dice)
    lessons.append(Lesson(camera.read(float(number)), named, f"picture {number + 1}"))
reading = DiceReader(teach(lessons)).read(camera.read(99.0))
print(len(reading.dice), "onnxruntime" if models.onnxruntime else "OpenCV")
"""
"""Teaches dice and reads a picture of some."""


def fresh(home: Path) -> dict[str, str]:
    """The environment of somebody who has just moved in. What a test machine says of itself is left out: programs that
    call home hold their tongue there."""
    (home / "tmp").mkdir(parents=True)
    return {"PATH": os.environ["PATH"], "HOME": str(home), "TMPDIR": str(home / "tmp"), "PYTHONPATH": str(ROOT)}


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def test_reading_a_picture_leaves_no_file_behind(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", READS], env=fresh(tmp_path), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert int(done.stdout.split()[0]) > 0, "it did read"
    assert files(tmp_path) == []


@pytest.mark.parametrize("said_before", ["", "0", "false"])
def test_telemetry_is_off_whatever_the_environment_said(tmp_path, said_before):
    """onnxruntime looks at this when it is loaded, and never again."""
    asks = "import os, vision.models; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    environment = {**fresh(tmp_path), "ORT_DISABLE_TELEMETRY": said_before}
    done = subprocess.run([sys.executable, "-c", asks], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"
    assert files(tmp_path) == []


def imported(file: Path) -> set[str]:
    """The packages a file imports, by the first part of their names."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def test_only_vision_imports_onnxruntime_since_it_is_there_that_telemetry_is_off():
    files = [file for part in PARTS for file in (ROOT / part).rglob("*.py")]
    named = [file for file in files if "onnxruntime" in file.read_text(encoding="utf-8")]
    importers = {file.relative_to(ROOT).parts[0] for file in named if "onnxruntime" in imported(file)}
    assert importers == {"vision"}


# ---- what a whole evening says to the network


class Evening:
    """A simulated table in a process whose every word to the network is written down."""

    def __init__(self, home: Path) -> None:
        self.log = home.parent / "network.txt"
        self.data = home / "data"
        environment = fresh(home)
        self.port = free_port()
        self.began = time.monotonic()
        watch = ["strace", "-f", "-yy", "-qq", "--seccomp-bpf", "-e", "trace=network", "-o", str(self.log)]
        demo = ["-m", "tablelight", "demo", "--seed", "4", "--data", str(self.data), "--port", str(self.port)]
        self.said = (home.parent / "said.txt").open("w+")
        self.process = subprocess.Popen(
            [*watch, sys.executable, *demo], cwd=ROOT, env=environment, stdout=self.said, stderr=self.said
        )
        self.browser = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> bytes:
        with self.browser.open(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
            return answer.read()

    def post(self, path: str, body: dict, **headers: str) -> None:
        address = f"http://127.0.0.1:{self.port}{path}"
        self.browser.open(Request(address, json.dumps(body).encode(), headers), timeout=20).close()

    def code(self) -> str:
        return (self.data / "code.txt").read_text().strip()

    def state(self) -> dict:
        return json.loads(self.get("/api/state"))

    def until(self, true):
        """What the table says, as soon as it is so; some of it takes a while under strace."""
        end, said = time.monotonic() + 90, {}
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(OSError):
                said = self.state()
                if true(said):
                    return said
            time.sleep(0.2)
        self.said.seek(0)
        raise AssertionError(f"it never came to that: {self.said.read()[-1000:]} {json.dumps(said)[:3000]}")

    def roll(self):
        """What the table says once a roll counts: now and then a die leans, or a busy machine looks too late."""
        for _ in range(5):
            self.act(("hand-roll", {}))
            end, said = time.monotonic() + 25, {}
            while time.monotonic() < end:
                said = self.until(lambda now: True)
                if said["log"]:
                    return said
                time.sleep(0.2)
        raise AssertionError(f"five rolls, and none counts: {json.dumps(said)[:3000]}")

    def act(self, *acts: tuple[str, dict[str, str]]) -> None:
        """Taps on the page of somebody who has shown the code."""
        cookies = "; ".join(f"{c.name}={c.value}" for h in self.browser.handlers for c in getattr(h, "cookiejar", ()))
        here = f"127.0.0.1:{self.port}"
        with connect(
            f"ws://{here}/ws?view=play", additional_headers={"Cookie": cookies, "Origin": f"http://{here}"}
        ) as socket:
            for name, args in acts:
                socket.recv(timeout=20)
                socket.send(json.dumps({"name": name, "args": args}))
            socket.recv(timeout=20)

    def stop(self) -> None:
        if self.process.poll() is None:
            child = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            os.kill(int(child[0]), signal.SIGTERM)
            self.process.wait(30)


def calls_out(log: str) -> list[str]:
    """The lines of a strace log that are a word to anybody but this machine.

    A datagram socket that is connected to 192.0.2.1 (an address in no network, RFC 5737) only asks the kernel through
    which interface phones would come; it is a call out as soon as anything is sent through it.
    """
    asks = r'connect\(\d+<UDP:[^>]*>, \{sa_family=AF_INET, sin_port=htons\(\d+\), sin_addr=inet_addr\("192\.0\.2\.1"'
    here = r'AF_UNIX|AF_NETLINK|inet_addr\("127\.|inet_pton\(AF_INET6, "(::1|::ffff:127\.[\d.]+)"'
    connects = [line for line in log.splitlines() if "connect(" in line and "sa_family" in line]
    out = [line for line in connects if not re.search(here, line) and not re.search(asks, line)]
    sent = [line for line in log.splitlines() if re.search(r"\b(sendto|sendmsg|sendmmsg)\(\d+<(TCP|UDP)", line)]
    return out + [line for line in sent if not re.search(r"<TCP(v6)?:\[(127\.|\[::1\]|\[::ffff:127\.)", line)]


def test_a_call_out_is_known_by_its_line():
    """Lines as strace writes them."""
    answer = 'sendto(9<TCP:[127.0.0.1:8080->127.0.0.1:4242]>, "HTTP/1.1 200 OK"..., 99, 0, NULL, 0) = 99'
    probe = 'connect(8<UDP:[5]>, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("192.0.2.1")}, 16) = 0'
    cache = 'connect(8<UNIX-STREAM:[5]>, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT'
    asked = 'connect(8<UDP:[5]>, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.1")}, 16) = 0'
    tcp = 'connect(8<TCP:[5]>, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("192.0.2.1")}, 16) = 0'
    query = 'sendto(8<UDP:[10.0.0.2:5->10.0.0.1:53]>, "\\6mobile\\6events"..., 50, MSG_NOSIGNAL, NULL, 0) = 50'
    byte = 'sendto(8<UDP:[10.0.0.2:5->192.0.2.1:9]>, "x", 1, 0, NULL, 0) = 1'
    assert calls_out("\n".join([answer, probe, cache])) == []
    for line in (asked, tcp, query, byte):
        assert calls_out(line) == [line]


def can_watch() -> bool:
    """Whether strace is here and may look at programs, as some containers do not let it."""
    return shutil.which("strace") is not None and not subprocess.run(["strace", "-o", "/dev/null", "true"]).returncode


@pytest.mark.long
@pytest.mark.timeout(300)
def test_serving_reading_and_playing_call_nobody(tmp_path):
    if not can_watch():
        pytest.skip("strace is not here, or may not watch: sudo apt install strace")
    evening = Evening(tmp_path / "home")
    try:
        evening.until(lambda now: True)
        evening.get("/")
        evening.post("/unlock", {"code": evening.code()}, **{"Content-Type": "application/json"})
        evening.act(("new-game", {"game": "roll_and_color", "name0": "Ann", "name1": "Ben"}))
        rolled = evening.roll()
        assert rolled["log"][-1]["event"].startswith("roll"), "the camera read it"
        evening.post("/api/event", {"event": "1: score RO"}, Authorization=f"Bearer {evening.code()}")
        assert len(evening.state()["log"]) > len(rolled["log"])
        evening.get(f"/games/{rolled['match']}.jsonl")
        while time.monotonic() < evening.began + FIRST_CALL_S + 3:
            evening.get("/live.jpg")
            time.sleep(0.5)
    finally:
        evening.stop()
    log = evening.log.read_text()
    assert "accept4(" in log and "<TCP:[127.0.0.1" in log, "it was watched"
    assert calls_out(log) == []
    kept = [file for file in files(tmp_path / "home") if not file.startswith("data/")]
    assert kept == []
