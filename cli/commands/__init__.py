"""One file a command; each holds ``command``, a click command, and imports its work lazily."""
