"""``python -m leafwise``: the same as the ``leafwise`` command."""

from leafwise.cli.main import main

if __name__ == "__main__":
    main()
