"""Floor 1: bytes made safe to show, to compare, to store, and history read without running anything."""
