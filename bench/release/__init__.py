"""A release: results of several machines merged, checked, committed, and published as a version of the site."""
