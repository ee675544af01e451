"""What every game shares: the interface, errors, files, random numbers, pictures."""
