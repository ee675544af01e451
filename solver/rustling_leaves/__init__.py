"""What Rustling Leaves gives the engine."""
