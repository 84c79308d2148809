"""The application that every server serves: the planet tracker, once in each framework."""
