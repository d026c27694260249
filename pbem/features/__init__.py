"""What a campaign can do besides playing: one folder for each feature."""
