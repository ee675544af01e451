"""Card names that look like cards and are none: one clear refusal, never a crash."""

from __future__ import annotations

import pytest

from leafwise.puzzles.forest_shuffle.names import BadName, find_card


@pytest.mark.parametrize(
    "text", ["e@r/b", "european_hare@linden/red_deer", "a@b/c", "lynx/raccoon@"]
)
def test_symbols_come_after_both_halves(text: str) -> None:
    with pytest.raises(BadName, match="both halves and then the symbol") as refused:
        find_card(text)
    assert text in str(refused.value)
