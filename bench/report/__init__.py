"""The report: from committed results to pages, with nothing that could run a benchmark."""
