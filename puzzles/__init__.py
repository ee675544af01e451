"""The games: positions, actions, scoring, notation, kernels, component data.

The lowest layer: it imports neither ``leafwise.solver`` nor ``leafwise.cli``.
"""

if not __name__.startswith("leafwise."):  # the folder also lies at the top of the checkout
    raise ImportError("import this package as leafwise.puzzles, not as " + __name__)
