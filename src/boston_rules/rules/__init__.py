"""What the tellings state: frozen rule objects, one room per topic, with no game state in them."""
