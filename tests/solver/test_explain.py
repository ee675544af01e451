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
        "bee flower, although it scores 3 less in bear, and it keeps 2 fewer rainbow in reach."
    )


def test_a_reason_without_gains_says_that_they_are_to_come() -> None:
    poorer = Facts({"bear": 1.0}, (Option("tree", 1.0),))
    richer = Facts({"bear": 3.0}, (Option("tree", 1.0),))
    found = explain.contrast(poorer, richer)
    assert explain.reason("a", "b", found, 2.0, 0.5, "points", poorer) == (
        "a is worth 2.0 ± 0.5 points more than b: what follows is expected to bring more, "
        "although it scores 2 less in bear."
    )
    assert explain.reason("a", "b", found, 0.2, 0.5, "points", poorer) == (
        "a and b are close to equal (0.2 ± 0.5 points apart): the first scores 2 less in bear."
    )


def test_a_line_that_ends_the_game_is_better_because_playing_on_loses() -> None:
    out = Facts({"tree": 4.0}, (), ends=True)
    on = Facts({"tree": 4.0}, (Option("tree", 5.0), Option("flower", 3.0)))
    found = explain.contrast(out, on)
    text = explain.reason("drop out", "stay in", found, 1.1, 0.0, "points", out)
    assert text == (
        "drop out is worth 1.1 points more than stay in: playing on is expected to lose more "
        "than it brings, although it keeps 5 fewer tree and 3 fewer flower in reach."
    )
    assert explain.nudge(found, out, False) == (
        "Weigh what playing on may bring against what it may cost."
    )
    lost = Facts({"tree": 2.0}, (), ends=False)
    text = explain.reason("a", "b", explain.contrast(out, lost), 2.0, 0.0, "points", out)
    assert "it scores 2 more in tree, and nothing more can be lost" in text


def test_fewer_turns_are_needed_not_worth_more() -> None:
    found = explain.contrast(SECOND, SECOND)
    text = explain.reason("a", "b", found, 1.0, 0.0, "own turns", SECOND)
    assert text == "a needs 1.0 own turns fewer than b."


def test_what_a_move_costs_speaks_against_it_unless_both_pay_it() -> None:
    spends = Facts({"tree": 4.0}, (), costs=("it spends the joker",))
    saves = Facts({"tree": 1.0}, ())
    text = explain.reason("a", "b", explain.contrast(spends, saves), 2.0, 0.0, "points", spends)
    assert text.endswith("it scores 3 more in tree, although it spends the joker.")
    same = explain.contrast(spends, Facts({"tree": 1.0}, (), costs=("it spends the joker",)))
    assert "although" not in explain.reason("a", "b", same, 2.0, 0.0, "points", spends)


def test_a_near_tie_is_called_close() -> None:
    text = explain.reason("a", "b", explain.contrast(FIRST, FIRST), 0.2, 0.5, "points", FIRST)
    assert text == "a and b are close to equal (0.2 ± 0.5 points apart)."
    text = explain.reason("a", "b", explain.contrast(FIRST, SECOND), 0.0, 0.0, "points", FIRST)
    assert text.startswith("a and b are equal: the first scores 4 more in tree and 3 more in bee")
    assert ", although it scores 3 less in bear" in text


def test_a_nudge_does_not_name_the_move() -> None:
    assert explain.nudge(explain.contrast(FIRST, SECOND), FIRST, False) == "Look at tree."
    assert "Nothing stands out" in explain.nudge(explain.contrast(FIRST, FIRST), FIRST, True)


def test_a_nudge_does_not_send_the_player_after_what_the_move_merely_saves() -> None:
    saving = Facts({"nut": 0.0}, ())
    spending = Facts({"nut": -2.0}, ())
    text = explain.nudge(explain.contrast(saving, spending), saving, False)
    assert text == "Look at what others would cost you: nut."


def test_an_open_line_is_named_without_its_dots() -> None:
    text = explain.reason("a ...", "b ...", explain.contrast(FIRST, FIRST), 2.0, 0.0, "p", FIRST)
    assert text == "a is worth 2.0 p more than b."
