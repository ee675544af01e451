"""Forest Shuffle (base game): cards, rules, scoring, notation."""
