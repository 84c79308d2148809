"""Ways of making many requests; one file each, found by being here."""
