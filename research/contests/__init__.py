"""Rules and questions of contests, and how many of them the library answers."""
