"""The engine: models over a known future, search kernels, hints over unknown futures.

Imports ``leafwise.puzzles`` only; nothing here prints.
"""

if not __name__.startswith("leafwise."):  # the folder also lies at the top of the checkout
    raise ImportError("import this package as leafwise.solver, not as " + __name__)
