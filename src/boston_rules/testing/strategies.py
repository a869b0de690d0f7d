"""Hypothesis strategies: cards, deals, actions, tokens and walks.

>>> from hypothesis import find
>>> str(find(cards(), lambda card: card.suit is Suit.SPADES))
'2S'
"""

from __future__ import annotations

from hypothesis import strategies as st

from boston_rules.core.actions import Action
from boston_rules.core.cards import PACK, Card, Suit
from boston_rules.rules.variant import Variant
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.random_walks import STYLES, Style, random_walk
from boston_rules.testing.universe import universe, well_formed
from boston_rules.testing.walks import Walk

__all__ = ["actions", "cards", "deals", "seeds", "suits", "tokens", "walks"]


def cards() -> st.SearchStrategy[Card]:
    """Any of the 52 cards."""
    return st.sampled_from(PACK)


def suits() -> st.SearchStrategy[Suit]:
    """Any suit."""
    return st.sampled_from(list(Suit))


def seeds() -> st.SearchStrategy[int]:
    """Seeds of random generators, 32 bits."""
    return st.integers(0, 2**32 - 1)


@by_variant
def deals(variant: Variant) -> st.SearchStrategy[tuple[tuple[Card, ...], ...]]:
    """Hands for :func:`boston_rules.start`: a hand for each seat, in the order dealt.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    size = variant.hand
    return st.permutations(tuple(variant.dealing.pack)).map(
        lambda pack: tuple(
            tuple(pack[size * seat : size * (seat + 1)]) for seat in range(variant.seats)
        )
    )


@by_variant
def actions(variant: Variant) -> st.SearchStrategy[Action]:
    """Any action of the universe, legal or not, well formed or not.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    return st.sampled_from(universe(variant))


@by_variant
def tokens(variant: Variant) -> st.SearchStrategy[str]:
    """Tokens of well-formed actions, as tidy or untidy as people type them.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    tidy = st.sampled_from(well_formed(variant)).map(str)
    return st.one_of(
        tidy,
        tidy.map(str.upper),
        tidy.map(lambda token: f" {token.replace(' ', '  ')} "),
    )


@by_variant
@st.composite
def walks(
    draw: st.DrawFn,
    variant: Variant,
    *,
    most_deals: int = 3,
    styles: tuple[Style, ...] = STYLES,
) -> Walk:
    """Random walks of 1 to ``most_deals`` deals.

    Some are whole sessions, shortened to that many deals, so that the last deal is reached; others
    are the beginning of a session of the variant's own length. The style of each deal is drawn
    from all, or one of ``styles`` is kept for the whole walk.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    count = draw(st.integers(1, most_deals))
    short = draw(st.booleans())
    style = draw(st.sampled_from((None, None, *styles)))
    seed = draw(seeds())
    session = count if short else None
    return random_walk(variant, seed=seed, deals=count, session=session, style=style)
