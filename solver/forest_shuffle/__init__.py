"""Analysis of Forest Shuffle: the graph of trees, slots and cards, plans, hints."""
