"""Look at the computer before anything is fetched, and make the virtual environment: ``make run`` begins with this.

    python3 -I tablelight/setup/first_start.py .venv

It runs on the system's own Python when nothing is installed yet, so it uses the standard library alone; and it is
written so that every Python 3 can read it, for it is here that an old one is told so. ``-I`` keeps modules of this
folder from being taken for those of the standard library.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 13)
LIBRARIES = {"libGL.so.1": "libgl1", "libgthread-2.0.so.0": "libglib2.0-0"}
"""What OpenCV loads and a bare system lacks, with Debian's package of it. What else it loads comes with these."""
RENAMED = {"libglib2.0-0": "libglib2.0-0t64"}
RENAMED_SINCE = (2, 39)
"""The C library of the systems that call some packages by other names: Debian 13, Ubuntu 24.04 and newer ones."""
MODEL = Path("/proc/device-tree/model")


class Stop(Exception):
    """Tablelight cannot start here; the sentence says what to do."""


class Computer:
    """What is to be known of this computer, and what can be done to it."""

    python = tuple(sys.version_info[:2])
    linux = sys.platform == "linux"
    bits = 64 if sys.maxsize > 2**32 else 32

    def has(self, module: str) -> bool:
        """Whether the system's Python finds a module."""
        importlib.invalidate_caches()
        return importlib.util.find_spec(module) is not None

    def loads(self, library: str) -> bool:
        """Whether a shared library can be loaded."""
        try:
            import ctypes

            ctypes.CDLL(library)
        except (ImportError, OSError):  # a Python that is installed in part lacks ctypes
            return False
        return True

    def c_library(self) -> tuple:
        """The version of the C library, as two numbers; zeros where it is another than Debian's."""
        try:
            return tuple(int(number) for number in os.confstr("CS_GNU_LIBC_VERSION").split()[1].split(".")[:2])
        except (AttributeError, IndexError, OSError, ValueError):
            return (0, 0)

    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi, by the model its kernel names."""
        try:
            return b"Raspberry Pi" in MODEL.read_bytes()
        except OSError:
            return False

    def numpy(self) -> int:
        """The first number of the version of the system's numpy; 0 where there is none."""
        from importlib.metadata import PackageNotFoundError, version  # no Python has it that is too old

        try:
            return int(version("numpy").split(".")[0])
        except (PackageNotFoundError, ValueError):
            return 0

    def command(self, name: str) -> bool:
        """Whether a command of that name can be run."""
        return shutil.which(name) is not None

    def is_root(self) -> bool:
        """Whether everything may be done here."""
        return os.geteuid() == 0

    def is_attended(self) -> bool:
        """Whether somebody sits there who can type a password."""
        return sys.stdin.isatty() and sys.stderr.isatty()

    def run(self, command: list) -> bool:
        """Whether a command succeeds. Only what it complains of is shown."""
        return subprocess.call(command, stdout=subprocess.DEVNULL) == 0

    def tells(self, command: list) -> bool:
        """Whether a command is there and succeeds; nothing is shown."""
        try:
            return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
        except OSError:
            return False

    def say(self, words: str) -> None:
        """Tell whoever started this."""
        sys.stderr.write(words + "\n")


def check(computer: Computer) -> None:
    """Stop where no package can help."""
    if not OLDEST <= computer.python <= NEWEST:
        raise Stop(
            "Tablelight needs Python 3.11, 3.12 or 3.13, and this is %d.%d. Debian 12 and 13 bring one of them, and so "
            "does Raspberry Pi OS since 2023. Where another one is installed: make run PYTHON=python3.12"
            % computer.python
        )
    if computer.bits != 64:
        raise Stop(
            "Tablelight needs a 64-bit system, and this one's Python is of 32 bits, for which OpenCV is not to be had. "
            "For a Raspberry Pi 3, 4 or 5 there is 'Raspberry Pi OS (64-bit)' in the Raspberry Pi Imager."
        )


def missing(computer: Computer) -> list:
    """The packages of the system without which Tablelight cannot start, as Debian calls them."""
    packages = []
    if not (computer.has("venv") and computer.has("ensurepip")):
        packages.append("python%d.%d-venv" % computer.python)
    if computer.linux:
        packages += [package for library, package in LIBRARIES.items() if not computer.loads(library)]
    renamed = RENAMED if computer.c_library() >= RENAMED_SINCE else {}
    return [renamed.get(package, package) for package in packages]


def welcome(computer: Computer) -> list:
    """Packages that a Raspberry Pi should have: what buttons, a buzzer and a light on its own pins need."""
    wanted = ["python3-lgpio"] if computer.is_pi() and not computer.has("lgpio") else []
    return [package for package in wanted if computer.tells(["apt-cache", "show", package])]


def provide(computer: Computer) -> None:
    """Install what is missing. Stop where that may not be done, or fails, and say what to do."""
    needed = missing(computer)
    if needed and not computer.command("apt-get"):
        raise Stop(
            "Tablelight needs packages that Debian calls %s. Please install what brings them here (it is about %s), "
            "then try again." % (" and ".join(needed), " and ".join(LIBRARIES))
        )
    packages = needed + welcome(computer)
    if not packages:
        return
    by_hand = "Please run this, then try again:\n\n    sudo apt install " + " ".join(packages) + "\n"
    before = rights(computer)
    if before is None:
        if needed:
            raise Stop("Tablelight needs a few packages of this system. " + by_hand)
        return
    computer.say("Tablelight needs a few packages of this system, and installs them now: " + " ".join(packages))
    apt = [*before, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]
    computer.run([*apt, "update"])
    computer.run([*apt, "install", "-y", "--no-install-recommends", *packages])
    if missing(computer):
        raise Stop("That did not work. " + by_hand)


def rights(computer: Computer) -> "list | None":
    """What is put before a command that changes the system; None where it may not be changed."""
    if computer.is_root():
        return []
    if not computer.command("sudo"):
        return None
    if computer.tells(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return ["sudo"] if computer.is_attended() else None


def environment(computer: Computer, folder: Path) -> None:
    """Make the virtual environment, where there is none, or one of a Python that is gone since the system is newer."""
    if computer.tells([str(folder / "bin" / "python"), "-I", "-m", "pip", "--version"]):
        return
    # The libraries of the Pi's camera and of its pins are packages of its system, and to be had from there alone.
    shared = ["--system-site-packages"] if computer.has("picamera2") or computer.has("lgpio") else []
    if not computer.run([sys.executable, "-m", "venv", *shared, str(folder)]):
        raise Stop("The virtual environment %s cannot be made. Please remove that folder, then try again." % folder)
    if computer.has("picamera2") and computer.numpy() == 1:
        keep_numpy(folder.resolve())


def keep_numpy(folder: Path) -> None:
    """Have pip stay at numpy 1 in an environment, now and whenever it is brought up to date: the Pi camera's library of
    Debian 12 was built with it, and cannot be loaded beside numpy 2 ("numpy.dtype size changed")."""
    limits = folder / "limits.txt"
    limits.write_text("numpy<2\n")
    (folder / "pip.conf").write_text("[install]\nconstraint = %s\n" % limits.as_uri())


def main(folder: Path, computer: Computer) -> int:
    """0 where Tablelight can be installed into the environment in that folder; else 1, after a sentence."""
    try:
        check(computer)
        provide(computer)
        environment(computer, folder)
    except Stop as why:
        computer.say(str(why))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Computer()))
