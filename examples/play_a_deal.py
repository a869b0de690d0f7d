"""Play one deal with random but legal actions and print what happened."""

import random

import boston_rules as br


def main() -> None:
    rng = random.Random(11)
    state = br.start(br.get_variant("french", deals=1), dealer=0)
    while state.actor is not None:
        if state.actor == br.CHANCE:
            action = br.draw_chance(state, rng)
        else:
            # Pass now and then, so that the auction does not climb to its top.
            choices = br.legal_actions(state)
            action = choices[0] if rng.random() < 0.6 else rng.choice(choices)
        state = br.apply(state, action)
    for event in state.events[2:]:  # without the opening and the shuffle
        print(f"seat {event.seat}: {event.action}")
    print(state.settlement)
    print("purses:", state.table.purses)


if __name__ == "__main__":
    main()
