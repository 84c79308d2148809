"""What each verb does: `measuring` needs all that measures, `telling` only what tells."""
