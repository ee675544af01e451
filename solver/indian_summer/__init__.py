"""Indian Summer: region graphs, coverings, packings and plans."""
