"""How simple players choose their cards, and deals that they play out; can be compiled."""
