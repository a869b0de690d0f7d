"""PPO in one file, as CleanRL writes it: one network plays every other seat of a batch of tables.

    $ python -m examples.learners.ppo --variant mariland --minutes 30 --curve curve.csv

It may first learn to do what SimpleBot does (``--clone``, in decisions), which is where chance
alone takes longest, and goes on by playing against a bot, or against itself (``--self-play``). It
needs PyTorch. Without arguments it runs for some seconds, to show that it works.
"""

import random
import time
from typing import Any

from examples.learners.evaluation import Chooser, Curve, duel, options, require

require("torch", "gymnasium", "numpy")

import numpy as np  # noqa: E402
import torch  # type: ignore[import-not-found] # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.bots import SimpleBot, load_bot  # noqa: E402
from boston_rules.envs import action_encoding, observation_spec  # noqa: E402
from boston_rules.envs.vector import SelfPlayVectorEnv  # noqa: E402

CLIP, ENTROPY, VALUE, EPOCHS, BATCH = 0.2, 0.003, 0.5, 2, 1024
LAMBDA = 0.95
CLONING, CLONING_RATE = 4, 2e-3
"""Epochs of learning what SimpleBot does, and the highest rate in them."""


def network(inputs: int, outputs: int, hidden: int) -> Any:
    """A trunk and two heads in one: the last output is the value."""
    return torch.nn.Sequential(
        torch.nn.Linear(inputs, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, outputs + 1),
    )


def read(net: Any, seen: Any, mask: Any) -> tuple[Any, Any]:
    """The logits of the legal actions, and the value."""
    out = net(seen)
    return out[:, :-1].masked_fill(mask == 0, -1e9), out[:, -1]


def chooser(net: Any) -> Chooser:
    """The network as a player: the likeliest action."""

    def choose(seen: Any, mask: Any) -> int:
        with torch.no_grad():
            logits, _ = read(net, torch.as_tensor(seen)[None], torch.as_tensor(mask)[None])
        return int(logits.argmax())

    return choose


def clone(net: Any, variant: br.Variant, decisions: int, scale: float) -> None:
    """Learn what SimpleBot does, and what it wins by it, from deals that it plays."""
    encoding, encode = action_encoding(variant), observation_spec(variant).encode
    spec = observation_spec(variant)
    rng = random.Random(1)
    rows: list[tuple[Any, Any, int, int]] = []
    results: list[float] = []
    while len(rows) < decisions:
        bots = [SimpleBot() for _ in range(variant.seats)]
        state = br.start(variant, rng.randrange(variant.seats))
        while not isinstance(state, br.Settled):
            actor = state.actor
            assert actor is not None, "only a settled deal has no actor"
            if actor == br.CHANCE:
                state = br.apply(state, br.draw_chance(state, rng))
                continue
            action = bots[actor].choose(br.observe(state, actor))
            mask = encoding.mask(state.legal())
            if mask.sum() > 1:
                seen = spec.as_whole(encode(state, actor))
                rows.append((seen, mask, encoding.encode(action), actor))
            state = br.apply(state, action)
        purses = [purse - variant.session.starting_chips for purse in state.table.purses]
        results += [purses[row[3]] * scale for row in rows[len(results) :]]
    seen = torch.as_tensor(np.array([row[0] for row in rows]))
    masks = torch.as_tensor(np.array([row[1] for row in rows]))
    taken = torch.as_tensor([row[2] for row in rows])
    won = torch.as_tensor(results, dtype=torch.float32)
    units = torch.as_tensor(spec.units, dtype=torch.float32)
    optimizer = torch.optim.Adam(net.parameters())
    steps = CLONING * (1 + (len(rows) - 1) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, CLONING_RATE, total_steps=steps)
    for epoch in range(CLONING):
        right = 0
        for part in torch.randperm(len(rows)).split(BATCH):
            logits, value = read(net, seen[part] / units, masks[part])
            loss = torch.nn.functional.cross_entropy(logits, taken[part])
            loss = loss + VALUE * ((value - won[part]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            right += int((logits.argmax(1) == taken[part]).sum())
        print(f"clone, epoch {epoch + 1}: {right / len(rows):.1%} of {len(rows):,} decisions")


class Deals:
    """The decisions of the deals that go on, by table and seat, until their chips are known."""

    def __init__(self, tables: int, seats: int) -> None:
        self.open: list[list[list[Any]]] = [[[] for _ in range(seats)] for _ in range(tables)]
        self.rows: list[Any] = []

    def add(self, table: int, seat: int, row: tuple[Any, ...]) -> None:
        self.open[table][seat].append(row)

    def settle(self, table: int, chips: Any) -> None:
        """Advantages by GAE, a seat at a time; the chips come with its last decision."""
        for seat, rows in enumerate(self.open[table]):
            later, advantage = float(chips[seat]), 0.0
            for seen, mask, action, chance, value in reversed(rows):
                advantage = later - value + LAMBDA * advantage
                self.rows.append((seen, mask, action, chance, value + advantage, advantage))
                later = value
            rows.clear()


def improve(net: Any, optimizer: Any, rows: list[Any]) -> None:
    """Some epochs of PPO over the decisions of finished deals."""
    seen = torch.as_tensor(np.array([row[0] for row in rows]))
    masks = torch.as_tensor(np.array([row[1] for row in rows]))
    taken = torch.as_tensor([row[2] for row in rows])
    old, returns, advantages = (
        torch.as_tensor([row[place] for row in rows], dtype=torch.float32) for place in (3, 4, 5)
    )
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(rows)).split(BATCH):
            logits, value = read(net, seen[part], masks[part])
            chances = torch.distributions.Categorical(logits=logits)
            ratio = (chances.log_prob(taken[part]) - old[part]).exp()
            gain = advantages[part]
            policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = policy + VALUE * ((value - returns[part]) ** 2).mean()
            loss = loss - ENTROPY * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    parser = options(__doc__, deals=20)
    parser.add_argument("--minutes", type=float, default=0.05)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--clone", type=int, default=2000, help="decisions; 0 for none")
    parser.add_argument("--opponent", type=load_bot, default="simple", help="at the other seats")
    parser.add_argument("--self-play", action="store_true", help="the network plays all seats")
    parser.add_argument("--rows", type=int, default=8 * BATCH, help="decisions of one update")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--scale", type=float, default=0.02, help="what a chip is worth")
    parser.add_argument("--every", type=float, default=5, help="minutes between evaluations")
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    game = SelfPlayVectorEnv(chosen.tables, chosen.variant, dealer=None, reward_scale=chosen.scale)
    variant = game.variant
    inputs, outputs = len(observation_spec(variant)), len(action_encoding(variant))
    net = network(inputs, outputs, chosen.hidden)
    curve = Curve(chosen.curve)
    began = time.perf_counter()
    decisions = 0

    def minutes() -> float:
        return (time.perf_counter() - began) / 60

    def evaluate() -> None:
        found = duel(variant, chooser(net), chosen.against, chosen.deals, seed=99)
        curve.add(minutes(), decisions, chosen.against, chosen.deals, found)

    if chosen.clone:
        clone(net, variant, chosen.clone, chosen.scale)
    evaluate()
    told = minutes()
    optimizer = torch.optim.Adam(net.parameters(), lr=chosen.rate, eps=1e-5)
    deals = Deals(chosen.tables, variant.seats)
    observations, info = game.reset(seed=chosen.seed)
    bots = [chosen.opponent(random.Random(table)) for table in range(chosen.tables)]
    # Every other seat is the network's, at every other table the others.
    own = np.add.outer(np.arange(chosen.tables), np.arange(variant.seats)) % 2 == 0
    own |= chosen.self_play
    while minutes() < chosen.minutes:
        for group in optimizer.param_groups:
            group["lr"] = chosen.rate * (1 - minutes() / chosen.minutes)
        while len(deals.rows) < chosen.rows:
            actors = info["actor"]
            asked = own[np.arange(chosen.tables), actors].nonzero()[0]
            seen, mask = observations["observation"][asked], observations["action_mask"][asked]
            with torch.no_grad():
                logits, values = read(net, torch.as_tensor(seen), torch.as_tensor(mask))
                chances = torch.distributions.Categorical(logits=logits)
                drawn = chances.sample()
                logs = chances.log_prob(drawn)
            actions = np.zeros(chosen.tables, dtype=np.int64)
            actions[asked] = drawn.numpy()
            for table in np.setdiff1d(np.arange(chosen.tables), asked).tolist():
                view = br.observe(game.position(table), int(actors[table]))
                actions[table] = game.encoding.encode(bots[table].choose(view))
            choices = (mask.sum(axis=1) > 1).tolist()
            rows = zip(asked.tolist(), drawn.tolist(), logs.tolist(), values.tolist(), strict=True)
            for place, (table, action, log, value) in enumerate(rows):
                if choices[place]:
                    row = (seen[place], mask[place], action, log, value)
                    deals.add(table, int(actors[table]), row)
            observations, _, over, _, info = game.step(actions)
            for table in over.nonzero()[0].tolist():
                deals.settle(table, info["rewards"][table])
        improve(net, optimizer, deals.rows)
        decisions += len(deals.rows)
        deals.rows = []
        if minutes() - told > chosen.every:
            evaluate()
            told = minutes()
    evaluate()
    curve.end()


if __name__ == "__main__":
    main()
