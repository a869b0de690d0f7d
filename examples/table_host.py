"""The host of a table: four players who see their own cards only, and a game that survives a crash.

The host alone holds the state. A player gets a view as JSON and answers with the token of an action
as text, as over a network; what the rules refuse is explained to that player and asked again. Every
action is on disk before the next player is asked.
"""

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import boston_rules as br
from boston_rules.bots import make_bot

Player = Callable[[str], str]
"""From a view as JSON to the token of an action."""

PLAYERS = ("Ann", "Ben", "Cato", "Dora")


def client(seat: int) -> Player:
    """A player at the other end: a simple bot, clumsy enough to try a card it may not play."""
    rng = random.Random(seat)
    bot = make_bot("simple", rng)

    def answer(text: str) -> str:
        view = br.loads_view(text)
        if view.phase == "play" and rng.random() < 0.05:
            return f"play {rng.choice(tuple(view.hand))}"
        return str(bot.choose(view))

    return answer


class Host:
    """A session at one table, saved in one file."""

    def __init__(self, file: Path, states: Iterator[br.State] | tuple[br.State, ...]) -> None:
        self.file = file
        self.states = list(states)
        """The last state of every deal so far; the last of them is the game as it stands."""
        self.refused = 0

    @classmethod
    def resumed(cls, file: Path) -> "Host":
        """The game as it was saved, in mid-deal or not."""
        return cls(file, br.replay(br.load(file)))

    def save(self) -> None:
        """The record takes the place of the one before, whole or not at all."""
        br.dump(br.record(self.states, players=PLAYERS), self.file)

    def ask(self, player: Player, seat: int) -> br.Action:
        """What the player does: asked until it is legal."""
        state = self.states[-1]
        while True:
            token = player(br.dumps_view(br.observe(state, seat)))
            try:
                action = br.parse_action(token, state.table.variant)
                br.apply(state, action, seat=seat)
            except (br.NotationError, br.IllegalAction) as error:
                self.refused += 1
                if self.refused == 1:
                    print(f"{PLAYERS[seat]} is told: {error}")
            else:
                return action

    def play(self, players: tuple[Player, ...], rng: random.Random, most: int) -> bool:
        """Up to ``most`` actions; whether the session is over."""
        for _ in range(most):
            state = self.states[-1]
            if isinstance(state, br.Settled):
                if state.session_over:
                    return True
                self.states.append(br.next_deal(state))
            elif state.actor == br.CHANCE:
                self.states[-1] = br.apply(state, br.draw_chance(state, rng))
            elif state.actor is not None:
                action = self.ask(players[state.actor], state.actor)
                self.states[-1] = br.apply(state, action)
            self.save()
        return False


def main() -> None:
    players = tuple(map(client, range(4)))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "table-1.txt")
        host = Host(file, (br.start(br.get_variant("russian", deals=3), dealer=3),))
        assert not host.play(players, random.Random(1783), most=90)
        stood = host.states[-1]
        print(f"the host is gone in deal {stood.table.deal_number}, phase {stood.phase}")

        host = Host.resumed(file)
        assert host.states[-1] == stood
        print("it is back, and the table stands as it stood")
        while not host.play(players, random.Random(1784), most=1000):
            pass
        for state in host.states:
            print(state.settlement)
        purses = host.states[-1].table.purses
        print(", ".join(f"{name} {chips}" for name, chips in zip(PLAYERS, purses, strict=True)))
        print(f"actions refused since it is back: {host.refused}; nothing was lost")
        assert br.replay(br.load(file)) == tuple(host.states)


if __name__ == "__main__":
    main()
