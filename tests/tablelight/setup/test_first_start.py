"""The first start, on computers that are not ready for it: one look before anything is fetched."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablelight.setup import first_start
from tablelight.setup.first_start import Computer, main
from tests.browser.running import ROOT

BOOKWORM, TRIXIE = (2, 36), (2, 41)

PROVIDES = {
    "python3.11-venv": {"venv", "ensurepip"},
    "python3.13-venv": {"venv", "ensurepip"},
    "libgl1": {"libGL.so.1"},
    "libglib2.0-0": {"libgthread-2.0.so.0"},
    "libglib2.0-0t64": {"libgthread-2.0.so.0"},
    "python3-lgpio": {"lgpio"},
}


class Bare(Computer):
    """A Debian 12 with Python and make alone, whose packages are simulated. What was done to it is kept in ``done``."""

    python, bits, linux = (3, 11), 64, True

    def __init__(self, *there, libc=BOOKWORM, commands=("apt-get",), root=False, attended=False, pi=False, sudo=None):
        self.there, self.libc, self.commands = set(there), libc, commands
        self.root, self.attended, self.pi, self.sudo = root, attended, pi, sudo
        self.numpy_there, self.reachable = 0, True
        self.done, self.said = [], ""

    def has(self, module):
        return module in self.there

    def loads(self, library):
        return library in self.there

    def c_library(self):
        return self.libc

    def is_pi(self):
        return self.pi

    def numpy(self):
        return self.numpy_there

    def command(self, name):
        return name in self.commands

    def is_root(self):
        return self.root

    def is_attended(self):
        return self.attended

    def tells(self, command):
        if command[0] == "sudo":
            return self.sudo == "free"
        return command[0] == "apt-cache" and command[-1] in PROVIDES

    def run(self, command):
        self.done.append(" ".join(command))
        if command[0] == "sudo" and self.sudo not in ("free", "with a password"):
            return False
        if "install" in command and self.reachable:
            for package in command:
                self.there |= PROVIDES.get(package, set())
        if "venv" in command:
            Path(command[-1]).mkdir(exist_ok=True)
        return True

    def say(self, words):
        self.said += words + "\n"

    def installed(self):
        return [each for each in self.done if "apt-get" in each and " install " in each]


def ready(**how):
    return Bare("venv", "ensurepip", "libGL.so.1", "libgthread-2.0.so.0", **how)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "environment"


def test_a_computer_that_has_everything_hears_nothing_and_gets_an_environment(folder):
    computer = ready()
    assert main(folder, computer) == 0
    assert computer.said == ""
    assert computer.done == [f"{sys.executable} -m venv {folder}"]


@pytest.mark.parametrize("python", [(3, 4), (3, 9), (3, 10), (3, 14)])
def test_another_python_is_told_which_ones_do_and_nothing_is_done(folder, python):
    computer = ready(root=True)
    computer.python = python
    assert main(folder, computer) == 1
    assert "3.11, 3.12 or 3.13" in computer.said and f"{python[0]}.{python[1]}" in computer.said
    assert computer.done == []


def test_a_32_bit_system_is_told_so_before_anything_is_installed(folder):
    computer = Bare(root=True)
    computer.bits = 32
    assert main(folder, computer) == 1
    assert "64-bit" in computer.said
    assert computer.done == []


@pytest.mark.parametrize(
    ("libc", "python", "packages"),
    [
        (BOOKWORM, (3, 11), "python3.11-venv libgl1 libglib2.0-0"),
        (TRIXIE, (3, 13), "python3.13-venv libgl1 libglib2.0-0t64"),
    ],
)
def test_who_may_not_install_is_given_one_complete_line_and_nothing_is_fetched(folder, libc, python, packages):
    computer = Bare(libc=libc)
    computer.python = python
    assert main(folder, computer) == 1
    assert f"    sudo apt install {packages}\n" in computer.said
    assert computer.done == []


def test_root_is_told_what_is_installed_and_gets_it(folder):
    computer = Bare(root=True)
    assert main(folder, computer) == 0
    assert "python3.11-venv libgl1 libglib2.0-0" in computer.said
    assert len(computer.installed()) == 1 and "sudo" not in computer.installed()[0]
    assert folder.exists()


def test_only_what_is_missing_is_installed(folder):
    computer = Bare("venv", "ensurepip", "libGL.so.1", root=True)
    assert main(folder, computer) == 0
    assert computer.installed()[0].endswith("--no-install-recommends libglib2.0-0")


@pytest.mark.parametrize(
    ("sudo", "attended", "works"),
    [
        ("free", False, True),
        ("with a password", True, True),
        ("with a password", False, False),
        ("refuses", True, False),
    ],
)
def test_sudo_is_used_where_it_needs_no_password_or_somebody_can_type_it(folder, sudo, attended, works):
    computer = Bare(commands=("apt-get", "sudo"), sudo=sudo, attended=attended)
    assert main(folder, computer) == (0 if works else 1)
    assert folder.exists() == works
    if not works:
        assert "sudo apt install python3.11-venv libgl1 libglib2.0-0\n" in computer.said


def test_packages_that_do_not_come_are_named_again(folder):
    computer = Bare(root=True)
    computer.reachable = False
    assert main(folder, computer) == 1
    assert "did not work" in computer.said and "sudo apt install" in computer.said
    assert not folder.exists()


def test_a_system_without_debians_packages_is_told_what_is_wanted(folder):
    computer = Bare("venv", "ensurepip", commands=("dnf",), root=True)
    assert main(folder, computer) == 1
    assert "libGL.so.1" in computer.said and "libgl1" in computer.said
    assert computer.done == []


def test_a_mac_needs_none_of_these_libraries(folder):
    computer = Bare("venv", "ensurepip", commands=(), libc=(0, 0))
    computer.linux = False
    assert main(folder, computer) == 0


def test_a_pi_gets_what_its_pins_need_and_an_environment_that_sees_it(folder):
    computer = ready(pi=True, root=True)
    assert main(folder, computer) == 0
    assert computer.installed()[0].endswith("python3-lgpio")
    assert "--system-site-packages" in computer.done[-1]


def test_a_pi_whose_pins_nobody_may_provide_for_starts_all_the_same(folder):
    computer = ready(pi=True)
    assert main(folder, computer) == 0
    assert computer.installed() == []
    assert "--system-site-packages" not in computer.done[-1]


def test_the_environment_sees_the_pi_cameras_library_and_keeps_the_numpy_it_was_built_for(folder):
    computer = ready()
    computer.there.add("picamera2")
    computer.numpy_there = 1
    assert main(folder, computer) == 0
    assert "--system-site-packages" in computer.done[-1]
    limits = folder / "limits.txt"
    assert limits.read_text() == "numpy<2\n"
    assert limits.as_uri() in (folder / "pip.conf").read_text()


def test_a_newer_pi_camera_library_sets_no_limit(folder):
    computer = ready()
    computer.there.add("picamera2")
    computer.numpy_there = 2
    assert main(folder, computer) == 0
    assert not (folder / "pip.conf").exists()


class Here(Computer):
    """This very computer, which tests do not change: no package of the system is installed."""

    def command(self, name):
        return False


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """An environment as the first start makes it on this computer, in a folder with a space."""
    folder = tmp_path_factory.mktemp("my games") / "environment"
    assert main(folder, Here()) == 0, "tests run here, so it is ready"
    return folder


def test_pip_keeps_to_the_limits_of_an_environment(real):
    first_start.keep_numpy(real)
    fetches = [real / "bin" / "python", "-m", "pip", "install", "--no-index", "numpy>=2"]
    said = subprocess.run(fetches, capture_output=True, text=True, check=False)
    assert "(constraint) numpy<2" in said.stdout


def test_an_environment_that_works_is_left_as_it_is_and_one_whose_python_is_gone_is_made_again(real):
    computer = ready()
    computer.tells = Here().tells
    assert main(real, computer) == 0
    assert computer.done == []
    (real / "bin" / "python").unlink()
    assert main(real, computer) == 0
    assert computer.done == [f"{sys.executable} -m venv {real}"]


OLD = (ast.JoinedStr, ast.NamedExpr, ast.AnnAssign, ast.Match, ast.AsyncFunctionDef)
"""What a Python of 3.5 cannot read."""


def test_every_python_3_can_read_what_tells_it_that_it_is_too_old():
    source = Path(first_start.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 5))
    assert [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, OLD)] == []
    hints = [node.returns for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    hints += [node.annotation for node in ast.walk(tree) if isinstance(node, ast.arg)]
    assert [ast.unparse(hint) for hint in hints if isinstance(hint, ast.Subscript | ast.BinOp)] == []


def test_it_needs_nothing_that_would_have_to_be_installed_first():
    tree = ast.parse(Path(first_start.__file__).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_make_run_looks_before_it_fetches(tmp_path):
    said = subprocess.run(
        ["make", "-n", "run", f"VENV={tmp_path / 'none'}"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert 0 < said.index("first_start.py") < said.index("pip install") < said.index("tablelight demo")
