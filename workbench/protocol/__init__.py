"""The vocabulary of memory@0.2.0: words, ids, items, records and log lines. No I/O, no clock."""
