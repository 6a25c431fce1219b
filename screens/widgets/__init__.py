"""Widgets take values and post messages; none of them knows the desk or a file."""
