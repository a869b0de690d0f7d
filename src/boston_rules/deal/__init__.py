"""The machine of a deal: its table, phases, auction, questions, tricks, law and bill."""
