"""Rules that ask players something around the auction and the play, each with its phase."""
