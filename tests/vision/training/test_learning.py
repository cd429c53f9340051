"""Every network learns in the same loop; it learns, the same twice over, and says when there is too little."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch; playing does not: pip install torch")

from vision.training import learning  # noqa: E402
from vision.training.learning import TrainingPlan, learn  # noqa: E402
from vision.training.pips.network import PipEye, PipLargeNet, PipNet, PipSecondNet  # noqa: E402

THINGS = np.random.default_rng(1).normal(size=(64, 3)).astype(np.float32)
TRUTH = THINGS @ np.array([1.0, -2.0, 0.5], np.float32)


def off(net, batch, rng):
    return (net(torch.from_numpy(THINGS[batch]))[:, 0] - torch.from_numpy(TRUTH[batch])).square().mean()[None]


def taught(way, rounds=30, seed=1, after=None):
    return learn(lambda: torch.nn.Linear(3, 1), off, len(THINGS), rounds, seed, way, after)


@pytest.mark.parametrize(
    "way",
    [
        TrainingPlan(8, fastest=0.1),
        TrainingPlan(8, fastest=0.1, clip=5.0),
        TrainingPlan(8, fastest=0.1, mean=True),
        TrainingPlan(8, fastest=0.1, half=True),
    ],
)
def test_a_network_learns_what_it_is_shown_and_the_same_twice_over(way):
    net, again = taught(way), taught(way)
    with torch.no_grad():
        assert float(off(net, np.arange(64), None)) < 0.05 * float(np.square(TRUTH).mean())
    assert torch.equal(net.weight, again.weight) and not net.training


def test_dilated_layers_multiply_whole_numbers_where_others_multiply_halves(monkeypatch):
    monkeypatch.setattr(learning, "_multiplies_halves", lambda device: True)
    said = {}

    def make():
        plain, dilated = torch.nn.Conv2d(1, 1, 3, padding=1), torch.nn.Conv2d(1, 1, 3, padding=2, dilation=2)
        for name, layer in (("plain", plain), ("dilated", dilated)):
            layer.register_forward_hook(lambda _layer, _given, out, name=name: said.update({name: out.dtype}))
        return torch.nn.Sequential(plain, dilated)

    def loss(net, batch, rng):
        out = net(torch.ones(2, 1, 8, 8))
        said["loss"] = out.dtype
        return out.square().mean()[None]

    learn(make, loss, 2, 1, 1, TrainingPlan(2, half=True))
    assert said == {"plain": torch.bfloat16, "dilated": torch.float32, "loss": torch.float32}


def test_every_round_is_told_when_it_is_over():
    told = []
    taught(TrainingPlan(8), rounds=3, after=lambda net, number: told.append((number, net.training)))
    assert told == [(0, False), (1, False), (2, False)]


def test_too_few_things_to_learn_from_are_refused_in_words():
    with pytest.raises(ValueError, match="invent more"):
        taught(TrainingPlan(65))


def test_the_judge_of_dotted_dice_begins_where_the_first_reader_ended():
    first, views = PipNet(PipEye()).eval(), torch.rand(2, 3, 48, 48)
    with torch.no_grad():
        assert torch.equal(PipSecondNet(first).eval()(views), first(views))


def test_the_magnifier_begins_where_the_judge_ended():
    judge, views = PipSecondNet(PipNet(PipEye())).eval(), torch.rand(2, 3, 96, 96)
    with torch.no_grad():
        assert torch.equal(PipLargeNet(judge).eval()(views), judge(torch.nn.functional.avg_pool2d(views, 2)))
