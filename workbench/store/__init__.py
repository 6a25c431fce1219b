"""Value types that every room above shares: what a store holds, what waits, what was decided.

Nothing here reads a file or knows a format.
"""
