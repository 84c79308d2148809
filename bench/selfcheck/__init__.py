"""The harness measures itself: what the statistics make of equal code and of known differences."""
