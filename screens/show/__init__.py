"""Cases, records and decisions as lines of a page; values in, literal content out."""
