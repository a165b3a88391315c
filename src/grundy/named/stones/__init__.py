"""Games with stones on boards: NoGo, Clobber, Cannibal Clobber."""
