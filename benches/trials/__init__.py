"""What trials of the real process share, and the trials of `benches/hold.py` themselves."""
