"""What a campaign can do besides playing: one folder a feature."""
