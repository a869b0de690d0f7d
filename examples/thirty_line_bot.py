"""A bot in thirty lines: it bids a long suit, plays high to win and low when it cannot."""

from __future__ import annotations

import random

import boston_rules as br
from boston_rules.bots import Bot, RandomBot, play_deal


class PlainBot:
    """Bids its longest suit when that is long enough, and never looks back."""

    def choose(self, view: br.State) -> br.Action:
        choices = br.lawful_actions(view)
        plays = [action for action in choices if isinstance(action, br.Play)]
        if plays:
            best = max(view.trick, default=None, key=lambda card: card.rank)
            winning = [play for play in plays if best is None or play.card.rank > best.rank]
            return max(winning or plays, key=lambda play: play.card.rank * (1 if winning else -1))
        longest = max(br.Suit, key=lambda suit: len(view.hand.of(suit)))
        if len(view.hand.of(longest)) >= 6:
            for action in choices:
                if isinstance(action, br.Bid) and action.suit is longest:
                    return action
        quiet = (br.Pass, br.Solo, br.Decline, br.Contest)
        return next((one for one in choices if isinstance(one, quiet)), choices[0])


if __name__ == "__main__":
    chips = [0, 0, 0, 0]
    for seed in range(200):
        rng = random.Random(seed)
        bots: list[Bot] = [PlainBot(), RandomBot(rng), PlainBot(), RandomBot(rng)]
        settled = play_deal(br.start(br.get_variant("classic"), dealer=seed % 4), bots, rng)
        chips = [sum(pair) for pair in zip(chips, settled.settlement.deltas, strict=True)]
    print(f"plain bots {chips[0] + chips[2]:+d} chips, random bots {chips[1] + chips[3]:+d}")
