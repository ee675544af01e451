"""The command line: thin click commands and rendering; no rules live here."""

if not __name__.startswith("leafwise."):  # the folder also lies at the top of the checkout
    raise ImportError("import this package as leafwise.cli, not as " + __name__)
