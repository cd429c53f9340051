"""Train the two networks on invented pictures, and write them where the readers look for them.

    pip install torch onnx          # for this alone; playing needs neither
    python -m vision.training.dice.train dice --pictures 12000 --rounds 12
    python -m vision.training.dice.train pose --pictures 12000 --rounds 10

No picture of a real table and none of any test is used. ``pose`` learns from what ``dice`` finds, so it comes second.
"""

import logging
import multiprocessing

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.dice.closeup import SIDE
from vision.dice.detector import CELL, USUAL_MM
from vision.geometry.play_area import PX_PER_MM
from vision.training.dice.closeups import closeups, closeups_of_table, recoloured
from vision.training.dice.flat_pictures import FlatDicePicture, invent
from vision.training.dice.network import CLASSES, OUT, DiceNet, PoseNet
from vision.training.learning import TrainingPlan, as_seen, export, focal_loss, learn, number_of_turns, parse_arguments

# Constants: chosen by hand; kept as the networks that lie in vision/models came out with them.
SHAPE = (192, 256)
_DICE = TrainingPlan(16, parts=("heat", "class", "place", "angle", "size"))
_POSE = TrainingPlan(64, decay=1e-3)
_SURE = 0.9
_PICTURES_A_TABLE = 20
_SPREAD = 0.55  # cells
_RINGS = {0: 4, 1: 5}

log = logging.getLogger(__name__)


def main() -> None:
    said = parse_arguments(__doc__, 12000, 12, ("dice", "pose"))
    first = said.seed * 1_000_000
    tables: list[tuple[np.ndarray, np.ndarray]] = []
    with multiprocessing.Pool(initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        pictures = pool.map(_one, range(first, first + said.pictures), chunksize=16)
        if said.network == "pose":
            tables = pool.map(closeups_of_table, range(first, first + said.pictures // _PICTURES_A_TABLE))
    if said.network == "dice":
        free = {"table": {2: "height", 3: "width"}, "dice": {2: "rows", 3: "columns"}}
        export(train(pictures, said.rounds, said.seed), torch.zeros(1, 5, *SHAPE), free, "dice")
    else:
        shown = [closeups(pictures, PX_PER_MM, said.seed), *tables]
        views, labels = (np.concatenate(part) for part in zip(*shown, strict=True))
        free = {"closeups": {0: "count"}, "poses": {0: "count"}}
        net = train_pose(views, labels, said.rounds, said.seed)
        export(net, torch.zeros(1, 4, SIDE, SIDE), free, "dice_pose")


def _one(seed: int) -> FlatDicePicture:
    return invent(np.random.default_rng(seed), SHAPE, PX_PER_MM)


def train(pictures: list[FlatDicePicture], rounds: int, seed: int) -> nn.Module:
    """A network that has seen every picture ``rounds`` times, turned, mirrored and recoloured by chance."""

    def loss(net: nn.Module, batch: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
        turned = number_of_turns(rng)
        views, dice = zip(*(changed(pictures[k], rng, *turned) for k in batch), strict=True)
        inputs = as_seen(views)
        wanted = zip(*(target(one, inputs.shape[2:]) for one in dice), strict=True)
        return torch.stack(losses(net(inputs), *(torch.from_numpy(np.stack(part)) for part in wanted)))

    return learn(DiceNet, loss, len(pictures), rounds, seed, _DICE)


def changed(
    one: FlatDicePicture, rng: np.random.Generator, quarter: int, mirrored: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Inputs (5 x H x W float32) and dice of a picture, turned, mirrored, its colours mixed."""
    image, slant, dice = one.image, one.slant, one.dice.copy()
    if mirrored:
        image, slant = image[:, ::-1], slant[:, ::-1] * [-1, 1]
        dice[:, 1], dice[:, 3] = image.shape[1] - 1 - dice[:, 1], np.pi - dice[:, 3]
    for _ in range(quarter):  # a quarter turn against the clock, as np.rot90
        image, slant = np.rot90(image), np.rot90(slant)
        slant = slant[..., ::-1] * [1, -1]
        x, y = dice[:, 1].copy(), dice[:, 2].copy()
        dice[:, 1], dice[:, 2], dice[:, 3] = y, image.shape[0] - 1 - x, dice[:, 3] - np.pi / 2
    colour = image[..., rng.permutation(3)].astype(np.float32) / 255
    if rng.random() < 0.5:
        colour = np.clip(colour * rng.uniform(0.6, 1.4, 3).astype(np.float32), 0, 1)
    return np.concatenate([colour.transpose(2, 0, 1), slant.transpose(2, 0, 1)]).astype(np.float32), dice


def target(dice: np.ndarray, shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Heat (1 x h x w), classes, place, angle and size ((OUT - 1) x h x w), and where those count."""
    height, width = shape[0] // CELL, shape[1] // CELL
    heat = np.zeros((1, height, width), np.float32)
    rest = np.zeros((OUT - 1, height, width), np.float32)
    counts = np.zeros_like(rest)
    down, across = np.mgrid[:height, :width]
    for label, x, y, angle, size in dice:
        kind = int(label)
        u, v = (x + 0.5) / CELL - 0.5, (y + 0.5) / CELL - 0.5
        column, row = round(u), round(v)
        if not (0 <= column < width and 0 <= row < height):
            continue
        near = np.exp(-((across - u) ** 2 + (down - v) ** 2) / (2 * _SPREAD**2))
        heat[0] = np.maximum(heat[0], np.minimum(near, 0.99))
        heat[0, row, column] = 1
        here, count = rest[:, row, column], counts[:, row, column]
        here[:] = count[:] = 0
        here[kind], count[:CLASSES] = 1, 1
        here[4:6], count[4:6] = (u - column, v - row), 1
        if kind in _RINGS:
            turn = _RINGS[kind] * angle
            here[6:8], count[6:8] = (np.cos(turn), np.sin(turn)), 1
            here[8], count[8] = np.log(size / USUAL_MM), 1
    return heat, rest, counts


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


def train_pose(views: np.ndarray, labels: np.ndarray, rounds: int, seed: int) -> nn.Module:
    """A network that has seen every close-up (``views``: N x 4 x SIDE x SIDE, ``labels``: N) ``rounds`` times; says how
    it does on a twentieth kept aside."""
    order = np.random.default_rng((seed, 1)).permutation(len(views))
    aside, ours = order[: len(order) // 20], order[len(order) // 20 :]

    def loss(net: nn.Module, batch: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
        said = net(as_seen([recoloured(views[k], rng) for k in ours[batch]]))
        return functional.cross_entropy(said, torch.from_numpy(labels[ours[batch]]), label_smoothing=0.01)[None]

    def after(net: nn.Module, number: int) -> None:
        _report(net, number, views[aside], labels[aside])

    return learn(PoseNet, loss, len(ours), rounds, seed, _POSE, after)


def _report(net: nn.Module, number: int, views: np.ndarray, labels: np.ndarray) -> None:
    with torch.no_grad():
        chances = torch.softmax(net(torch.from_numpy(views)), 1).numpy()
    flat = chances[:, :2].max(1) > _SURE
    wrong, parse_arguments = flat[labels >= 2].mean(), 1 - flat[labels < 2].mean()
    right = (chances.argmax(1) == labels).mean()
    log.info("round %d: right %.3f, taken for flat %.4f, flat ones doubted %.4f", number, right, wrong, parse_arguments)


if __name__ == "__main__":
    main()
