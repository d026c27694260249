"""Seven Years World War."""
