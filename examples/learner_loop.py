"""A learner's loop in PettingZoo: one seat learns, from its rewards alone, when not to bid.

The policy is linear in the cards held and is improved by its gradient (REINFORCE with a running
mean as the baseline); the other seats act at random. It needs ``boston_rules[envs]`` and takes a
few seconds.
"""

import numpy as np

from boston_rules.envs import observation_spec
from boston_rules.envs.pettingzoo import env

DEALS = 400
RATE = 0.3
LEARNER = "seat_0"


def main() -> None:
    game = env("mariland", dealer=None, reward_scale=0.01, illegal="raise")
    hand = observation_spec(game.unwrapped.variant)["hand"]
    weights = np.zeros((game.action_space(LEARNER).n, hand.size + 1))
    rng = np.random.default_rng(7)
    mean, results = 0.0, []
    game.reset(seed=7)
    for _ in range(DEALS):
        game.reset()
        steps, reward = [], 0.0
        for agent in game.agent_iter():
            observation, chips, terminated, truncated, _ = game.last()
            if agent == LEARNER:
                reward += chips
            if terminated or truncated:
                game.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            if agent == LEARNER:
                cards = np.append(observation["observation"][hand.start : hand.stop], 1.0)
                scores = weights[legal] @ cards
                chances = np.exp(scores - scores.max())
                chances /= chances.sum()
                choice = rng.choice(len(legal), p=chances)
                steps.append((legal, cards, chances, choice))
                action = legal[choice]
            else:
                action = rng.choice(legal)
            game.step(int(action))
        for legal, cards, chances, choice in steps:
            toward = -chances
            toward[choice] += 1.0
            weights[legal] += RATE * (reward - mean) / len(steps) * np.outer(toward, cards)
        mean += 0.05 * (reward - mean)
        results.append(reward)

    hundreds = np.array(results).reshape(-1, 100).mean(axis=1)
    for place, chips in enumerate(hundreds):
        print(
            f"deals {100 * place + 1:3} to {100 * place + 100:3}: {100 * chips:+7.1f} chips a deal"
        )
    print("it has learnt" if hundreds[-1] > hundreds[0] else "it has not learnt")


if __name__ == "__main__":
    main()
