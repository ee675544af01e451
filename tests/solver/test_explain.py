"""Words are made from the numbers of the table, and from nothing else."""

from leafwise.solver import explain
from leafwise.solver.api import Facts, Option

FIRST = Facts({"tree": 8.0, "bear": 12.0, "bee_flower": 3.0}, (Option("tree", 9.0),))
SECOND = Facts({"tree": 4.0, "bear": 15.0}, (Option("tree", 9.0), Option("rainbow", 2.0)))


def test_differences_are_sorted_by_size_and_equal_ones_left_out() -> None:
    found = explain.contrast(FIRST, SECOND)
    assert found.banked == (("tree", 4.0), ("bear", -3.0), ("bee_flower", 3.0))
    assert found.options == (("rainbow", -2.0),)


def test_a_reason_names_what_is_gained_and_given_up() -> None:
    found = explain.contrast(FIRST, SECOND)
    text = explain.reason("a", "b", found, 2.0, 0.5, "points", FIRST)
    assert text == (
        "a is worth 2.0 ± 0.5 points more than b: it scores 4 more in tree and 3 more in "
        "bee flower but 3 less in bear; it keeps 2 fewer rainbow in reach."
    )


def test_a_near_tie_is_called_close() -> None:
    text = explain.reason("a", "b", explain.contrast(FIRST, FIRST), 0.2, 0.5, "points", FIRST)
    assert text == "a and b are close to equal (0.2 ± 0.5 points apart)."


def test_a_nudge_does_not_name_the_move() -> None:
    assert explain.nudge(explain.contrast(FIRST, SECOND), FIRST, False) == "Look at tree."
    assert "Nothing stands out" in explain.nudge(explain.contrast(FIRST, FIRST), FIRST, True)


def test_a_nudge_does_not_send_the_player_after_what_the_move_merely_saves() -> None:
    saving = Facts({"nut": 0.0}, ())
    spending = Facts({"nut": -2.0}, ())
    text = explain.nudge(explain.contrast(saving, spending), saving, False)
    assert text == "Look at what others would cost you: nut."
