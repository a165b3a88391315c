"""Why a position is won, lost or drawn: facts, and the words for them."""
