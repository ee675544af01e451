"""Indian Summer: a forest floor to be covered with leaf tiles, squirrels and animals."""
