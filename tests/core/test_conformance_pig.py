"""The conformance suite on Pig."""

import pytest
from core.conformance import check_all
from core.pig import GAME, Turnful


@pytest.mark.parametrize("seed", range(20))
def test_pig_keeps_every_law(seed: int) -> None:
    assert check_all(GAME, Turnful(), seed) >= 2
