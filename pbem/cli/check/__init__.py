"""`pbem check`: what the settings name is tried, and a mail to itself comes back."""
