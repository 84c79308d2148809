"""The ruler: servers that answer every client alike, and count what they saw."""
