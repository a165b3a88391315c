"""Games in which a move turns one heap into a few smaller ones."""
