"""Named games: one file a family, one table; `grundy.catalogue` is the way in."""
