"""Seven Years World War for 2 to 4 players. README.md tells what there is."""
