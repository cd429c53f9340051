"""Train the two networks on invented pictures, and write them where the readers look for them.

    pip install torch onnx          # for this alone; playing needs neither
    python -m vision.training.dice.train dice --pictures 12000 --rounds 12
    python -m vision.training.dice.train pose --pictures 12000 --rounds 10

No picture of a real table and none of any test is used. ``pose`` learns from what ``dice`` finds, so it comes second. A
graphics card is used where PyTorch knows one; with ``--rounds 300 --minutes 2`` the time says how much is learned.
With ``--on`` they learn on from what lies there; ``vision.training.half_way`` then puts a network between the two.
"""

import logging
import multiprocessing

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.dice.closeup import SIDE
from vision.geometry.play_area import PX_PER_MM
from vision.training.dice.closeups import closeups, closeups_of_table
from vision.training.dice.flat_pictures import invent
from vision.training.dice.network import CLASSES, DiceNet, PoseNet
from vision.training.dice.shown import PackedPicture, ShownCloseups, ShownPictures, packed, targets
from vision.training.dice.whole_tables import flat_pictures_of_table
from vision.training.learning import TrainingPlan, export, focal_loss, learn, number_of_turns, parse_arguments
from vision.training.resumed import beginning

# Constants: chosen by hand.
SHAPE = (192, 256)
_DICE = TrainingPlan(64, clip=5.0, mean=True, parts=("heat", "class", "place", "angle", "size"), half=True)
_POSE = TrainingPlan(256, decay=1e-3, mean=True, half=True)
_SURE = 0.9
_PICTURES_A_TABLE, _AT_ONCE = 40, 40
_EXAMPLES = 32
_KNOWN = 0.9  # what a network that learns on says at least so surely, and rightly, it shall go on saying
_KEEP = 1.0  # how much that counts beside what is new

log = logging.getLogger(__name__)


def main() -> None:
    said = parse_arguments(__doc__, 12000, 12, ("dice", "pose"), timed=True)
    first, tables = said.seed * 1_000_000, said.pictures // _PICTURES_A_TABLE
    with multiprocessing.get_context("fork").Pool(initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        if said.network == "dice":
            pictures = pool.map(_packed, range(first, first + said.pictures), chunksize=16)
            whole = pool.imap_unordered(_packed_of_table, range(first, first + tables))
            pictures += [one for of_table in whole for one in of_table]
        else:
            looked = pool.imap_unordered(closeups_of_table, range(first, first + tables))
            flat = range(first, first + said.pictures, _AT_ONCE)
            shown = [*pool.map(_closeups, flat, chunksize=1), *looked]
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    log.info("everything is drawn; learning on %s", device)
    if said.network == "dice":
        free = {"table": {2: "height", 3: "width"}, "dice": {2: "rows", 3: "columns"}}
        net = train(ShownPictures(pictures, device), said.rounds, said.seed, device, 60 * said.minutes, said.on)
        export(net, torch.zeros(1, 5, *SHAPE), free, "dice")
    else:
        views, labels = (np.concatenate(part) for part in zip(*shown, strict=True))
        free = {"closeups": {0: "count"}, "poses": {0: "count"}}
        near = ShownCloseups(views, labels, device)
        net = train_pose(near, said.rounds, said.seed, device, 60 * said.minutes, said.on)
        export(net, torch.zeros(1, 4, SIDE, SIDE), free, "dice_pose")


def _packed(seed: int) -> PackedPicture:
    return packed(invent(np.random.default_rng(seed), SHAPE, PX_PER_MM))


def _packed_of_table(seed: int) -> list[PackedPicture]:
    return [packed(one) for one in flat_pictures_of_table(seed, SHAPE)]


def _closeups(first: int) -> tuple[np.ndarray, np.ndarray]:
    """Close-ups of so many pictures as are looked at with one detector."""
    pictures = [invent(np.random.default_rng(first + k), SHAPE, PX_PER_MM) for k in range(_AT_ONCE)]
    return closeups(pictures, PX_PER_MM, first)


def train(
    shown: ShownPictures, rounds: int, seed: int, device: torch.device, most_seconds: float, on: bool
) -> nn.Module:
    """A network that has seen every picture ``rounds`` times, turned, mirrored and recoloured by chance. ``on``: it
    learns on."""

    def loss(net: nn.Module, batch: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
        inputs, dice = shown.batch(batch, rng, *number_of_turns(rng))
        return torch.stack(losses(net(inputs), *targets(dice, *inputs.shape[2:])))

    examples, _ = shown.batch(np.arange(_EXAMPLES), np.random.default_rng(seed), 0, False)
    make, way = beginning(DiceNet, "dice", _DICE, examples, on)
    return learn(make, loss, len(shown), rounds, seed, way, device=device, most_seconds=most_seconds)


def losses(
    said: torch.Tensor, heat: torch.Tensor, rest: torch.Tensor, counts: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    """Heat by ``focal_loss``, classes by cross entropy, the others by differences."""
    there, number = focal_loss(torch.sigmoid(said[:, :1]), heat)
    said = said[:, 1:]
    which = -(functional.log_softmax(said[:, :CLASSES], 1) * rest[:, :CLASSES] * counts[:, :CLASSES]).sum()
    off = (said - rest) * counts
    place, size = off[:, 4:6].abs().sum(), off[:, 8].abs().sum()
    angle = off[:, 6:8].square().sum()
    return there / number, 2 * which / number, 2 * place / number, angle / number, 3 * size / number


def train_pose(
    shown: ShownCloseups, rounds: int, seed: int, device: torch.device, most_seconds: float, on: bool
) -> nn.Module:
    """A network that has seen every close-up ``rounds`` times; says how it does on a twentieth kept aside. ``on``: it
    learns on, and goes on saying what it knew."""
    order = np.random.default_rng((seed, 1)).permutation(len(shown))
    aside, ours = order[: len(order) // 20], order[len(order) // 20 :]

    def loss(net: nn.Module, batch: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
        views, labels = shown.batch(ours[batch], rng)
        said = net(views)
        wrong = functional.cross_entropy(said, labels, label_smoothing=0.01)
        return (wrong + _KEEP * unlearned(said, known(views), labels) if on else wrong)[None]

    def after(net: nn.Module, number: int) -> None:
        _report(net, number, *shown.unchanged(aside))

    examples, _ = shown.unchanged(ours[:_EXAMPLES])
    make, way = beginning(PoseNet, "dice_pose", _POSE, examples, on)
    known = make().to(device).eval().requires_grad_(False)
    return learn(make, loss, len(ours), rounds, seed, way, after, device=device, most_seconds=most_seconds)


def unlearned(said: torch.Tensor, known: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """How far what is ``said`` (logits, N x classes) is from what was ``known`` before (logits, too), where that was
    surely right, and more so than now: the mean over N of the Kullback-Leibler divergence (Hinton et al. 2015)."""
    chances = torch.softmax(known, 1)
    before, now = (all_of.gather(1, labels[:, None])[:, 0] for all_of in (chances, torch.softmax(said, 1)))
    apart = functional.kl_div(torch.log_softmax(said, 1), chances, reduction="none").sum(1)
    return (apart * (before > _KNOWN) * (now < before)).mean()


def _report(net: nn.Module, number: int, views: torch.Tensor, labels: torch.Tensor) -> None:
    with torch.no_grad():
        chances = torch.softmax(net(views), 1)
    flat = chances[:, :2].amax(1) > _SURE
    wrong, doubted = flat[labels >= 2].float().mean(), 1 - flat[labels < 2].float().mean()
    right = (chances.argmax(1) == labels).float().mean()
    log.info("round %d: right %.3f, taken for flat %.4f, flat ones doubted %.4f", number, right, wrong, doubted)


if __name__ == "__main__":
    main()
