"""What was measured, on disk."""
